//! From scratch: building the index and finding all pairs.

use std::ops::ControlFlow;

use packed_spatial_index::Index3DBuilder;
use parry3d::partitioning::{BvhBuildStrategy, BvhWorkspace};
use rstar::RTree;

use super::{Scene, candidates, index, sum_of_pairs};
use crate::{contest::Entrant, table::Table};

pub fn build(table: &Table, count: u32, density: &str, volume: f32) {
    let scene = Scene::new(count, volume);
    let ours = || {
        let mut pairs = Vec::new();
        scene.octree().for_each_pair(u32::MAX, |(one, two)| pairs.push((index(one), index(two))));
        pairs
    };
    // The binned builder; the other one, which suits ray queries, takes longer.
    let parry = || {
        let mut pairs = Vec::new();
        let bvh = scene.bvh(BvhBuildStrategy::Binned);
        let mut workspace = BvhWorkspace::default();
        bvh.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |one, two| pairs.push((one, two)));
        pairs
    };
    let rstar = || {
        let leaves = scene.boxes.iter().zip(0..).map(|(cuboid, id)| cuboid.rstar(id)).collect();
        candidates(&RTree::bulk_load(leaves))
    };
    let packed = || {
        let mut builder = Index3DBuilder::new(scene.boxes.len()).node_size(8);
        scene.boxes.iter().for_each(|cuboid| builder.add(cuboid.packed()));
        let index = builder.finish_simd().expect("as many boxes as were announced");
        let mut pairs = Vec::new();
        let _ = index.pairs_each(|one, two| {
            pairs.push((one as u32, two as u32));
            ControlFlow::<()>::Continue(())
        });
        pairs
    };
    table.contest(
        "3D boxes: build and all pairs",
        &format!("{count}, {density} each"),
        1,
        vec![
            Entrant::new("roomgen", 0.0, ours, sum_of_pairs),
            Entrant::new("parry3d", 5.0, parry, sum_of_pairs),
            Entrant::new("rstar", 6.0, rstar, sum_of_pairs),
            Entrant::new("packed_spatial_index", 1.6, packed, sum_of_pairs),
        ],
    );
}

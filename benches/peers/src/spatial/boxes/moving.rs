//! A moving world: a tenth of all boxes moves in each frame.

use parry3d::partitioning::{BvhBuildStrategy, BvhWorkspace};
use roomgen::spatial::ObjectId;
use rstar::RTree;

use super::{Cuboid, Pairs, Scene, candidates, index, sum_of_pairs};
use crate::{contest::Entrant, lots::checksum, table::Table};

/// Frames per piece of work.
///
/// Only the first piece's frames are compared by checksum; the world moves on throughout the
/// contest.
const FRAMES: usize = 8;

/// The boxes moved in a frame, with their new places.
type Moves = Vec<(u32, Cuboid)>;

/// The pairs of several frames.
type Frames = Vec<Pairs>;

/// Runs frames one by one and collects the pairs of each.
fn each(frames: &[Moves], frame: &mut dyn FnMut(&Moves, &mut Pairs)) -> Frames {
    let pairs = frames.iter().map(|moved| {
        let mut pairs = Vec::new();
        frame(moved, &mut pairs);
        pairs
    });
    pairs.collect()
}

fn sum_of_frames(frames: &Frames) -> u64 {
    checksum(frames.iter().map(sum_of_pairs))
}

pub fn run(table: &Table, density: &str, volume: f32) {
    let scene = Scene::new(10_000, volume);
    let frames = |scene: &Scene| {
        let mut scene = scene.clone();
        move || (0..FRAMES).map(|_| scene.frame()).collect::<Vec<_>>()
    };
    let ours = |only_moved: bool| {
        let mut octree = scene.octree();
        octree.for_each_moved_pair(u32::MAX, |_| ());
        let mut ids: Vec<ObjectId> = octree.ids().collect();
        ids.sort_unstable();
        move |moves: Vec<Moves>| {
            each(&moves, &mut |moved, pairs| {
                for (id, cuboid) in moved {
                    octree.set_shape(ids[*id as usize], cuboid.ours());
                }
                octree.update();
                let found = |(one, two)| pairs.push((index(one), index(two)));
                if only_moved {
                    octree.for_each_moved_pair(u32::MAX, found);
                } else {
                    octree.for_each_pair(u32::MAX, found);
                }
            })
        }
    };
    // A full refit, since at a tenth of all leaves a partial one takes longer. The incremental
    // optimisation runs every fifth frame before the refit, as its documentation advises and its
    // physics engine does.
    let parry = {
        let (mut bvh, mut workspace) = (scene.bvh(BvhBuildStrategy::Binned), BvhWorkspace::default());
        let mut number = 0;
        move |moves: Vec<Moves>| {
            each(&moves, &mut |moved, pairs| {
                for (id, cuboid) in moved {
                    bvh.insert_or_update_partially(cuboid.parry(), *id, 0.0);
                }
                number += 1;
                if number % 5 == 0 {
                    bvh.optimize_incremental(&mut workspace);
                }
                bvh.refit(&mut workspace);
                bvh.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |one, two| pairs.push((one, two)));
            })
        }
    };
    // It detects changes only with a margin: the smallest one that works, plus an exact test.
    let parry_of_moved = {
        let (mut bvh, mut workspace) = (scene.bvh(BvhBuildStrategy::Binned), BvhWorkspace::default());
        let (mut boxes, mut number) = (scene.boxes.clone(), 0);
        // New leaves count as changed until they have been refitted twice.
        bvh.refit(&mut workspace);
        bvh.refit(&mut workspace);
        move |moves: Vec<Moves>| {
            each(&moves, &mut |moved, pairs| {
                for (id, cuboid) in moved {
                    bvh.insert_or_update_partially(cuboid.parry(), *id, 1e-6);
                    boxes[*id as usize] = *cuboid;
                }
                number += 1;
                if number % 5 == 0 {
                    bvh.optimize_incremental(&mut workspace);
                }
                bvh.refit(&mut workspace);
                bvh.traverse_bvtt_single_tree::<true>(&mut workspace, &mut |one, two| {
                    if boxes[one as usize].overlaps(&boxes[two as usize]) {
                        pairs.push((one, two));
                    }
                });
            })
        }
    };
    let rstar = {
        let mut boxes = scene.boxes.clone();
        let mut tree = RTree::bulk_load(boxes.iter().zip(0..).map(|(cuboid, id)| cuboid.rstar(id)).collect());
        move |moves: Vec<Moves>| {
            each(&moves, &mut |moved, pairs| {
                for (id, cuboid) in moved {
                    tree.remove(&boxes[*id as usize].rstar(*id));
                    boxes[*id as usize] = *cuboid;
                    tree.insert(cuboid.rstar(*id));
                }
                *pairs = candidates(&tree);
            })
        }
    };
    let (size, units) = (format!("10000, {density} each"), FRAMES as u32);
    table.contest(
        "3D boxes, a tenth of which move: update and all pairs",
        &size,
        units,
        vec![
            Entrant::prepared("roomgen", 0.0, frames(&scene), ours(false), sum_of_frames),
            Entrant::prepared("parry3d", if volume < 10.0 { 1.4 } else { 1.0 }, frames(&scene), parry, sum_of_frames),
            Entrant::prepared("rstar", 6.0, frames(&scene), rstar, sum_of_frames),
        ],
    );
    table.contest(
        "3D boxes, a tenth of which move: update and pairs with something moved",
        &size,
        units,
        vec![
            Entrant::prepared("roomgen", 0.0, frames(&scene), ours(true), sum_of_frames),
            Entrant::prepared("parry3d", 2.3, frames(&scene), parry_of_moved, sum_of_frames),
        ],
    );
}

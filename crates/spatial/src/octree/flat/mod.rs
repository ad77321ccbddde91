//! The flat tree: all objects in a tree of eight-way nodes, for queries by region and ray.
//!
//! A node has eight lanes: the bounding boxes of its children. Level 0 holds the objects, eight to
//! a node. Each higher level holds the nodes of the level below, eight to a node; the top level has
//! one node. There are no links: lane `i` of node `n` is element `8 n + i` of the level below. The
//! same coordinate of all lanes is adjacent in memory, so one SIMD comparison tests four lanes.
//! Objects that are close in space are close in the arrays ([`order`]). After the packed R-trees of
//! Kamel and Faloutsos (1993), filled by median splits like a balanced k-d tree (Bentley, 1975).
//!
//! Changes are applied in place ([`update`]) until a rebuild is cheaper.

mod cast;
mod join;
mod lanes;
mod order;
mod search;
mod update;

pub(super) use self::{cast::PendingNode, lanes::SplatBox};
use self::{
    lanes::{BoxLanes, LANES},
    order::{CentreSortKey, arrange},
};
use super::{
    core::TreeCore,
    node::{NONE, ObjectTag},
};
use crate::Aabb;

/// All objects of a tree in array-based eight-way nodes; the module comment has the layout.
#[derive(Clone, Debug)]
pub(super) struct FlatTree<const D: usize> {
    /// The objects in the order of the lanes of level 0; [`ObjectTag::EMPTY`] where one was
    /// removed.
    tags: Vec<ObjectTag>,
    /// The nodes of each level, from level 0 up.
    levels: Vec<Vec<BoxLanes<D>>>,
    /// For each slot (index in `TreeCore::entries`) the index of its object in `tags`; `NONE` if
    /// the slot has no object.
    positions: Vec<u32>,
    /// Number of objects at the last rebuild.
    built_count: usize,
    /// Sum in metres of the side lengths of all level-0 nodes, each counted as at most `longest`.
    /// The smaller it is, the closer the objects of a node are.
    spread: f64,
    /// The value of `spread` at the last rebuild.
    built_spread: f64,
    /// The largest side length that `spread` counts, in metres: half the side of the root's cube.
    longest: f32,
}

impl<const D: usize> FlatTree<D> {
    /// Builds the flat tree over all objects of `core`.
    pub(super) fn new(core: &TreeCore<D>) -> Self {
        let mut spots = Vec::with_capacity(core.entries.len());
        spots.extend(core.items().map(|item| CentreSortKey::new(item.tag.slot, &item.bounds)));
        arrange(&mut spots);
        let count = spots.len();
        let mut flat = Self {
            tags: Vec::with_capacity(count),
            levels: vec![Vec::with_capacity(count.div_ceil(LANES))],
            positions: vec![NONE; core.entries.len()],
            built_count: count,
            spread: 0.0,
            built_spread: 0.0,
            longest: core.root.half,
        };
        for spots in spots.chunks(LANES) {
            let mut lanes = BoxLanes::UNUSED;
            for (lane, item) in spots.iter().filter_map(|spot| core.item(spot.slot)).enumerate() {
                lanes.set(lane, &item.bounds);
                flat.positions[item.tag.slot as usize] = flat.tags.len() as u32;
                flat.tags.push(item.tag);
            }
            flat.levels[0].push(lanes);
        }
        while flat.levels.last().is_some_and(|level| level.len() > 1) {
            let below = &flat.levels[flat.levels.len() - 1];
            let mut level = vec![BoxLanes::UNUSED; below.len().div_ceil(LANES)];
            for (node, lanes) in below.iter().enumerate() {
                level[node / LANES].set(node % LANES, &lanes.around());
            }
            flat.levels.push(level);
        }
        flat.spread = flat.levels[0].iter().map(|lanes| flat.sides(&lanes.around())).sum();
        flat.built_spread = flat.spread;
        flat
    }

    /// The sum of the side lengths of `bounds`, each clamped to the range from 0 to `longest`.
    fn sides(&self, bounds: &Aabb<D>) -> f64 {
        // The sides of an empty node are negative, those of a box at infinity NaN: both count as 0.
        let side = |axis: usize| (bounds.max[axis] - bounds.min[axis]).max(0.0).min(self.longest);
        f64::from((0..D).map(side).sum::<f32>())
    }

    /// The number of lanes of a node that are in use, including those of removed objects.
    #[inline]
    fn used(&self, level: usize, node: usize) -> usize {
        let below = if level == 0 { self.tags.len() } else { self.levels.get(level - 1).map_or(0, Vec::len) };
        below.saturating_sub(node * LANES).min(LANES)
    }

    /// The lanes of a node that are in use, as a bit mask.
    #[inline]
    fn used_mask(&self, level: usize, node: usize) -> u32 {
        (1 << self.used(level, node)) - 1
    }
}

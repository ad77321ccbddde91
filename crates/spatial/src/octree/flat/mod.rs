//! The flat tree: all objects in a tree of eight-way nodes, for queries by region and ray.
//!
//! Level 0 holds the objects, eight to a node. Each higher level holds the nodes of the level
//! below, eight to a node; the top level has one node. There are no links: lane `i` of node `n` is
//! element `8 n + i` of the level below. The bounds of a node's lanes are adjacent on each axis, so
//! one comparison tests four. Objects that are close in space are close in the arrays ([`order`]).
//! After the packed R-trees of Kamel and Faloutsos (1993), filled by median splits like a balanced
//! k-d tree (Bentley, 1975).
//!
//! Changes are applied in place ([`update`]) until a rebuild is cheaper.

mod cast;
mod join;
mod lanes;
mod order;
mod search;
mod update;

pub(super) use self::{cast::EnteredNode, lanes::SplatBox};
use self::{
    lanes::{BoxLanes, LANES},
    order::{OrderKey, arrange},
};
use super::{
    core::Core,
    node::{NONE, Tag},
};
use crate::Aabb;

/// The flat tree; see the module.
#[derive(Clone, Debug)]
pub(super) struct FlatTree<const D: usize> {
    /// In tree order; `Tag::EMPTY` where the object was removed.
    tags: Vec<Tag>,
    levels: Vec<Vec<BoxLanes<D>>>,
    /// The index in `tags` of each slot's object; `NONE` if there is none.
    positions: Vec<u32>,
    /// Number of objects at the last rebuild.
    built_count: usize,
    /// Sum of the side lengths of all level-0 nodes, each at most `longest`. It measures how good
    /// the order is.
    spread: f64,
    /// The value of `spread` at the last rebuild.
    built_spread: f64,
    longest: f32,
}

impl<const D: usize> FlatTree<D> {
    /// Builds the flat tree over all objects of `core`.
    pub(super) fn new(core: &Core<D>) -> Self {
        let mut spots = Vec::with_capacity(core.entries.len());
        spots.extend(core.items().map(|item| OrderKey::new(item.tag.slot, &item.bounds)));
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

    /// The number of lanes of a node that are in use, those of removed objects included.
    #[inline]
    fn used(&self, level: usize, node: usize) -> usize {
        let below = if level == 0 { self.tags.len() } else { self.levels.get(level - 1).map_or(0, Vec::len) };
        below.saturating_sub(node * LANES).min(LANES)
    }

    /// The lanes in use as a bit mask.
    #[inline]
    fn used_mask(&self, level: usize, node: usize) -> u32 {
        (1 << self.used(level, node)) - 1
    }
}

//! The flat tree: all objects in a [`BoxTree`], for queries by region and ray.
//!
//! Objects that are close in space are close in the arrays ([`order`]), filled by median splits
//! like a balanced k-d tree (Bentley, 1975). Changes are applied in place ([`update`]) until a
//! rebuild is cheaper.

mod cast;
mod join;
mod order;
mod search;
mod update;

pub(super) use self::cast::PendingNode;
use self::order::{CentreSortKey, arrange};
use super::{
    QueryObserver,
    core::TreeCore,
    node::{NONE, ObjectTag},
};
use crate::{
    Aabb,
    box_tree::{BoxLanes, BoxTree, LANES, SplatBox},
};

/// All objects of a tree in a [`BoxTree`].
#[derive(Clone, Debug)]
pub(super) struct FlatTree<const D: usize> {
    /// The objects in the order of the lanes of level 0; [`ObjectTag::EMPTY`] where one was
    /// removed.
    tags: Vec<ObjectTag>,
    /// The bounding boxes of the objects.
    boxes: BoxTree<D>,
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
        let (mut tags, mut positions) = (Vec::with_capacity(count), vec![NONE; core.entries.len()]);
        let items = spots.iter().filter_map(|spot| core.item(spot.slot)).inspect(|item| {
            positions[item.tag.slot as usize] = tags.len() as u32;
            tags.push(item.tag);
        });
        let boxes = BoxTree::new(count, items.map(|item| item.bounds));
        let longest = core.root.half;
        let mut flat = Self { tags, boxes, positions, built_count: count, spread: 0.0, built_spread: 0.0, longest };
        flat.spread = flat.boxes.levels[0].iter().map(|lanes| flat.sides(&lanes.around())).sum();
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
        let below = if level == 0 { self.tags.len() } else { self.boxes.levels.get(level - 1).map_or(0, Vec::len) };
        below.saturating_sub(node * LANES).min(LANES)
    }

    /// The lanes of a node that are in use, as a bit mask.
    #[inline]
    fn used_mask(&self, level: usize, node: usize) -> u32 {
        (1 << self.used(level, node)) - 1
    }

    /// Counts a test of each lane of a node that is in use.
    #[inline]
    fn count_tests(&self, level: usize, node: usize, observer: &mut impl QueryObserver) {
        (0..self.used(level, node)).for_each(|_| observer.hit_test());
    }
}

//! The fast form: all objects in a tree of eight by eight by eight.
//!
//! Level 0 holds the objects, eight to a node; each level above the nodes of the level below, eight to a node; the last has one
//! node. Nothing is linked: lane `i` of node `n` is number `8 n + i` below. The bounds of a node's lanes lie side by side for
//! each axis, so that one comparison tests four. Objects that are close stand close by ([`order`]). After the packed R-trees of
//! Kamel and Faloutsos (1993), filled by halving as a balanced k-d tree is (Bentley, 1975).
//!
//! Changes are followed in place ([`follow`]) until too much has changed.

mod cast;
mod follow;
mod join;
mod lanes;
mod order;
mod search;

pub(super) use self::{cast::Entered, lanes::Splat};
use self::{
    lanes::{LANES, Lanes},
    order::{Spot, arrange},
};
use super::{
    core::Core,
    node::{NONE, Tag},
};
use crate::Aabb;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Flat<const D: usize> {
    /// Of the objects in their order; those of which no object is left are nobody's.
    tags: Vec<Tag>,
    levels: Vec<Vec<Lanes<D>>>,
    /// Where the object of each slot stands.
    positions: Vec<u32>,
    /// Objects that it was made of.
    made_of: usize,
    /// The lengths of the sides of all nodes of level 0, none counted longer than `longest`: how good the order is.
    spread: f64,
    /// The same when it was made.
    spread_made: f64,
    longest: f32,
}

impl<const D: usize> Flat<D> {
    /// All objects of `core`.
    pub(super) fn new(core: &Core<D>) -> Self {
        let mut spots = Vec::with_capacity(core.entries.len());
        spots.extend(core.items().map(|item| Spot::new(item.tag.slot, &item.bounds)));
        arrange(&mut spots);
        let count = spots.len();
        let mut flat = Self {
            tags: Vec::with_capacity(count),
            levels: vec![Vec::with_capacity(count.div_ceil(LANES))],
            positions: vec![NONE; core.entries.len()],
            made_of: count,
            spread: 0.0,
            spread_made: 0.0,
            longest: core.root.half,
        };
        for spots in spots.chunks(LANES) {
            let mut lanes = Lanes::UNUSED;
            for (lane, item) in spots.iter().filter_map(|spot| core.item(spot.slot)).enumerate() {
                lanes.set(lane, &item.bounds);
                flat.positions[item.tag.slot as usize] = flat.tags.len() as u32;
                flat.tags.push(item.tag);
            }
            flat.levels[0].push(lanes);
        }
        while flat.levels.last().is_some_and(|level| level.len() > 1) {
            let below = &flat.levels[flat.levels.len() - 1];
            let mut level = vec![Lanes::UNUSED; below.len().div_ceil(LANES)];
            for (node, lanes) in below.iter().enumerate() {
                level[node / LANES].set(node % LANES, &lanes.around());
            }
            flat.levels.push(level);
        }
        flat.spread = flat.levels[0].iter().map(|lanes| flat.sides(&lanes.around())).sum();
        flat.spread_made = flat.spread;
        flat
    }

    /// The lengths of the sides of `bounds`.
    fn sides(&self, bounds: &Aabb<D>) -> f64 {
        // An empty node has sides of less than nothing, and what lies at infinity sides of no number: both count as 0.
        let side = |axis: usize| (bounds.max[axis] - bounds.min[axis]).max(0.0).min(self.longest);
        f64::from((0..D).map(side).sum::<f32>())
    }

    /// Lanes in use of node `node` at `level`.
    #[inline]
    fn used(&self, level: usize, node: usize) -> usize {
        let below = if level == 0 { self.tags.len() } else { self.levels.get(level - 1).map_or(0, Vec::len) };
        below.saturating_sub(node * LANES).min(LANES)
    }

    /// The same as bits.
    #[inline]
    fn in_use(&self, level: usize, node: usize) -> u32 {
        (1 << self.used(level, node)) - 1
    }
}

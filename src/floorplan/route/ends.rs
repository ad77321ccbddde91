//! The ends of the main path.
//!
//! Consumes the rules for the start, the wanted number of rooms, and what a search from the start
//! has reached; chooses a start leaf and an end leaf.

use super::{LeafGraph, LeafRole, PathLength, Route};
use crate::{
    floorplan::{adjacency::Adjacency, partition::LeafId},
    geom::{Cell, Rect, Size},
    model::RoomKind,
    preset::PathStartRule,
    rng::RandomSource,
};

impl Route {
    /// Draws a start leaf uniformly from those that the rule allows, on the side of a parting with
    /// more leaves; else the first leaf that is not reserved for another kind of room; else leaf 0.
    pub(super) fn choose_start(
        &mut self,
        graph: LeafGraph<'_>,
        rule: PathStartRule,
        draw: &mut impl RandomSource,
    ) -> LeafId {
        let LeafGraph { size, leaves, .. } = graph;
        let mut allowed = std::mem::take(&mut self.ring);
        let is_reserved =
            |leaf: LeafId| self.leaf_roles[leaf.index()] == LeafRole::Reserved || !self.may_be(leaf, RoomKind::Start);
        let is_free = |leaf: LeafId| self.reserved.is_empty() || !is_reserved(leaf);
        allowed.clear();
        for (leaf, rect) in LeafId::all().zip(leaves) {
            if at_border(size, rect, rule) && is_free(leaf) && self.crossings.may_be_start(leaf, leaves.len()) {
                allowed.push(leaf);
            }
        }
        let free = || LeafId::all().take(leaves.len()).find(|&leaf| is_free(leaf));
        let chosen = draw.pick(allowed.iter().copied()).or_else(free).unwrap_or_default();
        self.ring = allowed;
        chosen
    }

    /// The most rooms of a path that searches for its end follow: where the ends lie on different
    /// sides of a parting, a longer path than wanted is better than one with ends on one side.
    pub(super) fn most_rooms(&self, wanted: PathLength) -> u32 {
        if self.crossings.parts_ends() { wanted.most.saturating_mul(2) } else { wanted.most }
    }

    /// Draws an end leaf uniformly from those whose path from the start has a wanted number of
    /// rooms, and a room between a parting and its end, if there are such leaves; else the leaf
    /// whose path has the most rooms, or, where a parting decides the side, misses the wanted
    /// number by the fewest.
    pub(super) fn choose_end(
        &mut self,
        adjacency: &Adjacency,
        start: LeafId,
        wanted: PathLength,
        draw: &mut impl RandomSource,
    ) -> LeafId {
        let mut candidates = std::mem::take(&mut self.ring);
        candidates.clear();
        for (leaf, reached) in LeafId::all().zip(&self.reached) {
            if wanted.contains(reached.rooms)
                && self.may_be(leaf, RoomKind::End)
                && self.crossings.may_be_ends(start, leaf)
            {
                candidates.push(leaf);
            }
        }
        let is_last = |leaf: &LeafId| adjacency.is_crossing(self.reached[leaf.index()].wall);
        if candidates.iter().any(|leaf| !is_last(leaf)) {
            candidates.retain(|leaf| !is_last(leaf));
        }
        let chosen = draw.pick(candidates.iter().copied());
        self.ring = candidates;
        chosen.or_else(|| self.nearest_end(start, wanted)).unwrap_or_else(|| self.farthest(RoomKind::End, Some(start)))
    }

    /// The leaf beyond a parting whose path from the start misses the wanted number of rooms by the
    /// fewest; `None` unless the ends are to lie on different sides.
    fn nearest_end(&self, start: LeafId, wanted: PathLength) -> Option<LeafId> {
        if !self.crossings.parts_ends() {
            return None;
        }
        let reached = LeafId::all().zip(&self.reached).filter(|(leaf, reached)| {
            reached.rooms > 0 && self.may_be(*leaf, RoomKind::End) && self.crossings.may_be_ends(start, *leaf)
        });
        reached.min_by_key(|(_, reached)| wanted.missed_by(reached.rooms)).map(|(leaf, _)| leaf)
    }

    /// The leaf whose path from the start has the most rooms, the last of several. Prefers leaves
    /// that may become rooms of this kind, and ends of a path from `from`.
    pub(super) fn farthest(&self, kind: RoomKind, from: Option<LeafId>) -> LeafId {
        // Blocked leaves count 0 rooms on their path. Others count at least 1, the start alone
        // exactly 1.
        let most = |suits: &dyn Fn(LeafId) -> bool| {
            let mut farthest = (0, LeafId::default());
            for (leaf, reached) in LeafId::all().zip(&self.reached) {
                if reached.rooms >= farthest.0.max(1) && suits(leaf) {
                    farthest = (reached.rooms, leaf);
                }
            }
            (farthest.0 > 0).then_some(farthest.1)
        };
        let last = LeafId::at(self.reached.len().saturating_sub(1));
        let may_be_end = |leaf: LeafId| from.is_none_or(|from| self.crossings.may_be_ends(from, leaf));
        most(&|leaf| self.may_be(leaf, kind) && may_be_end(leaf))
            .or_else(|| most(&|leaf| self.may_be(leaf, kind)))
            .or_else(|| most(&|_| true))
            .unwrap_or(last)
    }
}

/// The leaf that contains a cell, else the one with the fewest steps to it; of several, the first.
pub(in crate::floorplan) fn nearest_leaf(leaves: &[Rect], cell: Cell) -> LeafId {
    let beyond = |at: i32, first: i32, end: i32| {
        let (at, first, last) = (i64::from(at), i64::from(first), i64::from(end) - 1);
        (first - at).max(at - last).max(0)
    };
    let steps = |rect: &Rect| beyond(cell.x, rect.left(), rect.right()) + beyond(cell.y, rect.top(), rect.bottom());
    LeafId::all().zip(leaves).min_by_key(|(_, rect)| steps(rect)).map_or(LeafId::default(), |(leaf, _)| leaf)
}

/// Whether a leaf lies where the start rule allows the path to start.
#[inline]
pub(super) fn at_border(size: Size, rect: &Rect, rule: PathStartRule) -> bool {
    let at_side = rect.left() == 1 || rect.right() == size.width() - 1;
    let at_end = rect.top() == 1 || rect.bottom() == size.height() - 1;
    match rule {
        PathStartRule::Edge => at_side || at_end,
        PathStartRule::Corner => at_side && at_end,
        PathStartRule::Anywhere | PathStartRule::Farthest => true,
    }
}

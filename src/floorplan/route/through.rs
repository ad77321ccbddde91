//! Paths through a room that asks for a progress, such as a hall half-way.
//!
//! Consumes a reserved leaf and the rules for the path; finds the path outwards from the leaf. The
//! shortest paths from the leaf form a tree. Two leaves in different branches of it are joined by
//! a path through the leaf that visits no room twice.

use super::{
    ANY_ROOMS, LeafGraph, PathLength, PathStart, Route,
    ends::at_border,
    reserved::{FixedPathEnds, ReservedLeaf},
};
use crate::{floorplan::partition::LeafId, model::RoomKind, preset::PathStartRule, rng::RandomSource};

impl Route {
    /// The first reserved leaf that asks for a place on the path between its ends.
    pub(super) fn leaf_with_progress(&self) -> Option<ReservedLeaf> {
        self.reserved.iter().copied().find(|leaf| leaf.progress.is_some() && leaf.may_be(RoomKind::Path))
    }

    /// Finds a path through a reserved leaf, at the progress that it asks for if there is one.
    ///
    /// Draws the start, then the end, each among those that miss the wanted progress and length the
    /// least, and the start in another branch than an end that is fixed. Returns false, without a
    /// path, if no path leads through the leaf. Cost: linear in the leaves.
    pub(super) fn find_path_through(
        &mut self,
        middle: ReservedLeaf,
        ends: FixedPathEnds,
        LeafGraph { size, leaves, adjacency }: LeafGraph<'_>,
        PathStart { rule, asked }: PathStart,
        wanted: PathLength,
        draw: &mut impl RandomSource,
    ) -> bool {
        let ReservedLeaf { leaf: hall, progress, .. } = middle;
        let (least, most) = progress.unwrap_or((0.0, 1.0));
        let start = ends.start.or(asked);
        if start == Some(hall) || ends.end == Some(hall) {
            return false;
        }
        self.reach_all(adjacency, hall, ANY_ROOMS);
        let branches = self.branches(hall);
        self.work += (6 * leaves.len() * (1 + self.reserved.len())) as u64;
        // Passages between the hall and a leaf; `None` for the hall and leaves that are not
        // reached.
        let passages = |leaf: LeafId| self.reached[leaf.index()].rooms.checked_sub(1).filter(|passages| *passages > 0);
        let all = || LeafId::all().take(leaves.len());

        let by_rule = matches!(rule, PathStartRule::Edge | PathStartRule::Corner);
        let may_start = |leaf: LeafId, by_side: bool| match start {
            Some(start) => leaf == start,
            None => {
                self.may_be(leaf, RoomKind::Start)
                    && (!by_rule || at_border(size, &leaves[leaf.index()], rule))
                    && ends.end.is_none_or(|end| {
                        let lies_well = !by_side || self.crossings.may_be_ends(leaf, end);
                        lies_well && branches[leaf.index()] != branches[end.index()]
                    })
            }
        };
        // The passages before the hall that a path of wanted length and progress may have.
        let last = |rooms: u32| rooms.saturating_sub(1) as f32;
        let (fewest, greatest) = (least * last(wanted.least), most * last(wanted.most));
        // With ends on different sides of a parting, if there are such leaves.
        let by_side = all().any(|leaf| passages(leaf).is_some() && may_start(leaf, true));
        let start = drawn_least(all().filter(|&leaf| may_start(leaf, by_side)), draw, |leaf| {
            passages(leaf).map(|passages| (outside(passages as f32, fewest, greatest), 0))
        });
        let Some((start, before)) = start.and_then(|start| Some((start, passages(start)?))) else { return false };

        let may_end = |leaf: LeafId, start: LeafId, by_side: bool| {
            let is_meant = ends.end.map_or_else(|| self.may_be(leaf, RoomKind::End), |end| end == leaf);
            let lies_well = !by_side || self.crossings.may_be_ends(start, leaf);
            is_meant && lies_well && branches[leaf.index()] != branches[start.index()]
        };
        let by_side = all().any(|leaf| passages(leaf).is_some() && may_end(leaf, start, true));
        let end = drawn_least(all().filter(|&leaf| may_end(leaf, start, by_side)), draw, |leaf| {
            let total = before + passages(leaf)?;
            let rooms = total + 1;
            let length = match rule {
                PathStartRule::Farthest => u32::MAX - rooms,
                PathStartRule::Edge | PathStartRule::Anywhere | PathStartRule::Corner => {
                    wanted.least.saturating_sub(rooms) + rooms.saturating_sub(wanted.most)
                }
            };
            // A room between a parting and the end hosts others.
            let is_last = adjacency.is_crossing(self.reached[leaf.index()].wall);
            Some((outside(before as f32 / total as f32, least, most), length.saturating_add(4 * u32::from(is_last))))
        });
        let Some(end) = end else { return false };

        let mut path = self.path_between(hall, start);
        path.reverse();
        path.extend(self.path_between(hall, end).into_iter().skip(1));
        for leaf in path.iter().filter(|leaf| **leaf != hall) {
            self.joined[self.reached[leaf.index()].wall.index()] = true;
        }
        self.path = path;
        self.number_path();
        self.stretch_to(wanted, adjacency, draw);
        true
    }

    /// For each leaf, the neighbour of `root` through which the shortest path from `root` leads to
    /// it; [`LeafId::NONE`] for `root` and for leaves that were not reached.
    fn branches(&self, root: LeafId) -> Vec<LeafId> {
        let mut branches = vec![LeafId::NONE; self.reached.len()];
        let mut passed = Vec::new();
        for leaf in LeafId::all().take(self.reached.len()) {
            let mut here = leaf;
            while here != root && self.reached[here.index()].rooms > 0 && branches[here.index()] == LeafId::NONE {
                passed.push(here);
                here = self.reached[here.index()].before;
            }
            let found = if here == root { passed.last().copied() } else { Some(branches[here.index()]) };
            for passed in passed.drain(..) {
                branches[passed.index()] = found.unwrap_or(LeafId::NONE);
            }
        }
        branches
    }
}

/// How far a number lies outside of a range; 0 inside.
fn outside(number: f32, least: f32, most: f32) -> f32 {
    (least - number).max(number - most).max(0.0)
}

/// Draws one of the leaves with the least score, uniformly. Leaves without a score do not count.
pub(super) fn drawn_least(
    leaves: impl Iterator<Item = LeafId>,
    draw: &mut impl RandomSource,
    score: impl Fn(LeafId) -> Option<(f32, u32)>,
) -> Option<LeafId> {
    let mut least = (f32::INFINITY, u32::MAX);
    let mut chosen = Vec::new();
    for leaf in leaves {
        let Some(score) = score(leaf) else { continue };
        if score < least {
            chosen.clear();
            least = score;
        }
        if score == least {
            chosen.push(leaf);
        }
    }
    draw.pick(chosen.into_iter())
}

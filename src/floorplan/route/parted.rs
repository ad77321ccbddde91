//! Paths that keep what a parting promises.
//!
//! Consumes a path that begins and ends on one side where it may not, or that crosses the parting
//! too often or twice nearby, as one does that is led through rooms on both sides. Replaces it by
//! one that crosses once, or not at all. Both sides are connected, so there is such a path.

use super::{ANY_ROOMS, LeafGraph, LeafRole, PathLength, PathStart, Route, ends::at_border, through::drawn_least};
use crate::{
    floorplan::{
        adjacency::{Adjacency, WallId},
        partition::LeafId,
    },
    model::RoomKind,
    preset::PathStartRule,
    rng::RandomSource,
};

/// The weight of a wall that no search follows: it is no place in the ring of buckets.
const BARRED: u8 = u8::MAX;

/// The ends of a new path.
#[derive(Clone, Copy, Debug)]
struct NewEnds {
    /// The end that stays.
    root: LeafId,
    /// The other one, if it stays too; else it is drawn beyond the parting.
    other: Option<LeafId>,
    /// The kind of the other one, and the rule for it.
    kind: RoomKind,
    rule: PathStartRule,
}

impl Route {
    /// Whether the path's ends lie where the parting wants them, and its crossings are allowed.
    pub(super) fn keeps_parting(&self, adjacency: &Adjacency) -> bool {
        let ends = self.path.first().zip(self.path.last());
        ends.is_none_or(|(&start, &end)| self.crossings.may_be_ends(start, end))
            && self.crossings.are_allowed(adjacency)
    }

    /// Replaces the path by one that crosses the parting once, or not at all.
    ///
    /// Its start stays, unless its end alone is fixed; then that stays. The other end moves where
    /// the two must lie apart. Reserved leaves are passed if a detour leads through them. Leaves
    /// the path unchanged if there is no other. Cost: at most six searches of the leaves.
    #[cold]
    pub(super) fn part_path(
        &mut self,
        graph: LeafGraph<'_>,
        PathStart { rule, asked }: PathStart,
        wanted: PathLength,
        draw: &mut impl RandomSource,
    ) {
        let adjacency = graph.adjacency;
        let earlier = std::mem::take(&mut self.path);
        let Some((&start, &end)) = earlier.first().zip(earlier.last()) else { return };
        earlier.iter().for_each(|leaf| self.leaf_roles[leaf.index()] = LeafRole::Unused);
        let fixed = self.reserve(asked);
        let is_start_fixed = asked.is_some() || fixed.start.is_some();
        let is_backwards = fixed.end.is_some() && !is_start_fixed;
        let may_move = self.crossings.parts_ends() && !(fixed.end.is_some() && is_start_fixed);
        let (root, other, kind) = match is_backwards {
            true => (end, start, RoomKind::Start),
            false => (start, end, RoomKind::End),
        };
        [root, other].into_iter().for_each(|leaf| self.leaf_roles[leaf.index()] = LeafRole::Unused);
        self.weights[..adjacency.crossings as usize].fill(BARRED);
        let moved = NewEnds { root, other: (!may_move).then_some(other), kind, rule };
        let mut found = self.find_parted_path(graph, moved, wanted, draw);
        if found.is_none() {
            self.release();
            let kept = NewEnds { other: Some(other), ..moved };
            found = self
                .find_parted_path(graph, moved, wanted, draw)
                .or_else(|| self.find_parted_path(graph, kept, wanted, draw));
        }
        let is_new = found.is_some();
        self.path = found.unwrap_or(earlier);
        self.joined.fill(false);
        for step in 1..self.path.len() {
            self.work += adjacency.neighbours(self.path[step - 1]).len() as u64;
            self.set_step_joined(adjacency, step - 1, true);
        }
        self.number_path();
        if !is_new {
            return;
        }
        self.stretch_to(wanted, adjacency, draw);
        if is_backwards {
            self.path.reverse();
            self.number_path();
        }
        for leaf in self.leaves_for_path() {
            if !self.is_used(leaf) {
                self.pass(adjacency, leaf);
            }
        }
    }

    /// A path from the end that stays, over at most one crossing, which is drawn.
    fn find_parted_path(
        &mut self,
        LeafGraph { size, leaves, adjacency }: LeafGraph<'_>,
        NewEnds { root, other, kind, rule }: NewEnds,
        wanted: PathLength,
        draw: &mut impl RandomSource,
    ) -> Option<Vec<LeafId>> {
        self.work += (2 * leaves.len() * (1 + self.reserved.len())) as u64 + u64::from(adjacency.crossings);
        self.reach_all(adjacency, root, ANY_ROOMS);
        let near = self.crossings.side(root);
        if let Some(other) = other.filter(|other| self.crossings.side(*other) == near) {
            return Some(self.path_between(root, other)).filter(|path| !path.is_empty());
        }
        let ways = WallId::all().zip(&adjacency.walls).take(adjacency.crossings as usize).map(|(_, wall)| {
            let [one, other] = wall.leaves;
            if self.crossings.side(one) == near { [one, other] } else { [other, one] }
        });
        let is_free = |leaf: LeafId| self.leaf_roles[leaf.index()] == LeafRole::Unused;
        let may_lead = |&[from, to]: &[LeafId; 2]| self.reached[from.index()].rooms > 0 && is_free(to);
        let [from, to] = draw.pick(ways.filter(may_lead))?;
        let mut path = self.path_between(root, from);
        self.reach_all(adjacency, to, ANY_ROOMS);
        let by_rule = kind == RoomKind::Start && matches!(rule, PathStartRule::Edge | PathStartRule::Corner);
        let ends = LeafId::all().take(leaves.len()).filter(|leaf| self.crossings.side(*leaf) != near);
        let end = drawn_least(ends, draw, |leaf| {
            let rooms = self.reached[leaf.index()].rooms;
            let is_meant = other.map_or_else(|| self.may_be(leaf, kind), |other| other == leaf);
            let is_off = by_rule && !at_border(size, &leaves[leaf.index()], rule);
            // A room between a parting and the end hosts others.
            let missed = wanted.missed_by(path.len() as u32 + rooms) + 4 * u32::from(leaf == to);
            (rooms > 0 && is_meant).then_some((f32::from(u8::from(is_off)), missed))
        })?;
        path.extend(self.path_between(to, end));
        Some(path)
    }
}

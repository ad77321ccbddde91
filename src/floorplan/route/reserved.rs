//! Reserved leaves: those that must be rooms of certain kinds, since they hold vaults or have a
//! size of their own.
//!
//! Consumes the reserved leaves of a [`Route`]; gives them their role on it. A leaf for the start
//! or end alone becomes that end of the path. One that may be a bonus room, but not on the path, is
//! kept off the path and then joined to the nearest room. One that must be on the path is reached
//! by a detour, if there is one.

use super::{ANY_ROOMS, LeafGraph, LeafRole, PathLength, Route, ends::at_border};
use crate::{
    floorplan::{
        adjacency::{Adjacency, LeafNeighbour},
        partition::LeafId,
    },
    model::RoomKind,
    preset::HostKinds,
    preset::{PathStartRule, RoomSizeRule},
    rng::RandomSource,
};

/// A reserved leaf: it must become a room of one of `kinds`, which holds one bit for each
/// [`RoomKind`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReservedLeaf {
    pub(crate) leaf: LeafId,
    kinds: u8,
    /// The tags of the room, one bit for each.
    pub(super) tags: u32,
    /// The wanted progress of the room, least and greatest.
    pub(super) progress: Option<(f32, f32)>,
}

impl ReservedLeaf {
    pub(crate) fn new(leaf: LeafId, kinds: &[RoomKind]) -> Self {
        let kinds = kinds.iter().fold(0, |bits, &kind| bits | 1 << kind as u8);
        Self { leaf, kinds, tags: 0, progress: None }
    }

    /// A leaf for a room of another size. The path leads through a great room if it can.
    pub(crate) fn sized(leaf: LeafId, rule: &RoomSizeRule) -> Self {
        let anywhere = rule.fraction.is_some().then_some((0.0, 1.0));
        Self { tags: 1 << rule.tag, progress: rule.progress.or(anywhere), ..Self::new(leaf, rule.kinds()) }
    }

    pub(super) fn may_be(self, kind: RoomKind) -> bool {
        self.kinds >> kind as u8 & 1 == 1
    }
}

/// The leaves where the path must start and end, if they are fixed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FixedPathEnds {
    pub(super) start: Option<LeafId>,
    pub(super) end: Option<LeafId>,
}

impl Route {
    /// Whether a leaf may become a room of this kind: it is not reserved for others alone.
    #[inline]
    pub(super) fn may_be(&self, leaf: LeafId, kind: RoomKind) -> bool {
        self.reserved.iter().all(|reserved| reserved.leaf != leaf || reserved.may_be(kind))
    }

    /// Blocks the leaves reserved for bonus rooms, and returns the fixed ends of the path.
    ///
    /// A leaf `asked` for as the start is the start, whatever it was reserved for.
    pub(super) fn reserve(&mut self, asked: Option<LeafId>) -> FixedPathEnds {
        let mut ends = FixedPathEnds { start: asked, end: None };
        for reserved in &self.reserved {
            if reserved.may_be(RoomKind::Path) || Some(reserved.leaf) == asked {
                continue;
            }
            if reserved.may_be(RoomKind::Bonus) {
                self.leaf_roles[reserved.leaf.index()] = LeafRole::Reserved;
            } else if reserved.may_be(RoomKind::End) && ends.end.is_none() {
                ends.end = Some(reserved.leaf);
            } else if reserved.may_be(RoomKind::Start) && ends.start.is_none() {
                ends.start = Some(reserved.leaf);
            }
        }
        if ends.end.is_none() && ends.start == asked {
            // If only the start is fixed, and by request, `find_path` needs no fixed ends.
            ends.start = None;
        }
        ends
    }

    /// Unblocks all reserved leaves. Called if they separate the start from the end.
    pub(super) fn release(&mut self) {
        self.leaf_roles
            .iter_mut()
            .filter(|role| **role == LeafRole::Reserved)
            .for_each(|role| *role = LeafRole::Unused);
    }

    /// Finds a path with one or both ends fixed; the rules choose the other end.
    ///
    /// The path runs from start to end. If both ends are fixed, it may have more rooms than wanted.
    #[cold]
    pub(super) fn find_path_between(
        &mut self,
        ends: FixedPathEnds,
        LeafGraph { size, leaves, adjacency }: LeafGraph<'_>,
        rule: PathStartRule,
        wanted: PathLength,
        draw: &mut impl RandomSource,
    ) {
        let (root, is_backwards) = match ends {
            FixedPathEnds { start: Some(start), .. } => (start, false),
            FixedPathEnds { end, .. } => (end.unwrap_or_default(), true),
        };
        self.reach_all(adjacency, root, self.most_rooms(wanted));
        let far_end = match ends {
            FixedPathEnds { start: Some(_), end: Some(end) } => {
                for attempt in 0..2 {
                    if self.reached[end.index()].rooms != 0 {
                        break;
                    }
                    if attempt > 0 {
                        self.release();
                    }
                    self.reach_all(adjacency, root, ANY_ROOMS);
                }
                end
            }
            _ => {
                let kind = if is_backwards { RoomKind::Start } else { RoomKind::End };
                let by_rule = is_backwards && matches!(rule, PathStartRule::Edge | PathStartRule::Corner);
                let may_be = |leaf: LeafId| leaf != root && self.may_be(leaf, kind);
                let may = |leaf: LeafId| may_be(leaf) && self.crossings.may_be_ends(root, leaf);
                let allowed = |leaf: LeafId| may(leaf) && (!by_rule || at_border(size, &leaves[leaf.index()], rule));
                let is_wanted = |leaf: LeafId| wanted.contains(self.reached[leaf.index()].rooms);
                let all = || LeafId::all().take(leaves.len());
                let is_farthest = rule == PathStartRule::Farthest;
                let fitting = all().filter(|&leaf| !is_farthest && allowed(leaf) && is_wanted(leaf));
                let farthest = |allows: &dyn Fn(LeafId) -> bool| {
                    let reached = all().filter(|&leaf| self.reached[leaf.index()].rooms > 0 && allows(leaf));
                    reached.max_by_key(|&leaf| self.reached[leaf.index()].rooms)
                };
                // With ends on different sides of a parting, paths may be longer than wanted.
                let nearest = |allows: &dyn Fn(LeafId) -> bool| {
                    let parted = all().filter(|_| self.crossings.parts_ends());
                    let reached = parted.filter(|&leaf| self.reached[leaf.index()].rooms > 0 && allows(leaf));
                    reached.min_by_key(|&leaf| wanted.missed_by(self.reached[leaf.index()].rooms))
                };
                draw.pick(fitting)
                    .or_else(|| nearest(&allowed))
                    .or_else(|| nearest(&may))
                    .or_else(|| farthest(&allowed))
                    .or_else(|| farthest(&may))
                    .or_else(|| farthest(&may_be))
                    .or_else(|| farthest(&|_| true))
                    .unwrap_or(root)
            }
        };
        self.trace_back(root, far_end);
        self.stretch_to(wanted, adjacency, draw);
        if is_backwards {
            self.path.reverse();
            self.number_path();
        }
    }

    /// Leads the path through the leaves that must be on it, and those that ask for a progress.
    ///
    /// Inserts a detour of one or two unused leaves beside a step; if no such leaf could be reached
    /// by a detour, replaces the path.
    #[cold]
    pub(super) fn pass_reserved(
        &mut self,
        fixed: Option<LeafId>,
        adjacency: &Adjacency,
        wanted: PathLength,
        draw: &mut impl RandomSource,
    ) {
        let only_on_path = self.leaves_for_path();
        for &leaf in &only_on_path {
            if self.is_used(leaf) {
                continue;
            }
            self.pass(adjacency, leaf);
            // The path is not replaced once it visits one of these leaves: a new path could miss
            // it.
            if !only_on_path.iter().any(|&leaf| self.is_used(leaf)) {
                self.lead_through(leaf, fixed, adjacency, wanted, draw);
            }
        }
    }

    /// The reserved leaves that must be on the path, and those that ask for a progress.
    pub(super) fn leaves_for_path(&self) -> Vec<LeafId> {
        let is_for_path = |reserved: &&ReservedLeaf| {
            reserved.may_be(RoomKind::Path) && (!reserved.may_be(RoomKind::Bonus) || reserved.progress.is_some())
        };
        self.reserved.iter().filter(is_for_path).map(|reserved| reserved.leaf).collect()
    }

    /// Replaces the path by one from its start to `leaf`, and on to another end or to the `fixed`
    /// one.
    ///
    /// Leaves the path unchanged if there is no such path.
    fn lead_through(
        &mut self,
        leaf: LeafId,
        fixed: Option<LeafId>,
        adjacency: &Adjacency,
        wanted: PathLength,
        draw: &mut impl RandomSource,
    ) {
        let earlier = std::mem::take(&mut self.path);
        let start = earlier.first().copied().unwrap_or(leaf);
        earlier.iter().for_each(|&leaf| self.leaf_roles[leaf.index()] = LeafRole::Unused);
        // Counts five scans of the leaves for the end, each of which tests all reserved leaves.
        self.work += (5 * self.leaf_roles.len() * (1 + self.reserved.len())) as u64;
        self.reach_all(adjacency, start, ANY_ROOMS);
        let mut path = self.path_between(start, leaf);
        let rooms = path.len() as u32;
        if rooms > 1 {
            path[..path.len() - 1].iter().for_each(|&leaf| self.leaf_roles[leaf.index()] = LeafRole::Path(0));
            self.reach_all(adjacency, leaf, ANY_ROOMS);
            let total = |end: LeafId| rooms + self.reached[end.index()].rooms - 1;
            let may_end = |end: &LeafId| {
                let by_side = self.may_be(*end, RoomKind::End) && self.crossings.may_be_ends(start, *end);
                let is_meant = fixed.map_or(by_side, |fixed| fixed == *end);
                *end != leaf && is_meant && self.reached[end.index()].rooms > 0
            };
            let ends = || LeafId::all().take(self.leaf_roles.len()).filter(may_end);
            let fitting = ends().filter(|&end| wanted.contains(total(end)));
            // A path that is too short can still be stretched.
            let longest = || ends().filter(|&end| total(end) <= wanted.most).max_by_key(|&end| total(end));
            let shortest = || ends().min_by_key(|&end| total(end));
            let end = draw.pick(fitting).or_else(longest).or_else(shortest);
            path[..path.len() - 1].iter().for_each(|&leaf| self.leaf_roles[leaf.index()] = LeafRole::Unused);
            if let Some(end) = end {
                let rest = self.path_between(leaf, end);
                path.extend(rest.into_iter().skip(1));
            }
        }
        self.path = if path.len() as u32 > rooms { path } else { earlier };
        self.joined.fill(false);
        for number in 1..self.path.len() {
            self.work += adjacency.neighbours(self.path[number - 1]).len() as u64;
            self.set_step_joined(adjacency, number - 1, true);
        }
        self.number_path();
        self.stretch_to(wanted, adjacency, draw);
    }

    /// The leaves from `root` to `leaf` along which it was reached; empty if it was not.
    pub(super) fn path_between(&self, root: LeafId, leaf: LeafId) -> Vec<LeafId> {
        let mut path = Vec::new();
        let mut here = leaf;
        while self.reached[here.index()].rooms > 0 {
            path.push(here);
            if here == root {
                break;
            }
            here = self.reached[here.index()].before;
        }
        path.reverse();
        path
    }

    pub(super) fn pass(&mut self, adjacency: &Adjacency, leaf: LeafId) {
        let mut work = self.path.len() as u64;
        let mut meets = |one: LeafId, other: LeafId| {
            work += adjacency.neighbours(one).len() as u64;
            adjacency.wall_between(one, other).is_some_and(|wall| !adjacency.is_tight(wall))
        };
        let between = |from: LeafId, to: LeafId, meets: &mut dyn FnMut(LeafId, LeafId) -> bool| {
            self.unused(adjacency, from)
                .filter(|by| !adjacency.is_tight(by.wall))
                .map(|by| by.leaf)
                .find(|&by| by != leaf && meets(by, to))
        };
        // Only steps from or to a neighbour of the leaf can have a detour through it.
        let beside =
            adjacency.neighbours(leaf).iter().filter_map(|beside| match self.leaf_roles[beside.leaf.index()] {
                LeafRole::Path(number) => Some(number as usize),
                LeafRole::Unused | LeafRole::Detour { .. } | LeafRole::Bonus { .. } | LeafRole::Reserved => None,
            });
        let mut steps: Vec<usize> = beside.flat_map(|number| number.saturating_sub(1)..=number).collect();
        steps.sort_unstable();
        let found = steps.into_iter().find_map(|step| {
            let (from, to) = (*self.path.get(step)?, *self.path.get(step + 1)?);
            let detour = match (meets(from, leaf), meets(leaf, to)) {
                (true, true) => vec![leaf],
                (true, false) => vec![leaf, between(leaf, to, &mut meets)?],
                (false, true) => vec![between(from, leaf, &mut meets)?, leaf],
                (false, false) => return None,
            };
            Some((step, detour))
        });
        self.work += work;
        let Some((step, detour)) = found else { return };
        self.set_step_joined(adjacency, step, false);
        let count = detour.len();
        self.path.splice(step + 1..step + 1, detour);
        (step..=step + count).for_each(|step| self.set_step_joined(adjacency, step, true));
        self.number_path();
    }

    /// Joins or parts the leaf at this step of the path and the next one.
    pub(super) fn set_step_joined(&mut self, adjacency: &Adjacency, step: usize, is_joined: bool) {
        if let Some(wall) = adjacency.wall_between(self.path[step], self.path[step + 1]) {
            self.joined[wall.index()] = is_joined;
        }
    }

    /// Joins each unused leaf reserved for a bonus room to the nearest used leaf.
    ///
    /// Only leaves that `hosts` admits are joined to. Unused leaves in between become bonus rooms
    /// too. Cost: a search of the leaves for each of them.
    pub(crate) fn join_reserved(&mut self, adjacency: &Adjacency, hosts: HostKinds) {
        for number in 0..self.reserved.len() {
            let reserved = self.reserved[number];
            if reserved.may_be(RoomKind::Bonus) && !self.is_used(reserved.leaf) {
                let is_joined = self.join_to_nearest(adjacency, reserved.leaf, hosts, false);
                if !is_joined && adjacency.has_tight {
                    self.join_to_nearest(adjacency, reserved.leaf, hosts, true);
                    self.find_crossings(adjacency);
                }
            }
        }
    }

    /// Joins a leaf to the nearest used one, through tight walls only if `by_tight`. Returns
    /// whether there is a way.
    pub(super) fn join_to_nearest(
        &mut self,
        adjacency: &Adjacency,
        leaf: LeafId,
        hosts: HostKinds,
        by_tight: bool,
    ) -> bool {
        // For each leaf seen, the wall and the leaf from which the search came.
        let mut seen: Vec<Option<LeafNeighbour>> = vec![None; self.leaf_roles.len()];
        let mut ring = vec![leaf];
        let mut next = 0;
        let mut nearest = None;
        self.work += seen.len() as u64;
        while let Some(&here) = ring.get(next) {
            next += 1;
            self.work += adjacency.neighbours(here).len() as u64;
            if self.is_used(here) {
                if self.may_host(here, hosts) {
                    nearest = Some(here);
                    break;
                }
                continue;
            }
            for &LeafNeighbour { wall, leaf: beyond } in adjacency.neighbours(here) {
                let is_avoided = || match adjacency.is_crossing(wall) {
                    // One crossing at most: none leads back.
                    true => {
                        !by_tight
                            || self.crossings.side(here) != self.crossings.side(leaf)
                            || !self.crossings.allows(adjacency, wall)
                    }
                    false => !by_tight && adjacency.is_tight(wall),
                };
                if beyond != leaf && seen[beyond.index()].is_none() && !is_avoided() {
                    seen[beyond.index()] = Some(LeafNeighbour { wall, leaf: here });
                    ring.push(beyond);
                }
            }
        }
        let Some(mut host) = nearest else { return false };
        while let Some(LeafNeighbour { wall, leaf: beyond }) = seen[host.index()] {
            self.leaf_roles[beyond.index()] = self.leaf_roles[host.index()].bonus_behind(host);
            self.joined[wall.index()] = true;
            self.bonus_rooms += 1;
            host = beyond;
        }
        true
    }
}

//! Stretches a path that has too few rooms.
//!
//! Consumes the path of a [`Route`] and a target length; inserts unused leaves into the path.

use super::{LeafRole, PathLength, Route};

use crate::{
    floorplan::{
        adjacency::{Adjacency, LeafNeighbour, WallId},
        partition::LeafId,
    },
    rng::RandomSource,
};

/// A step of the path while it is stretched: two leaves, and the index of the next step, or
/// [`LAST`].
#[derive(Clone, Copy, Debug)]
pub(super) struct PathStep {
    leaves: [LeafId; 2],
    next: u32,
}

/// An unused leaf that is a neighbour of a step's second leaf.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DetourLeaf {
    /// The visited step for which the leaf was last recorded. Steps are counted from 1 in the order
    /// of visits; 0 means never.
    step: u32,
    /// The wall between this leaf and the step's second leaf.
    wall: WallId,
}

/// The value of [`PathStep::next`] in the last step of the path.
const LAST: u32 = u32::MAX;

/// The budget for stretching a path: this many steps of work for each wall of the level. Once it is
/// spent, only a few neighbours of each leaf are searched. The built-in presets take up to 5; each
/// path step beside a leaf with a thousand neighbours takes a thousand.
const WORK_PER_WALL: u64 = 256;

/// Steps that the budget grants in addition to [`WORK_PER_WALL`], so that small levels never
/// exhaust the budget.
const BASE_WORK: u64 = 1 << 16;

/// The number of neighbours of each leaf that are searched once the budget is spent. A step of the
/// path then takes at most 80 steps of work.
const FEW: usize = 8;

impl Route {
    /// Lengthens a path that has too few rooms to a wanted number, drawn uniformly.
    pub(super) fn stretch_to(&mut self, wanted: PathLength, adjacency: &Adjacency, draw: &mut impl RandomSource) {
        if (self.path.len() as u32) < wanted.least {
            let target = wanted.least + draw.below(wanted.most - wanted.least + 1);
            self.stretch(adjacency, target, false, draw);
            if adjacency.has_tight && (self.path.len() as u32) < wanted.least {
                self.stretch(adjacency, target, true, draw);
            }
        }
    }

    /// Lengthens the path to `target` rooms, or as far as detours through one or two leaves allow.
    /// They lead through tight walls only if `by_tight`.
    ///
    /// Visits every step of the path once: the original ones in random order, then new ones in
    /// order of creation. Cost: linear in the leaves, since most have few neighbours. Around leaves
    /// with very many neighbours the budget runs out; then only the first few neighbours of each
    /// leaf are searched.
    fn stretch(&mut self, adjacency: &Adjacency, target: u32, by_tight: bool, draw: &mut impl RandomSource) {
        let avoids = |wall: WallId| adjacency.is_tight(wall) && (!by_tight || adjacency.is_crossing(wall));
        self.steps.clear();
        for (number, pair) in (1..).zip(self.path.windows(2)) {
            self.steps.push(PathStep { leaves: [pair[0], pair[1]], next: number });
        }
        if let Some(last) = self.steps.last_mut() {
            last.next = LAST;
        }
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(0..self.steps.len() as u32);
        draw.shuffle(&mut order);
        let mut rooms = self.path.len() as u32;
        let mut visited = 0;
        let budget = WORK_PER_WALL * adjacency.walls.len() as u64 + BASE_WORK;
        let mut work = 0u64;
        self.beside.clear();
        self.beside.resize(self.leaf_roles.len(), DetourLeaf::default());
        self.free.clear();
        self.free.extend(self.leaf_roles.iter().map(|role| *role == LeafRole::Unused));
        while rooms < target && visited < order.len() {
            let number = order[visited];
            visited += 1;
            let step = self.steps[number as usize];
            let longest = (target - rooms).min(2) as usize;
            let [from, to] = step.leaves;
            // Most steps have no detour. Marking the unused neighbours of the second leaf is
            // quicker than searching for them.
            let (free, beside) = (&self.free[..], &mut self.beside[..]);
            let (mut straight, mut is_beside) = (WallId::NONE, false);
            let most = if work < budget { usize::MAX } else { FEW };
            let neighbours = first_neighbours(adjacency, to, most);
            work += neighbours.len() as u64;
            for &LeafNeighbour { wall, leaf } in neighbours {
                if leaf == from {
                    straight = wall;
                } else if free[leaf.index()] && !avoids(wall) {
                    beside[leaf.index()] = DetourLeaf { step: visited as u32, wall };
                    is_beside = true;
                }
            }
            if !is_beside {
                continue;
            }
            let meets = |leaf: LeafId| beside[leaf.index()].step == visited as u32;
            let Some(detour) =
                detour(free, |leaf| first_neighbours(adjacency, leaf, most), from, (meets, avoids), longest, &mut work)
            else {
                continue;
            };
            if straight == WallId::NONE {
                // The wall between `from` and `to` may not be among the few neighbours searched.
                work += adjacency.neighbours(from).len().min(adjacency.neighbours(to).len()) as u64;
                straight = adjacency.wall_between_either(from, to).unwrap_or(WallId::NONE);
            }
            if let Some(joined) = self.joined.get_mut(straight.index()) {
                *joined = false;
            }
            // The step becomes the first of the detour; new steps follow it.
            let (mut at, mut from) = (number, from);
            for &LeafNeighbour { wall, leaf: by } in detour.iter().flatten() {
                let next = self.steps.len() as u32;
                self.steps[at as usize] = PathStep { leaves: [from, by], next };
                self.joined[wall.index()] = true;
                self.leaf_roles[by.index()] = LeafRole::Path(0);
                self.free[by.index()] = false;
                self.steps.push(PathStep { leaves: [by, to], next: step.next });
                order.push(at);
                (at, from) = (next, by);
                rooms += 1;
            }
            // The last leaf of the detour is a neighbour of the second leaf.
            self.joined[self.beside[from.index()].wall.index()] = true;
            order.push(at);
        }
        self.order = order;
        self.work += work + 2 * self.leaf_roles.len() as u64;
        self.path.truncate(1);
        let mut number = if self.steps.is_empty() { LAST } else { 0 };
        while let Some(step) = self.steps.get(number as usize) {
            self.path.push(step.leaves[1]);
            number = step.next;
        }
        self.number_path();
    }
}

#[inline]
fn first_neighbours(adjacency: &Adjacency, leaf: LeafId, most: usize) -> &[LeafNeighbour] {
    let all = adjacency.neighbours(leaf);
    &all[..all.len().min(most)]
}

/// A detour: one unused leaf that is a neighbour of both leaves, else two in a row if `longest` is
/// 2.
///
/// Each leaf of the detour comes with the wall that leads to it. `meets` tells whether a leaf is an
/// unused neighbour of the second leaf, and `avoids` whether no way may lead through a wall. Adds
/// the neighbours searched to `work`.
#[inline]
fn detour<'level>(
    free: &[bool],
    neighbours: impl Fn(LeafId) -> &'level [LeafNeighbour],
    from: LeafId,
    (meets, avoids): (impl Fn(LeafId) -> bool, impl Fn(WallId) -> bool),
    longest: usize,
    work: &mut u64,
) -> Option<[Option<LeafNeighbour>; 2]> {
    let beside = neighbours(from);
    *work += beside.len() as u64;
    if let Some(&by) = beside.iter().find(|by| meets(by.leaf) && !avoids(by.wall)) {
        return Some([Some(by), None]);
    }
    if longest < 2 {
        return None;
    }
    beside.iter().filter(|first| free[first.leaf.index()] && !avoids(first.wall)).find_map(|&first| {
        let beyond = neighbours(first.leaf);
        *work += beyond.len() as u64;
        let &second = beyond.iter().find(|by| meets(by.leaf) && !avoids(by.wall))?;
        Some([Some(first), Some(second)])
    })
}

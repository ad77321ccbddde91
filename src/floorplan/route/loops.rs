//! Adds loops to the route, and further bonus rooms up to the coverage of the preset.
//!
//! Consumes the joined leaves of a [`Route`]; adds leaves and passages, and measures depths.

use super::{LeafRole, Route, UNREACHED};
use crate::{
    floorplan::{
        adjacency::{Adjacency, LeafNeighbour, WallId},
        leaf_wall::LeafWall,
        partition::LeafId,
    },
    preset::{HostKinds, LoopRule, RampInput},
    rng::RandomSource,
};

/// The budget of the searches for loops: this many steps of work for each wall of the level. The
/// built-in presets take up to 7; with a required distance of dozens of rooms each wall could
/// search the whole level.
const WORK_PER_WALL: u64 = 256;

/// Steps that the budget grants in addition to [`WORK_PER_WALL`], so that small levels never
/// exhaust the budget.
const BASE_WORK: u64 = 1 << 16;

impl Route {
    /// Turns further leaves into bonus rooms until the fraction `fraction` of all leaves is in use.
    ///
    /// Each time draws a wall between a used leaf that may be a host and an unused leaf, uniformly.
    /// The new leaf is attached to the used one as a bonus room. Tight walls are drawn once there
    /// are no others. Draws nothing if enough leaves are in use. Cost: linear in the walls.
    pub(crate) fn fill<D: RandomSource>(
        &mut self,
        adjacency: &Adjacency,
        fraction: f32,
        hosts: HostKinds,
        draw: impl FnOnce() -> D,
    ) {
        let target = (f64::from(fraction) * self.leaf_roles.len() as f64 + 0.5) as usize;
        let others = self.path.len() + self.detours as usize;
        let mut used = others + self.bonus_rooms as usize;
        if used >= target {
            return;
        }
        let mut draw = draw();
        self.free.clear();
        self.free.extend(self.leaf_roles.iter().map(|role| !role.is_room()));
        let (roles, free, ahead) = (&mut self.leaf_roles[..], &mut self.free[..], &mut self.ahead);
        let mut tight = Vec::new();
        ahead.clear();
        let is_tight = |wall: WallId| adjacency.is_tight(wall);
        let crossings = &mut self.crossings;
        let path = self.path.len();
        let may_host = |role: LeafRole| role.kind(path).is_some_and(|kind| hosts.admits(kind));
        for (wall, &LeafWall { leaves: [one, other], .. }) in WallId::all().zip(&adjacency.walls) {
            match (free[one.index()], free[other.index()]) {
                (false, true) if !may_host(roles[one.index()]) => {}
                (true, false) if !may_host(roles[other.index()]) => {}
                (false, true) if is_tight(wall) => tight.push(LeafNeighbour { wall, leaf: other }),
                (true, false) if is_tight(wall) => tight.push(LeafNeighbour { wall, leaf: one }),
                (false, true) => ahead.push(LeafNeighbour { wall, leaf: other }),
                (true, false) => ahead.push(LeafNeighbour { wall, leaf: one }),
                (false, false) | (true, true) => {}
            }
        }
        let mut visited = roles.len() + adjacency.walls.len();
        while used < target && !(ahead.is_empty() && tight.is_empty()) {
            visited += 1;
            if ahead.is_empty() {
                std::mem::swap(ahead, &mut tight);
            }
            let Some(drawn) = draw.pick(0..ahead.len()) else { break };
            let LeafNeighbour { wall, leaf } = ahead.swap_remove(drawn);
            if !free[leaf.index()] || adjacency.is_crossing(wall) && !crossings.allows(adjacency, wall) {
                continue;
            }
            let [one, other] = adjacency.walls[wall.index()].leaves;
            let host = if one == leaf { other } else { one };
            roles[leaf.index()] = roles[host.index()].bonus_behind(host);
            free[leaf.index()] = false;
            self.joined[wall.index()] = true;
            if adjacency.is_crossing(wall) {
                crossings.join(wall);
            }
            used += 1;
            let neighbours = adjacency.neighbours(leaf);
            visited += neighbours.len();
            for &next in neighbours {
                if free[next.leaf.index()] {
                    if is_tight(next.wall) { tight.push(next) } else { ahead.push(next) }
                }
            }
        }
        self.bonus_rooms = (used - others) as u32;
        self.work += visited as u64;
    }

    /// The passages of loops, by their positions among those through all joined walls, ascending.
    /// Cost: linear in the walls.
    pub(in crate::floorplan) fn passages_of_loops(&mut self) -> Vec<u32> {
        self.loops.sort_unstable();
        let joined = WallId::all().zip(&self.joined).filter(|(_, joined)| **joined).map(|(wall, _)| wall);
        let mut loops = self.loops.iter().peekable();
        let numbered = (0..).zip(joined).filter(|(_, wall)| loops.next_if_eq(&wall).is_some());
        numbered.map(|(passage, _)| passage).collect()
    }

    pub(super) fn is_used(&self, leaf: LeafId) -> bool {
        self.leaf_roles[leaf.index()].is_room()
    }

    /// Adds loops: opens further walls between leaves in use, in random order and by chance.
    ///
    /// A wall qualifies if `admits` allows a loop at both leaves, if the shortest route between
    /// them has at least as many passages as the rules require, and if it skips no more of the path
    /// than they allow. A door through it must keep its distance from corners. Draws nothing if the
    /// chance is 0. Cost: for each wall, the leaves within that distance, within a budget linear in
    /// the walls.
    pub(crate) fn close_loops<D: RandomSource>(
        &mut self,
        adjacency: &Adjacency,
        rules: &LoopRule,
        difficulty: f32,
        admits: impl Fn(&Self, LeafId) -> bool,
        draw: impl FnOnce() -> D,
    ) {
        if rules.chance.is(0.0) {
            return;
        }
        let mut draw = draw();
        let mut walls = std::mem::take(&mut self.closed_walls);
        walls.clear();
        for (id, wall) in WallId::all().zip(&adjacency.walls) {
            let may_close = |&leaf: &LeafId| self.is_used(leaf) && admits(self, leaf);
            let is_avoided = wall.is_tight && !wall.is_crossing;
            if !self.joined[id.index()] && !is_avoided && wall.leaves.iter().all(may_close) {
                walls.push(id);
            }
        }
        draw.shuffle(&mut walls);
        self.seen.clear();
        self.seen.resize(self.leaf_roles.len(), WallId::NONE);
        let budget = self.work + WORK_PER_WALL * adjacency.walls.len() as u64 + BASE_WORK;
        self.work += (self.leaf_roles.len() + adjacency.walls.len()) as u64;
        for &wall in &walls {
            let is_crossing = adjacency.is_crossing(wall);
            if is_crossing && !self.crossings.allows(adjacency, wall) {
                continue;
            }
            let [one, other] = adjacency.walls[wall.index()].leaves.map(|leaf| self.progress_of(leaf));
            let input = RampInput { progress: one.max(other), difficulty };
            let apart = rules.apart.whole_at(input).unsigned_abs();
            let is_short_cut = (one - other).abs() > rules.skip.at(input);
            if draw.chance(rules.chance.at(input)) && !is_short_cut && self.is_far(adjacency, wall, apart, budget) {
                self.joined[wall.index()] = true;
                self.loops.push(wall);
                if is_crossing {
                    self.crossings.join(wall);
                }
            }
        }
        self.closed_walls = walls;
    }

    /// Whether the shortest route between the leaves of a wall has at least `apart` passages.
    ///
    /// If the level's budget runs out during the search, the route counts as shorter: no loop ever
    /// breaks the rules.
    fn is_far(&mut self, adjacency: &Adjacency, wall: WallId, apart: u32, budget: u64) -> bool {
        let [from, to] = adjacency.walls[wall.index()].leaves;
        self.ring.clear();
        self.ring.push(from);
        self.seen[from.index()] = wall;
        let mut start = 0;
        for _ in 1..apart {
            let end = self.ring.len();
            for position in start..end {
                if self.work > budget {
                    return false;
                }
                let neighbours = adjacency.neighbours(self.ring[position]);
                self.work += neighbours.len() as u64;
                for &LeafNeighbour { wall: through, leaf } in neighbours {
                    if !self.joined[through.index()] || self.seen[leaf.index()] == wall {
                        continue;
                    }
                    if leaf == to {
                        return false;
                    }
                    self.seen[leaf.index()] = wall;
                    self.ring.push(leaf);
                }
            }
            start = end;
        }
        true
    }

    /// Measures the number of passages from the start to every leaf in use, if loops or cycles may
    /// shorten the routes of the tree.
    pub(crate) fn measure_depths(&mut self, adjacency: &Adjacency, loops: &LoopRule) {
        self.depths.clear();
        if loops.chance.is(0.0) && self.cycles.is_empty() && self.loops.is_empty() {
            return;
        }
        self.depths.resize(self.leaf_roles.len(), UNREACHED);
        self.ring.clear();
        self.ring.extend(self.path.first());
        self.ring.iter().for_each(|&start| self.depths[start.index()] = 0);
        let mut next = 0;
        while let Some(&leaf) = self.ring.get(next) {
            next += 1;
            let depth = self.depths[leaf.index()] + 1;
            let neighbours = adjacency.neighbours(leaf);
            self.work += neighbours.len() as u64;
            for &LeafNeighbour { wall, leaf } in neighbours {
                if self.joined[wall.index()] && self.depths[leaf.index()] == UNREACHED {
                    self.depths[leaf.index()] = depth;
                    self.ring.push(leaf);
                }
            }
        }
    }
}

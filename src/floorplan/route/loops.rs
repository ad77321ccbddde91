//! Loops, and further leaves in use, beyond path and bonus rooms.
//!
//! Consumes the tree of joined leaves of a [`Route`]; adds leaves and passages, and measures depths
//! if there are loops.

use super::{LeafRole, NONE, Route};
use crate::{
    floorplan::adjacency::{Adjacency, LeafNeighbour, Wall},
    preset::{LoopRule, RampInput},
    rng::RandomSource,
};

/// Budget of steps for each wall of the level, in searches for loops. The built-in presets take up
/// to 7; with a required distance of dozens of rooms each wall could search the whole level.
const WORK_PER_WALL: u64 = 256;

/// Steps granted in addition, so that small levels never exhaust the budget.
const BASE_WORK: u64 = 1 << 16;

impl Route {
    /// Adds leaves until the fraction `fraction` of all leaves is in use.
    ///
    /// Each time draws a wall between a used and an unused leaf, uniformly. The new leaf is
    /// attached to the used one as a bonus room. Draws nothing if enough leaves are in use. Cost:
    /// linear in the walls.
    pub(crate) fn fill<D: RandomSource>(&mut self, adjacency: &Adjacency, fraction: f32, draw: impl FnOnce() -> D) {
        let target = (f64::from(fraction) * self.leaf_roles.len() as f64 + 0.5) as usize;
        let mut used = self.path.len() + self.bonus_rooms as usize;
        if used >= target {
            return;
        }
        let mut draw = draw();
        self.free.clear();
        self.free.extend(self.leaf_roles.iter().map(|part| !part.is_room()));
        let (uses, free, ahead) = (&mut self.leaf_roles[..], &mut self.free[..], &mut self.ahead);
        ahead.clear();
        for (wall, &Wall { leaves: [one, other], .. }) in (0u32..).zip(&adjacency.walls) {
            match (free[one as usize], free[other as usize]) {
                (false, true) => ahead.push(LeafNeighbour { wall, leaf: other }),
                (true, false) => ahead.push(LeafNeighbour { wall, leaf: one }),
                _ => {}
            }
        }
        let mut visited = uses.len() + adjacency.walls.len();
        while used < target && !ahead.is_empty() {
            visited += 1;
            let LeafNeighbour { wall, leaf } = ahead.swap_remove(draw.below(ahead.len() as u32) as usize);
            if !free[leaf as usize] {
                continue;
            }
            let [one, other] = adjacency.walls[wall as usize].leaves;
            let host = if one == leaf { other } else { one };
            let (root, chain) = match uses[host as usize] {
                LeafRole::Bonus { root, chain, .. } => (root, chain + 1),
                _ => (host, 1),
            };
            uses[leaf as usize] = LeafRole::Bonus { host, root, chain };
            free[leaf as usize] = false;
            self.joined[wall as usize] = true;
            used += 1;
            let neighbours = adjacency.neighbours(leaf);
            visited += neighbours.len();
            for &next in neighbours {
                if free[next.leaf as usize] {
                    ahead.push(next);
                }
            }
        }
        self.bonus_rooms = (used - self.path.len()) as u32;
        self.work.route += visited as u64;
    }

    pub(super) fn is_used(&self, leaf: u32) -> bool {
        self.leaf_roles[leaf as usize].is_room()
    }

    /// Adds loops: opens further walls between leaves in use, in random order and by chance.
    ///
    /// A wall qualifies if the shortest route between its leaves has at least as many passages as
    /// the rules require, and if it skips no more of the path than they allow. Then measures the
    /// depth of each leaf. Draws nothing if the chance is 0. Cost: for each wall, the leaves within
    /// that distance, within a budget linear in the walls.
    pub(crate) fn close_loops<D: RandomSource>(
        &mut self,
        adjacency: &Adjacency,
        (rules, difficulty): (&LoopRule, f32),
        draw: impl FnOnce() -> D,
    ) {
        self.depths.clear();
        if rules.chance.is(0.0) {
            return;
        }
        let mut draw = draw();
        let mut walls = std::mem::take(&mut self.order);
        walls.clear();
        for (number, wall) in (0u32..).zip(&adjacency.walls) {
            if !self.joined[number as usize] && wall.leaves.iter().all(|&leaf| self.is_used(leaf)) {
                walls.push(number);
            }
        }
        draw.shuffle(&mut walls);
        self.seen.clear();
        self.seen.resize(self.leaf_roles.len(), NONE);
        self.work.loops = (self.leaf_roles.len() + adjacency.walls.len()) as u64;
        let budget = WORK_PER_WALL * adjacency.walls.len() as u64 + BASE_WORK;
        for &wall in &walls {
            let [one, other] = adjacency.walls[wall as usize].leaves.map(|leaf| self.progress_of(leaf));
            let input = RampInput { progress: one.max(other), difficulty };
            let apart = rules.apart.whole_at(input).unsigned_abs();
            let is_short_cut = (one - other).abs() > rules.skip.at(input);
            if draw.chance(rules.chance.at(input)) && !is_short_cut && self.is_far(adjacency, wall, apart, budget) {
                self.joined[wall as usize] = true;
            }
        }
        self.order = walls;
        self.measure_depths(adjacency);
    }

    fn progress_of(&self, leaf: u32) -> f32 {
        let on_path = match self.leaf_roles[leaf as usize] {
            LeafRole::Bonus { root, .. } => self.leaf_roles[root as usize],
            other => other,
        };
        if let LeafRole::Path(step) = on_path { self.progress(step) } else { 0.0 }
    }

    /// Whether the shortest route between the leaves of a wall has at least `apart` passages.
    ///
    /// If the level's budget runs out during the search, the route counts as shorter: no loop ever
    /// breaks the rules.
    fn is_far(&mut self, adjacency: &Adjacency, wall: u32, apart: u32, budget: u64) -> bool {
        let [from, to] = adjacency.walls[wall as usize].leaves;
        self.ring.clear();
        self.ring.push(from);
        self.seen[from as usize] = wall;
        let mut start = 0;
        for _ in 1..apart {
            let end = self.ring.len();
            for position in start..end {
                if self.work.loops > budget {
                    return false;
                }
                let neighbours = adjacency.neighbours(self.ring[position]);
                self.work.loops += neighbours.len() as u64;
                for &LeafNeighbour { wall: through, leaf } in neighbours {
                    if !self.joined[through as usize] || self.seen[leaf as usize] == wall {
                        continue;
                    }
                    if leaf == to {
                        return false;
                    }
                    self.seen[leaf as usize] = wall;
                    self.ring.push(leaf);
                }
            }
            start = end;
        }
        true
    }

    /// Measures the number of passages from the start to every leaf in use.
    fn measure_depths(&mut self, adjacency: &Adjacency) {
        self.depths.resize(self.leaf_roles.len(), NONE);
        self.ring.clear();
        self.ring.extend(self.path.first());
        self.ring.iter().for_each(|&start| self.depths[start as usize] = 0);
        let mut next = 0;
        while let Some(&leaf) = self.ring.get(next) {
            next += 1;
            let beyond = self.depths[leaf as usize] + 1;
            let neighbours = adjacency.neighbours(leaf);
            self.work.route += neighbours.len() as u64;
            for &LeafNeighbour { wall, leaf } in neighbours {
                if self.joined[wall as usize] && self.depths[leaf as usize] == NONE {
                    self.depths[leaf as usize] = beyond;
                    self.ring.push(leaf);
                }
            }
        }
    }
}

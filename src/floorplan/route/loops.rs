//! Adds loops to the route, and further bonus rooms up to the coverage of the preset.
//!
//! Consumes the tree of joined leaves of a [`Route`]; adds leaves and passages, and measures depths
//! if there are loops.

use super::{LeafRole, Route, UNREACHED};
use crate::{
    floorplan::{
        adjacency::{Adjacency, LeafNeighbour, LeafWall, WallId},
        partition::LeafId,
    },
    preset::{LoopRule, RampInput},
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
        self.free.extend(self.leaf_roles.iter().map(|role| !role.is_room()));
        let (roles, free, ahead) = (&mut self.leaf_roles[..], &mut self.free[..], &mut self.ahead);
        ahead.clear();
        for (wall, &LeafWall { leaves: [one, other], .. }) in WallId::all().zip(&adjacency.walls) {
            match (free[one.index()], free[other.index()]) {
                (false, true) => ahead.push(LeafNeighbour { wall, leaf: other }),
                (true, false) => ahead.push(LeafNeighbour { wall, leaf: one }),
                _ => {}
            }
        }
        let mut visited = roles.len() + adjacency.walls.len();
        while used < target && !ahead.is_empty() {
            visited += 1;
            let LeafNeighbour { wall, leaf } = ahead.swap_remove(draw.below(ahead.len() as u32) as usize);
            if !free[leaf.index()] {
                continue;
            }
            let [one, other] = adjacency.walls[wall.index()].leaves;
            let host = if one == leaf { other } else { one };
            let (root, chain) = match roles[host.index()] {
                LeafRole::Bonus { root, chain, .. } => (root, chain + 1),
                LeafRole::Unused | LeafRole::Path(_) | LeafRole::Reserved => (host, 1),
            };
            roles[leaf.index()] = LeafRole::Bonus { host, root, chain };
            free[leaf.index()] = false;
            self.joined[wall.index()] = true;
            used += 1;
            let neighbours = adjacency.neighbours(leaf);
            visited += neighbours.len();
            for &next in neighbours {
                if free[next.leaf.index()] {
                    ahead.push(next);
                }
            }
        }
        self.bonus_rooms = (used - self.path.len()) as u32;
        self.work.route += visited as u64;
    }

    pub(super) fn is_used(&self, leaf: LeafId) -> bool {
        self.leaf_roles[leaf.index()].is_room()
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
        rules: &LoopRule,
        difficulty: f32,
        draw: impl FnOnce() -> D,
    ) {
        self.depths.clear();
        if rules.chance.is(0.0) {
            return;
        }
        let mut draw = draw();
        let mut walls = std::mem::take(&mut self.closed_walls);
        walls.clear();
        for (id, wall) in WallId::all().zip(&adjacency.walls) {
            if !self.joined[id.index()] && wall.leaves.iter().all(|&leaf| self.is_used(leaf)) {
                walls.push(id);
            }
        }
        draw.shuffle(&mut walls);
        self.seen.clear();
        self.seen.resize(self.leaf_roles.len(), WallId::NONE);
        self.work.loops = (self.leaf_roles.len() + adjacency.walls.len()) as u64;
        let budget = WORK_PER_WALL * adjacency.walls.len() as u64 + BASE_WORK;
        for &wall in &walls {
            let [one, other] = adjacency.walls[wall.index()].leaves.map(|leaf| self.progress_of(leaf));
            let input = RampInput { progress: one.max(other), difficulty };
            let apart = rules.apart.whole_at(input).unsigned_abs();
            let is_short_cut = (one - other).abs() > rules.skip.at(input);
            if draw.chance(rules.chance.at(input)) && !is_short_cut && self.is_far(adjacency, wall, apart, budget) {
                self.joined[wall.index()] = true;
            }
        }
        self.closed_walls = walls;
        self.measure_depths(adjacency);
    }

    fn progress_of(&self, leaf: LeafId) -> f32 {
        let on_path = match self.leaf_roles[leaf.index()] {
            LeafRole::Bonus { root, .. } => self.leaf_roles[root.index()],
            other => other,
        };
        if let LeafRole::Path(step) = on_path { self.progress(step) } else { 0.0 }
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
                if self.work.loops > budget {
                    return false;
                }
                let neighbours = adjacency.neighbours(self.ring[position]);
                self.work.loops += neighbours.len() as u64;
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

    /// Measures the number of passages from the start to every leaf in use.
    fn measure_depths(&mut self, adjacency: &Adjacency) {
        self.depths.resize(self.leaf_roles.len(), UNREACHED);
        self.ring.clear();
        self.ring.extend(self.path.first());
        self.ring.iter().for_each(|&start| self.depths[start.index()] = 0);
        let mut next = 0;
        while let Some(&leaf) = self.ring.get(next) {
            next += 1;
            let depth = self.depths[leaf.index()] + 1;
            let neighbours = adjacency.neighbours(leaf);
            self.work.route += neighbours.len() as u64;
            for &LeafNeighbour { wall, leaf } in neighbours {
                if self.joined[wall.index()] && self.depths[leaf.index()] == UNREACHED {
                    self.depths[leaf.index()] = depth;
                    self.ring.push(leaf);
                }
            }
        }
    }
}

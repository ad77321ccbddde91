//! Steps of the hero's own accord: automatic exploration, and travel to a known cell.

use std::borrow::Borrow;

use super::Floor;
use crate::{
    geom::{Cell, Direction},
    grid::{BitGrid, CellSet},
    level::{DirectedWays, Distances, Level},
    model::KeyUse,
};

/// The tag of kinds of traps, as the built-in presets have it.
const TRAP: &str = "trap";

impl<L: Borrow<Level>> Floor<L> {
    /// The next cell of an automatic exploration, over known cells: towards the nearest cell beside
    /// unknown ones, key, lock that can be opened, or cell that the game wants, such as that of a
    /// thing. `None` once nothing is left to explore.
    ///
    /// `known` are the cells that the hero has seen. Distances are costs of terrain. It leads never
    /// onto a known [trap](Floor::known_traps), and through a one-way door without a way around
    /// only if nothing else is left. It leaves to the player which doors of a lock to open that has
    /// fewer keys than doors. To a wanted cell that blocks, such as a chest, it leads from beside
    /// it: the step is [blocked](super::StepOutcome::Blocked) by its prop, which the game takes. A
    /// key or wanted cell on which the hero stands is no goal: the game takes what lies there.
    /// Where a trap lies in the only way, exploration ends: [`Floor::travel`] leads onto the trap
    /// itself.
    ///
    /// Cost: linear in cells and props.
    #[must_use]
    pub fn explore(&self, from: Cell, known: &BitGrid, wanted: impl IntoIterator<Item = Cell>) -> Option<Cell> {
        let level = self.level();
        let traps = self.known_traps(known);
        let mut ground = self.known_ground(known, &traps);
        // What is no ground, and no wall either, has something in the way that the game may take.
        let is_wanted = |cell: &Cell| known.get(*cell) && !traps.get(*cell) && level.is_open(*cell);
        let mut goals: Vec<Cell> = wanted.into_iter().filter(is_wanted).collect();
        for lock in level.mission().locks().iter().filter(|lock| !lock.is_scarce()) {
            let uses_up = lock.key_use == Some(KeyUse::SingleUse);
            for id in lock.passages.iter().copied().filter(|&id| uses_up && self.can_open(id) && !self.hides(id)) {
                let doors = level.passage(id).into_iter().flat_map(|passage| passage.doors());
                goals.extend(doors.flat_map(|door| door.cells()).filter(|&cell| known.get(cell)));
            }
        }
        let keys = (0..).zip(level.keys()).filter(|(id, key)| !self.has_taken(*id) && ground.get(key.cell));
        goals.extend(keys.map(|(_, key)| key.cell));
        let bounds = level.tiles().bounds();
        let is_unknown = |cell: Cell| bounds.contains(cell) && !known.get(cell);
        goals.extend(ground.iter().filter(|cell| cell.neighbours().any(is_unknown)));
        goals.retain(|&goal| goal != from);
        ground.set(from, true);
        let mut two_way = ground.clone();
        for &(cell, _) in self.one_way.iter().filter(|&&(cell, _)| cell != from) {
            two_way.set(cell, false);
        }
        let is_two_way = |goal: &Cell| self.one_way.binary_search_by_key(goal, |&(cell, _)| cell).is_err();
        let near: Vec<Cell> = goals.iter().copied().filter(is_two_way).collect();
        self.toward(from, &two_way, &near).or_else(|| self.toward(from, &ground, &goals))
    }

    /// The next cell of the cheapest walk to a cell over known cells, never onto a known trap but
    /// the goal; `None` if there is none, or the hero stands there. To a cell that blocks it leads
    /// from beside it, as [`Floor::explore`] does.
    ///
    /// Cost: linear in cells and props.
    #[must_use]
    pub fn travel(&self, from: Cell, to: Cell, known: &BitGrid) -> Option<Cell> {
        let mut ground = self.known_ground(known, &self.known_traps(known));
        ground.set(from, true);
        ground.set(to, known.get(to) && self.ground.hero.get(to));
        (from != to && known.get(to)).then(|| self.toward(from, &ground, &[to])).flatten()
    }

    /// The known cells of markers with the tag `trap` that are not gone.
    ///
    /// Cost: linear in props.
    #[must_use]
    pub fn known_traps(&self, known: &BitGrid) -> BitGrid {
        let level = self.level();
        let mut traps = BitGrid::new(level.width(), level.height());
        for marker in level.markers().filter(|marker| marker.kind.labels.has(TRAP) && !self.is_gone(marker.id)) {
            traps.insert_rect(marker.cells);
        }
        traps.intersect_with(known);
        traps
    }

    /// The known cells where the hero can walk, without traps.
    fn known_ground(&self, known: &BitGrid, traps: &BitGrid) -> BitGrid {
        let mut ground = self.ground.hero.clone();
        ground.intersect_with(known);
        ground.difference_with(traps);
        ground
    }

    /// The next cell of the cheapest walk over some ground to the cheapest of some goals, of which
    /// those that are no ground are reached from beside them. Of equally cheap ones the first is
    /// taken, row by row.
    fn toward(&self, from: Cell, ground: &BitGrid, goals: &[Cell]) -> Option<Cell> {
        let ways = DirectedWays { walkable: ground, costs: &self.costs, one_way: &self.one_way };
        let mut distances = Distances::default();
        distances.measure_ways(&ways, [from], false);
        let reached = |goal: Cell| {
            if ground.get(goal) {
                return distances.get(goal).map(|cost| (cost, goal));
            }
            let beside = Direction::ALL.into_iter().filter(|&way| !ways.is_against(goal, way.opposite()));
            let beside = beside.map(|way| goal.step(way));
            beside.filter_map(|cell| Some((distances.get(cell)?, cell))).min()
        };
        let found = goals.iter().filter_map(|&goal| reached(goal).map(|(cost, at)| (cost, goal.y, goal.x, at)));
        let (_, y, x, at) = found.min()?;
        if at == from {
            return Some(Cell::new(x, y));
        }
        let path = distances.directed_path_from(at, &ways)?;
        path.iter().rev().nth(1).copied()
    }
}

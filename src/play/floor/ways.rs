//! Distances and paths on a floor, with its locks, one-way doors, secrets and terrain.

use std::borrow::Borrow;

use super::Floor;
use crate::{
    geom::{Cell, Direction},
    level::{DirectedWays, Distances, Level},
};

/// Who walks on a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Walker {
    /// Opens closed doors, and locks for which a key is in hand that stays there.
    Hero,
    /// Opens no door, and walks through those that stand open.
    Monster,
}

/// The cells of the one-way doors of a level, sorted, each with the direction in which one walks
/// through.
pub(super) fn one_way_cells(level: &Level) -> Vec<(Cell, Direction)> {
    let mut cells = Vec::new();
    for (id, passage) in (0..).zip(level.passages()) {
        for (door, direction) in level.one_way_doors(passage) {
            let owned = door.cells().filter(|&cell| level.door_at(cell).is_some_and(|(other, _)| other == id));
            cells.extend(owned.map(|cell| (cell, direction)));
        }
    }
    cells.sort_unstable_by_key(|&(cell, _)| cell);
    cells
}

impl<L: Borrow<Level>> Floor<L> {
    /// The cost of the cheapest walk from a cell to each other one: a step costs what the terrain
    /// says onto which it leads, and else 1.
    ///
    /// Cost: linear in cells.
    #[must_use]
    pub fn distances(&self, from: Cell, walker: Walker) -> Distances {
        let mut distances = Distances::default();
        distances.measure_ways(&self.ways(walker), [from], false);
        distances
    }

    /// The cost of the cheapest walk from each cell to the nearest of some goals: whoever steps to
    /// the neighbour with the least cost, by [`Floor::ahead`], comes there.
    ///
    /// It differs from [`Floor::distances`] by one-way doors, and where terrain slows. Cost: linear
    /// in cells.
    #[must_use]
    pub fn distances_to(&self, goals: impl IntoIterator<Item = Cell>, walker: Walker) -> Distances {
        let mut distances = Distances::default();
        distances.measure_ways(&self.ways(walker), goals, true);
        distances
    }

    /// A cheapest walk from one cell to another, both included; `None` if there is none.
    ///
    /// Doors on it may be shut yet: [`Floor::step`] opens them for the hero. Deterministic: among
    /// equally cheap steps, counted from the end, it takes the first of north, east, south and
    /// west. Cost: linear in cells.
    #[must_use]
    pub fn path(&self, from: Cell, to: Cell, walker: Walker) -> Option<Vec<Cell>> {
        let ways = self.ways(walker);
        let mut distances = Distances::default();
        distances.measure_ways(&ways, [from], false);
        let mut path = distances.directed_path_from(to, &ways)?;
        path.reverse();
        Some(path)
    }

    pub(super) fn ways(&self, walker: Walker) -> DirectedWays<'_> {
        DirectedWays { walkable: self.walkable(walker), costs: &self.costs, one_way: &self.one_way }
    }
}

use std::collections::VecDeque;

use super::Level;
use crate::{
    geom::{Cell, Rect},
    grid::BitGrid,
};

/// For each cell of a level the number of steps from one cell, or that no steps lead there. A flow field, a Dijkstra map:
/// walk to a neighbour with a smaller number to come nearer.
///
/// Four bytes for each cell.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    width: i32,
    height: i32,
    /// In row order.
    steps: Vec<u32>,
    queue: VecDeque<Cell>,
}

impl Distances {
    /// What [`Distances::values`] says of a cell that no steps lead to.
    pub const UNREACHED: u32 = u32::MAX;

    /// The number of steps to `cell`; `None` if no steps lead there, and outside the level.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<u32> {
        let steps = self.steps.get(self.position(cell)?).copied();
        steps.filter(|&steps| steps != Self::UNREACHED)
    }

    /// The number of steps to each cell in row order, [`Distances::UNREACHED`] where no steps lead.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.steps
    }

    /// Measures anew, from the nearest of `sources` over the cells of `walkable` in four directions; keeps the memory. For a
    /// game whose doors close and whose barrels break: start from [`Level::walkable`], and change it. Sources outside
    /// `walkable` do not count. Cost: linear in the cells of `walkable`'s rectangle.
    ///
    /// Source: breadth-first search.
    ///
    /// ```
    /// # let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// let mut walkable = level.walkable().clone();
    /// walkable.set(level.exit(), false);
    /// let mut distances = roomgen::level::Distances::default();
    /// distances.measure(&walkable, [level.entry()]);
    /// assert_eq!(distances.get(level.exit()), None);
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    pub fn measure(&mut self, walkable: &BitGrid, sources: impl IntoIterator<Item = Cell>) {
        (self.width, self.height) = (walkable.width(), walkable.height());
        self.steps.clear();
        self.steps.resize(self.width as usize * self.height as usize, Self::UNREACHED);
        self.queue.clear();
        sources.into_iter().for_each(|source| self.reach(walkable, source, 0));
        while let Some(cell) = self.queue.pop_front() {
            let beyond = self.get(cell).map_or(0, |steps| steps + 1);
            cell.neighbours().for_each(|neighbour| self.reach(walkable, neighbour, beyond));
        }
    }

    fn reach(&mut self, walkable: &BitGrid, cell: Cell, steps: u32) {
        let Some(position) = self.position(cell).filter(|_| walkable.get(cell)) else { return };
        if self.steps[position] == Self::UNREACHED {
            self.steps[position] = steps;
            self.queue.push_back(cell);
        }
    }

    fn position(&self, cell: Cell) -> Option<usize> {
        let bounds = Rect::from_xywh(0, 0, self.width, self.height)?;
        bounds.contains(cell).then(|| cell.y as usize * self.width as usize + cell.x as usize)
    }
}

impl PartialEq for Distances {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height, &self.steps) == (other.width, other.height, &other.steps)
    }
}

impl Eq for Distances {}

impl Level {
    /// The number of steps from `from` to each cell, over cells that [`Level::is_walkable`] names, in four directions. From
    /// a cell that one cannot stand on, no steps lead anywhere. Cost: linear in cells. [`Distances::measure`] does the same
    /// from several cells, over ground that a game has changed, and into memory that is at hand.
    #[must_use]
    pub fn distances(&self, from: Cell) -> Distances {
        let mut distances = Distances::default();
        distances.measure(self.walkable(), [from]);
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::fixture;

    #[test]
    fn distances_grow_by_one_from_cell_to_cell_and_go_round_obstacles() {
        let level = fixture::level();
        let distances = level.distances(level.entry());
        for cell in level.tiles().bounds().cells() {
            let nearest = cell.neighbours().filter_map(|neighbour| distances.get(neighbour)).min();
            let expected = if !level.is_walkable(cell) {
                None
            } else if cell == level.entry() {
                Some(0)
            } else {
                nearest.map(|steps| steps + 1)
            };
            assert_eq!(distances.get(cell), expected, "{cell}");
        }
        assert_eq!(distances.get(level.exit()), Some(20), "eighteen columns, and round the rock");
        assert_eq!(distances.get(Cell::new(-1, 4)), None);
    }

    #[test]
    fn from_a_cell_without_footing_no_steps_lead_anywhere() {
        let level = fixture::level();
        let mut distances = level.distances(level.entry());
        for from in [Cell::new(0, 0), Cell::new(2, 3), Cell::new(-1, -1), Cell::new(i32::MAX, i32::MIN)] {
            distances.measure(level.walkable(), [from]);
            assert!(distances.values().iter().all(|&steps| steps == Distances::UNREACHED), "{from}");
        }
        distances.measure(level.walkable(), [level.entry()]);
        assert_eq!(distances, level.distances(level.entry()));
    }
}

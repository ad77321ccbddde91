//! Distances over a level's cells by breadth-first search.

use super::Level;
use crate::{
    geom::{Cell, Direction, Rect},
    grid::{BitGrid, CellSet, Grid},
    model::TerrainKind,
};

/// The number of steps from some source cells to each cell of a level: a Dijkstra map.
///
/// Walking to a neighbour with a smaller number approaches the sources. Takes four bytes per cell.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    width: i32,
    height: i32,
    /// The steps from the nearest source to each cell, in row-major order; [`Distances::UNREACHED`]
    /// if there is no way.
    steps: Vec<u32>,
    /// Buffers of the search: the cells with the greatest number of steps so far, and those beyond.
    frontier: Vec<Cell>,
    beyond: Vec<Cell>,
    /// Buffers of the search by costs: the cells to look at, by the cost that led there.
    waiting: [Vec<Cell>; Distances::MOST_COST as usize + 1],
}

impl Distances {
    /// The value in [`Distances::values`] of a cell that cannot be reached from any source.
    pub const UNREACHED: u32 = u32::MAX;

    /// The mark of a walkable cell that the search has not reached. No cell has as many steps.
    const AHEAD: u32 = Self::UNREACHED - 1;

    /// The number of steps from the nearest source to `cell`; `None` outside of the level or if it
    /// cannot be reached.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<u32> {
        let steps = self.steps.get(self.position(cell)?).copied();
        steps.filter(|&steps| steps != Self::UNREACHED)
    }

    /// The steps from the nearest source to each cell, in row-major order; [`Distances::UNREACHED`]
    /// if there is no way.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.steps
    }

    /// Measures the steps to each cell from the nearest of `sources`, reusing this object's memory.
    ///
    /// Steps go in four directions over the cells of `walkable`. Sources outside of `walkable` are
    /// ignored. A game whose doors close and whose barrels break starts from a copy of
    /// [`Level::walkable`] and edits it.
    ///
    /// Cost: linear in the cells of `walkable`'s rectangle. Source: breadth-first search.
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
        self.measure_until(None, walkable, sources);
    }

    /// The largest cost of a step in [`Distances::measure_by_cost`].
    pub const MOST_COST: u8 = TerrainKind::MAX_SLOW;

    /// As [`Distances::measure`], where a step costs as much as `costs` has at the cell onto which
    /// it leads: the values are the least costs from the sources, which cost nothing themselves.
    ///
    /// Costs are 1 to [`Distances::MOST_COST`]; others count as the nearest of these, and cells
    /// outside of `costs` as 1. [`Level::step_costs`] has those of terrain.
    ///
    /// Cost: linear in the cells of `walkable`'s rectangle. Source: Dial, "Algorithm 360" (1969),
    /// which is Dijkstra's search with a list for each cost.
    ///
    /// ```
    /// # let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// let mut distances = roomgen::level::Distances::default();
    /// distances.measure_by_cost(level.walkable(), &level.step_costs(), [level.entry()]);
    /// assert!(distances.get(level.exit()) >= level.distances(level.entry()).get(level.exit()));
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    pub fn measure_by_cost(&mut self, walkable: &BitGrid, costs: &Grid<u8>, sources: impl IntoIterator<Item = Cell>) {
        self.measure_ways(&DirectedWays { walkable, costs, one_way: &[] }, sources, false);
    }

    /// As [`Distances::measure_by_cost`], over ways of which some lead in one direction. The values
    /// are the costs from the sources to each cell, or from each cell to the sources if they are
    /// `goals`.
    pub(crate) fn measure_ways(
        &mut self,
        ways: &DirectedWays<'_>,
        sources: impl IntoIterator<Item = Cell>,
        are_goals: bool,
    ) {
        let &DirectedWays { walkable, costs, .. } = ways;
        (self.width, self.height) = (walkable.width(), walkable.height());
        self.steps.clear();
        self.steps.resize(self.width as usize * self.height as usize, Self::UNREACHED);
        self.waiting.iter_mut().for_each(Vec::clear);
        let lists = self.waiting.len() as u32;
        let mut left = 0_usize;
        for source in sources.into_iter().filter(|&source| walkable.get(source)) {
            if let Some(position) = self.position(source).filter(|&position| self.steps[position] != 0) {
                self.steps[position] = 0;
                self.waiting[0].push(source);
                left += 1;
            }
        }
        let mut cost = 0_u32;
        let mut here = std::mem::take(&mut self.frontier);
        while left > 0 {
            here.clear();
            here.append(&mut self.waiting[(cost % lists) as usize]);
            left -= here.len();
            for &cell in &here {
                // A cheaper way may have been found since the cell was listed.
                if self.get(cell) != Some(cost) {
                    continue;
                }
                for direction in Direction::ALL {
                    let next = cell.step(direction);
                    let Some(position) = self.position(next).filter(|_| walkable.get(next)) else { continue };
                    // The step leads from `cell` to `next`, or from `next` to `cell`.
                    let (onto, way) = if are_goals { (cell, direction.opposite()) } else { (next, direction) };
                    if ways.is_against(onto, way) {
                        continue;
                    }
                    let step = costs.get(onto).unwrap_or(1).clamp(1, Self::MOST_COST);
                    let total = cost + u32::from(step);
                    if total < self.steps[position] {
                        self.steps[position] = total;
                        self.waiting[(total % lists) as usize].push(next);
                        left += 1;
                    }
                }
            }
            cost += 1;
        }
        self.frontier = here;
    }

    /// As [`Distances::measure`], but ends at `goal`: only cells nearer to the sources than it are
    /// certain to have their steps.
    fn measure_until(&mut self, goal: Option<Cell>, walkable: &BitGrid, sources: impl IntoIterator<Item = Cell>) {
        (self.width, self.height) = (walkable.width(), walkable.height());
        let (width, last) = (self.width as usize, Cell::new(self.width - 1, self.height - 1));
        self.steps.clear();
        self.steps.resize(width * self.height as usize, Self::UNREACHED);
        walkable.for_each(|x, y| self.steps[y as usize * width + x as usize] = Self::AHEAD);
        self.beyond.clear();
        for source in sources {
            if let Some(position) = self.position(source) {
                self.reach(position, source, 0);
            }
        }
        let mut frontier = std::mem::take(&mut self.frontier);
        let (mut steps, mut reached) = (0, 0);
        'search: while !self.beyond.is_empty() {
            std::mem::swap(&mut frontier, &mut self.beyond);
            self.beyond.clear();
            steps += 1;
            reached += frontier.len() as u64;
            for &cell in &frontier {
                if Some(cell) == goal {
                    break 'search;
                }
                let Cell { x, y } = cell;
                let position = y as usize * width + x as usize;
                if y > 0 {
                    self.reach(position - width, Cell::new(x, y - 1), steps);
                }
                if x < last.x {
                    self.reach(position + 1, Cell::new(x + 1, y), steps);
                }
                if y < last.y {
                    self.reach(position + width, Cell::new(x, y + 1), steps);
                }
                if x > 0 {
                    self.reach(position - 1, Cell::new(x - 1, y), steps);
                }
            }
        }
        self.frontier = frontier;
        if goal.is_some() || reached != walkable.count() {
            self.steps.iter_mut().filter(|steps| **steps == Self::AHEAD).for_each(|steps| *steps = Self::UNREACHED);
        }
    }

    /// A shortest walk from `cell` to the nearest source, both included; `None` if there is none.
    /// After [`Distances::measure_by_cost`] it is a cheapest one, as walked from the source.
    ///
    /// Deterministic: among equally short steps it takes the first in the order of
    /// [`Direction::ALL`], north, east, south, west. Cost: linear in the
    /// walk's length.
    #[must_use]
    pub fn path_from(&self, cell: Cell) -> Option<Vec<Cell>> {
        let mut path = Vec::with_capacity(self.get(cell)? as usize + 1);
        path.push(cell);
        let mut here = cell;
        while self.get(here)? > 0 {
            // The cell before it has the least value of all around it: the last step costs the same
            // from each.
            let nearer = here.neighbours().filter_map(|next| Some((self.get(next)?, next)));
            here = nearer.min_by_key(|(steps, _)| *steps).filter(|&(steps, _)| Some(steps) < self.get(here))?.1;
            path.push(here);
        }
        Some(path)
    }

    /// As [`Distances::path_from`], after [`Distances::measure_ways`] over the same ways from
    /// sources: backwards along steps that they let.
    pub(crate) fn directed_path_from(&self, cell: Cell, ways: &DirectedWays<'_>) -> Option<Vec<Cell>> {
        let mut path = vec![cell];
        let mut here = cell;
        let mut left = self.get(here)?;
        while left > 0 {
            let before = Direction::ALL.into_iter().filter(|&way| !ways.is_against(here, way.opposite()));
            let nearer = before.filter_map(|way| Some((self.get(here.step(way))?, here.step(way))));
            (left, here) = nearer.min_by_key(|&(cost, _)| cost).filter(|&(cost, _)| cost < left)?;
            path.push(here);
        }
        Some(path)
    }

    /// Gives a cell its steps if it is walkable and has none.
    #[inline(always)]
    fn reach(&mut self, position: usize, cell: Cell, steps: u32) {
        if self.steps[position] == Self::AHEAD {
            self.steps[position] = steps;
            self.beyond.push(cell);
        }
    }

    fn position(&self, cell: Cell) -> Option<usize> {
        let bounds = Rect::from_xywh(0, 0, self.width, self.height)?;
        bounds.contains(cell).then(|| cell.y as usize * self.width as usize + cell.x as usize)
    }
}

/// Where one walks, what a step costs, and which cells are entered in one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DirectedWays<'a> {
    pub(crate) walkable: &'a BitGrid,
    pub(crate) costs: &'a Grid<u8>,
    /// The cells of one-way doors, sorted, each with the direction in which one walks through. They
    /// are entered from all sides but from behind.
    pub(crate) one_way: &'a [(Cell, Direction)],
}

impl DirectedWays<'_> {
    /// Whether a step in a direction leads into a one-way door from behind.
    pub(crate) fn is_against(&self, to: Cell, direction: Direction) -> bool {
        let position = self.one_way.binary_search_by_key(&to, |&(cell, _)| cell);
        position.is_ok_and(|position| self.one_way[position].1 == direction.opposite())
    }
}

impl PartialEq for Distances {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height, &self.steps) == (other.width, other.height, &other.steps)
    }
}

impl Eq for Distances {}

impl Level {
    /// The number of steps from `from` to each cell, as if all doors were open both ways.
    ///
    /// In four directions over walkable cells: see [`Level::is_walkable`]. In a game,
    /// [`Floor::distances`](crate::play::Floor::distances) knows locks, one-way doors and secrets.
    /// If `from` is not walkable, no cell is reached. Cost: linear in cells. [`Distances::measure`]
    /// takes several sources and any set of cells, and reuses memory.
    #[must_use]
    pub fn distances(&self, from: Cell) -> Distances {
        let mut distances = Distances::default();
        distances.measure(self.walkable(), [from]);
        distances
    }

    /// A shortest walk from `from` to `to` as if all doors were open both ways, both included.
    ///
    /// In four directions over walkable cells. `None` if there is none: see [`Level::is_walkable`].
    /// In a game, [`Floor::path`](crate::play::Floor::path) knows locks, one-way doors and secrets.
    /// Deterministic: among equally short steps it takes the first of north, east, south and west.
    ///
    /// Cost: linear in the cells of the level; the search ends when it meets `from`. For many walks
    /// to one goal, or around obstacles of the game, use [`Distances::path_from`].
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// let path = level.path_as_if_open(level.entry(), level.exit()).unwrap_or_default();
    /// assert_eq!((path.first(), path.last()), (Some(&level.entry()), Some(&level.exit())));
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn path_as_if_open(&self, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        let walkable = self.walkable();
        if !walkable.get(from) {
            return None;
        }
        let mut distances = Distances::default();
        distances.measure_until(Some(from), walkable, [to]);
        distances.path_from(from)
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
    fn costs_are_the_least_of_all_walks() {
        let level = fixture::level();
        let mut costs = Grid::filled(level.size(), 1);
        for (number, cell) in level.tiles().bounds().cells().enumerate() {
            // Costs out of range count as the nearest in it.
            costs.set(cell, [1, 1, 9, 0, 16, 3, 200][number * 5 % 7]);
        }
        let cost = |cell: Cell| u32::from(costs.get(cell).unwrap_or(1).clamp(1, Distances::MOST_COST));
        let mut distances = Distances::default();
        distances.measure_by_cost(level.walkable(), &costs, [level.entry(), level.entry(), Cell::new(-1, 3)]);
        // Bellman and Ford: every cell once for each cell.
        let cells: Vec<Cell> = level.tiles().bounds().cells().filter(|&cell| level.is_walkable(cell)).collect();
        let mut least: std::collections::BTreeMap<Cell, u32> = [(level.entry(), 0)].into();
        for _ in &cells {
            for &cell in &cells {
                let ways = cell.neighbours().filter_map(|before| least.get(&before)).min().map(|way| way + cost(cell));
                if let Some(way) = ways.filter(|way| least.get(&cell).is_none_or(|known| way < known)) {
                    least.insert(cell, way);
                }
            }
        }
        for cell in level.tiles().bounds().cells() {
            assert_eq!(distances.get(cell), least.get(&cell).copied(), "{cell}");
        }
        let path = distances.path_from(level.exit()).expect("a way");
        assert_eq!(path.last(), Some(&level.entry()));
        let all: u32 = path.iter().rev().skip(1).map(|&cell| cost(cell)).sum();
        assert_eq!(Some(all), distances.get(level.exit()));
        // With equal costs they are the steps.
        distances.measure_by_cost(level.walkable(), &level.step_costs(), [level.entry()]);
        assert_eq!(distances, level.distances(level.entry()));
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

//! The cells that a player walks on, with locked and one-way doors, and floods over them.
//!
//! A position is that of a cell in a grid with a border of one cell, so that all four neighbours of
//! a walkable cell have positions.

use super::pass::one_way_direction;
use crate::{
    geom::{Cell, Direction},
    grid::CellSet,
    level::Level,
};

/// A position in the bordered grid.
pub(super) type Position = usize;

/// The mark of a position that nobody walks on.
const BLOCKED: u32 = 0;
/// The mark of a walkable position that no flood has reached.
const FREE: u32 = u32::MAX;
/// The least mark of a door cell that no flood has reached. Steps stay below: a level has fewer
/// cells.
const DOOR: u32 = 1 << 31;

/// The walkable cells of a level. Four bytes for each cell.
///
/// Floods count on a copy of the marks. What is blocked or was reached is less than `DOOR`, so that
/// one comparison ends most looks at a neighbour.
#[derive(Debug)]
pub(super) struct Ground {
    /// For each position: blocked, free, or `DOOR` more than a position in `doors`.
    cells: Vec<u32>,
    /// The walkable cells of doors that are locked or one-way.
    doors: Vec<DoorCell>,
    columns: usize,
}

/// A walkable cell of a door that is locked or one-way.
#[derive(Clone, Copy, Debug)]
pub(super) struct DoorCell {
    pub(super) position: Position,
    pub(super) passage: u32,
    /// Which of the passage's doors it is: 0 or 1.
    pub(super) number: u8,
    pub(super) is_locked: bool,
    /// The direction in which one walks through a one-way door.
    direction: Option<Direction>,
}

impl Ground {
    /// Cost: linear in cells.
    pub(super) fn new(level: &Level) -> Self {
        let columns = level.width().unsigned_abs() as usize + 2;
        let rows = level.height().unsigned_abs() as usize + 2;
        let mut ground = Self { cells: vec![BLOCKED; columns * rows], doors: Vec::new(), columns };
        level.walkable().for_each(|x, y| {
            let position = ground.position(Cell::new(x, y));
            ground.cells[position] = FREE;
        });
        let special = (0..).zip(&level.passages).filter(|(_, way)| way.lock.is_some() || way.one_way.is_some());
        for (passage, way) in special {
            for (number, &door) in (0..).zip(way.doors()) {
                let direction = one_way_direction(level, way, door);
                let owns =
                    |&cell: &Cell| level.is_walkable(cell) && level.door_at(cell).is_some_and(|(id, _)| id == passage);
                for cell in door.cells().filter(owns) {
                    let position = ground.position(cell);
                    if ground.cells[position] == FREE {
                        let is_locked = way.lock.is_some();
                        ground.doors.push(DoorCell { position, passage, number, is_locked, direction });
                        ground.cells[position] = DOOR + ground.doors.len() as u32 - 1;
                    }
                }
            }
        }
        ground
    }

    /// The position of a cell of the level.
    pub(super) fn position(&self, cell: Cell) -> Position {
        (cell.y + 1) as usize * self.columns + (cell.x + 1) as usize
    }

    pub(super) fn cell(&self, position: Position) -> Cell {
        Cell::new((position % self.columns) as i32 - 1, (position / self.columns) as i32 - 1)
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn is_walkable(&self, position: Position) -> bool {
        self.cells.get(position).is_some_and(|&cell| cell != BLOCKED)
    }

    /// The door cell at a position, if its door is locked or one-way.
    pub(super) fn door(&self, position: Position) -> Option<&DoorCell> {
        let mark = self.cells.get(position).filter(|&&mark| mark != FREE)?;
        self.doors.get(mark.checked_sub(DOOR)? as usize)
    }

    /// The passage that shuts a position until it is opened.
    pub(super) fn lock(&self, position: Position) -> Option<u32> {
        self.door(position).filter(|door| door.is_locked).map(|door| door.passage)
    }

    /// The cells of locked doors, sorted by passage.
    pub(super) fn locked_doors(&self) -> impl Iterator<Item = &DoorCell> {
        self.doors.iter().filter(|door| door.is_locked)
    }

    /// The positions beside a walkable one, in the order of [`Direction::ALL`].
    pub(super) fn around(&self, position: Position) -> [Position; 4] {
        Direction::ALL.map(|direction| self.beside(position, direction))
    }

    /// The position beside a walkable one.
    pub(super) fn beside(&self, position: Position, direction: Direction) -> Position {
        match direction {
            Direction::North => position - self.columns,
            Direction::East => position + 1,
            Direction::South => position + self.columns,
            Direction::West => position - 1,
        }
    }
}

impl DoorCell {
    /// Whether one can step onto the cell in a direction; a lock counts as open.
    fn admits(&self, direction: Direction) -> bool {
        self.direction.is_none_or(|leads| direction != leads.opposite())
    }
}

/// The steps from one position to all others that can be reached, by breadth-first search.
#[derive(Debug, Default)]
pub(super) struct Flood {
    /// For each position: 1 more than the steps to it, or the ground's mark if it was not reached.
    marks: Vec<u32>,
    /// The direction of the last step to each position that was reached.
    last: Vec<Direction>,
    /// The positions from which the flood goes on, in the order of their steps: the first `queued`.
    queue: Vec<u32>,
    queued: usize,
}

impl Flood {
    /// Floods from a walkable position until it reaches `to`, if given: through locked doors that
    /// `is_open` says are open.
    ///
    /// Other locked doors are reached, but the flood does not go on from them. Cost: linear in
    /// cells.
    pub(super) fn run(&mut self, ground: &Ground, from: Position, to: Option<Position>, is_open: impl Fn(u32) -> bool) {
        self.marks.clear();
        self.marks.extend_from_slice(&ground.cells);
        self.last.resize(ground.len(), Direction::North);
        self.queue.resize(ground.len(), 0);
        (self.marks[from], self.queue[0], self.queued) = (1, from as u32, 1);
        let mut next = 0;
        while next < self.queued && to.is_none_or(|to| self.marks[to] >= DOOR) {
            let here = self.queue[next] as Position;
            let mark = self.marks[here] + 1;
            next += 1;
            // Written out, so that each direction is a constant where `look` is compiled into this.
            self.look(ground, here, Direction::North, mark, &is_open);
            self.look(ground, here, Direction::East, mark, &is_open);
            self.look(ground, here, Direction::South, mark, &is_open);
            self.look(ground, here, Direction::West, mark, &is_open);
        }
    }

    /// Steps from a position onto the one beside it, unless that is blocked, was reached, or does
    /// not admit the step; goes on from there later, if no lock shuts it.
    #[inline(always)]
    fn look(
        &mut self,
        ground: &Ground,
        here: Position,
        direction: Direction,
        mark: u32,
        is_open: &impl Fn(u32) -> bool,
    ) {
        let there = ground.beside(here, direction);
        let before = self.marks[there];
        if before < DOOR {
            return;
        }
        let mut is_shut = false;
        if before != FREE {
            let Some(door) = ground.door(there).filter(|door| door.admits(direction)) else { return };
            is_shut = door.is_locked && !is_open(door.passage);
        }
        (self.marks[there], self.last[there]) = (mark, direction);
        if !is_shut {
            self.queue[self.queued] = there as u32;
            self.queued += 1;
        }
    }

    /// The steps from the source of the last flood; `None` if it did not reach the position.
    pub(super) fn steps(&self, to: Position) -> Option<u32> {
        self.marks.get(to).filter(|&&mark| mark < DOOR)?.checked_sub(1)
    }

    /// A shortest walk from the source to a position, without the source itself.
    pub(super) fn walk_to(&self, ground: &Ground, to: Position) -> Option<Vec<Position>> {
        let mut walk = Vec::with_capacity(self.steps(to)? as usize);
        let mut here = to;
        while self.steps(here)? > 0 {
            walk.push(here);
            here = ground.beside(here, self.last[here].opposite());
        }
        walk.reverse();
        Some(walk)
    }
}

/// Floods with all locks shut, cached for the walks that follow them.
#[derive(Debug)]
pub(super) struct Floods<'level> {
    ground: &'level Ground,
    cached: Vec<Flood>,
    /// The number of cells of floods that may still be cached.
    budget: usize,
    /// The buffers of a flood that is not cached.
    scratch: Flood,
}

impl<'level> Floods<'level> {
    /// The largest number of cells of all cached floods: nine bytes each.
    const MAX_CACHED: usize = 1 << 19;

    pub(super) fn new(ground: &'level Ground) -> Self {
        Self::with_budget(Self::MAX_CACHED, ground)
    }

    /// Caches floods of at most `budget` cells together.
    pub(super) fn with_budget(budget: usize, ground: &'level Ground) -> Self {
        Self { ground, cached: Vec::new(), budget, scratch: Flood::default() }
    }

    /// A flood from a walkable position. Cost: linear in cells.
    pub(super) fn flood_from(&mut self, from: Position) -> &Flood {
        let is_cached = self.budget >= self.ground.len();
        if is_cached {
            self.budget -= self.ground.len();
            self.cached.push(Flood::default());
        }
        let flood = self.cached.last_mut().filter(|_| is_cached).unwrap_or(&mut self.scratch);
        flood.run(self.ground, from, None, |_| false);
        flood
    }

    /// A shortest walk from one position to another, without the first: that of a new flood.
    ///
    /// Cost: linear in its length if the flood is cached, in cells otherwise.
    pub(super) fn walk(&mut self, from: Position, to: Position) -> Option<Vec<Position>> {
        let cached = self.cached.iter().find(|flood| flood.queue.first() == Some(&(from as u32)));
        let flood = cached.unwrap_or_else(|| {
            self.scratch.run(self.ground, from, Some(to), |_| false);
            &self.scratch
        });
        flood.walk_to(self.ground, to)
    }
}

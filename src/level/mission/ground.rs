//! The cells that a player walks on, with locked and one-way doors, and floods over them.
//!
//! A position is that of a cell in a grid with a border of one cell, so that all four neighbours of
//! a walkable cell have positions.

use super::{super::Level, pass::one_way_direction};
use crate::geom::{Cell, Direction};

/// A position in the bordered grid.
pub(super) type Position = usize;

const BLOCKED: u32 = 0;
const FREE: u32 = 1;

/// The walkable cells of a level. Four bytes for each cell.
#[derive(Debug)]
pub(super) struct Ground {
    /// For each position: blocked, free, or 2 more than a position in `doors`.
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
        for cell in level.walkable().iter() {
            let position = ground.position(cell);
            ground.cells[position] = FREE;
        }
        let special = (0..).zip(&level.passages).filter(|(_, way)| way.lock.is_some() || way.one_way.is_some());
        for (passage, way) in special {
            for (number, &door) in (0..).zip(way.doors()) {
                let direction = one_way_direction(level, way, door);
                let owns =
                    |&cell: &Cell| level.is_walkable(cell) && level.door_at(cell).is_some_and(|(id, _)| id == passage);
                for cell in door.cells().filter(owns) {
                    let position = ground.position(cell);
                    if ground.cells[position] == FREE {
                        ground.doors.push(DoorCell {
                            position,
                            passage,
                            number,
                            is_locked: way.lock.is_some(),
                            direction,
                        });
                        ground.cells[position] = FREE + ground.doors.len() as u32;
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
        let number = self.cells.get(position)?.checked_sub(FREE + 1)?;
        self.doors.get(number as usize)
    }

    /// The passage that shuts a position until it is opened.
    pub(super) fn lock(&self, position: Position) -> Option<u32> {
        self.door(position).filter(|door| door.is_locked).map(|door| door.passage)
    }

    /// The cells of locked doors, sorted by passage.
    pub(super) fn locked_doors(&self) -> impl Iterator<Item = &DoorCell> {
        self.doors.iter().filter(|door| door.is_locked)
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

    /// Whether one can step onto a position in a direction; locked doors count as open.
    fn admits(&self, to: Position, direction: Direction) -> bool {
        match self.cells[to] {
            BLOCKED => false,
            FREE => true,
            _ => self.door(to).and_then(|door| door.direction).is_none_or(|leads| direction != leads.opposite()),
        }
    }
}

/// The steps from one position to all others that can be reached, by breadth-first search.
#[derive(Debug, Default)]
pub(super) struct Flood {
    steps: Vec<u32>,
    /// The direction of the last step to each position that was reached.
    last: Vec<Direction>,
    queue: Vec<Position>,
}

impl Flood {
    /// Floods from a walkable position until it reaches `to`, if given: through locked doors that
    /// `is_open` says are open.
    ///
    /// Other locked doors are reached, but the flood does not go on from them. Cost: linear in
    /// cells.
    pub(super) fn run(&mut self, ground: &Ground, from: Position, to: Option<Position>, is_open: impl Fn(u32) -> bool) {
        self.steps.clear();
        self.steps.resize(ground.len(), u32::MAX);
        self.last.resize(ground.len(), Direction::North);
        self.queue.clear();
        self.queue.push(from);
        self.steps[from] = 0;
        let mut next = 0;
        while let Some(&here) = self.queue.get(next) {
            next += 1;
            if to == Some(here) {
                return;
            }
            if here != from && ground.lock(here).is_some_and(|passage| !is_open(passage)) {
                continue;
            }
            let steps = self.steps[here] + 1;
            for direction in Direction::ALL {
                let there = ground.beside(here, direction);
                if self.steps[there] == u32::MAX && ground.admits(there, direction) {
                    (self.steps[there], self.last[there]) = (steps, direction);
                    self.queue.push(there);
                }
            }
        }
    }

    /// The steps from the source of the last flood; `None` if it did not reach the position.
    pub(super) fn steps(&self, to: Position) -> Option<u32> {
        self.steps.get(to).copied().filter(|&steps| steps != u32::MAX)
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

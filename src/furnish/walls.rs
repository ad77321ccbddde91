//! The nearest walls of a room's cells, for props that turn inward.
//!
//! Consumes the floor of a room. Answers on which side of a prop, or of a point, the nearest wall
//! lies: the side to which the fewest floor cells lead in a straight line until a cell that is no
//! floor.

use super::floor::RoomFloor;
use crate::{
    geom::{Cell, Direction, Extent, HalfCell, Rect},
    grid::CellSet,
};

/// The nearest walls of the current room's floor cells.
///
/// A whole rectangle needs no list. In other rooms it is computed when a prop first asks.
#[derive(Clone, Debug, Default)]
pub(super) struct NearestWalls {
    /// For each cell of the room's rectangle, in row-major order: its [`WallSide`]. Empty if it is
    /// not computed.
    sides: Vec<WallSide>,
    /// The cells visited since the last call of [`take_work`](Self::take_work).
    work: u64,
}

/// A wall in a straight line from a cell: four times the number of floor cells between them, plus
/// the number of the direction. The nearest wall is the least; ties go to the first direction.
///
/// A side of a room is below 2¹⁴ cells.
type WallSide = u16;

/// What is farther than any wall.
const FAR: WallSide = WallSide::MAX;

/// The wall in this direction, behind so many floor cells.
const fn side(floor_between: i32, direction: Direction) -> WallSide {
    (floor_between as WallSide) << 2 | direction as WallSide
}

impl NearestWalls {
    /// Forgets the previous room.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.sides.clear();
    }

    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// The direction from a rectangle of the room to the wall that is nearest to one of its cells.
    ///
    /// Cells that are no floor do not count. Cost: the cells of the rectangle; once in a room that
    /// is no whole rectangle, all of its cells.
    pub(super) fn of_cells<S: CellSet>(&mut self, cells: Rect, floor: &RoomFloor<S>) -> Direction {
        let Extent { width, height } = floor.frame().extent();
        let nearest = if floor.is_whole() {
            let off = [cells.top(), width - cells.right(), height - cells.bottom(), cells.left()];
            Direction::ALL.into_iter().zip(off).map(|(direction, off)| side(off, direction)).min()
        } else {
            if self.sides.is_empty() {
                self.measure(floor);
            }
            self.work += cells.area().unsigned_abs();
            cells.cells().map(|cell| self.sides[(cell.y * width + cell.x) as usize]).min()
        };
        Direction::from_quarter_turns((nearest.unwrap_or_default() & 3) as u8)
    }

    /// The direction from a point to its nearest wall: from the floor cells that it touches, or
    /// from the nearest ones.
    pub(super) fn of_point<S: CellSet>(&mut self, point: HalfCell, floor: &RoomFloor<S>) -> Direction {
        let Extent { width, height } = floor.frame().extent();
        let inside = HalfCell::new(point.x.clamp(1, 2 * width - 1), point.y.clamp(1, 2 * height - 1));
        let HalfCell { x, y } = floor.nearest(inside);
        let (left, top) = ((x - 1) >> 1, (y - 1) >> 1);
        self.of_cells(Rect::of(left, top, (x >> 1) - left + 1, (y >> 1) - top + 1), floor)
    }

    /// Computes the nearest wall of each cell, by a sweep from each side.
    #[cold]
    fn measure<S: CellSet>(&mut self, floor: &RoomFloor<S>) {
        let Extent { width, height } = floor.frame().extent();
        let Self { sides, work, .. } = self;
        *work += 4 * (width * height).unsigned_abs() as u64;
        sides.resize((width * height) as usize, FAR);
        // The number of floor cells up to the last one of each column, or of a row.
        let mut runs = vec![0; width as usize];
        let mut visit = |Cell { x, y }: Cell, run: &mut i32, direction: Direction| {
            if floor.cells().contains(x, y) {
                let nearest = &mut sides[(y * width + x) as usize];
                *nearest = side(*run, direction).min(*nearest);
                *run += 1;
            } else {
                *run = 0;
            }
        };
        for direction in [Direction::North, Direction::South] {
            runs.fill(0);
            for step in 0..height {
                let y = if direction == Direction::North { step } else { height - 1 - step };
                (0..).zip(&mut runs).for_each(|(x, run)| visit(Cell::new(x, y), run, direction));
            }
        }
        for y in 0..height {
            let (mut west, mut east) = (0, 0);
            (0..width).for_each(|x| visit(Cell::new(x, y), &mut west, Direction::West));
            (0..width).rev().for_each(|x| visit(Cell::new(x, y), &mut east, Direction::East));
        }
    }
}

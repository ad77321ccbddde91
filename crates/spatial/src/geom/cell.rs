//! `Cell`: a position on the integer grid.

use std::fmt;

use super::Direction;

/// A square of the level, 1 m by 1 m, by column and row. x runs right, y runs down.
///
/// Any pair of coordinates is valid; a cell need not lie in a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Column, counted from the left.
    pub x: i32,
    /// Row, counted from the top.
    pub y: i32,
}

impl Cell {
    /// Creates the cell in column `x` and row `y`.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The neighbour across the edge in `direction`; saturates at the ends of `i32`.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        let (dx, dy) = direction.delta();
        Self { x: self.x.saturating_add(dx), y: self.y.saturating_add(dy) }
    }

    /// The four neighbours that share an edge, in the order of [`Direction::ALL`].
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().map(move |direction| self.step(direction))
    }
}

impl From<(i32, i32)> for Cell {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x, y }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

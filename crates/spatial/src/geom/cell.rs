//! `Cell`: a position on the integer grid.

use std::{
    fmt,
    ops::{Add, Sub},
};

use glam::IVec2;

use super::Direction;

/// A square of the level, 1 m by 1 m, by column and row. x runs right, y runs down.
///
/// Any pair of coordinates is valid; a cell need not lie in a level. serde writes `[x, y]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(i32, i32)", into = "(i32, i32)"))]
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

impl From<Cell> for (i32, i32) {
    fn from(cell: Cell) -> Self {
        (cell.x, cell.y)
    }
}

impl From<IVec2> for Cell {
    fn from(vector: IVec2) -> Self {
        Self { x: vector.x, y: vector.y }
    }
}

impl From<Cell> for IVec2 {
    fn from(cell: Cell) -> Self {
        Self::new(cell.x, cell.y)
    }
}

impl Add<Direction> for Cell {
    type Output = Self;

    /// The neighbour in `direction`, as [`Cell::step`].
    fn add(self, direction: Direction) -> Self {
        self.step(direction)
    }
}

impl Sub for Cell {
    type Output = IVec2;

    /// The offset from `from` to this cell, in cells; saturates at the ends of `i32`.
    fn sub(self, from: Self) -> IVec2 {
        IVec2::from(self).saturating_sub(from.into())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_its_tuple_and_its_vector_and_a_difference_leads_from_one_to_the_other() {
        let cell = Cell::new(-3, 7);
        assert_eq!((<(i32, i32)>::from(cell), IVec2::from(cell)), ((-3, 7), IVec2::new(-3, 7)));
        assert_eq!((Cell::from((-3, 7)), Cell::from(IVec2::new(-3, 7))), (cell, cell));
        for direction in Direction::ALL {
            assert_eq!(((cell + direction) - cell).to_array(), <[i32; 2]>::from(direction.delta()));
        }
        let (first, last) = (Cell::new(i32::MIN, i32::MIN), Cell::new(i32::MAX, i32::MAX));
        assert_eq!((last - first, last + Direction::East), (IVec2::MAX, last), "they saturate");
    }
}

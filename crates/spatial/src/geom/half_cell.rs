//! `HalfCell`: a point in units of half a cell.

use super::Cell;

/// A point in half cells: the cell `(x, y)` reaches from `(2x, 2y)` to `(2x + 2, 2y + 2)`, and its
/// centre is `(2x + 1, 2y + 1)`.
///
/// The centre of any rectangle of cells has integer coordinates in half cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HalfCell {
    /// The distance from the left, in half cells.
    pub x: i32,
    /// The distance from the top, in half cells.
    pub y: i32,
}

impl HalfCell {
    /// The point at `x` half columns and `y` half rows.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The centre of a cell.
    #[must_use]
    pub const fn center_of(cell: Cell) -> Self {
        Self { x: 2 * cell.x + 1, y: 2 * cell.y + 1 }
    }
}

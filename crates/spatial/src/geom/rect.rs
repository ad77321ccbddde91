//! `Rect`: half-open rectangles of cells.

use std::fmt;

use super::{Cell, Extent, Size};

/// A half-open rectangle of cells: from its top left cell up to, but excluding, `right` and
/// `bottom`.
///
/// Guarantees, kept by the constructors: width and height are at least 1, and `right` and `bottom`
/// fit an `i32`.
///
/// serde writes `x`, `y`, `width` and `height`, and checks them when it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "RectFields", into = "RectFields"))]
pub struct Rect {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Rect {
    /// Creates the rectangle with top left cell `(x, y)`; `None` if it is empty or overflows.
    #[must_use]
    pub const fn from_xywh(x: i32, y: i32, width: i32, height: i32) -> Option<Self> {
        if width < 1 || height < 1 {
            return None;
        }
        match (x.checked_add(width), y.checked_add(height)) {
            (Some(right), Some(bottom)) => Some(Self { left: x, top: y, right, bottom }),
            _ => None,
        }
    }

    /// Creates the rectangle from `(left, top)` up to, but excluding, `(right, bottom)`.
    ///
    /// `None` if it is empty or its size overflows.
    #[must_use]
    pub const fn from_ltrb(left: i32, top: i32, right: i32, bottom: i32) -> Option<Self> {
        match (right.checked_sub(left), bottom.checked_sub(top)) {
            (Some(width), Some(height)) => Self::from_xywh(left, top, width, height),
            _ => None,
        }
    }

    /// [`Rect::from_xywh`] without the check, for coordinates that lie inside a level.
    #[doc(hidden)]
    #[must_use]
    pub const fn of(x: i32, y: i32, width: i32, height: i32) -> Self {
        debug_assert!(width > 0 && height > 0);
        Self { left: x, top: y, right: x + width, bottom: y + height }
    }

    /// Creates the rectangle of one cell.
    ///
    /// A coordinate of `i32::MAX`, which lies in no level, is replaced by `i32::MAX - 1`.
    #[must_use]
    pub const fn from_cell(cell: Cell) -> Self {
        let x = if cell.x == i32::MAX { cell.x - 1 } else { cell.x };
        let y = if cell.y == i32::MAX { cell.y - 1 } else { cell.y };
        Self { left: x, top: y, right: x + 1, bottom: y + 1 }
    }

    /// The first column of the rectangle.
    #[must_use]
    pub const fn left(self) -> i32 {
        self.left
    }

    /// The first row of the rectangle.
    #[must_use]
    pub const fn top(self) -> i32 {
        self.top
    }

    /// The column after the rectangle's last one.
    #[must_use]
    pub const fn right(self) -> i32 {
        self.right
    }

    /// The row after the rectangle's last one.
    #[must_use]
    pub const fn bottom(self) -> i32 {
        self.bottom
    }

    /// The first cell in row order.
    #[must_use]
    pub const fn top_left(self) -> Cell {
        Cell::new(self.left, self.top)
    }

    /// The number of columns, at least 1.
    #[must_use]
    pub const fn width(self) -> i32 {
        self.right.wrapping_sub(self.left)
    }

    /// The number of rows, at least 1.
    #[must_use]
    pub const fn height(self) -> i32 {
        self.bottom.wrapping_sub(self.top)
    }

    /// The number of columns and rows.
    #[must_use]
    pub const fn extent(self) -> Extent {
        Extent::new(self.width(), self.height())
    }

    /// The number of cells.
    #[must_use]
    pub const fn area(self) -> i64 {
        self.extent().area()
    }

    /// Whether `cell` lies inside the rectangle.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.x >= self.left && cell.x < self.right && cell.y >= self.top && cell.y < self.bottom
    }

    /// Whether every cell of `other` lies inside this rectangle.
    #[must_use]
    pub const fn contains_rect(self, other: Self) -> bool {
        other.left >= self.left && other.right <= self.right && other.top >= self.top && other.bottom <= self.bottom
    }

    /// The rectangle of the cells that this rectangle and `other` share; `None` if they share none.
    #[must_use]
    pub fn intersection(self, other: Self) -> Option<Self> {
        Self::from_ltrb(
            self.left.max(other.left),
            self.top.max(other.top),
            self.right.min(other.right),
            self.bottom.min(other.bottom),
        )
    }

    /// Whether this rectangle and `other` share a cell. Touching is not overlapping.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.intersection(other).is_some()
    }

    /// The rectangle grown by `cells`, which may be negative, on each of its four sides.
    ///
    /// `None` if the result has no cells or its coordinates overflow.
    #[must_use]
    pub fn grown(self, cells: i32) -> Option<Self> {
        Self::from_ltrb(
            self.left.checked_sub(cells)?,
            self.top.checked_sub(cells)?,
            self.right.checked_add(cells)?,
            self.bottom.checked_add(cells)?,
        )
    }

    /// All cells of the rectangle, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (self.top..self.bottom).flat_map(move |y| (self.left..self.right).map(move |x| Cell { x, y }))
    }
}

impl From<Size> for Rect {
    fn from(size: Size) -> Self {
        Self::of(0, 0, size.width(), size.height())
    }
}

/// The fields of a [`Rect`] as serde reads and writes them.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Rect", deny_unknown_fields)]
struct RectFields {
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

#[cfg(feature = "serde")]
impl From<Rect> for RectFields {
    fn from(rect: Rect) -> Self {
        Self { x: rect.left, y: rect.top, width: rect.width(), height: rect.height() }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<RectFields> for Rect {
    type Error = &'static str;

    fn try_from(RectFields { x, y, width, height }: RectFields) -> Result<Self, &'static str> {
        let fault = "a rectangle needs a width and a height of at least 1, and edges that fit 32 bits";
        Self::from_xywh(x, y, width, height).ok_or(fault)
    }
}

impl fmt::Display for Rect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} at ({}, {})", self.width(), self.height(), self.left, self.top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_without_cells_or_beyond_the_integers_cannot_exist() {
        assert_eq!(Rect::from_xywh(0, 0, 0, 1), None);
        assert_eq!(Rect::from_xywh(0, 0, 1, -1), None);
        assert_eq!(Rect::from_xywh(i32::MAX, 0, 1, 1), None);
        assert_eq!(Rect::from_ltrb(i32::MIN, 0, i32::MAX, 1), None);
        assert!(Rect::from_xywh(i32::MAX - 1, i32::MIN, 1, 1).is_some());
    }

    #[test]
    fn touching_is_not_overlapping() {
        let left = Rect::of(0, 0, 3, 3);
        assert!(!left.overlaps(Rect::of(3, 0, 3, 3)));
        assert_eq!(left.intersection(Rect::of(2, 1, 3, 3)), Some(Rect::of(2, 1, 1, 2)));
    }

    #[test]
    fn cells_come_in_row_order_and_are_exactly_those_contained() {
        let rect = Rect::of(-1, 2, 3, 2);
        let cells: Vec<_> = rect.cells().collect();
        assert!(cells.is_sorted_by_key(|cell| (cell.y, cell.x)));
        assert_eq!(cells[0], rect.top_left());
        assert_eq!(cells.len() as i64, rect.area());
        assert!(cells.iter().all(|&cell| rect.contains(cell)));
    }
}

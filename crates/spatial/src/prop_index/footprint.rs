//! The footprint of an object in a `PropIndex`, and the errors of `PropIndex`.

use std::fmt;

use thiserror::Error;

use crate::geom::{Cell, Rect, Size};

/// The space that an object covers: a rectangle of cells and an interval of heights.
///
/// Heights are above the floor in 1/256 m, half-open: `bottom..top`. A rectangle converts to a
/// footprint at all heights, which overlaps every object that shares a cell with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Footprint {
    /// The cells covered.
    pub cells: Rect,
    /// The lower end of the interval of heights above the floor, in 1/256 m.
    pub bottom: i32,
    /// The upper end of the interval of heights above the floor, exclusive, in 1/256 m.
    pub top: i32,
}

impl Footprint {
    /// Creates a footprint of `cells` at all heights.
    #[must_use]
    pub const fn new(cells: Rect) -> Self {
        Self { cells, bottom: i32::MIN, top: i32::MAX }
    }

    /// Replaces the heights by `bottom..top`, in 1/256 m. For a flat object, `bottom` equals `top`.
    #[must_use]
    pub const fn between(self, bottom: i32, top: i32) -> Self {
        Self { bottom, top, ..self }
    }

    /// Whether the footprint is a single cell at all heights, as most footprints are.
    #[inline]
    pub(super) const fn is_plain(self) -> bool {
        self.cells.width() == 1 && self.cells.height() == 1 && self.bottom == i32::MIN && self.top == i32::MAX
    }

    /// Whether two footprints share a cell and a height. Touching is not overlapping.
    ///
    /// A flat footprint overlaps another one if its height lies strictly between the other's bottom
    /// and top.
    ///
    /// ```
    /// use roomgen_spatial::{Footprint, geom::Rect};
    ///
    /// let table = Footprint::new(Rect::from_xywh(3, 3, 2, 1).unwrap()).between(0, 256);
    /// let candle = Footprint::new(Rect::from_xywh(4, 3, 1, 1).unwrap()).between(256, 320);
    /// assert!(!table.overlaps(candle));
    /// assert!(table.overlaps(candle.between(255, 320)));
    /// ```
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.bottom < other.top && other.bottom < self.top && self.cells.overlaps(other.cells)
    }

    /// The squared distance, in cells, from `cell` to the footprint's nearest cell; 0 inside.
    #[must_use]
    pub const fn distance_squared(self, cell: Cell) -> u64 {
        let across = gap(cell.x, self.cells.left(), self.cells.right());
        let down = gap(cell.y, self.cells.top(), self.cells.bottom());
        // Saturates, since the squares of two gaps up to 2^32 - 1 overflow in sum. Inside a world
        // they do not.
        (across * across).saturating_add(down * down)
    }
}

/// The distance of `at` from the nearest integer of the half-open interval `start..end`.
const fn gap(at: i32, start: i32, end: i32) -> u64 {
    if at < start {
        at.abs_diff(start) as u64
    } else if at >= end {
        at.abs_diff(end - 1) as u64
    } else {
        0
    }
}

impl From<Rect> for Footprint {
    fn from(cells: Rect) -> Self {
        Self::new(cells)
    }
}

impl fmt::Display for Footprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if (self.bottom, self.top) == (i32::MIN, i32::MAX) {
            write!(f, "{}", self.cells)
        } else {
            write!(f, "{}, heights {} to {}", self.cells, self.bottom, self.top)
        }
    }
}

/// Why a [`PropIndex`](super::PropIndex) did not insert or remove an object. The index is
/// unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PropIndexError {
    /// The footprint lies partly or wholly outside the world.
    #[error("object {id}: its footprint, {cells}, does not lie inside the world of {size} cells")]
    Outside {
        /// The id of the refused object.
        id: u32,
        /// The cells of the refused footprint.
        cells: Rect,
        /// The world's size in cells.
        size: Size,
    },
    /// The top lies below the bottom.
    #[error("object {id}: its top, {top}, lies below its bottom, {bottom}")]
    UpsideDown {
        /// The id of the refused object.
        id: u32,
        /// The bottom of the refused footprint, in 1/256 m.
        bottom: i32,
        /// The top of the refused footprint, in 1/256 m.
        top: i32,
    },
    /// Another object has the id.
    #[error("object {id} is already in the index; remove it first")]
    Duplicate {
        /// The id of the refused object.
        id: u32,
    },
    /// No object has the id.
    #[error("no object in the index has the id {id}")]
    Unknown {
        /// The id that no object has.
        id: u32,
    },
}

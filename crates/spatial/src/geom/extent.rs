//! `Extent`: a size in cells of a part of a level, such as a room.

use std::fmt;

use super::Direction;

/// A size in cells: of a room, a mask, a footprint.
///
/// Width and height may be any numbers. The size of a level, which has limits, is a
/// [`Size`](super::Size).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Extent {
    /// The number of columns.
    pub width: i32,
    /// The number of rows.
    pub height: i32,
}

impl Extent {
    /// An extent of `width` by `height` cells.
    #[must_use]
    pub const fn new(width: i32, height: i32) -> Self {
        Self { width, height }
    }

    /// The extent after a turn from north to `turn`: east and west swap width and height.
    #[must_use]
    pub const fn turned(self, turn: Direction) -> Self {
        if turn.is_east_west() { Self { width: self.height, height: self.width } } else { self }
    }

    /// The number of cells: width times height.
    #[must_use]
    pub const fn area(self) -> i64 {
        self.width as i64 * self.height as i64
    }

    /// Whether `other` fits inside: it is no wider and no higher than this extent.
    #[must_use]
    pub const fn holds(self, other: Self) -> bool {
        self.width >= other.width && self.height >= other.height
    }
}

impl From<(i32, i32)> for Extent {
    fn from((width, height): (i32, i32)) -> Self {
        Self { width, height }
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

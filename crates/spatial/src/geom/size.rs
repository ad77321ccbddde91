//! `Size`: the size of a level in cells, with its limits.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::Extent;

/// The size of a level in cells.
///
/// Guarantee, kept by the constructor: both sides are 8 to 16384 cells, and the area is at most
/// 2^28 cells. So cell coordinates fit 16 bits, cell indices fit 32, and their sums never overflow.
///
/// serde writes `width` and `height`, and checks them when it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Extent", into = "Extent"))]
pub struct Size {
    width: i32,
    height: i32,
}

impl Size {
    /// The smallest width or height of a level, in cells.
    pub const MIN_SIDE: i32 = 8;
    /// The largest width or height of a level, in cells.
    pub const MAX_SIDE: i32 = 16384;
    /// The largest number of cells in a level. Today it equals `MAX_SIDE` squared, so it limits
    /// nothing further.
    pub const MAX_CELLS: i64 = 1 << 28;

    /// The size of the smallest level.
    pub const SMALLEST: Self = Self { width: Self::MIN_SIDE, height: Self::MIN_SIDE };

    /// Creates a size of `width` by `height` cells.
    ///
    /// # Errors
    ///
    /// [`SizeError`] if a side or the number of cells is out of range.
    pub const fn new(width: i64, height: i64) -> Result<Self, SizeError> {
        let sides = Self::MIN_SIDE as i64..=Self::MAX_SIDE as i64;
        let fits =
            width >= *sides.start() && width <= *sides.end() && height >= *sides.start() && height <= *sides.end();
        if fits && width * height <= Self::MAX_CELLS {
            Ok(Self { width: width as i32, height: height as i32 })
        } else {
            Err(SizeError::OutOfRange { width, height })
        }
    }

    /// The number of columns.
    #[must_use]
    pub const fn width(self) -> i32 {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub const fn height(self) -> i32 {
        self.height
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(self) -> u32 {
        self.width as u32 * self.height as u32
    }
}

impl From<Size> for Extent {
    fn from(size: Size) -> Self {
        Self::new(size.width, size.height)
    }
}

impl TryFrom<Extent> for Size {
    type Error = SizeError;

    /// The size of a level with this extent; the same check as [`Size::new`].
    fn try_from(extent: Extent) -> Result<Self, SizeError> {
        Self::new(extent.width.into(), extent.height.into())
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    /// Reads `WIDTHxHEIGHT`, as in `96x64`.
    fn from_str(text: &str) -> Result<Self, SizeError> {
        let not_a_size = || SizeError::NotASize(text.to_owned());
        let (width, height) = text.split_once(['x', 'X']).ok_or_else(not_a_size)?;
        let side = |digits: &str| digits.parse::<i64>().map_err(|_| not_a_size());
        Self::new(side(width)?, side(height)?)
    }
}

/// The error for numbers or text that are not the size of a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SizeError {
    /// A side or the number of cells is out of range.
    #[error(
        "{width}x{height} is not a valid size: a side has {} to {} cells, and a level has at most {}",
        Size::MIN_SIDE,
        Size::MAX_SIDE,
        Size::MAX_CELLS
    )]
    OutOfRange {
        /// The number of columns given.
        width: i64,
        /// The number of rows given.
        height: i64,
    },
    /// The text is not of the form `WIDTHxHEIGHT`.
    #[error("{0:?} is not a size: write WIDTHxHEIGHT in cells, as in 96x64")]
    NotASize(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_are_part_of_the_range() {
        for good in [(8, 8), (16384, 16384), (8, 16384)] {
            assert!(Size::new(good.0, good.1).is_ok(), "{good:?}");
        }
        for bad in [(7, 8), (8, 16385), (-8, 8), (i64::MAX, i64::MAX), (0, 0)] {
            assert!(Size::new(bad.0, bad.1).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn text_that_is_no_size_is_refused_with_the_text() {
        assert_eq!("96x64".parse::<Size>(), Size::new(96, 64));
        for bad in ["", "x", "96", "96x", "9 x 9", "96x64x2", "99999999999999999999x9"] {
            assert_eq!(bad.parse::<Size>(), Err(SizeError::NotASize(bad.to_owned())));
        }
    }
}

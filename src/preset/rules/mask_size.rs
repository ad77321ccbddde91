//! The sizes of masks.

use serde::Deserialize;

use crate::{
    digest::Digest,
    preset::{Ramp, RawRamp},
};

/// The size of a mask, relative to its room or fixed.
///
/// `Number` is a number or ramp as the preset file has it, or as it was checked.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Size"))]
#[non_exhaustive]
pub enum MaskSize<Number = Ramp> {
    /// The mask's width and height in cells, both this number.
    Cells(Number),
    /// The mask's width and height in cells.
    Box(Number, Number),
    /// The mask's width and height, both as this fraction of the room's longer side; rounded up.
    Ratio(Number),
    /// The mask's sides as this fraction of the room's width and height; rounded up.
    Fit(Number),
}

impl Default for MaskSize<RawRamp> {
    /// Two thirds of the room's longer side, rounded up.
    fn default() -> Self {
        Self::Ratio(f64::from(2.0f32 / 3.0).into())
    }
}

impl<Number> MaskSize<Number> {
    /// The mask's width and height in cells; `None` if they depend on the room.
    pub(crate) fn in_cells(&self) -> Option<[&Number; 2]> {
        match self {
            Self::Cells(side) => Some([side, side]),
            Self::Box(width, height) => Some([width, height]),
            Self::Ratio(_) | Self::Fit(_) => None,
        }
    }
}

impl MaskSize {
    /// The size with width and height exchanged.
    pub(in crate::preset) fn transposed(&self) -> Self {
        match self {
            Self::Box(width, height) => Self::Box(height.clone(), width.clone()),
            Self::Cells(_) | Self::Ratio(_) | Self::Fit(_) => self.clone(),
        }
    }

    pub(super) fn is_constant(&self) -> bool {
        match self {
            Self::Cells(number) | Self::Ratio(number) | Self::Fit(number) => number.is_constant(),
            Self::Box(width, height) => width.is_constant() && height.is_constant(),
        }
    }

    pub(super) fn digest(&self, digest: &mut Digest) {
        match self {
            Self::Ratio(fraction) => fraction.digest(digest.number(1)),
            Self::Fit(fraction) => fraction.digest(digest.number(2)),
            Self::Cells(width) | Self::Box(width, _) => {
                let height = if let Self::Box(_, height) = self { height } else { width };
                if self.is_constant() {
                    width.digest_whole(digest.number(0));
                    height.digest_whole(digest);
                } else {
                    width.digest(digest.number(3));
                    height.digest(digest);
                }
            }
        }
    }
}

//! The offset of a formation from its anchors.

use crate::preset::{Ramp, RampInput};

/// The offset by which the anchors of a formation are moved, in cells.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AnchorShift {
    /// To the right; to the left if it is negative. In a preset, from -255 to 255.
    pub right: Ramp,
    /// Down; up if it is negative. In a preset, from -255 to 255.
    pub down: Ramp,
}

impl AnchorShift {
    /// The largest number of cells, in any direction.
    pub(in crate::preset) const MAX: i64 = 255;

    /// The offset for `moment`, in whole cells: to the right and down.
    #[must_use]
    #[inline]
    pub fn at(&self, moment: RampInput) -> (i32, i32) {
        (nearest(self.right.at(moment)), nearest(self.down.at(moment)))
    }

    /// Whether no anchor is moved, whatever the room.
    #[inline]
    pub(crate) fn is_none(&self) -> bool {
        self.right.is(0.0) && self.down.is(0.0)
    }

    /// The offset, if it is the same for all rooms.
    pub(in crate::preset) fn constant(&self) -> Option<(i32, i32)> {
        match (&self.right, &self.down) {
            (Ramp::Constant(right), Ramp::Constant(down)) => Some((nearest(*right), nearest(*down))),
            (Ramp::Constant(_) | Ramp::Over(_), _) => None,
        }
    }

    /// The offset with rows and columns exchanged.
    pub(in crate::preset) fn transposed(&self) -> Self {
        Self { right: self.down.clone(), down: self.right.clone() }
    }
}

/// The nearest whole number of cells; of two, the greater.
fn nearest(cells: f32) -> i32 {
    /// Makes each offset positive, so that a cast rounds down.
    const ABOVE: f32 = AnchorShift::MAX as f32 + 1.0;
    (cells + ABOVE + 0.5) as i32 - ABOVE as i32
}

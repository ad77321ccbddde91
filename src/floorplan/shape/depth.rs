//! How deep a shape cuts the corners of a room.

use crate::{
    geom::Extent,
    preset::{Ramp, RampInput},
    rng::RandomSource,
};

/// A depth between the least and the greatest that a shape allows, in multiples of 1/256: 0 to 256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CutDepth(u32);

impl CutDepth {
    /// The depth of a rule in a room with this input.
    pub(super) fn at(cut: &Ramp, input: RampInput) -> Self {
        Self(cut.fixed_at(input))
    }

    /// This fraction of some cells, rounded.
    pub(super) fn of(self, cells: i32) -> i32 {
        // Sides are below 2^14, so the product fits.
        (cells.max(0) * self.0 as i32 + 128) >> 8
    }

    fn between(self, least: i32, most: i32) -> i32 {
        least + self.of(most - least)
    }
}

/// The columns and rows that a corner loses, from `least` to `most`: those of the depth, or else
/// drawn.
pub(super) fn leg_between(
    least: Extent,
    most: Extent,
    depth: Option<CutDepth>,
    draw: &mut impl RandomSource,
) -> Extent {
    let mut side = |least, most| match depth {
        Some(depth) => depth.between(least, most),
        None => draw.within(least, most),
    };
    let width = side(least.width, most.width);
    Extent::new(width, side(least.height, most.height))
}

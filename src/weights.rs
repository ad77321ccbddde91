//! Choosing by weights, which may be ramps.

use crate::{
    preset::{Moment, Ramp},
    rng::Draw,
};

/// The position of a weight, chosen in proportion to it; `None` stands for what is out of the question. Nothing is chosen, and
/// no word drawn, where all weights are 0. Whole weights are drawn as such; where one of those in question is a ramp, all are
/// taken in parts of 1/256, so that it changes smoothly. The sum of whole weights fits 32 bits.
#[inline]
pub(crate) fn choose<'a>(
    weights: impl Iterator<Item = Option<&'a Ramp>> + Clone,
    moment: Moment,
    draw: &mut impl Draw,
) -> Option<usize> {
    if weights.clone().flatten().all(Ramp::is_constant) {
        draw.weighted(weights.map(|weight| weight.map_or(0, |weight| weight.whole_at(moment).unsigned_abs())))
    } else {
        draw.weighted_wide(weights.map(|weight| weight.map_or(0, |weight| weight.parts_at(moment))))
    }
}

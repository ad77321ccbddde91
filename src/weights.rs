//! Random choice by weights, which may be ramps.
//!
//! Consumes weights, the [`RampInput`] at which they are evaluated, and random words. Produces the
//! index of the chosen weight.

use crate::{
    preset::{Ramp, RampInput},
    rng::{RandomSource, position_at},
};

/// Draws an index into `weights`, with a probability in proportion to each weight.
///
/// `None` weights are excluded. Returns `None`, without drawing a word, if all weights are 0.
/// Constant weights are rounded to whole numbers. If an included weight is a ramp, all weights are
/// taken in units of 1/256, so that they change smoothly. The sum of rounded weights must fit 32
/// bits.
#[inline]
pub(crate) fn choose<'a>(
    weights: impl Iterator<Item = Option<&'a Ramp>> + Clone,
    input: RampInput,
    draw: &mut impl RandomSource,
) -> Option<usize> {
    if weights.clone().flatten().all(Ramp::is_constant) {
        draw.weighted(weights.map(|weight| weight.map_or(0, |weight| weight.whole_at(input).unsigned_abs())))
    } else {
        draw.weighted_wide(weights.map(|weight| weight.map_or(0, |weight| weight.fixed_at(input))))
    }
}

/// A list of weights evaluated at one [`RampInput`], for repeated draws of an index.
#[derive(Clone, Debug, Default)]
pub(crate) struct WeightTable {
    weights: Vec<u32>,
    total: u64,
    is_wide: bool,
}

impl WeightTable {
    /// Evaluates `weights` at `input` and replaces the content of the table by them; reuses its
    /// memory.
    pub(crate) fn evaluate<'a>(&mut self, weights: impl Iterator<Item = &'a Ramp> + Clone, input: RampInput) {
        self.is_wide = !weights.clone().all(Ramp::is_constant);
        let at_moment = |weight: &Ramp| {
            if self.is_wide { weight.fixed_at(input) } else { weight.whole_at(input).unsigned_abs() }
        };
        self.weights.clear();
        self.weights.extend(weights.map(at_moment));
        self.total = self.weights.iter().copied().map(u64::from).sum();
    }

    /// Whether all weights are 0.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Draws the index of a weight, with the same result as [`choose`].
    #[inline]
    pub(crate) fn choose(&self, draw: &mut impl RandomSource) -> Option<usize> {
        if self.total == 0 {
            return None;
        }
        let drawn = if self.is_wide { draw.below_wide(self.total) } else { draw.below(self.total as u32).into() };
        position_at(self.weights.iter().copied(), drawn)
    }
}

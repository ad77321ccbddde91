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
    let is_wide = !weights.clone().flatten().all(Ramp::is_constant);
    draw.weighted(weights.map(|weight| weight.map_or(0, |weight| weight.weight_at(input, is_wide))), is_wide)
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
        self.weights.clear();
        self.weights.extend(weights.map(|weight| weight.weight_at(input, self.is_wide)));
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
        let drawn = draw.below_sum(self.total, self.is_wide)?;
        position_at(self.weights.iter().copied(), drawn)
    }
}

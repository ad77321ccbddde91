//! Random choice by weights, which may be ramps.
//!
//! Consumes ramps, the point at which they are evaluated, and random words. Produces a position.

use crate::{
    preset::{Ramp, RampInput},
    rng::{RandomSource, position_at},
};

/// Chooses the position of a weight at random, in proportion to the weight.
///
/// `None` weights are excluded. Returns `None`, without drawing a word, if all weights are 0.
/// Constant weights are rounded to whole numbers. If an included weight is a ramp, all weights are
/// taken in 1/256, so that they change smoothly. The sum of whole weights must fit 32 bits.
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

/// Weights evaluated at one point of their ramps, for repeated draws.
#[derive(Clone, Debug, Default)]
pub(crate) struct WeightTable {
    weights: Vec<u32>,
    total: u64,
    is_wide: bool,
}

impl WeightTable {
    /// Replaces the weights and keeps the memory.
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

    /// Chooses a position, with the same result as [`choose`].
    #[inline]
    pub(crate) fn choose(&self, draw: &mut impl RandomSource) -> Option<usize> {
        if self.total == 0 {
            return None;
        }
        let drawn = if self.is_wide { draw.below_wide(self.total) } else { draw.below(self.total as u32).into() };
        position_at(self.weights.iter().copied(), drawn)
    }
}

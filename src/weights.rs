//! Choosing by weights, which may be ramps.

use crate::{
    preset::{Moment, Ramp},
    rng::{Draw, at},
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

/// Weights at one moment, for many draws by them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    weights: Vec<u32>,
    total: u64,
    is_wide: bool,
}

impl Measured {
    /// Measures other weights; keeps the memory.
    pub(crate) fn measure<'a>(&mut self, weights: impl Iterator<Item = &'a Ramp> + Clone, moment: Moment) {
        self.is_wide = !weights.clone().all(Ramp::is_constant);
        let at_moment = |weight: &Ramp| {
            if self.is_wide { weight.parts_at(moment) } else { weight.whole_at(moment).unsigned_abs() }
        };
        self.weights.clear();
        self.weights.extend(weights.map(at_moment));
        self.total = self.weights.iter().copied().map(u64::from).sum();
    }

    /// Whether nothing can be chosen.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The position of one of them, just as [`choose`] finds it.
    #[inline]
    pub(crate) fn choose(&self, draw: &mut impl Draw) -> Option<usize> {
        if self.total == 0 {
            return None;
        }
        let drawn = if self.is_wide { draw.part_of(self.total) } else { draw.below(self.total as u32).into() };
        at(self.weights.iter().copied(), drawn)
    }
}

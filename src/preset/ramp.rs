//! Ramps: numbers that depend on a room's progress or on the difficulty.

use serde::Deserialize;

use crate::interp::lerp;

/// The input of a ramp: a room's progress and the level's difficulty, each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RampInput {
    /// The room's progress along the main path: 0 at the start room, 1 at the end room.
    pub progress: f32,
    /// The requested difficulty.
    pub difficulty: f32,
}

impl RampInput {
    /// The input for a value of the whole level, decided before its rooms have a progress.
    pub(crate) const fn of_level(difficulty: f32) -> Self {
        Self { progress: 0.0, difficulty }
    }
}

/// The input that a ramp depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum RampAxis {
    /// The room's progress.
    Progress = 0,
    /// The requested difficulty.
    Difficulty = 1,
}

/// How the value of a ramp changes between its ends; `t` is the input, from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum RampEasing {
    /// Evenly: `t`.
    #[default]
    Linear = 0,
    /// Slow at the start: `t²`.
    In = 1,
    /// Slow at the end: `1 - (1 - t)²`.
    Out = 2,
    /// Slow at both ends: `3t² - 2t³`.
    Smooth = 3,
}

/// A constant number, or one that depends on progress or difficulty.
///
/// Guarantees: on the way down to any constant, each [`RampAxis`] occurs at most once, so a ramp
/// nests at most two deep. Its values stay between the least and the greatest of its constants.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Ramp {
    /// The same number everywhere.
    Constant(f32),
    /// A number that changes along an axis.
    Over(Box<RampSlope>),
}

/// The ends, axis and easing of a [`Ramp::Over`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RampSlope {
    /// The value where the axis is 0.
    pub from: Ramp,
    /// The value where the axis is 1.
    pub to: Ramp,
    /// The input that the value depends on.
    pub axis: RampAxis,
    /// How the value changes between the ends.
    pub ease: RampEasing,
}

/// A number, or a ramp between two numbers, as a preset file states it: `0.4`, or
/// `(from: 0.2, to: 0.6)`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum RawRamp {
    #[serde(rename = "number")]
    Plain(f64),
    #[serde(rename = "fields")]
    Over(Box<RawSlope>),
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSlope {
    pub(crate) from: RawRamp,
    pub(crate) to: RawRamp,
    #[serde(default)]
    pub(crate) over: Option<RampAxis>,
    #[serde(default)]
    pub(crate) ease: RampEasing,
}

impl Default for RawRamp {
    fn default() -> Self {
        Self::Plain(0.0)
    }
}

impl RawRamp {
    /// Whether the value is this plain number, not a ramp.
    #[expect(clippy::float_cmp, reason = "a default is told from all else, however near")]
    pub(crate) fn is(&self, number: f64) -> bool {
        matches!(self, Self::Plain(value) if *value == number)
    }
}

impl From<f64> for RawRamp {
    fn from(value: f64) -> Self {
        Self::Plain(value)
    }
}

impl RampEasing {
    /// The eased fraction of the way from the start to the end value at the input `t`; both 0 to 1.
    ///
    /// The same on every platform: it uses basic arithmetic only.
    #[must_use]
    pub fn at(self, t: f32) -> f32 {
        match self {
            Self::Linear => t,
            Self::In => t * t,
            Self::Out => 1.0 - (1.0 - t) * (1.0 - t),
            Self::Smooth => (t * t * (3.0 - 2.0 * t)).min(1.0),
        }
    }
}

impl Ramp {
    /// The value for the progress and difficulty in `moment`.
    #[must_use]
    #[inline]
    pub fn at(&self, moment: RampInput) -> f32 {
        match self {
            Self::Constant(value) => *value,
            Self::Over(slope) => slope.at(moment),
        }
    }

    /// The value for `moment`, rounded to the nearest whole number; halves go up.
    ///
    /// Correct only for ramps without negative values.
    #[must_use]
    #[inline]
    pub fn whole_at(&self, moment: RampInput) -> i32 {
        (self.at(moment) + 0.5) as i32
    }

    /// The value for `moment` in multiples of 1/256, rounded. Weights use it to change smoothly.
    ///
    /// For values from 0 to a million.
    #[inline]
    pub(crate) fn fixed_at(&self, moment: RampInput) -> u32 {
        (self.at(moment) * 256.0 + 0.5) as u32
    }

    /// The value for `moment` as a weight: a whole number, or in multiples of 1/256 if a weight
    /// beside it is a ramp.
    #[inline]
    pub(crate) fn weight_at(&self, moment: RampInput, is_fixed_point: bool) -> u32 {
        if is_fixed_point { self.fixed_at(moment) } else { self.whole_at(moment).unsigned_abs() }
    }

    /// Whether the ramp is this constant.
    #[must_use]
    #[expect(clippy::float_cmp, reason = "a default is told from all else, however near")]
    pub fn is(&self, number: f32) -> bool {
        matches!(self, Self::Constant(value) if *value == number)
    }

    /// Whether the ramp is a constant.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        matches!(self, Self::Constant(_))
    }

    /// Whether the value depends on `axis`.
    pub(crate) fn follows(&self, axis: RampAxis) -> bool {
        match self {
            Self::Constant(_) => false,
            Self::Over(slope) => slope.axis == axis || slope.from.follows(axis) || slope.to.follows(axis),
        }
    }

    /// The largest value for any input.
    #[must_use]
    pub fn max(&self) -> f32 {
        self.fold(f32::max)
    }

    /// The smallest value for any input.
    #[must_use]
    pub fn min(&self) -> f32 {
        self.fold(f32::min)
    }

    /// All constants of the ramp, combined by `combine`.
    fn fold(&self, combine: fn(f32, f32) -> f32) -> f32 {
        match self {
            Self::Constant(value) => *value,
            Self::Over(slope) => combine(slope.from.fold(combine), slope.to.fold(combine)),
        }
    }
}

impl Default for Ramp {
    fn default() -> Self {
        Self::Constant(0.0)
    }
}

impl From<f32> for Ramp {
    fn from(value: f32) -> Self {
        Self::Constant(value)
    }
}

impl RampSlope {
    fn at(&self, moment: RampInput) -> f32 {
        let along = match self.axis {
            RampAxis::Progress => moment.progress,
            RampAxis::Difficulty => moment.difficulty,
        };
        lerp(self.from.at(moment), self.to.at(moment), self.ease.at(along))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(progress: f32, difficulty: f32) -> RampInput {
        RampInput { progress, difficulty }
    }

    fn ramp(from: impl Into<Ramp>, to: impl Into<Ramp>, axis: RampAxis, ease: RampEasing) -> Ramp {
        Ramp::Over(Box::new(RampSlope { from: from.into(), to: to.into(), axis, ease }))
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "ends are exact, and the values between are binary fractions")]
    fn a_ramp_goes_from_end_to_end_as_its_ease_says() {
        for (ease, quarter) in
            [(RampEasing::Linear, 3.0), (RampEasing::In, 2.25), (RampEasing::Out, 3.75), (RampEasing::Smooth, 2.625)]
        {
            let ramp = ramp(2.0, 6.0, RampAxis::Progress, ease);
            assert_eq!([0.0, 0.25, 1.0].map(|t| ramp.at(moment(t, 0.7))), [2.0, quarter, 6.0], "{ease:?}");
        }
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "all values are binary fractions")]
    fn the_ends_of_a_ramp_may_follow_the_other_axis() {
        let ramp =
            ramp(1.0, ramp(2.0, 4.0, RampAxis::Progress, RampEasing::Linear), RampAxis::Difficulty, RampEasing::Linear);
        assert_eq!(ramp.at(moment(1.0, 0.0)), 1.0);
        assert_eq!(ramp.at(moment(0.5, 1.0)), 3.0);
        assert_eq!(ramp.at(moment(0.5, 0.5)), 2.0);
        assert_eq!((ramp.min(), ramp.max()), (1.0, 4.0));
        assert_eq!((Ramp::from(0.5).min(), Ramp::from(0.5).max()), (0.5, 0.5));
        assert!(!ramp.is_constant() && !ramp.is(1.0) && Ramp::from(1.0).is(1.0));
    }

    #[test]
    fn a_ramp_never_leaves_the_range_of_its_ends() {
        for ease in [RampEasing::Linear, RampEasing::In, RampEasing::Out, RampEasing::Smooth] {
            let (up, down) = (ramp(0.1, 0.7, RampAxis::Progress, ease), ramp(0.7, 0.1, RampAxis::Progress, ease));
            for step in 0..=100_000_u32 {
                let at = moment(step as f32 / 100_000.0, 0.0);
                assert!((0.1..=0.7).contains(&up.at(at)) && (0.1..=0.7).contains(&down.at(at)), "{ease:?} at {at:?}");
            }
        }
    }

    #[test]
    fn whole_numbers_are_rounded_to_the_nearest() {
        let ramp = ramp(1.0, 3.0, RampAxis::Difficulty, RampEasing::Linear);
        let values = [0.0, 0.24, 0.25, 0.5, 0.74, 0.75, 1.0].map(|difficulty| ramp.whole_at(moment(0.0, difficulty)));
        assert_eq!(values, [1, 1, 2, 2, 2, 3, 3]);
    }
}

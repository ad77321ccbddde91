//! Checks ramps: their ends are in range, and each axis is followed at most once.

use std::ops::RangeInclusive;

use super::checker::Checker;
use crate::{
    geom::Size,
    preset::{
        Axis, Ease, Ramp, RampInput, Slope,
        locate::ValueStep::{self, Field, Index},
        raw::{RawAxis, RawEase, RawRamp},
    },
};

/// The axes that a ramp may follow.
#[derive(Clone, Copy)]
pub(super) struct Axes {
    /// The first is the default.
    axes: &'static [Axis],
    /// Why it cannot follow the other axes; empty if an enclosing ramp follows them.
    why: &'static str,
}

/// The axes for rules of a single room.
pub(super) const ROOM: Axes = Axes { axes: &[Axis::Progress, Axis::Difficulty], why: "" };

/// The axes for rules of the level as a whole.
pub(super) const LEVEL: Axes =
    Axes { axes: &[Axis::Difficulty], why: ": this value holds for the whole level, and only rooms have a progress" };

/// The largest weight. The sum of any list of whole weights in a preset fits 32 bits.
const MAX_WEIGHT: f32 = 1_000_000.0;
/// The largest count of rooms: one for each cell of the largest level.
pub(super) const MAX_COUNT: f32 = Size::MAX_CELLS as f32;

impl Axes {
    /// The axes that are left for the ends of a ramp over `axis`.
    fn without(self, axis: Axis) -> Self {
        let axes: &[Axis] = match (axis, self.axes) {
            (Axis::Progress, [_, _]) => &[Axis::Difficulty],
            (Axis::Difficulty, [_, _]) => &[Axis::Progress],
            _ => &[],
        };
        Self { axes, why: "" }
    }
}

impl Checker<'_> {
    /// A number in `allowed`, or a ramp between such numbers; `None` if it was refused.
    pub(super) fn ramp(
        &mut self,
        step: ValueStep,
        raw: &RawRamp,
        allowed: RangeInclusive<f32>,
        axes: Axes,
    ) -> Option<Ramp> {
        match raw {
            RawRamp::Plain(value) => self.number(step, *value as f32, allowed).map(Ramp::Constant),
            RawRamp::Over(slope) => self.inside(step, |check| {
                let axis = check.axis(slope.over, axes);
                // After a refused axis, the ends may follow any: otherwise their axes would be
                // refused too.
                let rest = axis.map_or(ROOM, |axis| axes.without(axis));
                let from = check.ramp(Field("from"), &slope.from, allowed.clone(), rest);
                let to = check.ramp(Field("to"), &slope.to, allowed, rest);
                let (from, to, axis) = (from?, to?, axis?);
                let ease = match slope.ease {
                    RawEase::Linear => Ease::Linear,
                    RawEase::In => Ease::In,
                    RawEase::Out => Ease::Out,
                    RawEase::Smooth => Ease::Smooth,
                };
                Some(if from == to { from } else { Ramp::Over(Box::new(Slope { from, to, axis, ease })) })
            }),
        }
    }

    /// A whole number in `allowed`, or a ramp with ends in that range; `None` if it was refused.
    ///
    /// The values of the ramp are rounded; its ends may have fractions.
    pub(super) fn whole_ramp(
        &mut self,
        step: ValueStep,
        raw: &RawRamp,
        allowed: RangeInclusive<f32>,
        axes: Axes,
    ) -> Option<Ramp> {
        if let RawRamp::Plain(value) = raw
            && value.is_finite()
            && value.fract() != 0.0
        {
            self.inside(step, |check| {
                check.refuse(
                    format!("expected a whole number, found `{value}`"),
                    "only the ends of a ramp may have decimals".to_owned(),
                );
            });
            return None;
        }
        self.ramp(step, raw, allowed, axes)
    }

    /// A chance from 0 to 1, or a ramp of chances; 0 if it was refused.
    pub(super) fn chance(&mut self, step: ValueStep, raw: &RawRamp, axes: Axes) -> Ramp {
        self.ramp(step, raw, 0.0..=1.0, axes).unwrap_or_default()
    }

    /// A weight: a whole number of at least 1, or a ramp, which may reach 0.
    pub(super) fn weight(&mut self, step: ValueStep, raw: &RawRamp) -> Ramp {
        let least = if matches!(raw, RawRamp::Plain(_)) { 1.0 } else { 0.0 };
        self.whole_ramp(step, raw, least..=MAX_WEIGHT, ROOM).unwrap_or(Ramp::Constant(1.0))
    }

    /// A weight that may be 0 as a plain number too.
    pub(super) fn weight_or_none(&mut self, step: ValueStep, raw: &RawRamp) -> Ramp {
        self.whole_ramp(step, raw, 0.0..=MAX_WEIGHT, ROOM).unwrap_or(Ramp::Constant(1.0))
    }

    /// A count of rooms, from 0.
    pub(super) fn count(&mut self, step: ValueStep, raw: &RawRamp, axes: Axes) -> Ramp {
        self.whole_ramp(step, raw, 0.0..=MAX_COUNT, axes).unwrap_or_default()
    }

    /// A limit on rooms in a level: a whole number of at least 1, or a ramp over the difficulty.
    ///
    /// The ramp may reach 0. `None` if there is no limit, or if it was refused.
    pub(super) fn limit(&mut self, step: ValueStep, raw: Option<&RawRamp>) -> Option<Ramp> {
        let raw = raw?;
        let least = if matches!(raw, RawRamp::Plain(_)) { 1.0 } else { 0.0 };
        self.whole_ramp(step, raw, least..=MAX_COUNT, LEVEL)
    }

    /// Two numbers or level ramps, least and most; `None` if refused.
    ///
    /// They must be in order at both ends of the difficulty.
    pub(super) fn ramps(
        &mut self,
        step: ValueStep,
        (least, most): (&RawRamp, &RawRamp),
        allowed: RangeInclusive<f32>,
        is_whole: bool,
    ) -> Option<(Ramp, Ramp)> {
        self.inside(step, |check| {
            let mut end = |number, raw| {
                if is_whole {
                    check.whole_ramp(Index(number), raw, allowed.clone(), LEVEL)
                } else {
                    check.ramp(Index(number), raw, allowed.clone(), LEVEL)
                }
            };
            let (least, most) = (end(0, least), end(1, most));
            let (least, most) = (least?, most?);
            for difficulty in [0.0, 1.0] {
                let input = RampInput::of_level(difficulty);
                check.in_order((least.at(input), most.at(input)))?;
            }
            Some((least, most))
        })
    }

    /// The axis that a ramp follows: the given one, else the first of `axes`.
    fn axis(&mut self, named: Option<RawAxis>, Axes { axes, why }: Axes) -> Option<Axis> {
        let named = named.map(|axis| match axis {
            RawAxis::Progress => Axis::Progress,
            RawAxis::Difficulty => Axis::Difficulty,
        });
        let axis = named.or(axes.first().copied());
        if axis.is_some_and(|axis| axes.contains(&axis)) {
            return axis;
        }
        let message = match named {
            Some(axis) => format!("a ramp over {axis:?} is not allowed here"),
            None => "a ramp is not allowed here".to_owned(),
        };
        let help = match axes {
            [] => "the ramps around it already use all allowed axes".to_owned(),
            [only, ..] => format!("only a ramp over {only:?} is allowed here{why}"),
        };
        self.inside(Field("over"), |check| check.refuse(message, help));
        None
    }
}

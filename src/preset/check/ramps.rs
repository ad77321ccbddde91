//! Ramps: their ends in range, each axis followed once at most.

use std::ops::RangeInclusive;

use super::checker::Checker;
use crate::preset::{
    Axis, Ease, Moment, Ramp, Slope,
    locate::Step::{self, Field, Index},
    raw::{RawAxis, RawEase, RawRamp},
};

/// What the ramps of a room's own rules can follow; the first is the default.
pub(super) const ROOM: [Axis; 2] = [Axis::Progress, Axis::Difficulty];

/// What ramps can follow that are about the level as a whole.
pub(super) const LEVEL: [Axis; 1] = [Axis::Difficulty];

impl Checker<'_> {
    /// A number in `allowed`, or a ramp between such numbers over any of `axes`; `None` if it was refused.
    pub(super) fn ramp(
        &mut self,
        step: Step,
        raw: &RawRamp,
        allowed: RangeInclusive<f32>,
        axes: &[Axis],
    ) -> Option<Ramp> {
        match raw {
            RawRamp::Plain(value) => self.number(step, *value as f32, allowed).map(Ramp::Constant),
            RawRamp::Over(slope) => self.inside(step, |check| {
                let axis = check.axis(slope.over, axes);
                let rest: Vec<_> = axes.iter().copied().filter(|other| Some(*other) != axis).collect();
                // Where the axis was refused, so would be all that its ends follow.
                let rest = if axis.is_some() { &rest[..] } else { &ROOM };
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

    /// A whole number in `allowed`, or a ramp between numbers in that range, whose values are rounded.
    pub(super) fn whole_ramp(
        &mut self,
        step: Step,
        raw: &RawRamp,
        allowed: RangeInclusive<f32>,
        axes: &[Axis],
    ) -> Option<Ramp> {
        if let RawRamp::Plain(value) = raw
            && value.is_finite()
            && value.fract() != 0.0
        {
            self.inside(step, |check| {
                check.refuse(
                    format!("a whole number is expected here, `{value}` is none"),
                    "it has no fraction; the ends of a ramp may have one".to_owned(),
                );
            });
            return None;
        }
        self.ramp(step, raw, allowed, axes)
    }

    /// Two such, least and most, in order at both ends of what the level as a whole can follow; `None` if one was refused.
    pub(super) fn ramps(
        &mut self,
        step: Step,
        (least, most): (&RawRamp, &RawRamp),
        allowed: RangeInclusive<f32>,
        is_whole: bool,
    ) -> Option<(Ramp, Ramp)> {
        self.inside(step, |check| {
            let mut end = |number, raw| {
                if is_whole {
                    check.whole_ramp(Index(number), raw, allowed.clone(), &LEVEL)
                } else {
                    check.ramp(Index(number), raw, allowed.clone(), &LEVEL)
                }
            };
            let (least, most) = (end(0, least), end(1, most));
            let (least, most) = (least?, most?);
            for difficulty in [0.0, 1.0] {
                let moment = Moment { progress: 0.0, difficulty };
                check.in_order((least.at(moment), most.at(moment)))?;
            }
            Some((least, most))
        })
    }

    /// What a ramp follows: what is named, else the first of `axes`.
    fn axis(&mut self, named: Option<RawAxis>, axes: &[Axis]) -> Option<Axis> {
        let named = named.map(|axis| match axis {
            RawAxis::Progress => Axis::Progress,
            RawAxis::Difficulty => Axis::Difficulty,
        });
        let axis = named.or(axes.first().copied());
        if axis.is_some_and(|axis| axes.contains(&axis)) {
            return axis;
        }
        let message = match named {
            Some(axis) => format!("a ramp over {axis:?} cannot stand here"),
            None => "a ramp cannot stand here".to_owned(),
        };
        let help = match axes {
            [] => "the ramps around it follow all that there is to follow".to_owned(),
            [only, ..] => format!("here a ramp can only be over {only:?}"),
        };
        self.inside(Field("over"), |check| check.refuse(message, help));
        None
    }
}

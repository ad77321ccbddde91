//! Checks ramps: their ends are in range, and each axis is followed at most once.

use std::ops::RangeInclusive;

use super::checker::Checker;
use crate::{
    error::ProblemCode,
    geom::Size,
    preset::{
        Ramp, RampAxis, RampInput, RampSlope, RawRamp,
        syntax::ValueStep::{self, Field, Index},
    },
};

/// The axes, progress or difficulty, that a ramp may follow at some place of a preset.
#[derive(Clone, Copy)]
pub(super) struct AllowedRampAxes {
    /// The allowed axes. The first is the default of a ramp that names no axis.
    axes: &'static [RampAxis],
    /// The end of the help that says why only these axes are allowed; may be empty.
    why: &'static str,
}

/// The axes for values that may differ from room to room.
pub(super) const ROOM: AllowedRampAxes = AllowedRampAxes { axes: &[RampAxis::Progress, RampAxis::Difficulty], why: "" };

/// The axes for values that hold for the whole level.
pub(super) const LEVEL: AllowedRampAxes = AllowedRampAxes {
    axes: &[RampAxis::Difficulty],
    why: ": this value holds for the whole level, and only rooms have a progress",
};

/// The number of a `count` that every level asks for, in messages.
pub(super) const OF_COUNT: &str = "the minimum of `count`";
/// The largest weight. The sum of the constant weights of any list in a preset fits 32 bits.
const MAX_WEIGHT: f32 = 1_000_000.0;
/// The largest count of rooms: one for each cell of the largest level.
pub(super) const MAX_COUNT: f32 = Size::MAX_CELLS as f32;

impl AllowedRampAxes {
    /// The axes that the ends of a ramp may follow if the ramp follows `axis`.
    fn without(self, axis: RampAxis) -> Self {
        let axes: &[RampAxis] = match (axis, self.axes) {
            (RampAxis::Progress, [_, _]) => &[RampAxis::Difficulty],
            (RampAxis::Difficulty, [_, _]) => &[RampAxis::Progress],
            (RampAxis::Progress | RampAxis::Difficulty, _) => &[],
        };
        Self { axes, why: "" }
    }
}

impl Checker<'_> {
    /// Checks a number in `allowed`, or a ramp between such numbers; `None` if it was refused.
    pub(super) fn ramp(
        &mut self,
        step: ValueStep,
        raw: &RawRamp,
        allowed: RangeInclusive<f32>,
        axes: AllowedRampAxes,
    ) -> Option<Ramp> {
        match raw {
            RawRamp::Plain(value) => self.number(step, *value as f32, allowed).map(Ramp::Constant),
            RawRamp::Over(slope) => self.inside(step, |check| {
                let axis = check.axis(slope.over, axes);
                // A refused axis, such as progress, is reported already: the ramps at the ends of
                // this one may then follow any axis, so that it is not reported again.
                let rest = axis.map_or(ROOM, |axis| axes.without(axis));
                let from = check.ramp(Field("from"), &slope.from, allowed.clone(), rest);
                let to = check.ramp(Field("to"), &slope.to, allowed, rest);
                let (from, to, axis) = (from?, to?, axis?);
                let ease = slope.ease;
                Some(if from == to { from } else { Ramp::Over(Box::new(RampSlope { from, to, axis, ease })) })
            }),
        }
    }

    /// Checks a whole number in `allowed`, or a ramp with ends in `allowed`; `None` if refused.
    ///
    /// Users of the ramp round its values, so the ends of a ramp need not be whole numbers.
    pub(super) fn whole_ramp(
        &mut self,
        step: ValueStep,
        raw: &RawRamp,
        allowed: RangeInclusive<f32>,
        axes: AllowedRampAxes,
    ) -> Option<Ramp> {
        if let RawRamp::Plain(value) = raw
            && value.is_finite()
            && value.fract() != 0.0
        {
            let message = format!("expected a whole number, found `{value}`");
            let help = "only the ends of a ramp may have decimals".to_owned();
            self.refuse_at([step], ProblemCode::BadValue, message, help);
            return None;
        }
        self.ramp(step, raw, allowed, axes)
    }

    /// Checks a chance from 0 to 1, or a ramp of chances; 0 if it was refused.
    pub(super) fn chance(&mut self, step: ValueStep, raw: &RawRamp, axes: AllowedRampAxes) -> Ramp {
        self.ramp(step, raw, 0.0..=1.0, axes).unwrap_or_default()
    }

    /// Checks a weight: a whole number of at least 1, or a ramp, whose values may reach 0.
    pub(super) fn weight(&mut self, step: ValueStep, raw: &RawRamp) -> Ramp {
        let least = if matches!(raw, RawRamp::Plain(_)) { 1.0 } else { 0.0 };
        self.whole_ramp(step, raw, least..=MAX_WEIGHT, ROOM).unwrap_or(Ramp::Constant(1.0))
    }

    /// Checks a weight that may also be the plain number 0.
    pub(super) fn weight_or_none(&mut self, step: ValueStep, raw: &RawRamp) -> Ramp {
        self.whole_ramp(step, raw, 0.0..=MAX_WEIGHT, ROOM).unwrap_or(Ramp::Constant(1.0))
    }

    /// Checks a number of rooms, 0 or more.
    pub(super) fn count(&mut self, step: ValueStep, raw: &RawRamp, axes: AllowedRampAxes) -> Ramp {
        self.whole_ramp(step, raw, 0.0..=MAX_COUNT, axes).unwrap_or_default()
    }

    /// Checks a limit on a number of rooms in a level: a whole number of at least 1, or a ramp over
    /// the difficulty.
    ///
    /// The ramp may reach 0. `None` if there is no limit, or if it was refused.
    pub(super) fn limit(&mut self, step: ValueStep, raw: Option<&RawRamp>) -> Option<Ramp> {
        let raw = raw?;
        let least = if matches!(raw, RawRamp::Plain(_)) { 1.0 } else { 0.0 };
        self.whole_ramp(step, raw, least..=MAX_COUNT, LEVEL)
    }

    /// Checks two numbers or ramps over the difficulty, least and most; `None` if refused.
    ///
    /// The least must not exceed the most at difficulty 0 and at difficulty 1.
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

    /// Checks `least`, the number of a rule's cycles, rooms or locks that a level must have.
    ///
    /// It must not exceed `asked`, the number that each level asks for at least, at difficulty 0
    /// and at difficulty 1. `name` is the field of that number.
    pub(super) fn least(&mut self, raw: &RawRamp, asked: &Ramp, name: &str) -> Ramp {
        let least = self.whole_ramp(Field("least"), raw, 0.0..=MAX_COUNT, LEVEL).unwrap_or_default();
        for input in [0.0, 1.0].map(RampInput::of_level) {
            let (must, may) = (least.whole_at(input), asked.whole_at(input));
            if must > may {
                let message = format!("a level must have {must}, but may ask for {may} only");
                let help = format!("`least` is at most {name}, at every difficulty");
                self.refuse_at([Field("least")], ProblemCode::Unsatisfiable, message, help);
                return Ramp::default();
            }
        }
        least
    }

    /// The axis that a ramp follows: the one that it names, else the first of `axes`.
    ///
    /// Refuses an axis that is not in `axes`.
    fn axis(&mut self, named: Option<RampAxis>, AllowedRampAxes { axes, why }: AllowedRampAxes) -> Option<RampAxis> {
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
        self.refuse_at([Field("over")], ProblemCode::Conflict, message, help);
        None
    }
}

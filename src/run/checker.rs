//! The state of a run's check, and the checks of single values.

use std::{collections::BTreeSet, ops::RangeInclusive};

use super::raw::RawFloorRange;
use crate::{
    error::{PresetError, Problem, ProblemCode},
    geom::Size,
    model::Name,
    preset::{
        PieceSource,
        ValueStep::{self, Index},
    },
};

/// The most problems reported.
const MAX_PROBLEMS: usize = 50;

/// A path with one more step.
pub(super) fn with(path: &[ValueStep], step: ValueStep) -> Vec<ValueStep> {
    [path, &[step]].concat()
}

/// The state of a check: the text, and the problems so far.
pub(super) struct RunChecker<'text> {
    pub(super) source: &'text PieceSource,
    pub(super) problems: Vec<Problem>,
}

impl RunChecker<'_> {
    pub(super) fn refuse(
        &mut self,
        path: &[ValueStep],
        code: ProblemCode,
        message: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        self.problems.push(self.source.problem(path, code, message, help.into()));
    }

    pub(super) fn add(&mut self, error: &PresetError) {
        self.problems.extend(error.problems().iter().cloned());
    }

    /// All problems, each once.
    pub(super) fn error(self) -> PresetError {
        let mut seen = BTreeSet::new();
        let place = |problem: &Problem| (problem.base.clone(), problem.span.start, problem.message.clone());
        let mut problems = self.problems;
        problems.retain(|problem| seen.insert(place(problem)));
        problems.truncate(MAX_PROBLEMS);
        PresetError::all(problems).map(|problem| problem)
    }

    /// A name that is new among `known`; refuses others.
    pub(super) fn name(&mut self, path: &[ValueStep], name: &str, known: &mut BTreeSet<String>, what: &str) -> Name {
        if let Some(fault) = Name::fault(name) {
            self.refuse(path, ProblemCode::BadValue, fault, format!("a name is {}", Name::ALLOWED));
        } else if !known.insert(name.to_owned()) {
            let message = format!("two {what} have the name {name:?}");
            self.refuse(path, ProblemCode::Repeated, message, "give one of them another `name`".to_owned());
        }
        name.into()
    }

    pub(super) fn whole(&mut self, path: &[ValueStep], value: i64, allowed: RangeInclusive<i64>) -> u32 {
        if !allowed.contains(&value) {
            let help = format!("allowed: {} to {}", allowed.start(), allowed.end());
            self.refuse(path, ProblemCode::OutOfRange, format!("{value} is out of range"), help);
        }
        value.clamp(*allowed.start(), *allowed.end()) as u32
    }

    pub(super) fn fraction(&mut self, path: &[ValueStep], value: f32) -> f32 {
        if !(0.0..=1.0).contains(&value) {
            let message = format!("{value} is out of range");
            self.refuse(path, ProblemCode::OutOfRange, message, "allowed: 0 to 1".to_owned());
            return 0.0;
        }
        // Turns -0.0 into 0.0.
        value + 0.0
    }

    /// A range of floors, in order.
    pub(super) fn range(&mut self, path: &[ValueStep], range: RawFloorRange, first: i64, last: u32) -> (u32, u32) {
        let allowed = first..=i64::from(last);
        match range {
            RawFloorRange::Exactly(number) => {
                let number = self.whole(path, number, allowed);
                (number, number)
            }
            RawFloorRange::Between(least, most) => {
                let [least, most] = [(0, least), (1, most)]
                    .map(|(at, value)| self.whole(&with(path, Index(at)), value, allowed.clone()));
                if least > most {
                    let message = format!("the range ({least}, {most}) is in reverse");
                    self.refuse(path, ProblemCode::BadValue, message, format!("write ({most}, {least})"));
                }
                (least.min(most), most)
            }
        }
    }

    pub(super) fn size(&mut self, path: &[ValueStep], size: Option<(i64, i64)>) -> Option<Size> {
        let (width, height) = size?;
        Size::new(width, height).map_err(|error| self.refuse(path, ProblemCode::BadValue, error.to_string(), None)).ok()
    }
}

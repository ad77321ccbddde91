//! The state of a preset's check: the path to the value being checked, and the problems so far.
//!
//! Guarantee: each problem points at the value that was refused.

use std::{collections::BTreeMap, fmt::Display, ops::RangeInclusive};

use crate::{
    error::{Problem, ProblemCode},
    geom::Extent,
    model::Name,
    preset::syntax::{
        MAX_PROBLEMS, SourceSpan, SourceTree,
        ValueStep::{self, Field, Index},
        character,
    },
};

/// The state of a preset's check: its text, the path to the value being checked, and the problems
/// so far.
pub(super) struct Checker<'text> {
    source: &'text SourceTree<'text>,
    path: Vec<ValueStep>,
    /// The first [`MAX_PROBLEMS`] problems.
    pub(super) problems: Vec<Problem>,
    /// The number of all refused values, also beyond [`MAX_PROBLEMS`].
    refused: usize,
}

impl<'text> Checker<'text> {
    pub(super) fn new(source: &'text SourceTree<'text>) -> Self {
        Self { source, path: Vec::new(), problems: Vec::new(), refused: 0 }
    }

    /// The number of refused values so far, including those that are not reported.
    ///
    /// If the number grows while a value is checked, the result of that check must not be used.
    pub(super) fn refused(&self) -> usize {
        self.refused
    }

    /// The name of the base in whose text the current value was written; `None` for the preset's
    /// own text.
    pub(super) fn base(&self) -> Option<&'text str> {
        self.source.base_of(&self.path)
    }

    /// Whether parts of the preset come from a base.
    pub(super) fn has_base(&self) -> bool {
        self.source.has_base()
    }

    /// Goes on with the value that `step` leads to, until [`leave`](Self::leave).
    pub(super) fn enter(&mut self, step: ValueStep) {
        self.path.push(step);
    }

    /// Goes back to the value around the one that was entered last.
    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    /// Runs `check` on the value that `step` leads to; without a step, on the current value.
    pub(super) fn inside<R>(&mut self, step: impl Into<Option<ValueStep>>, check: impl FnOnce(&mut Self) -> R) -> R {
        let depth = self.path.len();
        self.path.extend(step.into());
        let result = check(self);
        self.path.truncate(depth);
        result
    }

    /// Refuses the value at the current path.
    pub(super) fn refuse(&mut self, code: ProblemCode, message: impl Into<String>, help: impl Into<Option<String>>) {
        self.refused += 1;
        if self.problems.len() < MAX_PROBLEMS {
            let span = self.source.locate(&self.path);
            self.problems.push(self.source.problem(code, span, message.into(), help.into()));
        }
    }

    /// Refuses the value that `steps` lead to from the current one.
    pub(super) fn refuse_at(
        &mut self,
        steps: impl IntoIterator<Item = ValueStep>,
        code: ProblemCode,
        message: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        let depth = self.path.len();
        self.path.extend(steps);
        self.refuse(code, message, help);
        self.path.truncate(depth);
    }

    /// Whether there are more than `most` things of a sort. Refuses the current value if so.
    pub(super) fn has_too_many(&mut self, given: usize, most: usize, things: &str) -> bool {
        let is_too_many = given > most;
        if is_too_many {
            let message = format!("{given} {things} are too many");
            self.refuse(ProblemCode::TooMany, message, format!("at most {most} are allowed"));
        }
        is_too_many
    }

    /// Checks each of `items`, those of the current value. `check` gets the index of the item, too.
    pub(super) fn each<'raw, T, R>(
        &mut self,
        items: &'raw [T],
        mut check: impl FnMut(&mut Self, usize, &'raw T) -> R,
    ) -> Vec<R> {
        let numbered = items.iter().enumerate();
        numbered.map(|(number, item)| self.inside(Index(number), |inner| check(inner, number, item))).collect()
    }

    /// Refuses the character at index `number` of the string at the current path.
    pub(super) fn refuse_character(&mut self, code: ProblemCode, number: usize, message: String, help: String) {
        self.refused += 1;
        if self.problems.len() < MAX_PROBLEMS {
            let span = self.source.locate(&self.path);
            let span = SourceSpan { span: character(self.source.written(&span), number, span.span.start), ..span };
            self.problems.push(self.source.problem(code, span, message, Some(help)));
        }
    }

    /// Checks that a whole number is in `allowed`. Refuses it at `step` and returns `None` if not.
    ///
    /// `None` tells checks that depend on the number to refuse nothing more because of it.
    pub(super) fn whole(&mut self, step: ValueStep, value: i64, allowed: RangeInclusive<i64>) -> Option<i32> {
        if allowed.contains(&value) {
            return i32::try_from(value).ok();
        }
        self.refuse_out_of_range(step, value, allowed);
        None
    }

    fn refuse_out_of_range<T: Display>(&mut self, step: ValueStep, given: impl Display, allowed: RangeInclusive<T>) {
        let help = format!("allowed: {} to {}", allowed.start(), allowed.end());
        self.refuse_at([step], ProblemCode::OutOfRange, format!("{given} is out of range"), help);
    }

    /// Checks that a number is in `allowed`. Refuses it at `step` and returns `None` if not.
    pub(super) fn number(&mut self, step: ValueStep, value: f32, allowed: RangeInclusive<f32>) -> Option<f32> {
        if allowed.contains(&value) {
            // Turns -0.0 into 0.0, so that both give the same preset and digest.
            return Some(value + 0.0);
        }
        // The message repeats a whole number as it is written: the nearest `f32` may differ.
        let path: Vec<_> = self.path.iter().chain([&step]).cloned().collect();
        let written = self.source.written(&self.source.locate(&path));
        let whole = written.parse::<i64>().ok().filter(|&whole| (whole as f32).to_bits() == value.to_bits());
        let given = whole.map_or_else(|| value.to_string(), |whole| whole.to_string());
        self.refuse_out_of_range(step, given, allowed);
        None
    }

    /// Checks that two whole numbers are each in `allowed`; `None` if either was refused.
    pub(super) fn pair(
        &mut self,
        step: ValueStep,
        (first, second): (i64, i64),
        allowed: RangeInclusive<i64>,
    ) -> Option<(i32, i32)> {
        self.inside(step, |check| {
            let first = check.whole(Index(0), first, allowed.clone());
            let second = check.whole(Index(1), second, allowed);
            first.zip(second)
        })
    }

    /// Checks a width and a height in cells, each in `allowed`; `None` if either was refused.
    pub(super) fn extent(
        &mut self,
        step: ValueStep,
        sides: (i64, i64),
        allowed: RangeInclusive<i64>,
    ) -> Option<Extent> {
        self.pair(step, sides, allowed).map(Extent::from)
    }

    /// Checks a range of whole numbers, least and most: in order and each in `allowed`.
    ///
    /// `None` if the range was refused.
    pub(super) fn whole_range(
        &mut self,
        step: ValueStep,
        pair: (i64, i64),
        allowed: RangeInclusive<i64>,
    ) -> Option<(i32, i32)> {
        let pair = self.pair(step.clone(), pair, allowed)?;
        self.inside(step, |check| check.in_order(pair))
    }

    /// Checks a range of numbers, least and most: in order and each in `allowed`.
    ///
    /// `None` if the range was refused.
    pub(super) fn range(
        &mut self,
        step: ValueStep,
        (least, most): (f32, f32),
        allowed: RangeInclusive<f32>,
    ) -> Option<(f32, f32)> {
        self.inside(step, |check| {
            let least = check.number(Index(0), least, allowed.clone());
            let most = check.number(Index(1), most, allowed);
            check.in_order(least.zip(most)?)
        })
    }

    pub(super) fn in_order<T: PartialOrd + Display>(&mut self, (least, most): (T, T)) -> Option<(T, T)> {
        if least > most {
            self.refuse(
                ProblemCode::BadValue,
                format!("{least} to {most} is an empty range"),
                "the first number is the minimum, and must not exceed the second, the maximum".to_owned(),
            );
            return None;
        }
        Some((least, most))
    }

    /// Refuses a name that is empty, too long or not printable.
    pub(super) fn name(&mut self, step: ValueStep, name: &str) {
        if let Some(problem) = Name::fault(name) {
            self.refuse_at([step], ProblemCode::BadValue, problem, format!("a name has {}", Name::ALLOWED));
        }
    }

    /// Whether `name` differs from all of `earlier`. Refuses a repeated name at `step`.
    pub(super) fn is_new<'a>(
        &mut self,
        step: ValueStep,
        name: &str,
        mut earlier: impl Iterator<Item = &'a str>,
    ) -> bool {
        let new = !earlier.any(|other| other == name);
        if !new {
            self.refuse_at([step], ProblemCode::Repeated, format!("the name {name:?} is given twice"), None);
        }
        new
    }

    /// Checks the name of a rule that may have one, as [`name`](Self::name) and
    /// [`is_new`](Self::is_new) do.
    pub(super) fn own_name<'a>(&mut self, name: Option<&str>, earlier: impl Iterator<Item = Option<&'a str>>) {
        if let Some(name) = name {
            self.name(Field("name"), name);
            self.is_new(Field("name"), name, earlier.flatten());
        }
    }
}

/// The most common length of the rows of a drawing, in characters.
///
/// Rows of any other length are refused. Ties go to the length of the first row.
pub(super) fn common_length(rows: &[String]) -> usize {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(row.chars().count()).or_default() += 1;
    }
    let first = rows.first().map_or(0, |row| row.chars().count());
    let commonest = counts.into_iter().max_by_key(|&(length, count)| (count, length == first));
    commonest.map_or(0, |(length, _)| length)
}

use std::{collections::BTreeMap, ops::RangeInclusive};

use crate::{
    error::Problem,
    model::Name,
    preset::locate::{Step, character, locate},
};

/// What checking knows as it goes: the text, where in it the value under scrutiny stands, and what was wrong so far.
pub(super) struct Checker<'text> {
    text: &'text str,
    path: Vec<Step>,
    /// The first of what was wrong.
    pub(super) problems: Vec<Problem>,
    /// How often something was, told or not.
    refused: usize,
}

/// More problems than this are not looked for: each costs a walk through the text to its place, and nobody reads more.
const MAX_PROBLEMS: usize = 50;

impl<'text> Checker<'text> {
    pub(super) fn new(text: &'text str) -> Self {
        Self { text, path: Vec::new(), problems: Vec::new(), refused: 0 }
    }

    /// How often something was refused so far: what was refused in between must not be used, even if it is not told any more.
    pub(super) fn refused(&self) -> usize {
        self.refused
    }

    /// Checks something one step further inside; `None` stays where it is.
    pub(super) fn inside<R>(&mut self, step: impl Into<Option<Step>>, check: impl FnOnce(&mut Self) -> R) -> R {
        let depth = self.path.len();
        self.path.extend(step.into());
        let result = check(self);
        self.path.truncate(depth);
        result
    }

    /// Notes that the value at the present place is wrong.
    pub(super) fn refuse(&mut self, message: impl Into<String>, help: impl Into<Option<String>>) {
        self.refused += 1;
        if self.problems.len() < MAX_PROBLEMS {
            let span = locate(self.text, &self.path);
            self.problems.push(Problem::new(self.text, span, message.into(), help.into()));
        }
    }

    /// Notes that one character of the text at the present place is wrong.
    pub(super) fn refuse_character(&mut self, number: usize, message: String, help: String) {
        self.refused += 1;
        if self.problems.len() < MAX_PROBLEMS {
            let span = character(self.text, locate(self.text, &self.path), number);
            self.problems.push(Problem::new(self.text, span, message, Some(help)));
        }
    }

    /// A whole number in `allowed`; `None` if it was refused, so that nothing that depends on it is refused as well.
    pub(super) fn whole(&mut self, step: Step, value: i64, allowed: RangeInclusive<i64>) -> Option<i32> {
        if allowed.contains(&value) {
            return i32::try_from(value).ok();
        }
        self.inside(step, |check| {
            let (least, most) = (allowed.start(), allowed.end());
            check.refuse(format!("{value} is out of range"), format!("allowed are {least} to {most}"));
        });
        None
    }

    /// A number in `allowed`; `None` if it was refused.
    pub(super) fn number(&mut self, step: Step, value: f32, allowed: RangeInclusive<f32>) -> Option<f32> {
        if allowed.contains(&value) {
            // So that -0.0 is not another preset than 0.0.
            return Some(value + 0.0);
        }
        self.inside(step, |check| {
            let (least, most) = (allowed.start(), allowed.end());
            // A whole number as it is written: the nearest number of 32 bits may be another one.
            let written = &check.text[locate(check.text, &check.path)];
            let whole = written.parse::<i64>().ok().filter(|&whole| (whole as f32).to_bits() == value.to_bits());
            let given = whole.map_or_else(|| value.to_string(), |whole| whole.to_string());
            check.refuse(format!("{given} is out of range"), format!("allowed are {least} to {most}"));
        });
        None
    }

    /// Two whole numbers, each in `allowed`; `None` if one was refused.
    pub(super) fn pair(
        &mut self,
        step: Step,
        (first, second): (i64, i64),
        allowed: RangeInclusive<i64>,
    ) -> Option<(i32, i32)> {
        self.inside(step, |check| {
            let first = check.whole(Step::Index(0), first, allowed.clone());
            let second = check.whole(Step::Index(1), second, allowed);
            first.zip(second)
        })
    }

    /// A pair of whole numbers, least and most, in order and in `allowed`; `None` if it was refused.
    pub(super) fn span(&mut self, step: Step, pair: (i64, i64), allowed: RangeInclusive<i64>) -> Option<(i32, i32)> {
        let pair = self.pair(step.clone(), pair, allowed)?;
        self.inside(step, |check| check.in_order(pair))
    }

    /// A pair of numbers, least and most, in order and in `allowed`; `None` if it was refused.
    pub(super) fn reach(
        &mut self,
        step: Step,
        (least, most): (f32, f32),
        allowed: RangeInclusive<f32>,
    ) -> Option<(f32, f32)> {
        self.inside(step, |check| {
            let least = check.number(Step::Index(0), least, allowed.clone());
            let most = check.number(Step::Index(1), most, allowed);
            check.in_order(least.zip(most)?)
        })
    }

    pub(super) fn in_order<T: PartialOrd + std::fmt::Display>(&mut self, (least, most): (T, T)) -> Option<(T, T)> {
        if least > most {
            self.refuse(
                format!("{least} to {most} is an empty range"),
                "the first number is the least, the second the most".to_owned(),
            );
            return None;
        }
        Some((least, most))
    }

    /// A name: short, not empty, of printable characters.
    pub(super) fn name(&mut self, step: Step, name: &str) {
        if let Some(problem) = Name::fault(name) {
            self.inside(step, |check| check.refuse(problem, format!("a name has {}", Name::ALLOWED)));
        }
    }

    /// Whether `name` is new among `earlier`; refused at `step` if it is not.
    pub(super) fn is_new<'a>(&mut self, step: Step, name: &str, mut earlier: impl Iterator<Item = &'a str>) -> bool {
        let new = !earlier.any(|other| other == name);
        if !new {
            self.inside(step, |check| check.refuse(format!("the name {name:?} is given twice"), None));
        }
        new
    }
}

/// The length that most rows have, in characters, so that one wrong row is found wherever it stands.
pub(super) fn common_length(rows: &[String]) -> usize {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(row.chars().count()).or_default() += 1;
    }
    let first = rows.first().map_or(0, |row| row.chars().count());
    let commonest = counts.into_iter().max_by_key(|&(length, count)| (count, length == first));
    commonest.map_or(0, |(length, _)| length)
}

/// The nearest of `known` to a name that is not among them, and the names that there are.
pub(in crate::preset) fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    /// More names than this are not listed.
    const LISTED: usize = 24;
    let nearest = nearest(name, known.clone());
    let all: Vec<_> = known.map(|name| format!("`{name}`")).collect();
    let allowed = match all.len() {
        0 => "there are none".to_owned(),
        1..=LISTED => format!("allowed are {}", all.join(", ")),
        more => format!("there are {more} of them"),
    };
    match nearest {
        Some(other) => format!("did you mean `{other}`? {allowed}"),
        None => allowed,
    }
}

/// The one of `known` that a name may be a slip of, if any is near enough.
pub(in crate::preset) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    /// How alike two names are, from 0 to 1, to take the one for a slip of the other.
    const ALIKE: f64 = 0.7;
    /// A slip of a name is not much longer than names are; comparing costs by the product of the lengths.
    const LONGEST: usize = 4 * Name::MAX_LENGTH;
    if name.len() > LONGEST {
        return None;
    }
    known
        .map(|other| (strsim::jaro_winkler(&name.to_lowercase(), &other.to_lowercase()), other))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, other)| other)
}

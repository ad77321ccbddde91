//! What an expression may ask of the floors of a run.

use std::fmt;

use roomgen::{level::LevelStage, run::RunFloor};

use crate::{
    term::{ConditionTerm, NumberTerm},
    value::Value,
};

/// One thing to measure of a run: of a floor, or over several. `Display` writes it as the
/// expression does.
///
/// Floors on which the argument is undefined do not count.
#[derive(Clone, Debug)]
pub struct FloorsInput {
    pub(crate) text: String,
    pub(crate) floors: AskedFloors,
    pub(crate) question: FloorsQuestion,
    /// The first and the last stage of what the argument asks of a level.
    pub(crate) stages: (LevelStage, LevelStage),
}

/// The floors of which it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AskedFloors {
    /// The one with this number.
    One(u32),
    /// Those of the main way.
    Main,
    /// Those of the act or the branch with this name.
    Within(String),
}

/// What is asked of the floors. The terms are of a level.
#[derive(Clone, Debug)]
pub(crate) enum FloorsQuestion {
    Sum(NumberTerm),
    /// The largest; undefined without floors. That of one floor is its value.
    Highest(NumberTerm),
    /// 1 if any floor meets it, else 0.
    Any(ConditionTerm),
    /// The number of the first floor that meets it; undefined if none does.
    First(ConditionTerm),
}

/// Equal ones ask the same: an expression says all of it.
impl PartialEq for FloorsInput {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for FloorsInput {}

impl fmt::Display for FloorsInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl AskedFloors {
    pub(crate) fn has(&self, floor: &RunFloor) -> bool {
        match self {
            Self::One(number) => floor.number == *number,
            Self::Main => floor.branch.is_none(),
            Self::Within(name) => {
                floor.act == name.as_str() || floor.branch.as_ref().is_some_and(|branch| branch == name.as_str())
            }
        }
    }
}

impl FloorsQuestion {
    /// The answer over no floors.
    pub(crate) const fn none(&self) -> Option<Value> {
        match self {
            Self::Sum(_) | Self::Any(_) => Some(Value::Whole(0)),
            Self::Highest(_) | Self::First(_) => None,
        }
    }
}

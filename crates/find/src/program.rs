//! Expressions that are ready to be evaluated.

use roomgen::level::LevelStage;

use crate::{
    evaluation::{self, Measure},
    term::{ConditionTerm, NumberTerm},
    value::Undefined,
};

/// A condition: an operand of the `&&` at the top of a query's condition.
#[derive(Clone, Debug)]
pub struct Conjunct {
    text: String,
    term: ConditionTerm,
    stage: LevelStage,
}

/// A number of levels, and the value that is wanted for it.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) number: NumberTerm,
    pub(crate) wanted: f64,
    /// The unit of its part of the distance.
    pub(crate) spread: f64,
}

impl Conjunct {
    pub(crate) fn new(text: &str, term: ConditionTerm, stage: LevelStage) -> Self {
        Self { text: text.to_owned(), term, stage }
    }

    /// What the condition is read of.
    pub(crate) const fn stage(&self) -> LevelStage {
        self.stage
    }

    /// The text of the condition, with the parentheses around it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a level meets this condition alone, as [`Query::is_met`](crate::Query::is_met).
    ///
    /// # Errors
    ///
    /// As [`Query::is_met`](crate::Query::is_met).
    pub fn is_met(&self, measure: &mut Measure<'_>) -> Result<bool, Undefined> {
        evaluation::condition(&self.term, measure)
    }
}

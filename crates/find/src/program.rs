//! Expressions that are ready to be evaluated.

use std::ops::Range;

use crate::{
    evaluation,
    term::{ConditionTerm, NumberTerm},
    value::{Undefined, Value},
};

/// Whether a level matches a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The condition is true.
    Match,
    /// The condition is false.
    NoMatch,
    /// The condition is neither, which is no match.
    Undefined(Undefined),
}

impl Verdict {
    /// Whether the level matches.
    #[must_use]
    pub const fn is_match(self) -> bool {
        matches!(self, Self::Match)
    }

    const fn of(result: Result<bool, Undefined>) -> Self {
        match result {
            Ok(true) => Self::Match,
            Ok(false) => Self::NoMatch,
            Err(undefined) => Self::Undefined(undefined),
        }
    }
}

/// A condition, as [`compile_condition`](crate::compile_condition) makes it.
///
/// It is true if all of its [conjuncts](Condition::conjuncts) are.
#[derive(Clone, Debug)]
pub struct Condition {
    text: String,
    /// At least one.
    conjuncts: Vec<Conjunct>,
    inputs: Vec<usize>,
}

/// An operand of the `&&` at the top of a condition.
#[derive(Clone, Debug)]
pub struct Conjunct {
    text: String,
    span: Range<usize>,
    inputs: Vec<usize>,
    term: ConditionTerm,
}

impl Condition {
    pub(crate) fn new(text: &str, conjuncts: Vec<Conjunct>) -> Self {
        let inputs = sorted(conjuncts.iter().flat_map(|conjunct| conjunct.inputs.iter().copied()).collect());
        Self { text: text.to_owned(), conjuncts, inputs }
    }

    /// The text of the condition.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The inputs that the condition may ask for: ascending indices into the list of inputs that it
    /// was compiled with.
    #[must_use]
    pub fn inputs(&self) -> &[usize] {
        &self.inputs
    }

    /// The conditions that the `&&` at the top joins, also inside of parentheses; the whole
    /// condition if there is no such `&&`.
    #[must_use]
    pub fn conjuncts(&self) -> &[Conjunct] {
        &self.conjuncts
    }

    /// Evaluates the condition for a level.
    ///
    /// `measure` gives the value of an input, or `None` if the level has no such thing. It is
    /// called only for inputs on which the result still depends, from left to right, and again for
    /// an input that the text names again. A value of another type than the word's counts as
    /// missing.
    pub fn evaluate<'v>(&self, measure: &mut impl FnMut(usize) -> Option<Value<'v>>) -> Verdict {
        let results = self.conjuncts.iter().map(|conjunct| evaluation::condition(&conjunct.term, measure));
        Verdict::of(evaluation::until(false, results))
    }
}

impl Conjunct {
    pub(crate) fn new(text: &str, span: Range<usize>, term: ConditionTerm, inputs: Vec<usize>) -> Self {
        let text = text.get(span.clone()).unwrap_or_default().to_owned();
        Self { text, span, inputs: sorted(inputs), term }
    }

    /// The text of this condition, with the parentheses around it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its bytes in the text of the whole condition.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The inputs that it may ask for, as [`Condition::inputs`].
    #[must_use]
    pub fn inputs(&self) -> &[usize] {
        &self.inputs
    }

    /// Evaluates it alone, as [`Condition::evaluate`].
    pub fn evaluate<'v>(&self, measure: &mut impl FnMut(usize) -> Option<Value<'v>>) -> Verdict {
        Verdict::of(evaluation::condition(&self.term, measure))
    }
}

/// A number to rank levels by, as [`compile_number`](crate::compile_number) makes it.
#[derive(Clone, Debug)]
pub struct Score {
    text: String,
    inputs: Vec<usize>,
    term: NumberTerm,
}

impl Score {
    pub(crate) fn new(text: &str, term: NumberTerm, inputs: Vec<usize>) -> Self {
        Self { text: text.to_owned(), inputs: sorted(inputs), term }
    }

    /// The text of the expression.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The inputs that it may ask for, as [`Condition::inputs`].
    #[must_use]
    pub fn inputs(&self) -> &[usize] {
        &self.inputs
    }

    /// The number of a level, which is finite. `measure` is called as by [`Condition::evaluate`].
    ///
    /// # Errors
    ///
    /// If the number is undefined: then the level has no rank.
    pub fn evaluate<'v>(&self, measure: &mut impl FnMut(usize) -> Option<Value<'v>>) -> Result<f64, Undefined> {
        Ok(evaluation::number(&self.term, measure)?.as_f64())
    }
}

/// A number of levels, and the value that is wanted for it, as
/// [`compile_targets`](crate::compile_targets) makes it.
#[derive(Clone, Debug)]
pub struct Target {
    number: Score,
    wanted: f64,
}

impl Target {
    pub(crate) const fn new(number: Score, wanted: f64) -> Self {
        Self { number, wanted }
    }

    /// The number that is compared.
    #[must_use]
    pub const fn number(&self) -> &Score {
        &self.number
    }

    /// The value that is wanted, which is finite.
    #[must_use]
    pub const fn wanted(&self) -> f64 {
        self.wanted
    }
}

/// The inputs in ascending order, each once.
fn sorted(mut inputs: Vec<usize>) -> Vec<usize> {
    inputs.sort_unstable();
    inputs.dedup();
    inputs
}

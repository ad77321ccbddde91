//! An expression whose types are checked: one tree for each type, so that no value of a wrong type
//! can be where another is needed.

use crate::{
    arithmetic::{Arithmetic, Comparison},
    value::Value,
};

/// A term of any type.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    Number(NumberTerm),
    Condition(ConditionTerm),
    Text(TextTerm),
}

#[derive(Clone, Debug)]
pub(crate) enum NumberTerm {
    Literal(Value),
    Input(usize),
    Negation(Box<NumberTerm>),
    /// From left to right; all operators of one precedence.
    Chain(Box<NumberTerm>, Vec<(Arithmetic, NumberTerm)>),
    Call(fn(&[f64]) -> f64, Vec<NumberTerm>),
    Choice(Box<Alternative<NumberTerm>>),
}

#[derive(Clone, Debug)]
pub(crate) enum TextTerm {
    Literal(String),
    Choice(Box<Alternative<TextTerm>>),
}

#[derive(Clone, Debug)]
pub(crate) enum ConditionTerm {
    Literal(bool),
    Negation(Box<ConditionTerm>),
    All(Vec<ConditionTerm>),
    Any(Vec<ConditionTerm>),
    Numbers(Comparison, NumberTerm, NumberTerm),
    Texts(Comparison, TextTerm, TextTerm),
    /// From left to right.
    Conditions(Box<ConditionTerm>, Vec<(Comparison, ConditionTerm)>),
    NumberIn(NumberTerm, Vec<NumberTerm>),
    TextIn(TextTerm, Vec<TextTerm>),
    ConditionIn(Box<ConditionTerm>, Vec<ConditionTerm>),
    Choice(Box<Alternative<ConditionTerm>>),
}

/// Two terms of one type, and which of them counts.
#[derive(Clone, Debug)]
pub(crate) struct Alternative<T> {
    pub(crate) condition: ConditionTerm,
    pub(crate) then: T,
    pub(crate) otherwise: T,
}

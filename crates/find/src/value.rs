//! The values of an expression, and why there may be none.

use std::fmt;

use thiserror::Error;

/// The type of a value. Every part of an expression has one before anything is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// A whole number or a decimal.
    Number,
    /// True or false.
    Condition,
    /// A text.
    Text,
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Number => "number",
            Self::Condition => "condition",
            Self::Text => "text",
        })
    }
}

/// A value that the host measures, or a literal argument of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'t> {
    /// A whole number. The type holds every seed, signed or not.
    Whole(i128),
    /// A decimal. One that is infinite or no number makes the result [`Undefined::NotFinite`].
    Decimal(f64),
    /// True or false.
    Condition(bool),
    /// A text.
    Text(&'t str),
}

impl Value<'_> {
    /// The type of the value.
    #[must_use]
    pub const fn value_type(&self) -> ValueType {
        match self {
            Self::Whole(_) | Self::Decimal(_) => ValueType::Number,
            Self::Condition(_) => ValueType::Condition,
            Self::Text(_) => ValueType::Text,
        }
    }
}

/// Why an expression has no value for a level. Such a level is no match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Undefined {
    /// The level does not have what an input measures.
    #[error("the level has no such thing")]
    Missing,
    /// A division by zero, or the remainder of one.
    #[error("division by zero")]
    DivisionByZero,
    /// A number beyond the largest decimal, which is about 1.8e308.
    #[error("a number is too large")]
    NotFinite,
}

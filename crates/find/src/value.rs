//! The values of an expression, and why there may be none.

use std::fmt;

use thiserror::Error;

/// The type of a part of an expression. Every part has one before anything is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueType {
    Number,
    Condition,
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

/// A number that a level has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A whole number. The type holds every seed, signed or not.
    Whole(i128),
    /// A decimal. One that is infinite or no number makes the result [`Undefined::NotFinite`].
    Decimal(f64),
}

impl Value {
    /// The nearest decimal. That of a whole number is finite: the largest is about 1.7e38.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Whole(whole) => whole as f64,
            Self::Decimal(decimal) => decimal,
        }
    }

    /// The value, if it is finite.
    pub(crate) fn finite(self) -> Result<Self, Undefined> {
        if self.as_f64().is_finite() { Ok(self) } else { Err(Undefined::NotFinite) }
    }

    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Whole(whole) => whole.checked_neg().map_or(Self::Decimal(-(whole as f64)), Self::Whole),
            Self::Decimal(decimal) => Self::Decimal(-decimal),
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

//! What is wrong with a value of a preset, before it is put in words.

use std::fmt::Display;

use serde::de::{Error, Expected};
use thiserror::Error;

/// What the reader of a preset may find instead of a value.
#[derive(Debug)]
pub(super) enum Fault {
    /// None of the forms of a type of this name, whose variants have none.
    NoneOf(&'static str),
    /// Not this form.
    Expected(Form),
    UnknownField {
        found: String,
        expected: &'static [&'static str],
    },
    UnknownVariant {
        found: String,
        expected: &'static [&'static str],
    },
    UnknownExtension,
    Repeated,
    Missing(&'static str),
    /// A pair with this number of values.
    TooFew(usize),
    OneTooMany,
    NeedsBrackets,
    TakesNoBrackets,
    /// A name before the brackets of a struct, or in their place.
    Named,
    /// A word of which only these first bytes are a value.
    HalfRead(usize),
    TooLarge,
    UnknownEscape,
    NoComma,
    /// A key without a colon behind it.
    NoColon(String),
    TooDeep,
    /// Text behind the preset.
    Trailing,
    Unexpected,
}

/// A form of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Whole,
    Number,
    Truth,
    Text,
    Letter,
    List,
    Map,
    Pair,
    /// The name of a field.
    Field,
    /// The name of a variant.
    Variant,
    Fields,
}

/// Why a value was not read: what is wrong with it, or nothing if that is noted already.
#[derive(Debug, Error)]
#[error("{0:?}")]
pub(super) struct ReadError(pub(super) Option<Box<Fault>>);

impl ReadError {
    pub(super) fn of(fault: Fault) -> Self {
        Self(Some(Box::new(fault)))
    }
}

impl Error for ReadError {
    fn custom<T: Display>(_: T) -> Self {
        Self::of(Fault::Unexpected)
    }

    fn invalid_length(length: usize, _: &dyn Expected) -> Self {
        Self::of(Fault::TooFew(length))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self::of(Fault::UnknownField { found: field.to_owned(), expected })
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::of(Fault::UnknownVariant { found: variant.to_owned(), expected })
    }

    fn missing_field(field: &'static str) -> Self {
        Self::of(Fault::Missing(field))
    }
}

//! What is wrong with a value of a preset, before it is put in words.

use std::fmt::Display;

use serde::de::{Error, Expected};
use thiserror::Error;

/// What the reader of a preset may find instead of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::preset) enum Fault {
    /// None of the forms of a type of this name, whose variants have none.
    NoneOf(&'static str),
    /// No name of a variant of a type of this name, which has these.
    NoVariant(&'static str, &'static [&'static str]),
    /// Not this form.
    Expected(ValueForm),
    /// None of these fields.
    UnknownField(&'static [&'static str]),
    /// None of these variants.
    UnknownVariant(&'static [&'static str]),
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
    NoColon,
    TooDeep,
    /// Text behind the preset.
    Trailing,
    Unexpected,
}

/// A form of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::preset) enum ValueForm {
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
    Fields,
}

/// Why a value was not read: what is wrong with it, or nothing if that is noted already.
#[derive(Debug, Error)]
#[error("{0:?}")]
pub(super) struct ReadError(pub(super) Option<Fault>);

impl Error for ReadError {
    fn custom<T: Display>(_: T) -> Self {
        Self(Some(Fault::Unexpected))
    }

    fn invalid_length(length: usize, _: &dyn Expected) -> Self {
        Self(Some(Fault::TooFew(length)))
    }

    fn unknown_field(_: &str, expected: &'static [&'static str]) -> Self {
        Self(Some(Fault::UnknownField(expected)))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self(Some(Fault::UnknownVariant(expected)))
    }

    fn missing_field(field: &'static str) -> Self {
        Self(Some(Fault::Missing(field)))
    }
}

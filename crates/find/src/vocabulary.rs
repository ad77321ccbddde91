//! The names and functions that a host gives to expressions.

mod nearest;
mod word;

pub use word::{Parameter, Signature, Word};

pub(crate) use nearest::suggestion;

use crate::{error::quoted, value::Value};

/// The words of a host, and what they measure.
///
/// An *input* is one thing to measure: a name, or a call with its literal arguments. The host gives
/// each a value of its own type, so that texts such as names of kinds are looked up only once,
/// before anything is evaluated.
pub trait Vocabulary {
    /// One thing to measure. Equal inputs are measured once.
    type Input: PartialEq;

    /// The words. Several functions may share a name if they differ in the number of arguments,
    /// and a name may also be that of functions: `rooms` and `rooms("treasury")` are two words.
    fn words(&self) -> &[Word];

    /// The input of a name or a measure, `words()[word]`, with arguments of the types that the word
    /// takes; none for a name. Never called for functions of numbers.
    ///
    /// # Errors
    ///
    /// If there is nothing to measure for these arguments, such as for the name of a kind that the
    /// host does not have.
    fn input(&self, word: usize, arguments: &[Value<'_>]) -> Result<Self::Input, ArgumentError>;
}

/// Why a host refuses an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentError {
    /// The number of the argument, counted from 0. One that is not there blames the whole call.
    pub argument: usize,
    /// What is wrong.
    pub message: String,
    /// What is allowed.
    pub help: Option<String>,
    /// The text that was probably meant, without quotes.
    pub suggestion: Option<String>,
}

impl ArgumentError {
    /// An error without help. The expression's error shows `message` as it is.
    #[must_use]
    pub fn new(argument: usize, message: impl Into<String>) -> Self {
        Self { argument, message: message.into(), help: None, suggestion: None }
    }

    /// The same error with help.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// The error for a text that is no member of `known`. `sort` says what was expected, such as
    /// "kind". The help names the nearest member, and lists all, or the most similar of many.
    ///
    /// Cost: the product of the lengths of `given` and of all names.
    #[must_use]
    pub fn unknown<'a>(argument: usize, sort: &str, given: &str, known: impl Iterator<Item = &'a str> + Clone) -> Self {
        let (meant, help) = suggestion(given, known);
        let message = format!("unknown {sort} {}", quoted(given));
        Self { argument, message, help: Some(help), suggestion: meant.map(str::to_owned) }
    }
}

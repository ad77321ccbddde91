//! Levels as bytes, one file for each format: a level in, bytes out, no I/O.
//!
//! [`ron`] and [`json`] write level files and read them back: `read(&write(&level))` is the same level, and writing what was
//! read gives the same text. [`text`] is a level in characters, `ansi` one in the colours of a terminal, [`png`] a
//! [`picture`].
//!
//! Each `read` refuses a level that breaks an invariant. Where all that is wrong is wanted, `read_unchecked` gives the level
//! and [`Level::check`] tells; what has not even the guarantees of a [`Level`] is refused by both.

#[cfg(feature = "ansi")]
pub mod ansi;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "png")]
pub mod picture;
#[cfg(feature = "png")]
pub mod png;
pub mod ron;
pub mod text;

use crate::level::{FormatOnly, Level, LevelError, RawLevel};

/// The level that a text holds. `document` parses the text, `format` only the format that it states, which is asked for
/// where the whole cannot be parsed: a later format may well have other fields.
fn level(
    document: Result<RawLevel, LevelError>,
    format: impl FnOnce() -> Option<FormatOnly>,
) -> Result<Level, LevelError> {
    match document {
        Ok(raw) => raw.try_into(),
        Err(error) => Err(format().and_then(FormatOnly::refusal).unwrap_or(error)),
    }
}

#[cfg(test)]
mod tests;

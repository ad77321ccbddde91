//! Levels as bytes, one file for each format: a level in, bytes out, no I/O.
//!
//! [`ron`] and [`json`] write level files and read them back: `read(&write(&level))` is the same
//! level, and writing what was read gives the same text. [`text`] is a level in characters, [`csv`] a
//! table of the props. Pictures are in the crate `roomgen-pictures`; maps for Tiled, glTF scenes and
//! SVG plans are in `roomgen-formats`.
//!
//! `write_to` writes a level of any size one line at a time.
//!
//! Each `read` refuses a level that breaks an invariant. Where all that is wrong is wanted, `read_unchecked` gives the level
//! and [`Level::check`] tells; what has not even the guarantees of a [`Level`] is refused by both.

pub mod csv;
pub mod json;
pub mod ron;
pub mod text;

use std::io;

use crate::level::{FormatOnly, Level, LevelError, RawLevel};

/// What is written, kept in memory.
#[allow(clippy::expect_used, reason = "a Vec takes any bytes, so that nothing else can fail")]
fn in_memory(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("a Vec takes any bytes");
    bytes
}

/// The text that is written, kept in memory.
#[allow(clippy::expect_used, reason = "names, numbers and characters are written, all of them UTF-8")]
fn text_in_memory(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    String::from_utf8(in_memory(write)).expect("it is UTF-8")
}

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

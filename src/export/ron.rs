//! Level files as RON: one line for each top-level field and each element of a top-level list.

use std::{
    fmt,
    io::{self, Write},
};

use ron::{Options, error::SpannedError, extensions::Extensions, ser::PrettyConfig};
use serde::{Deserializer, de::DeserializeSeed};

use crate::{
    legible,
    level::Level,
    level_file::{FileMarks, LevelError, LevelFile, LevelForm, RawLevel, StatedFacts},
};

/// Writes a level as a level file in RON. Cost: linear; the level is not copied.
#[must_use]
pub fn write(level: &Level) -> String {
    super::text_in_memory(|text| write_to(level, text))
}

/// Streams the level file of [`write()`] to `writer`, in blocks. Memory beyond the level: a block,
/// one row of tiles, two bits for each cell, to find those that nobody can walk to, and twelve
/// bytes for each prop, to find keys, members and loot.
///
/// # Errors
///
/// The first error of the writer.
pub fn write_to(level: &Level, mut writer: impl Write) -> io::Result<()> {
    document(level, &mut writer)
}

/// Writes a level as RON, and a newline. Compiled once, whatever the writer.
fn document(level: &Level, writer: &mut dyn Write) -> io::Result<()> {
    super::in_blocks(writer, |writer| {
        let mut texts = FmtToIo { writer, failed: None };
        let layout = PrettyConfig::new().depth_limit(2).new_line("\n").indentor("  ");
        let written = Options::default().to_writer_pretty(&mut texts, &LevelFile(level, LevelForm::Ron), layout);
        match texts.failed {
            Some(error) => Err(error),
            // Unreachable: a level nests five deep, far below the recursion limit.
            None => written.map_err(io::Error::other),
        }
    })
}

/// Adapts a byte writer to `fmt::Write`, and remembers the I/O error that `fmt::Error` cannot hold.
struct FmtToIo<W> {
    writer: W,
    failed: Option<io::Error>,
}

impl<W: Write> fmt::Write for FmtToIo<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.writer.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}

/// Reads a level file in RON.
///
/// # Errors
///
/// [`LevelError`] if the text is not a level file of a known format, if its level breaks an
/// invariant, or if the file states what is not true of its level ([`StatedFacts`]).
pub fn read(text: &str) -> Result<Level, LevelError> {
    super::strict(read_stated(text)?)
}

/// Reads a level file whose level may break invariants; the guarantees of [`Level`] still hold.
///
/// For edited levels and for tools that list breaches. serde reads the same levels.
///
/// # Errors
///
/// [`LevelError`] if the text is not a level file of a known format.
pub fn read_unchecked(text: &str) -> Result<Level, LevelError> {
    read_stated(text).map(|(level, _)| level)
}

/// Reads as [`read_unchecked`] does, and gives what the file states of the level beside it.
///
/// # Errors
///
/// [`LevelError`] if the text is not a level file of a known format.
pub fn read_stated(text: &str) -> Result<(Level, StatedFacts), LevelError> {
    let options = options();
    let document = options.from_str_seed(text, LevelSeed).map_err(|error| refusal(&error));
    super::level(document, || options.from_str::<FileMarks>(text).ok())
}

/// Reads a level file.
struct LevelSeed;

impl<'de> DeserializeSeed<'de> for LevelSeed {
    type Value = RawLevel;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<RawLevel, D::Error> {
        RawLevel::read(deserializer)
    }
}

fn options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

fn refusal(error: &SpannedError) -> LevelError {
    let start = error.span.start;
    LevelError::Syntax { message: legible::message(error.code.to_string()), line: start.line, column: start.col }
}

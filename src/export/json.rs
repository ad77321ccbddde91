//! Level files as JSON: one line for each top-level field and each element of a top-level list.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::{
    legible,
    level::Level,
    level_file::{FileMarks, LevelError, LevelFile, LevelForm, RawLevel, StatedFacts},
};

/// A JSON Schema (2020-12) of level files: names, types, ranges, required and optional fields.
///
/// It does not cover consistency between fields; [`Level::check`] does.
pub const SCHEMA: &str = include_str!("level.schema.json");

/// Writes a level as a level file in JSON. Cost: linear; the level is not copied.
#[must_use]
pub fn write(level: &Level) -> String {
    super::text_in_memory(|text| write_to(level, text))
}

/// Streams the level file of [`write()`] to `writer`, in blocks. Memory beyond the level: a block,
/// one row of tiles, and two bits for each cell, to find those that nobody can walk to.
///
/// # Errors
///
/// The first error of the writer.
pub fn write_to(level: &Level, mut writer: impl Write) -> io::Result<()> {
    document(level, DEPTH, &mut writer)
}

/// Writes a level file in JSON as a single line, for JSON Lines: what [`write()`] writes, without
/// its line breaks. [`read()`] reads it like any level file.
///
/// Cost: linear; the level is not copied.
///
/// ```
/// use roomgen::{Preset, export::json, generate};
///
/// let level = generate(&Preset::built_in("crypt")?, 42);
/// let line = json::write_line(&level);
/// assert_eq!(line.lines().count(), 1);
/// assert_eq!(json::read(&line)?.digest(), level.digest());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write_line(level: &Level) -> String {
    super::text_in_memory(|line| document(level, 0, line))
}

/// Writes a level as JSON, and a newline. Lists and maps nested up to `depth` deep have one element
/// on each line. Compiled once, whatever the writer.
fn document(level: &Level, depth: usize, writer: &mut dyn Write) -> io::Result<()> {
    super::in_blocks(writer, |blocks| {
        // Every map key is a string, so only the writer can fail.
        let mut json = Serializer::with_formatter(blocks, LineFormatter::with_depth(depth));
        LevelFile(level, LevelForm::Json).serialize(&mut json).map_err(io::Error::from)
    })
}

/// Reads a level file in JSON.
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
    let mut json = serde_json::Deserializer::from_str(text);
    let document = RawLevel::read(&mut json).and_then(|level| json.end().map(|()| level));
    super::level(document.map_err(|error| refusal(&error)), || serde_json::from_str::<FileMarks>(text).ok())
}

fn refusal(error: &serde_json::Error) -> LevelError {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let place = format!(" at line {line} column {column}");
    let message = legible::message(message.strip_suffix(&place).unwrap_or(&message).to_owned());
    LevelError::Syntax { message, line, column }
}

/// The depth for [`LineFormatter`] that spreads over lines the root object, and the lists and maps
/// directly inside it.
const DEPTH: usize = 2;

/// A JSON formatter that breaks lists and maps over lines down to a depth; deeper ones stay on one
/// line.
#[derive(Clone, Debug)]
pub struct LineFormatter {
    /// The depth of the innermost lists and maps that are broken over lines.
    deepest: usize,
    /// The number of open lists and maps.
    depth: usize,
    /// Whether the innermost open list or map already has an element.
    filled: bool,
}

impl LineFormatter {
    /// A formatter that spreads lists and maps inside of at most `deepest - 1` others over lines.
    #[must_use]
    pub const fn with_depth(deepest: usize) -> Self {
        Self { deepest, depth: 0, filled: false }
    }

    fn open<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.filled = false;
        writer.write_all(bracket)
    }

    fn separate<W: Write + ?Sized>(&self, writer: &mut W, first: bool) -> io::Result<()> {
        if self.depth <= self.deepest {
            writer.write_all(if first { b"\n" } else { b",\n" })?;
            self.indent(writer)
        } else {
            writer.write_all(if first { b"" } else { b", " })
        }
    }

    fn close<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        let spread = self.filled && self.depth <= self.deepest;
        self.depth -= 1;
        if spread {
            writer.write_all(b"\n")?;
            self.indent(writer)?;
        }
        writer.write_all(bracket)
    }

    fn indent<W: Write + ?Sized>(&self, writer: &mut W) -> io::Result<()> {
        (0..self.depth).try_for_each(|_| writer.write_all(b"  "))
    }
}

impl Formatter for LineFormatter {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.separate(writer, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.separate(writer, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}")
    }
}

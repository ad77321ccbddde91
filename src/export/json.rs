//! Level files as JSON: one line for each top-level field and each element of a top-level list.

mod document;
mod lines;
mod props;

use std::io::{self, Write};

use serde_json::ser::Formatter;

use super::Blocks;
use crate::{
    legible,
    level::Level,
    level_file::{FileMarks, LevelError, LevelFile, LevelForm, RawLevel, StatedFacts},
};
use document::Document;
pub use lines::LineFormatter;

/// A JSON Schema (2020-12) of level files: names, types, ranges, required and optional fields.
///
/// It does not cover consistency between fields; [`Level::check`] does.
pub const SCHEMA: &str = include_str!("level.schema.json");

/// Writes a level as a level file in JSON. Cost: linear; the level is not copied.
#[must_use]
pub fn write(level: &Level) -> String {
    text(level, DEPTH, true)
}

/// Streams the level file of [`write()`] to `writer`, in blocks. Memory beyond the level: a block,
/// one row of tiles, a short text for each kind, room, column and row, two bits for each cell, to
/// find those that nobody can walk to, and twelve bytes for each prop, to find keys, members and
/// loot.
///
/// # Errors
///
/// The first error of the writer.
pub fn write_to(level: &Level, mut writer: impl Write) -> io::Result<()> {
    super::in_blocks(&mut writer, |blocks| document(level, DEPTH, true, blocks))
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
    text(level, 0, true)
}

/// What [`write_line()`] writes, but for the props: their list is empty. For callers who read the
/// props, most of the text, from the level.
///
/// Cost: linear; the level is not copied.
#[must_use]
#[doc(hidden)]
pub fn write_without_props(level: &Level) -> String {
    text(level, 0, false)
}

fn text(level: &Level, depth: usize, has_props: bool) -> String {
    // Most levels take less: then the text is written in place.
    let props = if has_props { 128 * level.props.len() } else { 0 };
    let size = props + 2 * level.tiles().values().len() + (1 << 15);
    super::text_in_block(size, |block| document(level, depth, has_props, block))
}

/// Writes a level as JSON, with its props or an empty list. Lists and maps nested up to `depth`
/// deep have one element on each line. Compiled once, whatever the writer.
fn document(level: &Level, depth: usize, has_props: bool, blocks: &mut Blocks<'_>) -> io::Result<()> {
    let mut lines = LineFormatter::with_depth(depth);
    lines.begin_object(blocks)?;
    let document = Document { level, has_props, blocks, lines, is_empty: true };
    // Every map key is a string, so only the writer can fail.
    LevelFile(level, LevelForm::Json).fields(document).map_err(|document::Refused(error)| error)
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

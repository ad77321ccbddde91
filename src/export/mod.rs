//! Exports: a level in, the bytes of one file format out. No I/O.
//!
//! [`ron`] and [`json`] write and read level files. `read(&write(&level))` gives the same level,
//! and writing it again gives the same text. [`text`] draws a level in characters, [`csv`] is a
//! table of the props, [`dot`] the graph of rooms and passages. Pictures, maps for Tiled, glTF
//! scenes and SVG plans are in the crate `roomgen-export`.
//!
//! `write_to` streams a level of any size to a writer, level files in blocks, the others line by
//! line.
//!
//! Each `read` is for files of strangers: it rejects a level that breaks an invariant, and a file
//! whose `digest` or `unreachable` cells are not those of its level. `read_unchecked` accepts both,
//! and [`Level::check`] then lists every breach. Each rejects a file that does not meet the
//! guarantees of [`Level`]. serde reads what `read_unchecked` reads, so that a game can load what
//! it has saved; the functions here say in a [`LevelError`] what is wrong, and name presets and
//! files of other formats.
//!
//! So a level that was edited by a game and written again states its own digest. Who edits a file
//! by hand leaves the field `digest` out.

pub mod csv;
pub mod dot;
pub mod json;
pub mod ron;
pub mod text;

use std::io::{self, BufWriter, Write};

use crate::{
    level::Level,
    level_file::{FileMarks, LevelError, RawLevel, StatedFacts},
};

/// Gives bytes to a writer in blocks.
type Blocks<'writer> = BufWriter<&'writer mut dyn Write>;

/// The bytes that `write` writes, collected in memory.
#[allow(clippy::expect_used, reason = "a Vec takes any bytes, so that nothing else can fail")]
fn in_memory(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("a Vec takes any bytes");
    bytes
}

/// Lets `write` write to `writer` in blocks, and ends with a newline. What the writer has refused
/// is not given to it again.
fn in_blocks(writer: &mut dyn Write, write: impl FnOnce(&mut Blocks<'_>) -> io::Result<()>) -> io::Result<()> {
    let mut blocks = BufWriter::new(writer);
    let written = write(&mut blocks).and_then(|()| blocks.write_all(b"\n")).and_then(|()| blocks.flush());
    let _ = blocks.into_parts();
    written
}

/// The text that `write` writes, collected in memory.
#[allow(clippy::expect_used, reason = "names, numbers and characters are written, all of them UTF-8")]
fn text_in_memory(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    String::from_utf8(in_memory(write)).expect("it is UTF-8")
}

/// The text that `write` writes, and a newline. Nothing is copied if it takes at most `size` bytes.
fn text_in_block(size: usize, write: impl FnOnce(&mut Blocks<'_>) -> io::Result<()>) -> String {
    text_in_memory(|text| {
        let mut blocks: Blocks<'_> = BufWriter::with_capacity(size, text);
        write(&mut blocks)?;
        blocks.write_all(b"\n")?;
        let block = blocks.into_parts().1.unwrap_or_default();
        if text.is_empty() {
            *text = block;
        } else {
            text.extend(block);
        }
        Ok(())
    })
}

/// Turns a parsed level file into a level, or chooses the error to report.
///
/// `document` is the result of parsing the whole text. If that failed, `marks` parses a few fields
/// alone: a file of a later format fails on unknown fields, but the error should name its format,
/// and a preset should be called one.
fn level(
    document: Result<RawLevel, LevelError>,
    marks: impl FnOnce() -> Option<FileMarks>,
) -> Result<(Level, StatedFacts), LevelError> {
    match document {
        Ok(mut raw) => {
            let stated = StatedFacts::take(&mut raw)?;
            Ok((raw.try_into()?, stated))
        }
        Err(error) => Err(marks().and_then(|marks| marks.refusal()).unwrap_or(error)),
    }
}

/// The level of a file whose invariants and stated facts hold.
fn strict((level, stated): (Level, StatedFacts)) -> Result<Level, LevelError> {
    level.check().into_iter().next().map_or(Ok(()), Err)?;
    stated.check(&level)?;
    Ok(level)
}

#[cfg(test)]
mod tests;

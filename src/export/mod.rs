//! Levels as bytes, one file for each format: a level in, bytes out, no I/O.
//!
//! [`ron`] and `json` write level files and read them back: `read(&write(&level))` is the same
//! level, and writing what was read gives the same text. [`text`] is a level in characters, `ansi` one
//! in the colours of a terminal, `png` a `picture`, `gif` an animation, [`svg`] a plan, [`csv`] a table
//! of the props, `gltf` a scene in three dimensions, `tiled` a map for an editor of maps. Modules
//! without a link here need the feature of their name; `picture` and `tiled` need `png`.
//!
//! `write_to` writes a level of any size one line at a time.
//!
//! Each `read` refuses a level that breaks an invariant. Where all that is wrong is wanted, `read_unchecked` gives the level
//! and [`Level::check`] tells; what has not even the guarantees of a [`Level`] is refused by both.

#[cfg(feature = "ansi")]
pub mod ansi;
pub mod csv;
#[cfg(feature = "gif")]
pub mod gif;
#[cfg(feature = "gltf")]
pub mod gltf;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "png")]
pub mod picture;
#[cfg(feature = "png")]
pub mod png;
pub mod ron;
pub mod svg;
pub mod text;
#[cfg(feature = "png")]
pub mod tiled;
mod xml;

use std::io;

use crate::{
    geom::{Cell, Rect},
    level::{FormatOnly, Level, LevelError, Prop, RawLevel, Tile},
};

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

/// Whether a door leads from south to north, so that it stands in the face of a wall, rather than from west to east: whether it is
/// wider than deep or, for one cell, whether there is more floor north and south of it.
fn leads_north(level: &Level, door: Rect) -> bool {
    let floor = |x, y| u8::from(matches!(level.tile(Cell::new(x, y)), Tile::Floor | Tile::Corridor));
    let (x, y) = (door.left(), door.top());
    match door.width() - door.height() {
        0 => floor(x, y - 1) + floor(x, y + 1) > floor(x - 1, y) + floor(x + 1, y),
        wider => wider > 0,
    }
}

/// The middle of the thing itself, in metres; exact.
fn middle(prop: &Prop) -> [f64; 2] {
    let middle = |first: i32, cells: i32, offset: f32| f64::from(first) + f64::from(cells) / 2.0 + f64::from(offset);
    let cells = prop.cells;
    [middle(cells.left(), cells.width(), prop.offset[0]), middle(cells.top(), cells.height(), prop.offset[1])]
}

#[cfg(test)]
mod tests;

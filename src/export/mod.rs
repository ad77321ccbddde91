//! Exports: a level in, the bytes of one file format out. No I/O.
//!
//! [`ron`] and `json` write and read level files. `read(&write(&level))` gives the same level, and
//! writing it again gives the same text. [`text`] draws a level in characters, `ansi` in terminal
//! colours, `png` encodes a `picture`, `gif` an animation. [`svg`] is a floor plan, [`csv`] a table
//! of props, `gltf` a 3D scene, `tiled` a map for the Tiled editor. A module without a link here
//! needs the feature of its name; `picture` and `tiled` need `png`.
//!
//! `write_to` and `read_lines` stream a level of any size, line by line, to a writer or from a
//! reader.
//!
//! Each `read` rejects a level that breaks an invariant. `read_unchecked` accepts such a level, and
//! [`Level::check`] then lists every breach. Both reject a file that does not meet the guarantees
//! of [`Level`].

#[cfg(feature = "ansi")]
pub mod ansi;
pub mod csv;
#[cfg(feature = "gif")]
pub mod gif;
#[cfg(feature = "gltf")]
pub mod gltf;
#[cfg(feature = "json")]
pub mod json;
mod lines;
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

pub use lines::LinesError;

/// Collects the written bytes in memory.
#[allow(clippy::expect_used, reason = "a Vec takes any bytes, so that nothing else can fail")]
fn in_memory(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("a Vec takes any bytes");
    bytes
}

/// Collects the written text in memory.
#[allow(clippy::expect_used, reason = "names, numbers and characters are written, all of them UTF-8")]
fn text_in_memory(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    String::from_utf8(in_memory(write)).expect("it is UTF-8")
}

/// Turns the parsed level file into a level, or into the most useful error.
///
/// `document` is the result of parsing the whole text. If that failed, `format` parses the format
/// number alone: a file of a later format fails on unknown fields, but the error should name its
/// format.
fn level(
    document: Result<RawLevel, LevelError>,
    format: impl FnOnce() -> Option<FormatOnly>,
) -> Result<Level, LevelError> {
    match document {
        Ok(raw) => raw.try_into(),
        Err(error) => Err(format().and_then(FormatOnly::refusal).unwrap_or(error)),
    }
}

/// Whether a door leads from south to north, that is, stands in a horizontal wall.
///
/// True for a door that is wider than deep. For a square door: true if more floor lies north and
/// south of it than west and east.
fn leads_north(level: &Level, door: Rect) -> bool {
    let floor = |x, y| u8::from(matches!(level.tile(Cell::new(x, y)), Tile::Floor | Tile::Corridor));
    let (x, y) = (door.left(), door.top());
    match door.width() - door.height() {
        0 => floor(x, y - 1) + floor(x, y + 1) > floor(x - 1, y) + floor(x + 1, y),
        wider => wider > 0,
    }
}

/// The centre of the prop itself, offset included, in metres. Exact.
fn middle(prop: &Prop) -> [f64; 2] {
    let middle = |first: i32, cells: i32, offset: f32| f64::from(first) + f64::from(cells) / 2.0 + f64::from(offset);
    let cells = prop.cells;
    [middle(cells.left(), cells.width(), prop.offset[0]), middle(cells.top(), cells.height(), prop.offset[1])]
}

#[cfg(test)]
mod tests;

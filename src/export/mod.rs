//! Levels as bytes, one file for each format: a level in, bytes out, no I/O.
//!
//! [`ron`] and [`json`] write level files and read them back: `read(&write(&level))` is the same level, and writing what was
//! read gives the same text. [`text`] is a level in characters, `ansi` one in the colours of a terminal, [`png`] a [`picture`], `gif` an animation,
//! [`svg`] a plan, [`csv`] a table of the props, `gltf` a scene in three dimensions,
//! [`tiled`] a map for an editor of maps.
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

use crate::level::{FormatOnly, Level, LevelError, RawLevel};
#[cfg(any(feature = "gltf", feature = "png"))]
use crate::{geom::Cell, level::Tile};

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

/// Whether the door at `cell` leads from south to north, so that it stands in the face of a wall, rather than from west to
/// east: whether there is more floor north and south of it.
#[cfg(any(feature = "gltf", feature = "png"))]
fn leads_north(level: &Level, cell: Cell) -> bool {
    let floor = |x, y| u8::from(matches!(level.tile(Cell::new(x, y)), Tile::Floor | Tile::Corridor));
    let Cell { x, y } = cell;
    floor(x, y - 1) + floor(x, y + 1) > floor(x - 1, y) + floor(x + 1, y)
}

#[cfg(test)]
mod tests;

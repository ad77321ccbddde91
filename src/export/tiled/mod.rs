//! Maps for [Tiled](https://www.mapeditor.org), version 1.10 of its format: a level as layers of tiles and of objects, and the
//! picture that its tiles are cut from.
//!
//! [`tmx`] writes the map as XML, `tmj` as JSON; both say the same. The map names its picture, which goes into a file beside
//! it. A cell is 16 by 16 pixels, and y runs down.
//!
//! | layer | holds |
//! | --- | --- |
//! | `floor` | a tile exactly where one can walk: rooms, corridors, doors |
//! | `shade` | the shadows of walls, on floors |
//! | `walls` | a tile wherever one cannot, and the wall above doors that are seen from the front |
//! | `features` | doors, and the stairs of entry and exit |
//! | `props` | a tile object for each prop, from back to front, as large as its footprint and moved by its offset |
//! | `markers` | the same for markers, and the stairs `entry` and `exit` |
//! | `rooms` | a rectangle for each room |
//! | `doors` | a rectangle for each door, with the room it stands at and the one it leads to |
//! | `corridors` | a line for each corridor, from door to door |
//! | `anchors` | nine points for each room: the centre, the corners, the middles of the walls |
//! | `path` | the main path: a line from entry to exit through the rooms and their doors |
//!
//! Properties have the names of the fields of level files. What may be larger than Tiled's integers, seed and floor, is a
//! string, and so are lists, one element in a line. The values of a kind are properties named `value:` and their own name.
//! Rooms, which properties refer to, are the objects whose number is one more than the room's.
//!
//! The tiles of floors, shadows, walls, doors and stairs have the same numbers in every level, whatever its preset; the props that the
//! level has follow. Cost: linear in cells and props, beside that of drawing some seven hundred tiles.

mod anchors;
mod document;
#[cfg(feature = "json")]
mod json;
mod map;
mod places;
mod props;
mod sheet;
mod tiles;
mod ways;
mod xml;

#[cfg(test)]
mod tests;

use super::png::PictureError;
use crate::{level::Level, theme::Theme};

/// A map, and what has to lie beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The map.
    pub map: Vec<u8>,
    /// The picture that its tiles are cut from, a PNG file.
    pub tileset: Vec<u8>,
}

/// Writes `level` as XML, a `.tmx` file. The map looks for its picture by the name `tileset`, beside itself.
///
/// # Errors
///
/// [`PictureError::Encode`].
pub fn tmx(level: &Level, theme: &Theme, tileset: &str) -> Result<Files, PictureError> {
    let (map, picture) = document::document(level, theme, tileset);
    Ok(Files { map: xml::write(&map).into_bytes(), tileset: picture.encode()? })
}

/// Writes `level` as JSON, a `.tmj` file. The map looks for its picture by the name `tileset`, beside itself.
///
/// # Errors
///
/// [`PictureError::Encode`].
#[cfg(feature = "json")]
pub fn tmj(level: &Level, theme: &Theme, tileset: &str) -> Result<Files, PictureError> {
    let (map, picture) = document::document(level, theme, tileset);
    Ok(Files { map: json::write(&map), tileset: picture.encode()? })
}

//! Maps for [Tiled](https://www.mapeditor.org), version 1.10 of its format: a level as layers of tiles and of objects, and the
//! picture that its tiles are cut from.
//!
//! A [`TileSheet`] is drawn once for all levels of a preset. [`tmx`] writes a map as XML, `tmj` as JSON; both say the same.
//! A `.tmx` names the tileset files of its sheet; a `.tmj` holds the tilesets itself, since Phaser reads no others, and names
//! their picture. A cell is 16 by 16 pixels, and y runs down.
//!
//! | layer | holds |
//! | --- | --- |
//! | `floor` | a tile exactly where one can walk: rooms, corridors, doors |
//! | `shade` | the shadows of walls, on floors |
//! | `walls` | a tile wherever one cannot, and tiles of class `lintel`, the wall above doors that are seen from the front |
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
//! Tiles of class `wall` and `rock` have the properties `blocks` and `opaque`, and a collision shape that fills them. A prop
//! stands in the way exactly if its `obstacle` is true: what `blocks` but begins 2 m above the floor does not. The tile of an
//! obstacle has its body as the collision shape.
//!
//! The tiles of floors, shadows, walls, doors and stairs have the same numbers in every level, whatever its preset. Those of
//! the preset's kinds follow, by size and name, so that their numbers are the same in all its levels.

mod anchors;
mod document;
mod json;
mod map;
mod places;
mod props;
mod seal;
mod sheet;
mod tiles;
mod ways;
mod xml;

#[cfg(test)]
mod tests;

use roomgen::{level::Level, theme::Theme};

pub use seal::{is_unedited_picture, is_unedited_tileset};
pub use sheet::TileSheet;

/// One of the files of a [`TileSheet`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetFile {
    /// Its name, without a folder.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// Writes `level` as XML, a `.tmx` file, with the tiles of `sheet`. The map looks for the sheet's files by the name `sheet_name`,
/// which may begin with a path from the map's folder. Cost: linear in cells and props.
#[must_use]
pub fn tmx(level: &Level, theme: &Theme, sheet: &TileSheet, sheet_name: &str) -> Vec<u8> {
    xml::write(&document::document(level, theme, sheet, sheet_name)).into_bytes()
}

/// Writes `level` as JSON, a `.tmj` file, with the tiles of `sheet`. The map holds its tilesets, and looks for their picture by
/// the name `sheet_name`, which may begin with a path from the map's folder. Cost: linear in cells and props.
#[must_use]
pub fn tmj(level: &Level, theme: &Theme, sheet: &TileSheet, sheet_name: &str) -> Vec<u8> {
    json::write(&document::document(level, theme, sheet, sheet_name))
}

//! Maps for the [Tiled](https://www.mapeditor.org) editor, version 1.10 of its format.
//!
//! A map shows a level as tile layers and object layers, with tilesets cut from one picture. A
//! [`TileSheet`] is drawn once for all levels of a preset. [`tmx`] writes a map as XML, `tmj` as
//! JSON, with the same content. A `.tmx` refers to the tileset files of its sheet; a `.tmj` embeds
//! the tilesets, as Phaser requires, and refers to their picture only. A cell is 16 by 16 pixels,
//! and y points down.
//!
//! | layer | content |
//! | --- | --- |
//! | `floor` | a tile exactly on the open cells: rooms, corridors, doors |
//! | `shade` | shadows of walls on floors |
//! | `walls` | a tile on every other cell, and `lintel` tiles above doors seen from the front |
//! | `features` | doors, and the stairs of entry and exit |
//! | `props` | a tile object for each prop, back to front: the footprint moved by the offset |
//! | `markers` | the same for markers, and the stairs `entry` and `exit` |
//! | `rooms` | a rectangle for each room |
//! | `doors` | a rectangle for each door, with its room and the room that it leads to |
//! | `corridors` | a polyline for each corridor, from door to door |
//! | `anchors` | nine points for each room: centre, corners, middles of the walls |
//! | `path` | the main path: a polyline from entry to exit through rooms and doors |
//! | `keys` | a rectangle for each key and switch, with what it opens; absent without a mission |
//! | `unreachable` | a rectangle for each run of cells out of reach; absent without any |
//!
//! Doors have the properties `lock`, `one_way` (the room that one leaves) and `saves` where the
//! passage has them. A key is also a prop of the kind with its name, which has a tile.
//!
//! Properties are named like the fields of level files. Seed and floor, which may exceed Tiled's
//! integers, are strings; so are lists, with one element on each line. The values of a kind are
//! properties named `value:` and the value's name. Properties refer to rooms by object id, which is
//! the room's id plus one.
//!
//! Tiles of class `wall` and `rock` have the properties `blocks` and `opaque`, and a collision
//! shape that fills the tile. A prop is in the way exactly if its `obstacle` is true: a prop that
//! `blocks` but begins 2 m or more above the floor is not. The tile of an obstacle has the prop's
//! body as its collision shape.
//!
//! Tiles of floors, shadows, walls, doors and stairs have the same ids in every level of every
//! preset. The tiles of the preset's kinds follow, ordered by size and name, so their ids are the
//! same in all levels of the preset.

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
    /// The file name, without a folder.
    pub name: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// Writes `level` as XML, a `.tmx` file, with the tiles of `sheet`.
///
/// The map refers to the sheet's files by `sheet_name`, which may begin with a path relative to the
/// map's folder. Cost: linear in cells and props.
#[must_use]
pub fn tmx(level: &Level, theme: &Theme, sheet: &TileSheet, sheet_name: &str) -> Vec<u8> {
    xml::write(&document::document(level, theme, sheet, sheet_name)).into_bytes()
}

/// Writes `level` as JSON, a `.tmj` file, with the tiles of `sheet`.
///
/// The map embeds its tilesets, and refers to their picture by `sheet_name`, which may begin with a
/// path relative to the map's folder. Cost: linear in cells and props.
#[must_use]
pub fn tmj(level: &Level, theme: &Theme, sheet: &TileSheet, sheet_name: &str) -> Vec<u8> {
    json::write(&document::document(level, theme, sheet, sheet_name))
}

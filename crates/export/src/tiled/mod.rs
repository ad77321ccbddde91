//! Maps for the [Tiled](https://www.mapeditor.org) editor, version 1.10 of its format.
//!
//! [`tmx`] writes a level's [map] as XML, [`tmj`] as JSON, with the same content. A
//! `.tmx` refers to the tileset files of its sheet, which [`sheet_files`] writes; a `.tmj` embeds
//! the tilesets, as Phaser requires, and refers to their picture only. [`tmx_with`] and
//! [`tmj_with`] take the place of the tilesets. The maps of a run come with a `.world`, in which
//! the floors lie one below the other.
//!
//! Objects have two properties for importers. `collides` says whether an object is in the way: only
//! props can be. `godot_node_type` of shapes keeps YATI, which imports maps in Godot, from making
//! walls of rooms and corridors.

mod hints;
mod json;
mod names;
mod options;
pub(crate) mod seal;
mod world;
mod xml;

#[cfg(test)]
mod tests;

use crate::{
    ExportFile,
    map::{self, TileSheet},
    picture::PictureError,
};
use roomgen::{level::Level, theme::Theme};

pub use options::{TiledOptions, TilesetPlace};
pub use seal::is_unedited_tileset;
pub(crate) use world::{MapWriter, world};

/// Writes `level` as XML, a `.tmx` file, with the tiles of `sheet`.
///
/// The map refers to the sheet's files by `sheet_name`, which may begin with a path relative to the
/// map's folder. Cost: linear in cells and props.
#[must_use]
pub fn tmx(level: &Level, theme: &Theme, sheet: &TileSheet, sheet_name: &str) -> Vec<u8> {
    tmx_with(level, theme, sheet, sheet_name, TilesetPlace::External)
}

/// Writes `level` as [`tmx`] does, with the tilesets at a place.
#[must_use]
pub fn tmx_with(level: &Level, theme: &Theme, sheet: &TileSheet, sheet_name: &str, place: TilesetPlace) -> Vec<u8> {
    xml::write(&map::assemble(level, theme, sheet), sheet_name, place).into_bytes()
}

/// Writes `level` as JSON, a `.tmj` file, with the tiles of `sheet`.
///
/// The map embeds its tilesets, and refers to their picture by `sheet_name`, which may begin with a
/// path relative to the map's folder. Cost: linear in cells and props.
#[must_use]
pub fn tmj(level: &Level, theme: &Theme, sheet: &TileSheet, sheet_name: &str) -> Vec<u8> {
    tmj_with(level, theme, sheet, sheet_name, TilesetPlace::Embedded)
}

/// Writes `level` as [`tmj`] does, with the tilesets at a place.
#[must_use]
pub fn tmj_with(level: &Level, theme: &Theme, sheet: &TileSheet, sheet_name: &str, place: TilesetPlace) -> Vec<u8> {
    json::write(&map::assemble(level, theme, sheet), sheet_name, place)
}

/// The picture of a tile sheet as a file.
pub(crate) fn picture_file(sheet: &TileSheet, name: &str) -> Result<ExportFile, PictureError> {
    Ok(ExportFile { name: names::picture_file(name), media_type: "image/png", bytes: sheet.picture()? })
}

/// The files of a tile sheet. They must lie in one folder.
///
/// These are the picture `NAME.png`, `NAME.tsx` with the tiles of one cell, and a tileset such as
/// `NAME-2x1.tsx` for each larger footprint size.
///
/// # Errors
///
/// [`PictureError::Encode`] if the picture cannot be encoded as PNG.
pub fn sheet_files(sheet: &TileSheet, name: &str) -> Result<Vec<ExportFile>, PictureError> {
    let tilesets = sheet.tilesets().iter().map(|set| ExportFile {
        name: names::tileset_file(set, name),
        media_type: "application/xml",
        bytes: seal::sealed(set, name).into_bytes(),
    });
    let tilesets: Vec<_> = tilesets.collect();
    Ok([picture_file(sheet, name)?].into_iter().chain(tilesets).collect())
}

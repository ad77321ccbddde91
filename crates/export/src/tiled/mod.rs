//! Maps for the [Tiled](https://www.mapeditor.org) editor, version 1.10 of its format.
//!
//! [`tmx`] writes a level's [map] as XML, [`tmj`] as JSON, with the same content. A
//! `.tmx` refers to the tileset files of its sheet, which [`sheet_files`] writes; a `.tmj` embeds
//! the tilesets, as Phaser requires, and refers to their picture only. [`write()`] takes the place
//! of the tilesets. The maps of a run come with a `.world`, in which the floors lie one below the
//! other.
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
    map::{self, MapFloor, TileSheet},
    picture::PictureError,
};
use roomgen::{level::Level, theme::Theme};

pub use options::{TiledOptions, TilesetPlace};
pub use seal::is_unedited_tileset;
pub(crate) use world::world;

/// An encoding of Tiled's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TiledEncoding {
    /// XML, in `.tmx` files, which refer to their tilesets unless told otherwise.
    Xml,
    /// JSON, in `.tmj` files, which embed their tilesets unless told otherwise.
    Json,
}

/// Writes a floor as a map with its tilesets at a place, or at the usual one of the encoding.
///
/// The map refers to the sheet's files by the name of the sheet, which may begin with a path
/// relative to the map's folder. Cost: linear in cells and props.
#[must_use]
pub fn write(encoding: TiledEncoding, floor: &MapFloor<'_>, place: Option<TilesetPlace>) -> Vec<u8> {
    let map = map::assemble(floor.level, floor.theme, floor.sheet);
    match encoding {
        TiledEncoding::Xml => xml::write(&map, floor.sheet_name, place.unwrap_or(TilesetPlace::External)).into_bytes(),
        TiledEncoding::Json => json::write(&map, floor.sheet_name, place.unwrap_or(TilesetPlace::Embedded)),
    }
}

/// Writes `level` as XML, a `.tmx` file, with the tiles of `sheet`: see [`write()`].
#[must_use]
pub fn tmx(level: &Level, theme: &Theme, sheet: &TileSheet, sheet_name: &str) -> Vec<u8> {
    write(TiledEncoding::Xml, &MapFloor { level, theme, sheet, sheet_name, above: None }, None)
}

/// Writes `level` as JSON, a `.tmj` file, with the tiles of `sheet`: see [`write()`].
#[must_use]
pub fn tmj(level: &Level, theme: &Theme, sheet: &TileSheet, sheet_name: &str) -> Vec<u8> {
    write(TiledEncoding::Json, &MapFloor { level, theme, sheet, sheet_name, above: None }, None)
}

/// The files of a tile sheet beside maps with their tilesets at a place. Only tilesets that are
/// said to be embedded have no files: those of a `.tmj` are there for other maps of the sheet.
pub(crate) fn files_beside(
    sheet: &TileSheet,
    name: &str,
    place: Option<TilesetPlace>,
) -> Result<Vec<ExportFile>, PictureError> {
    match place {
        Some(TilesetPlace::Embedded) => Ok(vec![sheet.picture_file(name)?]),
        Some(TilesetPlace::External) | None => sheet_files(sheet, name),
    }
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
    Ok([sheet.picture_file(name)?].into_iter().chain(tilesets).collect())
}

//! Maps for the [Tiled](https://www.mapeditor.org) editor, version 1.10 of its format.
//!
//! [`tmx`] writes a level's [map] as XML, [`tmj`] as JSON, with the same content. A
//! `.tmx` refers to the tileset files of its sheet, which [`sheet_files`] writes; a `.tmj` embeds
//! the tilesets, as Phaser requires, and refers to their picture only.

mod json;
mod names;
pub(crate) mod seal;
mod xml;

#[cfg(test)]
mod tests;

use crate::{
    ExportFile,
    map::{self, TileSheet},
    picture::PictureError,
};
use roomgen::{level::Level, theme::Theme};

pub use seal::{is_unedited_picture, is_unedited_tileset};

/// Writes `level` as XML, a `.tmx` file, with the tiles of `sheet`.
///
/// The map refers to the sheet's files by `sheet_name`, which may begin with a path relative to the
/// map's folder. Cost: linear in cells and props.
#[must_use]
pub fn tmx(level: &Level, theme: &Theme, sheet: &TileSheet, sheet_name: &str) -> Vec<u8> {
    xml::write(&map::assemble(level, theme, sheet), sheet_name).into_bytes()
}

/// Writes `level` as JSON, a `.tmj` file, with the tiles of `sheet`.
///
/// The map embeds its tilesets, and refers to their picture by `sheet_name`, which may begin with a
/// path relative to the map's folder. Cost: linear in cells and props.
#[must_use]
pub fn tmj(level: &Level, theme: &Theme, sheet: &TileSheet, sheet_name: &str) -> Vec<u8> {
    json::write(&map::assemble(level, theme, sheet), sheet_name)
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
    let picture = sheet.picture()?;
    let tilesets = sheet.tilesets().iter().map(|set| ExportFile {
        name: names::tileset_file(set, name),
        media_type: "application/xml",
        bytes: seal::sealed(set, name, &picture).into_bytes(),
    });
    let tilesets: Vec<_> = tilesets.collect();
    let picture = ExportFile { name: names::picture_file(name), media_type: "image/png", bytes: picture };
    Ok([picture].into_iter().chain(tilesets).collect())
}

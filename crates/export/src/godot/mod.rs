//! Scenes for [Godot](https://godotengine.org), versions 4.3 and later.
//!
//! [`tscn`] writes a level's [map] as a scene, [`sheet_files`] the tile set that the scenes of a
//! preset share, and its picture. A scene refers to both, and to the scripts of the add-on
//! `engines/godot/addons/roomgen`, which a project has as `res://addons/roomgen`.
//!
//! Tile layers are those of the map; the layer `furniture` has the props of one cell that no game
//! moves or takes. Other props are nodes behind it, in `below`, and before it, in `props`.
//! `navigation` is a region, the ground without obstacles and shut doors, which are its links.
//! `occluders` are the outlines of what one sees, moved into the walls so that light falls on them.
//!
//! Metadata of a node has the names and values of the map's properties; a list is an array, a room
//! its id. The metadata `kinds` of the tile set has the properties of each kind, by name. Names are
//! changed where Godot refuses them: `.`, `:`, `@`, `/`, `"` and `%` in names of nodes, and what is
//! no letter, digit or `_` in names of metadata, become `_`.
//!
//! Bodies are on physics layer 1, terrain that blocks on 2. Areas look for a player on 3.

mod assemble;
mod lights;
mod navigation;
mod props;
mod scene;
mod text;
mod tile_set;

use crate::{
    ExportFile,
    map::{self, TileSheet},
    picture::PictureError,
    tiled::seal::seal,
};
use roomgen::{geom::Size, level::Level, theme::Theme};

// Godot's cells have signed coordinates of 16 bits.
const _: () = assert!(Size::MAX_SIDE <= i16::MAX as i32);

/// Writes `level` as a scene, a `.tscn` file, with the tiles of `sheet`.
///
/// The scene refers to the sheet's files by `sheet_name`, which may begin with a path relative to
/// the scene's folder. Cost: linear in cells, in props, and in the cells that lights reach.
///
/// ```
/// use roomgen::{Preset, generate};
/// use roomgen_export::{godot, map::TileSheet};
///
/// let preset = Preset::built_in("crypt")?;
/// let sheet = TileSheet::of_preset(&preset);
/// let scene = godot::tscn(&generate(&preset, 42), preset.theme(), &sheet, "crypt-tiles");
/// assert!(scene.starts_with(b"[gd_scene format=4]"));
/// let files = godot::sheet_files(&sheet, "crypt-tiles")?;
/// assert!(files.iter().map(|file| &*file.name).eq(["crypt-tiles.png", "crypt-tiles.tres"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn tscn(level: &Level, theme: &Theme, sheet: &TileSheet, sheet_name: &str) -> Vec<u8> {
    assemble::write(level, theme, &map::assemble(level, theme, sheet), sheet_name).into_bytes()
}

/// The files of a tile sheet: the picture `NAME.png` and the tile set `NAME.tres`. They must lie in
/// one folder.
///
/// # Errors
///
/// [`PictureError::Encode`] if the picture cannot be encoded as PNG.
pub fn sheet_files(sheet: &TileSheet, name: &str) -> Result<Vec<ExportFile>, PictureError> {
    let text = seal(|blank| tile_set::write(sheet.tilesets(), name, blank));
    Ok(vec![
        sheet.picture_file(name)?,
        ExportFile {
            name: format!("{name}.tres"),
            media_type: "application/x-godot-resource",
            bytes: text.into_bytes(),
        },
    ])
}

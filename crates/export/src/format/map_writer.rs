//! How levels and runs are written as maps, and the tile sheets of their floors.

use super::LevelExport;
use crate::{
    ExportFile, RunFiles, godot, ldtk,
    map::{MapError, MapFloor, TileSheet},
    picture::PictureError,
    tiled::{self, TiledEncoding, TilesetPlace},
};

/// Writes the files of a sheet with a name, for maps with their tilesets at a place.
type SheetEncoder = fn(&TileSheet, &str, Option<TilesetPlace>) -> Result<Vec<ExportFile>, PictureError>;
/// Writes a run to the file with the name that is given, and to others beside it.
type RunEncoder = fn(&[MapFloor<'_>], &str, Option<TilesetPlace>) -> Result<RunFiles, MapError>;

/// How a format of maps is written. Maps for Tiled have their tilesets at the place that is given,
/// or at the usual one; others do not ask.
#[derive(Clone, Copy)]
pub(super) struct MapWriter {
    pub(super) write: fn(&MapFloor<'_>, Option<TilesetPlace>) -> Result<Vec<u8>, MapError>,
    pub(super) sheet_files: SheetEncoder,
    /// The ending of tilesets, beside the picture.
    pub(super) tileset_ending: Option<&'static str>,
    /// How a run is written, if that is one file.
    pub(super) run: Option<RunWriter>,
}

/// How the floors of a run are written as one file, and others beside it.
#[derive(Clone, Copy)]
pub(super) struct RunWriter {
    /// The ending of the file.
    pub(super) ending: &'static str,
    /// Whether the sheets of all floors are one picture.
    pub(super) has_one_picture: bool,
    pub(super) write: RunEncoder,
}

impl MapWriter {
    pub(super) const TMX: Self = Self {
        write: |floor, place| Ok(tiled::write(TiledEncoding::Xml, floor, place)),
        sheet_files: tiled::files_beside,
        tileset_ending: Some("tsx"),
        run: Some(RunWriter {
            ending: "world",
            has_one_picture: false,
            write: |floors, name, place| tiled::world(TiledEncoding::Xml, floors, name, place),
        }),
    };
    pub(super) const TMJ: Self = Self {
        write: |floor, place| Ok(tiled::write(TiledEncoding::Json, floor, place)),
        run: Some(RunWriter {
            ending: "world",
            has_one_picture: false,
            write: |floors, name, place| tiled::world(TiledEncoding::Json, floors, name, place),
        }),
        ..Self::TMX
    };
    pub(super) const LDTK: Self = Self {
        write: |floor, _| ldtk::write(&[*floor]),
        sheet_files: |sheet, name, _| Ok(vec![sheet.picture_file(name)?]),
        tileset_ending: None,
        run: Some(RunWriter {
            ending: "ldtk",
            has_one_picture: true,
            write: |floors, name, _| ldtk::files(floors, name),
        }),
    };
    pub(super) const GODOT: Self = Self {
        write: |floor, _| Ok(godot::tscn(floor.level, floor.theme, floor.sheet, floor.sheet_name)),
        sheet_files: |sheet, name, _| godot::sheet_files(sheet, name),
        tileset_ending: Some("tres"),
        run: None,
    };
}

/// The distinct tile sheets of levels, and for each level the position of its sheet. Levels of one
/// preset share one.
pub(super) fn sheets_of(floors: &[LevelExport<'_>]) -> (Vec<TileSheet>, Vec<usize>) {
    let (mut sheets, mut of): (Vec<TileSheet>, Vec<usize>) = (Vec::new(), Vec::new());
    for (position, floor) in floors.iter().enumerate() {
        let is_alike = |other: &LevelExport<'_>| match (other.preset, floor.preset) {
            (Some(one), Some(other)) => std::ptr::eq(one, other),
            _ => false,
        };
        let alike = floors[..position].iter().position(is_alike).map(|at| of[at]);
        let known = alike.filter(|&sheet| sheets[sheet].has_tiles_of(floor.level));
        of.push(known.unwrap_or_else(|| {
            let own = floor.own_sheet();
            sheets.iter().position(|sheet| *sheet == own).unwrap_or_else(|| {
                sheets.push(own);
                sheets.len() - 1
            })
        }));
    }
    (sheets, of)
}

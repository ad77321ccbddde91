//! How runs are written as one file, and the tile sheets of their floors.

use super::{ExportError, LevelExport};
use crate::{
    ExportFile, RunFiles, ldtk,
    map::{MapFloor, TileSheet},
    tiled::{self, TilesetPlace},
};

/// Writes a run to the file called by the name that is given, and to others beside it. Maps of
/// Tiled have their tilesets at the place, or at the usual one.
type RunEncoder = fn(&[MapFloor<'_>], &str, Option<TilesetPlace>) -> Result<RunFiles, ExportError>;

/// How the floors of a run are written as one file, and others beside it.
#[derive(Clone, Copy)]
pub(super) struct RunWriter {
    /// The ending of the file.
    pub(super) ending: &'static str,
    /// Whether the sheets of all floors are one picture.
    pub(super) has_one_picture: bool,
    pub(super) write: RunEncoder,
}

/// A run as maps of Tiled and a world of these.
pub(super) const WORLD_OF_TMX: RunWriter = RunWriter {
    ending: "world",
    has_one_picture: false,
    write: |floors, name, place| {
        Ok(tiled::world(floors, name, "tmx", (tiled::tmx_with, place.unwrap_or(TilesetPlace::External)))?)
    },
};
pub(super) const WORLD_OF_TMJ: RunWriter = RunWriter {
    write: |floors, name, place| {
        Ok(tiled::world(floors, name, "tmj", (tiled::tmj_with, place.unwrap_or(TilesetPlace::Embedded)))?)
    },
    ..WORLD_OF_TMX
};
/// A run as a project of LDtk.
pub(super) const PROJECT: RunWriter = RunWriter { ending: "ldtk", has_one_picture: true, write: project };

fn project(floors: &[MapFloor<'_>], name: &str, _: Option<TilesetPlace>) -> Result<RunFiles, ExportError> {
    let file = |name, media_type, bytes| ExportFile { name, media_type, bytes };
    let sheet_name = floors.first().map_or_else(String::new, |floor| format!("{}.png", floor.sheet_name));
    Ok(RunFiles {
        files: vec![file(format!("{name}.ldtk"), "application/json", ldtk::write(floors)?)],
        sheets: vec![vec![file(sheet_name, "image/png", ldtk::picture(floors)?)]],
    })
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

//! A run as maps and a world, Tiled's `.world` format, which shows them in one view.

use super::{TiledEncoding, options::TilesetPlace};
use crate::{
    ExportFile, RunFiles,
    map::{MapError, MapFloor},
    picture::pieces::CELL,
};
use serde_json::{Value, json};

/// Cells between two floors, which lie one below the other.
const GAP: i32 = 4;

/// Writes the world of floors, `NAME.world`, and their maps, `NAME-00.ENDING` and others, with the
/// files of their sheets. The maps have their tilesets at `place`.
pub(crate) fn world(
    encoding: TiledEncoding,
    floors: &[MapFloor<'_>],
    name: &str,
    place: Option<TilesetPlace>,
) -> Result<RunFiles, MapError> {
    let (ending, media_type) = match encoding {
        TiledEncoding::Xml => ("tmx", "application/xml"),
        TiledEncoding::Json => ("tmj", "application/json"),
    };
    let number = |floor: &MapFloor<'_>| floor.level.origin().floor;
    let last = floors.iter().map(number).max().unwrap_or_default();
    let file_name = |floor: &MapFloor<'_>| format!("{}.{ending}", crate::file::floor_name(name, number(floor), last));
    let mut y = 0;
    let entry = |floor: &MapFloor<'_>| {
        let (width, height) = (floor.level.width() * CELL, floor.level.height() * CELL);
        let entry = json!({ "fileName": file_name(floor), "x": 0, "y": y, "width": width, "height": height });
        y += height + GAP * CELL;
        entry
    };
    let maps: Vec<Value> = floors.iter().map(entry).collect();
    let world = json!({ "type": "world", "maps": maps, "onlyShowAdjacentMaps": false });
    let maps = floors.iter().map(|floor| {
        let bytes = super::write(encoding, floor, place);
        ExportFile { name: file_name(floor), media_type, bytes }
    });
    let bytes = format!("{world:#}\n").into_bytes();
    let world = ExportFile { name: format!("{name}.world"), media_type: "application/json", bytes };
    let (mut names, mut sheets) = (Vec::new(), Vec::new());
    for floor in floors {
        if !names.contains(&floor.sheet_name) {
            names.push(floor.sheet_name);
            sheets.push(super::files_beside(floor.sheet, floor.sheet_name, place)?);
        }
    }
    Ok(RunFiles { files: [world].into_iter().chain(maps).collect(), sheets })
}

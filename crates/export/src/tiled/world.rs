//! A run as maps and a world, Tiled's `.world` format, which shows them in one view.

use super::options::TilesetPlace;
use crate::{
    ExportFile, RunFiles,
    map::{MapFloor, TileSheet},
    picture::{PictureError, pieces::CELL},
};
use roomgen::{level::Level, theme::Theme};
use serde_json::{Value, json};

/// What writes a map.
pub(crate) type MapWriter = fn(&Level, &Theme, &TileSheet, &str, TilesetPlace) -> Vec<u8>;

/// Cells between two floors, which lie one below the other.
const GAP: i32 = 4;

/// Writes the world of floors, `NAME.world`, and their maps, `NAME-00.ENDING` and others, with the
/// files of their sheets.
pub(crate) fn world(
    floors: &[MapFloor<'_>],
    name: &str,
    ending: &str,
    (write, tilesets): (MapWriter, TilesetPlace),
) -> Result<RunFiles, PictureError> {
    let number = |floor: &MapFloor<'_>| floor.level.origin().floor;
    let last = floors.iter().map(number).max().unwrap_or_default();
    let file_name = |floor: &MapFloor<'_>| format!("{}.{ending}", crate::file::floor_name(name, number(floor), last));
    let mut y = 0;
    let place = |floor: &MapFloor<'_>| {
        let (width, height) = (floor.level.width() * CELL, floor.level.height() * CELL);
        let place = json!({ "fileName": file_name(floor), "x": 0, "y": y, "width": width, "height": height });
        y += height + GAP * CELL;
        place
    };
    let maps: Vec<Value> = floors.iter().map(place).collect();
    let world = json!({ "type": "world", "maps": maps, "onlyShowAdjacentMaps": false });
    let media_type = if ending == "tmx" { "application/xml" } else { "application/json" };
    let maps = floors.iter().map(|floor| {
        let bytes = write(floor.level, floor.theme, floor.sheet, floor.sheet_name, tilesets);
        ExportFile { name: file_name(floor), media_type, bytes }
    });
    let bytes = format!("{world:#}\n").into_bytes();
    let world = ExportFile { name: format!("{name}.world"), media_type: "application/json", bytes };
    let (mut names, mut sheets) = (Vec::new(), Vec::new());
    for floor in floors {
        if !names.contains(&floor.sheet_name) {
            names.push(floor.sheet_name);
            sheets.push(super::sheet_files(floor.sheet, floor.sheet_name)?);
        }
    }
    Ok(RunFiles { files: [world].into_iter().chain(maps).collect(), sheets })
}

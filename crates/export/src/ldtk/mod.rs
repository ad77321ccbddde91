//! Projects for the [LDtk](https://ldtk.io) editor, version 1.5.3 of its format.
//!
//! [`write()`] writes levels as one project, a spelling of their [maps](crate::map): a level is the
//! run of one floor. All ids follow from those of the levels. The tiles are in one picture,
//! `SHEET.png`: the sheets of all floors side by side, in rows of 64.
//!
//! - **World**: floors lie at one place, the deeper the lower: `worldDepth` is the floor's number
//!   times -1, since a greater depth is above in LDtk. Levels are called `PRESET_FLOOR`; other
//!   characters than ASCII letters, digits and `_` become `_`, and a name that was given gets `_2`
//!   or the next number.
//! - **Cells**, an IntGrid: 1 `floor`, 2 `corridor`, 3 `door`, 4 `solid_wall`, 5 `solid_rock`.
//!   **Terrain**, another: 0 none, then the kinds of the project's terrain, by name, with `solid_`
//!   before those that block, and `open_` before others that begin so. A cell is in the way if it
//!   is solid in one of the two; their group is `solid`, and that of others `open`.
//! - **Tiles**: `Floor_tiles`, `Shade_tiles`, `Terrain_tiles`, `Walls_tiles`, `Features_tiles`, as
//!   layers of maps. The custom data of a tile is its class and its properties, as JSON.
//! - **Entities**: `Prop`, `Marker`, `Entry`, `Exit`, `Stairs`, `Room`, `Door`, `Corridor`, `Path`,
//!   `Key`, `Unreachable` are the objects of the map but anchors; `Encounter` and `Light` come
//!   beside. Fields are those of level files, and null where these have none; `values` has texts
//!   such as `tier=2`. A project has all definitions, whether a level uses them or not.
//! - **References**: things, doors, keys and stairs to their room, doors to the room beyond,
//!   corridors to both rooms, keys to their prop and to all doors that they open, members to their
//!   encounter and back, lights to their prop, and stairs to those of the other floor.

mod defaults;
mod entities;
mod fields;
mod layers;
mod level;
mod names;
mod plan;
mod project;

use crate::{
    ExportFile, RunFiles,
    map::{JoinedSheets, MAX_FLOORS, MapError, MapFloor},
};
use plan::ProjectPlan;

/// The most cells of a side of a level: LDtk's editor takes 4,096 pixels.
pub const MAX_SIDE: i32 = 256;

/// Writes floors as a project, a `.ldtk` file. All refer to the picture of the first one's sheet
/// name.
///
/// Cost: linear in cells and props, and in the square of the floors. One floor is held at a time,
/// beside the text.
///
/// # Errors
///
/// [`MapError::ManyFloors`] for more than [`MAX_FLOORS`] floors, [`MapError::LargeLevel`] for a
/// level with a side of more than [`MAX_SIDE`] cells, [`MapError::Gaps`] for a sheet with gaps,
/// [`MapError::LargeSheet`] for a picture with a side of more than 16,384 pixels.
pub fn write(floors: &[MapFloor<'_>]) -> Result<Vec<u8>, MapError> {
    Ok(plan(floors)?.write())
}

/// The project `NAME.ldtk` of floors, and the picture of their tiles.
///
/// # Errors
///
/// Those of [`write()`], and [`MapError::Picture`] if the picture cannot be encoded.
pub(crate) fn files(floors: &[MapFloor<'_>], name: &str) -> Result<RunFiles, MapError> {
    let plan = plan(floors)?;
    let sheet_name = floors.first().map_or(name, |floor| floor.sheet_name);
    let project = ExportFile { name: format!("{name}.ldtk"), media_type: "application/json", bytes: plan.write() };
    Ok(RunFiles { files: vec![project], sheets: vec![vec![plan.sheets.picture_file(sheet_name)?]] })
}

/// What the levels of a project share, if LDtk can take them.
fn plan<'level>(floors: &'level [MapFloor<'level>]) -> Result<ProjectPlan<'level>, MapError> {
    if floors.len() > MAX_FLOORS {
        return Err(MapError::ManyFloors { floors: floors.len() });
    }
    let sizes = floors.iter().map(|floor| floor.level.size());
    let is_large = |size: &roomgen::Size| size.width().max(size.height()) > MAX_SIDE;
    if let Some(size) = sizes.into_iter().find(is_large) {
        return Err(MapError::LargeLevel { size, program: "LDtk", most: MAX_SIDE });
    }
    let mut sets = floors.iter().flat_map(|floor| floor.sheet.tilesets());
    if sets.any(|set| set.margin + set.spacing > 0) {
        return Err(MapError::Gaps { program: "LDtk" });
    }
    let plan = ProjectPlan::new(floors);
    let ([width, height], most) = (plan.sheets.size, JoinedSheets::MAX_SIDE);
    if width.max(height) > most {
        return Err(MapError::LargeSheet { width, height, most });
    }
    Ok(plan)
}

//! A level of a project: its layers of cells, tiles and entities.

use std::collections::BTreeMap;

use super::{
    entities::FloorEntities,
    fields::of_property,
    names::{Instance, LAYERS, LEVELS, TILESET, iid},
    project::{ProjectPlan, with_defaults},
};
use crate::{
    map::{self, LayerContent, LevelMap, MapFloor, MapLayer, NO_TILE},
    picture::pieces::CELL,
};
use roomgen::level::Tile;
use serde::Serialize;
use serde_json::{
    Value, json,
    value::{RawValue, to_raw_value},
};

/// What a layer of LDtk has of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayerSource {
    /// The entities of map layers, of lights, or of encounters.
    Entities(&'static str),
    /// The tiles of a map layer.
    Tiles(&'static str),
    /// What cells are made of.
    Cells,
    /// The terrain of cells.
    Terrain,
}

impl LayerSource {
    /// The type of the layer.
    pub(super) const fn kind(self) -> &'static str {
        match self {
            Self::Entities(_) => "Entities",
            Self::Tiles(_) => "Tiles",
            Self::Cells | Self::Terrain => "IntGrid",
        }
    }
}

/// All layers from front to back, with their identifiers.
pub(super) const LAYER_ROWS: [(&str, LayerSource); 17] = [
    ("Lights", LayerSource::Entities("lights")),
    ("Encounters", LayerSource::Entities("encounters")),
    ("Keys", LayerSource::Entities("keys")),
    ("Markers", LayerSource::Entities("markers")),
    ("Props", LayerSource::Entities("props")),
    ("Doors", LayerSource::Entities("doors")),
    ("Corridors", LayerSource::Entities("corridors")),
    ("Path", LayerSource::Entities("path")),
    ("Rooms", LayerSource::Entities("rooms")),
    ("Unreachable", LayerSource::Entities("unreachable")),
    ("Feature_tiles", LayerSource::Tiles("features")),
    ("Wall_tiles", LayerSource::Tiles("walls")),
    ("Terrain_tiles", LayerSource::Tiles("terrain")),
    ("Shade_tiles", LayerSource::Tiles("shade")),
    ("Floor_tiles", LayerSource::Tiles("floor")),
    ("Terrain", LayerSource::Terrain),
    ("Cells", LayerSource::Cells),
];

/// The beginning of identifiers of values where nobody can walk, which Excalibur's plugin knows.
pub(super) const SOLID: &str = "solid";

/// The identifiers and colours of what cells are made of, in the order of their values from 1.
pub(super) const CELL_VALUES: [(&str, &str); 5] = [
    ("floor", "#C8B45A"),
    ("corridor", "#8A7A4A"),
    ("door", "#B8895E"),
    ("solid_wall", "#5A5A5A"),
    ("solid_rock", "#1E1E1E"),
];

/// The value of a cell made of `tile`.
const fn cell_value(tile: Tile) -> u32 {
    match tile {
        Tile::Floor => 1,
        Tile::Corridor => 2,
        Tile::Door => 3,
        Tile::Wall => 4,
        Tile::Rock => 5,
    }
}

/// A layer of a level, its facts beside its content.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LayerInstance<'level> {
    #[serde(flatten)]
    facts: Value,
    int_grid_csv: Vec<u32>,
    grid_tiles: Vec<TileInstance>,
    entity_instances: &'level [Box<RawValue>],
}

/// A tile of a layer: its place in the level, and in the sheet. Lengths are in pixels.
#[derive(Serialize)]
struct TileInstance {
    px: [i32; 2],
    src: [i32; 2],
    /// Not mirrored.
    f: u8,
    /// The number of the tile in the sheet.
    t: i32,
    /// The position of the cell.
    d: [usize; 1],
    /// Opaque.
    a: u8,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LevelInstance {
    #[serde(flatten)]
    facts: Value,
    layer_instances: Vec<Box<RawValue>>,
}

/// The JSON text of a value.
#[allow(clippy::expect_used, reason = "every key is a text")]
pub(super) fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("a value can be written as JSON")
}

/// Writes the level of the floor at `position`.
pub(super) fn write(plan: &ProjectPlan<'_>, position: usize) -> Box<RawValue> {
    let floor = &plan.floors[position];
    let map = map::assemble(floor.level, floor.theme, floor.sheet);
    let entities = FloorEntities::new(plan, position, &map).write();
    let of_map: BTreeMap<&str, &MapLayer> = map.layers.iter().map(|layer| (layer.name, layer)).collect();
    let layer = |(at, &(name, source)): (usize, &(&str, LayerSource))| {
        let cells = || floor.level.tiles().bounds().cells();
        let own = json!({
            "__identifier": name, "__type": source.kind(), "__cWid": map.width, "__cHei": map.height,
            "iid": iid(position, Instance::Layer, at as u32), "levelId": LEVELS + position, "layerDefUid": LAYERS + at,
        });
        let facts = with_defaults("layer of a level", own);
        let mut layer = LayerInstance { facts, int_grid_csv: vec![], grid_tiles: vec![], entity_instances: &[] };
        match source {
            LayerSource::Entities(of) => {
                layer.entity_instances = entities.get(of).map_or(&[], Vec::as_slice);
                layer.facts["visible"] = of_map.get(of).is_some_and(|layer| layer.is_visible).into();
            }
            LayerSource::Tiles(of) => {
                layer.facts["__tilesetDefUid"] = TILESET.into();
                layer.facts["__tilesetRelPath"] = plan.picture_file().into();
                if let Some(LayerContent::Tiles(tiles)) = of_map.get(of).map(|layer| &layer.content) {
                    layer.grid_tiles = grid_tiles(plan, position, tiles);
                }
            }
            LayerSource::Cells => {
                layer.int_grid_csv = cells().map(|cell| cell_value(floor.level.tile(cell))).collect();
            }
            LayerSource::Terrain => {
                let value = |kind| plan.terrain.iter().position(|other| other.is(kind)).map_or(0, |at| at as u32 + 1);
                layer.int_grid_csv = cells().map(|cell| floor.level.terrain(cell).map_or(0, value)).collect();
            }
        }
        raw(&layer)
    };
    let layer_instances = LAYER_ROWS.iter().enumerate().map(layer).collect();
    raw(&LevelInstance { facts: level_facts(plan, position, &map), layer_instances })
}

/// What a level has beside its layers. Floors lie below each other: at one place, and the deeper,
/// the lower.
fn level_facts(plan: &ProjectPlan<'_>, position: usize, map: &LevelMap<'_>) -> Value {
    let floor = &plan.floors[position];
    let depth = |floor: &MapFloor<'_>| -i64::from(floor.level.origin().floor);
    let near = plan.floors.iter().enumerate().filter(|(at, _)| *at != position);
    let near = near.filter_map(|(at, other)| {
        let dir = match depth(other) - depth(floor) {
            0 => "o",
            1 => ">",
            -1 => "<",
            _ => return None,
        };
        Some(json!({ "levelIid": iid(at, Instance::Level, 0), "dir": dir }))
    });
    let value = |name: &str| {
        let property = map.properties.iter().find(|property| property.name == name)?;
        of_property(&property.value, |_| None)
    };
    let fields: Vec<Value> = plan.fields.level.iter().map(|field| field.instance(value(field.name))).collect();
    let own = json!({
        "identifier": plan.identifiers[position], "iid": iid(position, Instance::Level, 0), "uid": LEVELS + position,
        "worldDepth": depth(floor), "pxWid": map.width * CELL, "pxHei": map.height * CELL, "fieldInstances": fields,
        "__bgColor": map.background.to_string(), "bgColor": map.background.to_string(),
        "__neighbours": near.collect::<Vec<_>>(),
    });
    with_defaults("level", own)
}

/// The tiles of a layer of the map.
fn grid_tiles(plan: &ProjectPlan<'_>, position: usize, tiles: &[u32]) -> Vec<TileInstance> {
    let width = plan.floors[position].level.width();
    let tile = |(at, &id): (usize, &u32)| {
        let [x, y, ..] = plan.tile_rect(position, id)?;
        let (column, row) = (at as i32 % width.max(1), at as i32 / width.max(1));
        let number = y / CELL * plan.columns() + x / CELL;
        Some(TileInstance { px: [column * CELL, row * CELL], src: [x, y], f: 0, t: number, d: [at], a: 1 })
    };
    tiles.iter().enumerate().filter(|(_, id)| **id != NO_TILE).filter_map(tile).collect()
}

/// The number of the layer with the entities of a layer of the map; `None` if it has none.
pub(super) fn layer_number(name: &str) -> Option<usize> {
    LAYER_ROWS.iter().position(|(_, source)| matches!(source, LayerSource::Entities(of) if *of == name))
}

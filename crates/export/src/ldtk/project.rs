//! The project: what its levels share, and the definitions of all that they have.

use std::{collections::BTreeMap, ptr};

use super::{
    fields::{EntityKind, Field, Fields, of_property},
    level::{self, CELL_VALUES, LAYER_ROWS, LayerSource, SOLID, raw},
    names::{ENTITIES, Identifiers, Instance, LAYERS, TILESET, iid},
};
use crate::{
    map::{CustomProperty, MapFloor, TileSheet, floors_above},
    picture::pieces::{CELL, COLUMNS},
};
use roomgen::model::{Name, TerrainKind};
use serde::Serialize;
use serde_json::{Map, Value, json, value::RawValue};

/// What the levels of a project share.
pub(super) struct ProjectPlan<'level> {
    pub(super) floors: &'level [MapFloor<'level>],
    /// For each floor, the position of the floor above.
    pub(super) above: Vec<Option<usize>>,
    /// The identifiers of levels.
    pub(super) identifiers: Vec<String>,
    /// The distinct sheets, side by side in the picture.
    pub(super) sheets: Vec<&'level TileSheet>,
    /// For each floor, the position of its sheet.
    sheet_of: Vec<usize>,
    /// The kinds of terrain, in the order of their values from 1.
    pub(super) terrain: Vec<TerrainValue>,
    pub(super) fields: Fields,
}

/// A kind of terrain as the value of cells.
pub(super) struct TerrainValue {
    name: Name,
    blocks: bool,
    color: String,
    identifier: String,
}

impl TerrainValue {
    /// Whether cells of this kind have the value. Kinds of one name may differ between presets.
    pub(super) fn is(&self, kind: &TerrainKind) -> bool {
        self.name == kind.name && self.blocks == kind.blocks
    }
}

/// A whole file.
#[derive(Serialize)]
struct Project {
    #[serde(flatten)]
    facts: Value,
    levels: Vec<Box<RawValue>>,
}

impl<'level> ProjectPlan<'level> {
    pub(super) fn new(floors: &'level [MapFloor<'level>]) -> Self {
        let mut sheets: Vec<&TileSheet> = Vec::new();
        let sheet_of = floors.iter().map(|floor| {
            let known = sheets.iter().position(|sheet| ptr::eq(*sheet, floor.sheet));
            known.unwrap_or_else(|| {
                sheets.push(floor.sheet);
                sheets.len() - 1
            })
        });
        let sheet_of = sheet_of.collect();
        let mut names = Identifiers::default();
        let mut terrain: Vec<TerrainValue> = Vec::new();
        for kind in floors.iter().flat_map(|floor| floor.level.terrain_kinds()) {
            if !terrain.iter().any(|known| known.is(kind)) {
                let words = if kind.blocks { format!("{SOLID}_{}", kind.name) } else { kind.name.to_string() };
                let (name, color, identifier) = (kind.name.clone(), kind.color.to_string(), names.of(&words));
                terrain.push(TerrainValue { name, blocks: kind.blocks, color, identifier });
            }
        }
        let mut names = Identifiers::default();
        let identifier = |floor: &MapFloor<'_>| {
            let origin = floor.level.origin();
            names.of(&format!("{}_{}", origin.preset, origin.floor))
        };
        let identifiers = floors.iter().map(identifier).collect();
        Self { floors, above: floors_above(floors), identifiers, sheets, sheet_of, terrain, fields: Fields::new() }
    }

    /// The tiles of a row of the picture.
    pub(super) fn columns(&self) -> i32 {
        self.sheets.len() as i32 * i32::from(COLUMNS)
    }

    /// The name of the picture, which all sheets share.
    pub(super) fn picture_file(&self) -> Option<String> {
        self.floors.first().map(|floor| format!("{}.png", floor.sheet_name))
    }

    /// The place of a tile of a floor's sheet in the picture: left, top, width and height in
    /// pixels.
    pub(super) fn tile_rect(&self, floor: usize, id: u32) -> Option<[i32; 4]> {
        let sheet = self.sheet_of[floor];
        let set = self.sheets[sheet].tilesets().iter().rev().find(|set| set.first <= id)?;
        let [x, y, width, height] = set.place(id - set.first);
        Some([x + sheet as i32 * i32::from(COLUMNS) * CELL, y, width, height])
    }

    /// Writes the project, level by level.
    pub(super) fn write(&self) -> Vec<u8> {
        let levels = (0..self.floors.len()).map(|position| level::write(self, position)).collect();
        let mut text = raw(&Project { facts: self.facts(), levels }).to_string();
        text.push('\n');
        text.into_bytes()
    }

    fn facts(&self) -> Value {
        let background = self.floors.first().map(|floor| floor.theme.rock.to_string());
        let kind = |(uid, kind): (usize, &EntityKind)| {
            let fields: Vec<Value> = kind.fields.iter().map(Field::definition).collect();
            let own = json!({ "identifier": kind.identifier(), "uid": uid, "color": kind.color, "fieldDefs": fields });
            with_defaults("entity", own)
        };
        let definitions = json!({
            "layers": (0..).zip(LAYER_ROWS).map(|(at, row)| self.layer(at, row)).collect::<Vec<_>>(),
            "entities": (ENTITIES..).zip(&self.fields.entities).map(kind).collect::<Vec<_>>(),
            "tilesets": [self.tileset()], "enums": [], "externalEnums": [],
            "levelFields": self.fields.level.iter().map(Field::definition).collect::<Vec<_>>(),
        });
        let own = json!({
            "iid": iid(0, Instance::Project, 0), "nextUid": self.fields.next, "bgColor": background,
            "defaultLevelBgColor": background, "dummyWorldIid": iid(0, Instance::World, 0), "defs": definitions,
        });
        with_defaults("project", own)
    }

    /// The definition of a layer.
    fn layer(&self, number: usize, (name, source): (&str, LayerSource)) -> Value {
        let value = |number: usize, name: &str, color: &str| {
            let group = if name.starts_with(SOLID) { 1 } else { 2 };
            json!({ "value": number, "identifier": name, "color": color, "tile": null, "groupUid": group })
        };
        let kinds = || (1..).zip(&self.terrain);
        let values: Vec<Value> = match source {
            LayerSource::Entities(_) | LayerSource::Tiles(_) => Vec::new(),
            LayerSource::Cells => (1..).zip(CELL_VALUES).map(|(at, (name, color))| value(at, name, color)).collect(),
            LayerSource::Terrain => kinds().map(|(at, kind)| value(at, &kind.identifier, &kind.color)).collect(),
        };
        let groups =
            [(1, "solid"), (2, "open")].map(|(uid, name)| json!({ "uid": uid, "identifier": name, "color": null }));
        let kind = source.kind();
        let own = json!({
            "__type": kind, "identifier": name, "type": kind, "uid": LAYERS + number, "intGridValues": values,
            "intGridValuesGroups": if kind == "IntGrid" { &groups[..] } else { &[] },
            "tilesetDefUid": (kind == "Tiles").then_some(TILESET),
        });
        with_defaults("layer", own)
    }

    /// The definition of the tileset: all sheets side by side. The data of a tile is its class and
    /// its properties, as JSON.
    fn tileset(&self) -> Value {
        let [width, height] = [self.columns() * CELL, self.height()];
        let mut data = Vec::new();
        for (left, sheet) in (0..).step_by(COLUMNS.into()).zip(&self.sheets) {
            for (set, tile) in sheet.tilesets().iter().flat_map(|set| set.tiles.iter().map(move |tile| (set, tile))) {
                let [x, y, ..] = set.place(tile.local_id).map(|side| side / CELL);
                let mut fields: Map<String, Value> = tile.properties.iter().filter_map(tile_field).collect();
                fields.insert("class".to_owned(), tile.class.into());
                let text = Value::from(fields).to_string();
                data.push(json!({ "tileId": y * self.columns() + left + x, "data": text }));
            }
        }
        let own = json!({
            "__cWid": self.columns(), "__cHei": height / CELL, "identifier": "Tiles", "uid": TILESET,
            "relPath": self.picture_file(), "pxWid": width, "pxHei": height, "customData": data,
        });
        with_defaults("tileset", own)
    }

    /// The height of the picture, in pixels.
    fn height(&self) -> i32 {
        let heights = self.sheets.iter().filter_map(|sheet| sheet.tilesets().first()).map(|set| set.picture[1]);
        heights.max().unwrap_or_default()
    }
}

/// A property of a tile as a field of JSON.
fn tile_field(CustomProperty { name, value }: &CustomProperty) -> Option<(String, Value)> {
    Some((name.clone(), of_property(value, |_| None)?))
}

/// What has the fields `own`, and those that all of this kind have in common.
pub(super) fn with_defaults(kind: &str, own: Value) -> Value {
    const DEFAULTS: &str = include_str!("defaults.json");
    let mut defaults: BTreeMap<&str, Map<String, Value>> = serde_json::from_str(DEFAULTS).unwrap_or_default();
    let mut all = defaults.remove(kind).unwrap_or_default();
    if let Value::Object(own) = own {
        all.extend(own);
    }
    all.into()
}

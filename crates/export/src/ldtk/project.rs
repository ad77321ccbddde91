//! The project: its levels, and the definitions of all that they have.

use super::{
    defaults::with_defaults,
    fields::{EntityKind, Field, of_property},
    layers::{CELL_VALUES, SOLID, layers},
    level,
    names::{ENTITIES, Instance, LAYERS, TILESET, capitalized, iid},
    plan::ProjectPlan,
};
use crate::{map::CustomProperty, picture::pieces::CELL};
use serde_json::{Map, Value, json};

impl ProjectPlan<'_> {
    /// Writes the project, level by level.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut text = self.facts().to_string();
        // The levels come behind all other fields.
        text.truncate(text.len() - 1);
        text += ",\"levels\":";
        for position in 0..self.floors.len() {
            text.push(if position == 0 { '[' } else { ',' });
            text += &level::level(self, position).to_string();
        }
        text += if self.floors.is_empty() { "[]}\n" } else { "]}\n" };
        text.into_bytes()
    }

    fn facts(&self) -> Value {
        let background = self.floors.first().map(|floor| floor.theme.rock.to_string());
        let kind = |(uid, kind): (usize, &EntityKind)| {
            let fields: Vec<Value> = kind.fields.iter().map(Field::definition).collect();
            let own =
                json!({ "identifier": capitalized(kind.class), "uid": uid, "color": kind.color, "fieldDefs": fields });
            with_defaults("entity", own)
        };
        let definitions = json!({
            "layers": (0..).zip(layers()).map(|(at, row)| self.layer(at, row)).collect::<Vec<_>>(),
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
    fn layer(&self, number: usize, (name, kind, of): (String, &str, &str)) -> Value {
        let value = |number: usize, name: &str, color: &str, is_solid: bool| {
            let group = if is_solid { 1 } else { 2 };
            json!({ "value": number, "identifier": name, "color": color, "tile": null, "groupUid": group })
        };
        let cells = (1..).zip(CELL_VALUES);
        let cells = cells.map(|(at, (_, name, color))| value(at, name, color, name.starts_with(SOLID)));
        let terrain = (1..).zip(&self.terrain);
        let terrain = terrain.map(|(at, kind)| value(at, &kind.identifier, &kind.color, kind.blocks));
        let values: Vec<Value> = match (kind, of) {
            ("IntGrid", "cells") => cells.collect(),
            ("IntGrid", _) => terrain.collect(),
            _ => Vec::new(),
        };
        let group = |(uid, name)| json!({ "uid": uid, "identifier": name, "color": null });
        let groups = [(1, SOLID), (2, "open")].map(group);
        let own = json!({
            "__type": kind, "identifier": name, "type": kind, "uid": LAYERS + number, "intGridValues": values,
            "intGridValuesGroups": if kind == "IntGrid" { &groups[..] } else { &[] },
            "tilesetDefUid": (kind == "Tiles").then_some(TILESET),
        });
        with_defaults("layer", own)
    }

    /// The definition of the tileset: all sheets in one picture. The data of a tile is its class
    /// and its properties, as JSON.
    fn tileset(&self) -> Value {
        let [width, height] = self.sheets.size;
        let mut data = Vec::new();
        for (sheet, place) in self.sheets.sheets.iter().zip(&self.sheets.places) {
            let [left, top] = place.map(|side| side / CELL);
            for (set, tile) in sheet.tilesets().iter().flat_map(|set| set.tiles.iter().map(move |tile| (set, tile))) {
                let [x, y, ..] = set.place(tile.local_id).map(|side| side / CELL);
                let mut fields: Map<String, Value> = tile.properties.iter().filter_map(tile_field).collect();
                fields.insert("class".to_owned(), tile.class.into());
                let text = Value::from(fields).to_string();
                data.push(json!({ "tileId": (top + y) * self.columns() + left + x, "data": text }));
            }
        }
        let own = json!({
            "__cWid": self.columns(), "__cHei": height / CELL, "identifier": "Tiles", "uid": TILESET,
            "relPath": self.picture_file(), "pxWid": width, "pxHei": height, "customData": data,
        });
        with_defaults("tileset", own)
    }
}

/// A property of a tile as a field of JSON.
fn tile_field(CustomProperty { name, value }: &CustomProperty) -> Option<(String, Value)> {
    Some((name.clone(), of_property(value, |_| None)?))
}

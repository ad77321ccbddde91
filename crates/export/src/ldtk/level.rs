//! A level of a project: its layers of cells, tiles and entities.

use super::{
    defaults::with_defaults,
    entities::FloorEntities,
    fields::of_property,
    layers::{CELL_VALUES, layers},
    names::{Instance, LAYERS, LEVELS, TILESET, iid},
    plan::ProjectPlan,
};
use crate::{
    map::{self, CustomProperty, LevelMap, MapFloor, NO_TILE},
    picture::pieces::CELL,
};
use roomgen::level::Level;
use serde_json::{Value, json};

/// The level of the floor at `position`.
pub(super) fn level(plan: &ProjectPlan<'_>, position: usize) -> Value {
    let floor = &plan.floors[position];
    let map = map::assemble(floor.level, floor.theme, floor.sheet);
    let mut entities = FloorEntities::new(plan, position, &map).of_layers();
    let layer = |(at, (name, kind, of)): (usize, (String, &str, &str))| {
        let is_tiles = kind == "Tiles";
        let tiles = if is_tiles { map.tiles(of) } else { &[] };
        let own = json!({
            "__identifier": name, "__type": kind, "__cWid": map.width, "__cHei": map.height,
            "__tilesetDefUid": is_tiles.then_some(TILESET), "__tilesetRelPath": plan.picture_file().filter(|_| is_tiles),
            "iid": iid(position, Instance::Layer, at as u32), "levelId": LEVELS + position, "layerDefUid": LAYERS + at,
            "visible": kind == "IntGrid" || map.layer(of).is_some_and(|layer| layer.is_visible), "gridTiles": grid_tiles(plan, position, tiles),
            "intGridCsv": if kind == "IntGrid" { cells(plan, floor.level, of) } else { Vec::new() },
            "entityInstances": if kind == "Entities" { entities.remove(of).unwrap_or_default() } else { Vec::new() },
        });
        with_defaults("layer of a level", own)
    };
    let layers: Vec<Value> = layers().enumerate().map(layer).collect();
    let mut facts = facts(plan, position, &map);
    facts["layerInstances"] = layers.into();
    facts
}

/// What a level has beside its layers. Floors lie below each other: at one place, and the deeper,
/// the lower.
fn facts(plan: &ProjectPlan<'_>, position: usize, map: &LevelMap<'_>) -> Value {
    let depth = |floor: &MapFloor<'_>| -i64::from(floor.level.origin().floor);
    let own = depth(&plan.floors[position]);
    let dir = |depth: i64| [(0, "o"), (1, ">"), (-1, "<")].into_iter().find(|(by, _)| depth - own == *by);
    let others = plan.floors.iter().enumerate().filter(|(at, _)| *at != position);
    let near = others.filter_map(|(at, floor)| Some((at, dir(depth(floor))?.1)));
    let near = near.map(|(at, dir)| json!({ "levelIid": iid(at, Instance::Level, 0), "dir": dir }));
    let value = |name: &str| of_property(CustomProperty::find(&map.properties, name)?, |_| None);
    let fields: Vec<Value> = plan.fields.level.iter().map(|field| field.instance(value(field.name))).collect();
    let own = json!({
        "identifier": plan.identifiers[position], "iid": iid(position, Instance::Level, 0), "uid": LEVELS + position,
        "worldDepth": own, "pxWid": map.width * CELL, "pxHei": map.height * CELL, "fieldInstances": fields,
        "__bgColor": map.background.to_string(), "bgColor": map.background.to_string(),
        "__neighbours": near.collect::<Vec<_>>(),
    });
    with_defaults("level", own)
}

/// The values of cells: what they are made of, or their terrain.
fn cells(plan: &ProjectPlan<'_>, level: &Level, of: &str) -> Vec<usize> {
    let made_of = |cell| CELL_VALUES.iter().position(|(tile, ..)| *tile == level.tile(cell));
    let terrain = |cell| plan.terrain.iter().position(|value| level.terrain(cell).is_some_and(|kind| value.is(kind)));
    let value = |cell| if of == "cells" { made_of(cell) } else { terrain(cell) };
    level.tiles().bounds().cells().map(|cell| value(cell).map_or(0, |at| at + 1)).collect()
}

/// The tiles of a layer of the map.
fn grid_tiles(plan: &ProjectPlan<'_>, position: usize, tiles: &[u32]) -> Vec<Value> {
    let width = plan.floors[position].level.width();
    let tile = |(at, &id): (usize, &u32)| {
        let [x, y, ..] = plan.tile_rect(position, id)?;
        let cell = [at as i32 % width.max(1), at as i32 / width.max(1)].map(|side| side * CELL);
        let number = y / CELL * plan.columns() + x / CELL;
        Some(json!({ "px": cell, "src": [x, y], "f": 0, "t": number, "d": [at], "a": 1 }))
    };
    tiles.iter().enumerate().filter(|(_, id)| **id != NO_TILE).filter_map(tile).collect()
}

//! Assembles the map of a level, layer by layer.

use super::{
    anchors,
    level_map::{self, CustomProperty, LayerContent, LevelMap, MapLayer, MapObject, PropertyValue},
    places, props,
    sheet::TileSheet,
    tiles, ways,
};
use roomgen::{color::Color, level::Level, level_file::records, theme::Theme};

/// The map of `level` with the tiles of `sheet`.
///
/// Cost: linear in cells and props.
pub(crate) fn assemble<'sheet>(level: &Level, theme: &Theme, sheet: &'sheet TileSheet) -> LevelMap<'sheet> {
    let rooms = places::rooms(level);
    let mut next_object = rooms.len() as u32 + 1;
    let mut next = || {
        next_object += 1;
        next_object - 1
    };
    let things = props::objects(level, sheet, false, &mut next);
    let mut markers = props::objects(level, sheet, true, &mut next);
    markers.extend(places::stairs(level, &mut next));
    let doors = places::doors(level, &mut next);
    let corridors = ways::corridors(level, &mut next);
    let anchors = anchors::anchors(level, &mut next);
    let path = ways::path(level, next());
    let keys = places::keys(level, &mut next);
    let unreachable = places::unreachable(level, &mut next);

    let [floor, shade, walls, features] = tiles::layers(level, theme, sheet.looks());
    let objects = |objects: Vec<MapObject>, color: Color| LayerContent::Objects(objects, color);
    let mut contents = vec![
        ("floor", "tiles", true, floor),
        ("shade", "tiles", true, shade),
        ("walls", "tiles", true, walls),
        ("features", "tiles", true, features),
        ("props", "props", true, objects(things, Color::new(0xc8, 0xc8, 0xc8))),
        ("markers", "markers", true, objects(markers, Color::new(0xff, 0xd7, 0x5e))),
        ("rooms", "rooms", false, objects(rooms, Color::new(0x5a, 0xa9, 0xe6))),
        ("doors", "doors", false, objects(doors, theme.door)),
        ("corridors", "corridors", false, objects(corridors, Color::new(0x9a, 0xc4, 0x7c))),
        ("anchors", "anchors", false, objects(anchors, Color::new(0xe6, 0x7a, 0xb0))),
        ("path", "path", false, objects(vec![path], theme.exit)),
    ];
    if let Some(terrain) = tiles::terrain(level, sheet) {
        // Over the floor and its shade.
        contents.insert(2, ("terrain", "tiles", true, terrain));
    }
    if !keys.is_empty() {
        contents.push(("keys", "keys", true, objects(keys, Color::new(0xff, 0xb0, 0x3e))));
    }
    if !unreachable.is_empty() {
        contents.push(("unreachable", "unreachable", false, objects(unreachable, Color::new(0xe0, 0x50, 0x50))));
    }
    let layers: Vec<MapLayer> = (1..)
        .zip(contents)
        .map(|(id, (name, class, is_visible, content))| MapLayer { id, name, class, is_visible, content })
        .collect();
    LevelMap {
        width: level.width(),
        height: level.height(),
        background: theme.rock,
        properties: properties(level),
        tilesets: sheet.tilesets(),
        next_layer: layers.len() as u32 + 1,
        layers,
        next_object,
    }
}

/// The map's properties: the origin of the level, its budgets, and its notes on rules of the preset
/// that could not be met.
fn properties(level: &Level) -> Vec<CustomProperty> {
    let mut properties = level_map::properties("level", &records::level(level));
    let notes: Vec<serde_json::Value> = level.notes().iter().map(|note| note.to_string().into()).collect();
    properties.extend((!notes.is_empty()).then(|| CustomProperty::new("notes", PropertyValue::List(notes))));
    properties
}

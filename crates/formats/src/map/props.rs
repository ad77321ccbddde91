//! Props and markers as map objects, and the properties of their kinds.

use super::{
    map::{CustomProperty, MapObject, ObjectShape, PropertyValue},
    places::room_object,
    sheet::TileSheet,
};
use roomgen::{
    geom::Direction,
    level::{Level, Prop},
    model::PropKind,
};
use roomgen_pictures::picture::pieces::{CELL, back_to_front};

pub(super) fn class(kind: &PropKind) -> &'static str {
    if kind.marker { "marker" } else { "prop" }
}

pub(super) fn of_kind(kind: &PropKind) -> Vec<CustomProperty> {
    let flag = |name: &str, is: bool| CustomProperty::new(name, PropertyValue::Flag(is));
    let mut properties = vec![CustomProperty::text("kind", kind.name.as_str())];
    if !kind.marker {
        properties.extend([
            flag("blocks", kind.blocks),
            flag("obstacle", kind.is_obstacle()),
            flag("opaque", kind.opaque),
            CustomProperty::new("tall", PropertyValue::Number(kind.tall.get())),
            CustomProperty::new("elevation", PropertyValue::Number(kind.elevation.get())),
        ]);
    }
    if !kind.labels.tags().is_empty() {
        properties.push(CustomProperty::text("tags", kind.labels.tags().join("\n")));
    }
    properties.extend(kind.labels.values().map(|(name, text)| CustomProperty::text(format!("value:{name}"), text)));
    properties
}

/// The collision shape in a tile of `size` cells: left, top, width and height in pixels of the
/// prop's body; `None` unless the kind is an obstacle.
pub(super) fn solid(kind: &PropKind, size: [i32; 2], turn: Direction) -> Option<[f32; 4]> {
    let body = kind.turned_body(turn).map(|side| side.get() * CELL as f32);
    let [left, top] = [0, 1].map(|axis| ((size[axis] * CELL) as f32 - body[axis]) / 2.0);
    kind.is_obstacle().then_some([left, top, body[0], body[1]])
}

/// The objects of the level's props, or of its markers, back to front. `next` supplies object ids.
pub(super) fn objects(
    level: &Level,
    sheet: &TileSheet,
    markers: bool,
    mut next: impl FnMut() -> u32,
) -> Vec<MapObject> {
    let props: Vec<Prop> = level.props().collect();
    let ordered = back_to_front(level).into_iter().map(|number| (number, &props[number]));
    let wanted = ordered.filter(|(_, prop)| prop.kind.marker == markers);
    wanted.map(|(number, prop)| object(sheet, number, prop, next())).collect()
}

fn object(sheet: &TileSheet, number: usize, prop: &Prop, id: u32) -> MapObject {
    let pixels = |cells: i32| (cells * CELL) as f32;
    let moved = prop.offset.map(|metres| metres * CELL as f32);
    let mut properties = vec![
        CustomProperty::whole("id", number),
        CustomProperty::new("room", PropertyValue::Object(room_object(prop.room))),
        CustomProperty::whole("turn", prop.turn.quarter_turns()),
    ];
    properties.extend(of_kind(prop.kind));
    MapObject {
        id,
        name: prop.kind.name.to_string(),
        class: class(prop.kind),
        at: [pixels(prop.cells.left()) + moved[0], pixels(prop.cells.bottom()) + moved[1]],
        size: [pixels(prop.cells.width()), pixels(prop.cells.height())],
        shape: sheet.tile(prop).map_or(ObjectShape::Rectangle, ObjectShape::Tile),
        properties,
    }
}

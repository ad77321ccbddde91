//! Props and markers as map objects.

use super::{
    kinds::{class, of_kind},
    level_map::{MapObject, ObjectShape, properties},
    sheet::TileSheet,
};
use crate::picture::pieces::{CELL, back_to_front};
use roomgen::{
    level::{Level, Prop},
    level_file::records,
};
use serde_json::Value;

/// The objects of the level's props, or of its markers, back to front. `next` supplies object ids.
pub(super) fn objects(
    level: &Level,
    sheet: &TileSheet,
    markers: bool,
    mut next: impl FnMut() -> u32,
) -> Vec<MapObject> {
    let props: Vec<Prop> = level.props().collect();
    let ordered = back_to_front(level).into_iter().map(|number| &props[number]);
    let wanted = ordered.filter(|prop| prop.kind.marker == markers);
    wanted.map(|prop| object(sheet, prop, next(), &records::prop(level, prop))).collect()
}

fn object(sheet: &TileSheet, prop: &Prop, id: u32, record: &Value) -> MapObject {
    let pixels = |cells: i32| (cells * CELL) as f32;
    let moved = prop.offset.map(|metres| metres * CELL as f32);
    let mut properties = properties("prop", record);
    properties.extend(of_kind(prop.kind).into_iter().skip(1));
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

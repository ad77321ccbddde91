//! Rooms, doors, keys, entry and exit as map objects; points and centres in pixels.

use crate::picture::pieces::{CELL, STAIRS};
use std::collections::BTreeMap;

use super::level_map::{CustomProperty, FIRST_PIECE, MapObject, ObjectShape, PropertyValue, properties, room_object};
use roomgen::{
    geom::{Cell, Rect},
    level::{Key, Level, Room},
    level_file::records,
};

/// A property that refers to a room by its object id.
pub(super) fn room_property(name: &str, room: u32) -> CustomProperty {
    CustomProperty::new(name, PropertyValue::Object(room_object(room)))
}

/// The centre of a cell, in pixels.
pub(super) fn middle(cell: Cell) -> [f32; 2] {
    middle_of(Rect::from_cell(cell))
}

/// The centre of a rectangle of cells, in pixels.
pub(super) fn middle_of(rect: Rect) -> [f32; 2] {
    let half = CELL as f32 / 2.0;
    [(rect.left() + rect.right()) as f32 * half, (rect.top() + rect.bottom()) as f32 * half]
}

pub(super) fn point(
    id: u32,
    class: &'static str,
    name: &str,
    at: [f32; 2],
    properties: Vec<CustomProperty>,
) -> MapObject {
    MapObject { id, name: name.to_owned(), class, at, size: [0.0; 2], shape: ObjectShape::Point, properties }
}

fn rectangle(id: u32, class: &'static str, name: String, rect: Rect, properties: Vec<CustomProperty>) -> MapObject {
    let pixels = |cells: i32| (cells * CELL) as f32;
    let (at, size) = ([rect.left(), rect.top()].map(pixels), [rect.width(), rect.height()].map(pixels));
    MapObject { id, name, class, at, size, shape: ObjectShape::Rectangle, properties }
}

/// A rectangle for each room. [`room_object`] gives its object id.
pub(super) fn rooms(level: &Level) -> Vec<MapObject> {
    let steps: BTreeMap<u32, usize> = level.path().iter().zip(0..).map(|(&room, step)| (room, step)).collect();
    let room = |room: &Room| {
        let mut properties = properties("room", &records::room(level, room));
        properties.extend(steps.get(&room.id).map(|&step| CustomProperty::whole("step", step)));
        rectangle(room_object(room.id), "room", format!("{} {}", room.kind, room.id), room.rect, properties)
    };
    level.rooms().iter().map(room).collect()
}

/// A rectangle for each door, passage by passage. `next` supplies object ids.
pub(super) fn doors(level: &Level, mut next: impl FnMut() -> u32) -> Vec<MapObject> {
    let mut objects = Vec::new();
    for (passage, id) in level.passages().iter().zip(0u32..) {
        let [one, other] = passage.rooms;
        let record = records::passage(level, id, passage);
        let axes = record["doors"].as_array().into_iter().flatten().filter_map(|door| door["axis"].as_str());
        for ((&door, axis), [room, beyond]) in passage.doors().iter().zip(axes).zip([[one, other], [other, one]]) {
            let mut properties = properties("passage", &record);
            properties.extend([room_property("room", room), room_property("leads_to", beyond)]);
            properties.push(CustomProperty::text("axis", axis));
            objects.push(rectangle(next(), "door", format!("{} door", passage.kind), door, properties));
        }
    }
    objects
}

/// A rectangle for the cell of each key and switch. `next` supplies object ids.
pub(super) fn keys(level: &Level, mut next: impl FnMut() -> u32) -> Vec<MapObject> {
    let key = |(key, id): (&Key, u32)| {
        let properties = properties("key", &records::key(level, id, key));
        let name = level.key_name(key).to_owned();
        rectangle(next(), "key", name, Rect::from_cell(key.cell), properties)
    };
    level.keys().iter().zip(0u32..).map(key).collect()
}

/// A rectangle for each run of cells that nobody can walk to. `next` supplies object ids.
pub(super) fn unreachable(level: &Level, mut next: impl FnMut() -> u32) -> Vec<MapObject> {
    let run = |&run: &Rect| rectangle(next(), "unreachable", "unreachable".to_owned(), run, Vec::new());
    level.unreachable().iter().map(run).collect()
}

/// All stairs, as tile objects: those beside the exit have the class `stairs`, and their names.
/// `next` supplies object ids.
pub(super) fn stairs(level: &Level, mut next: impl FnMut() -> u32) -> Vec<MapObject> {
    let exit = (!level.is_dead_end()).then(|| ("exit", "exit", level.exit()));
    let others = level.stairs().iter().map(|stairs| ("stairs", &*stairs.to, stairs.cell));
    let all = [("entry", "entry", level.entry())].into_iter().chain(exit).chain(others);
    let object = |(class, name, cell): (&'static str, &str, Cell)| {
        let properties = level.room_at(cell).map(|room| room_property("room", room.id)).into_iter().collect();
        let mut object = rectangle(next(), class, name.to_owned(), Rect::from_cell(cell), properties);
        object.at[1] += object.size[1];
        object.shape = ObjectShape::Tile(FIRST_PIECE + u32::from(STAIRS) + u32::from(class != "entry"));
        object
    };
    all.map(object).collect()
}

//! Rooms, doors, keys, entry and exit as map objects; points and centres in pixels.

use crate::picture::pieces::{CELL, STAIRS};
use std::collections::BTreeMap;

use super::level_map::{CustomProperty, FIRST_PIECE, MapObject, ObjectShape, PropertyValue};
use roomgen::{
    geom::{Cell, Rect},
    level::{Key, Level, Room},
};

/// The object id of a room: its room id plus one, since object ids begin at 1.
fn room_object(room: u32) -> u32 {
    room.saturating_add(1)
}

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
        let step = steps.get(&room.id).copied();
        let tags: Vec<&str> = level.tags(room).collect();
        let mut properties = vec![
            CustomProperty::whole("room_id", room.id),
            CustomProperty::text("kind", room.kind.name()),
            CustomProperty::text("shape", room.shape.name()),
            CustomProperty::whole("depth", room.depth),
            CustomProperty::new("progress", PropertyValue::Number(room.progress)),
        ];
        properties.extend(step.map(|step| CustomProperty::whole("step", step)));
        properties.extend(room.host.map(|host| room_property("host", host)));
        properties.extend(room.cycle.map(|cycle| CustomProperty::whole("cycle", cycle)));
        properties.extend(level.layout(room).map(|name| CustomProperty::text("layout", name)));
        properties.extend(level.vault(room).map(|name| CustomProperty::text("vault", name)));
        properties.extend((!tags.is_empty()).then(|| CustomProperty::text("tags", tags.join("\n"))));
        let allowed = [("allowance_encounters", room.allowance.encounters), ("allowance_loot", room.allowance.loot)];
        let allowed = allowed.into_iter().filter(|(_, most)| *most > 0);
        properties.extend(allowed.map(|(name, most)| CustomProperty::whole(name, most)));
        rectangle(room_object(room.id), "room", format!("{} {}", room.kind, room.id), room.rect, properties)
    };
    level.rooms().iter().map(room).collect()
}

/// A rectangle for each door, passage by passage. `next` supplies object ids.
pub(super) fn doors(level: &Level, mut next: impl FnMut() -> u32) -> Vec<MapObject> {
    let mut objects = Vec::new();
    for (passage, id) in level.passages().iter().zip(0u32..) {
        let [one, other] = passage.rooms;
        for (&door, [room, beyond]) in passage.doors().iter().zip([[one, other], [other, one]]) {
            let mut properties = vec![
                CustomProperty::whole("passage", id),
                CustomProperty::text("kind", passage.kind.name()),
                room_property("room", room),
                room_property("leads_to", beyond),
            ];
            properties.extend(level.lock(passage).map(|lock| CustomProperty::text("lock", lock)));
            properties.extend(passage.one_way.map(|from| room_property("one_way", from)));
            properties.extend(passage.saves.map(|saves| CustomProperty::whole("saves", saves)));
            objects.push(rectangle(next(), "door", format!("{} door", passage.kind), door, properties));
        }
    }
    objects
}

/// A rectangle for the cell of each key and switch. `next` supplies object ids.
pub(super) fn keys(level: &Level, mut next: impl FnMut() -> u32) -> Vec<MapObject> {
    let key = |(key, id): (&Key, u32)| {
        let name = level.key_name(key);
        let opens: Vec<String> = level.opens(key).map(|passage| passage.to_string()).collect();
        let properties = vec![
            CustomProperty::whole("key_id", id),
            CustomProperty::text("use", key.key_use.name()),
            room_property("room", key.room),
            CustomProperty::text("opens", opens.join("\n")),
        ];
        rectangle(next(), "key", name.to_owned(), Rect::from_cell(key.cell), properties)
    };
    level.keys().iter().zip(0u32..).map(key).collect()
}

/// A rectangle for each run of cells that nobody can walk to. `next` supplies object ids.
pub(super) fn unreachable(level: &Level, mut next: impl FnMut() -> u32) -> Vec<MapObject> {
    let run = |&run: &Rect| rectangle(next(), "unreachable", "unreachable".to_owned(), run, Vec::new());
    level.unreachable().iter().map(run).collect()
}

/// The stairs at entry and exit, as tile objects. `next` supplies object ids.
pub(super) fn ends(level: &Level, mut next: impl FnMut() -> u32) -> [MapObject; 2] {
    let ends = [("entry", level.entry(), level.start(), STAIRS), ("exit", level.exit(), level.end(), STAIRS + 1)];
    ends.map(|(name, cell, room, piece)| {
        let properties = vec![room_property("room", room.id)];
        let mut object = rectangle(next(), name, name.to_owned(), Rect::from_cell(cell), properties);
        object.at[1] += object.size[1];
        object.shape = ObjectShape::Tile(FIRST_PIECE + u32::from(piece));
        object
    })
}

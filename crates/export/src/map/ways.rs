//! Corridors and the main path as polylines.

use super::{
    level_map::{CustomProperty, MapObject, ObjectShape, PropertyValue},
    places::{middle, middle_of, room_property},
};
use roomgen::level::{Level, Passage};

/// A polyline for each corridor, from its first door to its second. `next` supplies object ids.
pub(super) fn corridors(level: &Level, mut next: impl FnMut() -> u32) -> Vec<MapObject> {
    let numbered = level.passages().iter().zip(0u32..);
    let corridors = numbered.filter(|(passage, _)| !passage.corridor().is_empty());
    corridors
        .map(|(passage, id)| {
            let [one, other] = passage.rooms;
            let properties =
                vec![CustomProperty::whole("passage_id", id), room_property("from", one), room_property("to", other)];
            polyline(next(), "corridor", format!("corridor {id}"), &crossing(passage), properties)
        })
        .collect()
}

/// The main path: from the entry through doors, corridors and the centres of rooms to the exit.
pub(super) fn path(level: &Level, id: u32) -> MapObject {
    let mut points = vec![middle(level.entry())];
    for (step, rooms) in level.path().windows(2).enumerate() {
        let [from, to] = [rooms[0], rooms[1]];
        if let Some((_, passage)) = level.neighbours(from).find(|(room, _)| room.id == to) {
            let mut between = crossing(passage);
            if passage.rooms[0] != from {
                between.reverse();
            }
            points.extend(between);
        }
        if step + 2 < level.path().len() {
            points.extend(level.room(to).map(|room| middle_of(room.rect)));
        }
    }
    points.push(middle(level.exit()));
    let rooms = level.path().iter().map(|&room| room.into()).collect();
    let properties = vec![
        CustomProperty::new("rooms", PropertyValue::List(rooms)),
        room_property("from", level.start().id),
        room_property("to", level.end().id),
    ];
    polyline(id, "path", "main path".to_owned(), &points, properties)
}

/// The points of a passage from its first room to its second: doors, with corridor corners between.
fn crossing(passage: &Passage) -> Vec<[f32; 2]> {
    let mut points: Vec<_> = passage.doors().iter().map(|&door| middle_of(door)).collect();
    let corridor = passage.corridor().iter().map(|&corner| middle(corner));
    points.splice(1..1, corridor);
    points
}

fn polyline(
    id: u32,
    class: &'static str,
    name: String,
    points: &[[f32; 2]],
    properties: Vec<CustomProperty>,
) -> MapObject {
    let at = points.first().copied().unwrap_or_default();
    let points = points.iter().map(|point| [point[0] - at[0], point[1] - at[1]]).collect();
    MapObject { id, name, class, at, size: [0.0; 2], shape: ObjectShape::Polyline(points), properties }
}

//! Kinds of props and markers: the class, properties and collision shape of their tiles.

use super::level_map::{self, CustomProperty};
use crate::picture::pieces::CELL;
use roomgen::{geom::Direction, level_file::records, model::PropKind};

pub(super) fn class(kind: &PropKind) -> &'static str {
    if kind.marker { "marker" } else { "prop" }
}

pub(super) fn of_kind(kind: &PropKind) -> Vec<CustomProperty> {
    let mut properties = vec![CustomProperty::text("kind", kind.name.as_str())];
    properties.extend(level_map::properties(class(kind), &records::kind(kind)));
    properties
}

/// The collision shape in a tile of `size` cells: left, top, width and height in pixels of the
/// prop's body; `None` unless the kind is an obstacle.
pub(super) fn solid(kind: &PropKind, size: [i32; 2], turn: Direction) -> Option<[f32; 4]> {
    let body = kind.turned_body(turn).map(|side| side.get() * CELL as f32);
    let [left, top] = [0, 1].map(|axis| ((size[axis] * CELL) as f32 - body[axis]) / 2.0);
    kind.is_obstacle().then_some([left, top, body[0], body[1]])
}

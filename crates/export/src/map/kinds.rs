//! Kinds of props and markers: the class, properties and collision shape of their tiles.

use super::level_map::{CustomProperty, PropertyValue};
use crate::picture::pieces::CELL;
use roomgen::{
    geom::Direction,
    model::{Light, PropKind},
};

pub(super) fn class(kind: &PropKind) -> &'static str {
    if kind.marker { "marker" } else { "prop" }
}

pub(super) fn of_kind(kind: &PropKind) -> Vec<CustomProperty> {
    let flag = |name: &str, is: bool| CustomProperty::new(name, PropertyValue::Flag(is));
    let number = |name: &str, number: f32| CustomProperty::new(name, PropertyValue::Number(number));
    let mut properties = vec![CustomProperty::text("kind", kind.name.as_str())];
    if !kind.marker {
        properties.extend([
            flag("blocks", kind.blocks),
            flag("obstacle", kind.is_obstacle()),
            flag("opaque", kind.opaque),
            number("tall", kind.tall.get()),
            number("elevation", kind.elevation.get()),
        ]);
    }
    if let Some(Light { color, radius, fade, strength, .. }) = kind.light {
        properties.extend([
            CustomProperty::new("light_color", PropertyValue::Color(color)),
            number("light_radius", radius.get()),
            number("light_fade", fade.get()),
            number("light_strength", strength.get()),
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

//! The ground of a level as polygons that share whole edges, as Godot joins them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use super::text::{GodotText, points};
use crate::picture::pieces::CELL;
use roomgen::level::{Level, Passage};

/// Whether one walks through a passage both ways, without a door.
pub(super) fn is_gap(passage: &Passage) -> bool {
    passage.stands_open() && passage.one_way.is_none()
}

/// A reference to the polygons of the cells that one walks on with all doors shut. Links lead
/// through doors and one-way passages.
///
/// Each is a rectangle. Where a corner of another lies on one of its edges, it has a corner too, so
/// that an edge belongs to two polygons or to one. Cost: linear in cells.
pub(super) fn polygons(text: &mut GodotText, level: &Level) -> String {
    let mut ground = level.walkable().clone();
    let shut = level.passages().iter().filter(|passage| !is_gap(passage));
    shut.flat_map(|passage| passage.doors()).flat_map(|door| door.cells()).for_each(|cell| ground.set(cell, false));
    let rectangles = ground.rectangles();
    let corners = |rect: &roomgen::geom::Rect| {
        let (left, top, right, bottom) = (rect.left(), rect.top(), rect.right(), rect.bottom());
        [[left, top], [right, top], [right, bottom], [left, bottom]]
    };
    let all: BTreeSet<[i32; 2]> = rectangles.iter().flat_map(corners).collect();
    let mut numbers: BTreeMap<[i32; 2], usize> = BTreeMap::new();
    let (mut vertices, mut polygons) = (Vec::new(), Vec::new());
    for rect in &rectangles {
        let [[left, top], _, [right, bottom], _] = corners(rect);
        let around = (left..right).map(|x| [x, top]).chain((top..bottom).map(|y| [right, y]));
        let around = around.chain((left + 1..=right).rev().map(|x| [x, bottom]));
        let around = around.chain((top + 1..=bottom).rev().map(|y| [left, y]));
        let ring = around.filter(|point| all.contains(point)).map(|point| {
            let number = *numbers.entry(point).or_insert(vertices.len());
            if number == vertices.len() {
                vertices.push(point.map(|cells| (cells * CELL) as f32));
            }
            number.to_string()
        });
        polygons.push(format!("PackedInt32Array({})", ring.collect::<Vec<_>>().join(", ")));
    }
    let mut fields = format!("vertices = {}\n", points(vertices));
    _ = write!(fields, "polygons = Array[PackedInt32Array]([{}])\nagent_radius = 0.0", polygons.join(", "));
    text.resource("NavigationPolygon", fields)
}

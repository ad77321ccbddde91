//! Checks the rules for room shapes.

use std::ops::RangeInclusive;

use super::{
    checker::Checker,
    context::{CheckContext, RoomSideLimits},
    filter::room_extents,
    ramps::ROOM,
    size_names,
};
use crate::{
    error::ProblemCode,
    geom::Extent,
    model::RoomShape,
    preset::{
        Ramp, RawRamp, ShapeRule,
        rules::{RawShapeRule, RuledShape},
        syntax::{ValueStep::Field, suggestion},
    },
};

/// The most rules for room shapes: so few that the sum of their weights fits 32 bits.
const MAX_RULES: usize = 64;

/// The least side of a floor that is dug: a ruin of five cells a side may be two cells wide.
const LEAST_FLOOR: i32 = 2;

/// How open a cave may be. With less floor it would fall apart into tunnels, with more it would be
/// a rectangle with dents.
const OPEN: RangeInclusive<f32> = 0.45..=0.75;

/// How open and how rough a cave is by default.
const USUAL_OPEN: f64 = 0.56;
const USUAL_ROUGH: f64 = 0.3;

/// Checks the rules for room shapes. The result is empty if the only shape is the rectangle.
pub(super) fn shapes(check: &mut Checker<'_>, raw: &[RawShapeRule], known: CheckContext<'_>) -> Vec<ShapeRule> {
    check.inside(Field("shapes"), |check| {
        if check.has_too_many(raw.len(), MAX_RULES, "shapes") {
            return Vec::new();
        }
        let rules = check.each(raw, |check, number, given| {
            check.own_name(given.name.as_deref(), raw[..number].iter().map(|earlier| earlier.name.as_deref()));
            rule(check, given, known)
        });
        if rules.iter().all(|rule| rule.shape == RoomShape::Rectangle) { Vec::new() } else { rules }
    })
}

/// The sides of rooms as furnishing sees them. A floor that is dug may be smaller than any room.
pub(super) fn sides_of_floors(sides: RoomSideLimits, shapes: &[ShapeRule]) -> RoomSideLimits {
    if shapes.iter().all(|rule| !rule.shape.is_dug()) {
        return sides;
    }
    RoomSideLimits { range: sides.range.map(|(least, most)| (least.min(LEAST_FLOOR), most)), ..sides }
}

fn rule(check: &mut Checker<'_>, raw: &RawShapeRule, known: CheckContext<'_>) -> ShapeRule {
    let (shape, no_room) = (raw.shape, "no room can have this shape");
    if !RuledShape::names().any(|name| name == shape.name()) {
        let message = format!("unknown value {:?}", shape.name());
        check.refuse_at(
            [Field("shape")],
            ProblemCode::UnknownName,
            message,
            suggestion(shape.name(), RuledShape::names()),
        );
    }
    let (min, mut max, _) = room_extents(check, raw.min, raw.max, known.sides, no_room);
    if shape.is_dug() {
        let most = *RoomShape::DUG_SIDES.end();
        max = Extent::new(max.width.min(most), max.height.min(most));
        if min.width.max(min.height) > most {
            let help =
                format!("it asks for rooms of at least {min}; no side of a `{shape}` has more than {most} cells");
            check.refuse(ProblemCode::Unsatisfiable, no_room, help);
        }
    }
    let weight = check.weight(Field("weight"), &raw.weight);
    let mut of_cave = |name, given: &Option<RawRamp>, allowed, usual| {
        if shape == RoomShape::Cave {
            let usual = RawRamp::from(usual);
            return check.ramp(Field(name), given.as_ref().unwrap_or(&usual), allowed, ROOM).unwrap_or_default();
        }
        if given.is_some() {
            let message = format!("a room of the shape `{shape}` cannot have `{name}`");
            let help = "`open`, `rough` and `merge` say how a `Cave` is drawn".to_owned();
            check.refuse_at([Field(name)], ProblemCode::Conflict, message, help);
        }
        Ramp::default()
    };
    let open = of_cave("open", &raw.open, OPEN, USUAL_OPEN);
    let rough = of_cave("rough", &raw.rough, 0.0..=1.0, USUAL_ROUGH);
    let merge = of_cave("merge", &raw.merge, 0.0..=1.0, 0.0);
    let size = raw.size.as_deref().and_then(|name| size_names::position(check, name, known));
    let size = size.and_then(|size| known.sizes.get(usize::from(size))).map(|size| size.tag);
    ShapeRule { shape, weight, min, max, open, rough, merge, cut: cut(check, raw), size }
}

/// How deep a shape cuts corners. Refuses a depth of a shape that cuts none.
fn cut(check: &mut Checker<'_>, raw: &RawShapeRule) -> Option<Ramp> {
    let (shape, given) = (raw.shape, raw.cut.as_ref()?);
    if shape.is_dug() || shape == RoomShape::Rectangle {
        let message = format!("a room of the shape `{shape}` cannot have `cut`");
        let help = "`cut` says how deep the corners of an `L`, `Plus`, `Round` or `Octagon` are cut".to_owned();
        check.refuse_at([Field("cut")], ProblemCode::Conflict, message, help);
    }
    check.ramp(Field("cut"), given, 0.0..=1.0, ROOM)
}

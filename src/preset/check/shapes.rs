//! Checks the rules for room shapes.

use super::{checker::Checker, context::RoomSideLimits, filter::room_extents};
use crate::{
    model::RoomShape,
    preset::{ShapeRule, rules::RawShapeRule, syntax::ValueStep::Field},
};

/// The most rules for room shapes: so few that the sum of their weights fits 32 bits.
const MAX_RULES: usize = 64;

/// Checks the rules for room shapes. The result is empty if the only shape is the rectangle.
pub(super) fn shapes(check: &mut Checker<'_>, raw: &[RawShapeRule], sides: RoomSideLimits) -> Vec<ShapeRule> {
    check.inside(Field("shapes"), |check| {
        if check.has_too_many(raw.len(), MAX_RULES, "shapes") {
            return Vec::new();
        }
        let rules = check.each(raw, |check, _, raw| rule(check, raw, sides));
        if rules.iter().all(|rule| rule.shape == RoomShape::Rectangle) { Vec::new() } else { rules }
    })
}

fn rule(check: &mut Checker<'_>, raw: &RawShapeRule, sides: RoomSideLimits) -> ShapeRule {
    let (min, max, _) = room_extents(check, raw.min, raw.max, sides, "no room can have this shape");
    ShapeRule { shape: raw.shape.0, weight: check.weight(Field("weight"), &raw.weight), min, max }
}

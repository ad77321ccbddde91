//! Checks the rules for room shapes.

use super::{checker::Checker, filter::room_extents, side_limits::RoomSideLimits};
use crate::{
    error::ProblemCode,
    model::RoomShape,
    preset::{
        ShapeRule,
        rules::RawShapeRule,
        syntax::ValueStep::{Field, Index},
    },
};

/// The most rules for room shapes: so few that the sum of their weights fits 32 bits.
const MAX_RULES: usize = 64;

/// Checks the rules for room shapes. The result is empty if the only shape is the rectangle.
pub(super) fn shapes(check: &mut Checker<'_>, raw: &[RawShapeRule], sides: RoomSideLimits) -> Vec<ShapeRule> {
    check.inside(Field("shapes"), |check| {
        if raw.len() > MAX_RULES {
            check.refuse(
                ProblemCode::TooMany,
                format!("{} shapes are too many", raw.len()),
                format!("at most {MAX_RULES} are allowed"),
            );
            return Vec::new();
        }
        let rules: Vec<_> = raw
            .iter()
            .enumerate()
            .map(|(number, raw)| check.inside(Index(number), |check| rule(check, raw, sides)))
            .collect();
        if rules.iter().all(|rule| rule.shape == RoomShape::Rectangle) { Vec::new() } else { rules }
    })
}

fn rule(check: &mut Checker<'_>, raw: &RawShapeRule, sides: RoomSideLimits) -> ShapeRule {
    let (min, max, _) = room_extents(check, raw.min, raw.max, sides, "no room can have this shape");
    ShapeRule { shape: raw.shape.0, weight: check.weight(Field("weight"), &raw.weight), min, max }
}

//! Checks the rules for room shapes.

use super::{checker::Checker, floorplan::RoomSideLimits};
use crate::{
    geom::Size,
    model::RoomShape,
    preset::{
        ShapeRule,
        locate::ValueStep::{Field, Index},
        raw::{RawRoomShape, RawShapeRule},
    },
};

/// The most rules for room shapes: so few that the sum of their weights fits 32 bits.
const MAX_RULES: usize = 64;

/// Checks the rules for room shapes. The result is empty if the only shape is the rectangle.
pub(super) fn shapes(check: &mut Checker<'_>, raw: &[RawShapeRule], sides: RoomSideLimits) -> Vec<ShapeRule> {
    check.inside(Field("shapes"), |check| {
        if raw.len() > MAX_RULES {
            check.refuse(format!("{} shapes are too many", raw.len()), format!("at most {MAX_RULES} are allowed"));
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
    let longest = i64::from(Size::MAX_SIDE);
    let min = check.pair(Field("min"), raw.min, 1..=longest);
    let max = match raw.max {
        Some(max) => check.pair(Field("max"), max, 1..=longest),
        None => sides.range.map(|(_, most)| (most, most)),
    };
    if let (Some(min), Some(max), Some((least, most))) = (min, max, sides.range) {
        let fits = |from: i32, to: i32| from <= to && from <= most && to >= least;
        if !fits(min.0, max.0) || !fits(min.1, max.1) {
            check.refuse(
                "no room can have this shape",
                format!(
                    "it asks for rooms from {}x{} to {}x{}; the floor plan makes sides of {least} to {most}",
                    min.0, min.1, max.0, max.1
                ),
            );
        }
    }
    ShapeRule {
        shape: match raw.shape {
            RawRoomShape::Rectangle => RoomShape::Rectangle,
            RawRoomShape::L => RoomShape::L,
            RawRoomShape::Plus => RoomShape::Plus,
            RawRoomShape::Round => RoomShape::Round,
            RawRoomShape::Octagon => RoomShape::Octagon,
        },
        weight: check.weight(Field("weight"), &raw.weight),
        min: min.unwrap_or((1, 1)).into(),
        max: max.unwrap_or((1, 1)).into(),
    }
}

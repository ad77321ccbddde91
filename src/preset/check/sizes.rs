//! Checks the rules for rooms of other sizes, and what doors and corridors demand of small sides.

use super::{
    checker::Checker,
    context::RoomSideLimits,
    filter::are_ordered,
    pools,
    ramps::{LEVEL, OF_COUNT},
    vaults::MAX_OWN_ROOMS,
};
use crate::{
    error::ProblemCode,
    geom::{Extent, Size},
    preset::{
        Ramp, RawRamp, RoomSizeRule,
        rules::{ExtentRamp, RawPreset, RawRoomSize},
        syntax::ValueStep::{Field, Index},
    },
};

/// The longest side of a room: that of the largest level, without its border.
const MAX_ROOM_SIDE: i32 = Size::MAX_SIDE - 2;

/// The least fraction of a level that a great room may have at all difficulties. A smaller one is a
/// room like others.
const LEAST_FRACTION: f32 = 0.05;

/// The greatest fraction of a level that a great room may have. The rest holds a path to it.
const MOST_FRACTION: f32 = 0.75;

/// Checks the rules for rooms of other sizes. `tags` are the names of all tags, sorted.
///
/// `dealt` gives the most rooms of a size that pools deal to a level; `None` if they deal none.
pub(super) fn sizes(
    check: &mut Checker<'_>,
    raw: &[RawRoomSize],
    tags: &[String],
    dealt: impl Fn(&str) -> Option<u32>,
) -> Vec<RoomSizeRule> {
    check.inside(Field("rooms"), |check| {
        check.inside(Field("sizes"), |check| {
            if check.has_too_many(raw.len(), MAX_OWN_ROOMS, "sizes") {
                return Vec::new();
            }
            check.each(raw, |check, number, size| {
                check.is_new(Field("name"), &size.name, raw[..number].iter().map(|earlier| earlier.name.as_str()));
                rule(check, size, tags, dealt(&size.name))
            })
        })
    })
}

fn rule(check: &mut Checker<'_>, raw: &RawRoomSize, tags: &[String], dealt: Option<u32>) -> RoomSizeRule {
    let (min, max, fraction) = extents(check, raw);
    let count = match dealt {
        Some(most) => {
            refuse_numbers(check, raw);
            Some((Ramp::Constant(0.0), Ramp::Constant(most as f32)))
        }
        None => count(check, raw),
    };
    RoomSizeRule {
        tag: check.tag_position(Field("name"), &raw.name, tags),
        min,
        max,
        turns: raw.turns,
        least: match &count {
            Some((asked, _)) if dealt.is_none() => check.least(&raw.least, asked, OF_COUNT),
            _ => Ramp::default(),
        },
        count: count.unwrap_or_default(),
        progress: raw.progress.and_then(|progress| check.range(Field("progress"), progress, 0.0..=1.0)),
        is_dealt: dealt.is_some(),
        fraction,
    }
}

/// The smallest and the largest room of a rule, or the fraction of the level that its rooms have.
fn extents(check: &mut Checker<'_>, raw: &RawRoomSize) -> (ExtentRamp, ExtentRamp, Option<Ramp>) {
    let sides = [("min", &raw.min), ("max", &raw.max)];
    let (one_cell, largest) = (Extent::new(1, 1), Extent::new(MAX_ROOM_SIDE, MAX_ROOM_SIDE));
    if let Some(fraction) = &raw.fraction {
        for (field, _) in sides.into_iter().filter(|(_, given)| given.is_some()) {
            let message = format!("a size with a `fraction` cannot have `{field}`");
            let help = "the sides of its rooms follow from the fraction of the level; remove one of them".to_owned();
            check.refuse_at([Field(field)], ProblemCode::Conflict, message, help);
        }
        return (one_cell.into(), largest.into(), Some(fraction_of_level(check, fraction)));
    }
    let [min, max] = sides.map(|(field, given)| match given {
        Some(given) => extent(check, field, given),
        None => {
            let help = "a size has both `min` and `max`, as in `min: (14, 12), max: (18, 16)`, or else a `fraction`";
            check.refuse(ProblemCode::Missing, format!("the field `{field}` is missing"), help.to_owned());
            None
        }
    });
    let ends = [0.0, 1.0].into_iter();
    if let (Some(min), Some(max)) = (&min, &max) {
        // Reports the first difficulty alone: a constant extent is the same at both.
        let _ = ends
            .map(|difficulty| (min.at(difficulty), max.at(difficulty)))
            .all(|(min, max)| are_ordered(check, min, max));
    }
    let min = min.unwrap_or_else(|| one_cell.into());
    (min.clone(), max.unwrap_or(min), None)
}

/// A width and a height, each a whole number or a ramp over the difficulty; `None` if refused.
fn extent(check: &mut Checker<'_>, field: &'static str, (width, height): &(RawRamp, RawRamp)) -> Option<ExtentRamp> {
    check.inside(Field(field), |check| {
        let mut side = |number, raw| check.whole_ramp(Index(number), raw, 1.0..=MAX_ROOM_SIDE as f32, LEVEL);
        let (width, height) = (side(0, width), side(1, height));
        Some(ExtentRamp { width: width?, height: height? })
    })
}

/// The fraction of the level that a great room has. A ramp may reach 0, where there is no such
/// room.
fn fraction_of_level(check: &mut Checker<'_>, raw: &RawRamp) -> Ramp {
    let least = if matches!(raw, RawRamp::Plain(_)) { LEAST_FRACTION } else { 0.0 };
    check.ramp(Field("fraction"), raw, least..=MOST_FRACTION, LEVEL).unwrap_or(Ramp::Constant(MOST_FRACTION))
}

/// The number of rooms of a size that no pool deals: least and most.
fn count(check: &mut Checker<'_>, raw: &RawRoomSize) -> Option<(Ramp, Ramp)> {
    match &raw.count {
        Some((least, most)) => check.ramps(Field("count"), (least, most), 0.0..=MAX_OWN_ROOMS as f32, true),
        None => Some((Ramp::Constant(1.0), Ramp::Constant(1.0))),
    }
}

/// Refuses numbers of rooms of a size that pools deal.
fn refuse_numbers(check: &mut Checker<'_>, raw: &RawRoomSize) {
    for (field, is_given) in [("count", raw.count.is_some()), ("least", !raw.least.is(0.0))] {
        if is_given {
            let message = format!("this size cannot have `{field}`: a pool deals its rooms");
            let help = "a level has one such room for each layout of this `size` that it is dealt".to_owned();
            check.refuse_at([Field(field)], ProblemCode::Conflict, message, help);
        }
    }
}

/// Refuses more rooms with a leaf of their own than the partition can set aside.
pub(super) fn limit_own_rooms(check: &mut Checker<'_>, sizes: &[RoomSizeRule], raw: &RawPreset) {
    let vaults = raw.vaults.iter().filter(|vault| vault.room && vault.pool.is_none()).count();
    // Counts are at most `MAX_OWN_ROOMS` for each of as many rules, so the sum is exact.
    let sizes: f32 = sizes.iter().filter(|size| !size.is_dealt).map(|size| size.count.1.max()).sum();
    let dealt: u64 = raw.pools.0.iter().map(|(name, pool)| pools::most_own_rooms(name, pool, raw)).sum();
    if vaults <= MAX_OWN_ROOMS && vaults as f32 + sizes + dealt as f32 > MAX_OWN_ROOMS as f32 {
        let pools = if dealt > 0 { format!(", and {dealt} dealt by pools,") } else { String::new() };
        let message = format!("{sizes} rooms of these sizes and {vaults} vaults with `room: true`{pools} are too many");
        let help = format!("together at most {MAX_OWN_ROOMS} are allowed in a level");
        check.refuse_at([Field("rooms"), Field("sizes")], ProblemCode::TooMany, message, help);
    }
}

/// The sides of all rooms: those that the partition cuts, and those of other sizes.
pub(super) fn with_sizes(sides: RoomSideLimits, sizes: &[RoomSizeRule]) -> RoomSideLimits {
    let range = sides.range.map(|range| {
        sizes.iter().fold(range, |(least, most), size| {
            let (min, max) = (size.min.least(), size.max.greatest());
            // No side of a great room is smaller than those of other rooms.
            let min = if size.fraction.is_some() { Extent::new(least, least) } else { min };
            (least.min(min.width).min(min.height), most.max(max.width).max(max.height))
        })
    });
    let turning = sizes.iter().filter(|size| size.turns).fold(0, |tags, size| tags | 1 << size.tag);
    RoomSideLimits { min: range.map_or(sides.min, |(least, _)| Some(least)), range, turning, ..sides }
}

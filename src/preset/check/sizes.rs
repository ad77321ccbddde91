//! Checks the rules for rooms of other sizes, and what doors and corridors demand of small sides.

use super::{checker::Checker, context::RoomSideLimits, filter::are_ordered, ramps::OF_COUNT, vaults::MAX_OWN_ROOMS};
use crate::{
    error::ProblemCode,
    geom::{Extent, Size},
    preset::{Ramp, RawVault, RoomSizeRule, rules::RawRoomSize, syntax::ValueStep::Field},
};

/// Checks the rules for rooms of other sizes. `tags` are the names of all tags, sorted.
pub(super) fn sizes(check: &mut Checker<'_>, raw: &[RawRoomSize], tags: &[String]) -> Vec<RoomSizeRule> {
    check.inside(Field("rooms"), |check| {
        check.inside(Field("sizes"), |check| {
            if check.has_too_many(raw.len(), MAX_OWN_ROOMS, "sizes") {
                return Vec::new();
            }
            check.each(raw, |check, number, size| {
                check.is_new(Field("name"), &size.name, raw[..number].iter().map(|earlier| earlier.name.as_str()));
                rule(check, size, tags)
            })
        })
    })
}

fn rule(check: &mut Checker<'_>, raw: &RawRoomSize, tags: &[String]) -> RoomSizeRule {
    let sides = 1..=i64::from(Size::MAX_SIDE - 2);
    let min = check.extent(Field("min"), raw.min, sides.clone());
    let max = check.extent(Field("max"), raw.max, sides);
    if let (Some(min), Some(max)) = (min, max) {
        are_ordered(check, min, max);
    }
    let one_cell = Extent::new(1, 1);
    let most = MAX_OWN_ROOMS as f32;
    let count = check.ramps(Field("count"), (&raw.count.0, &raw.count.1), 0.0..=most, true);
    RoomSizeRule {
        tag: check.tag_position(Field("name"), &raw.name, tags),
        min: min.unwrap_or(one_cell),
        max: max.or(min).unwrap_or(one_cell),
        turns: raw.turns,
        least: count.as_ref().map_or_else(Ramp::default, |(asked, _)| check.least(&raw.least, asked, OF_COUNT)),
        count: count.unwrap_or_default(),
        progress: raw.progress.and_then(|progress| check.range(Field("progress"), progress, 0.0..=1.0)),
    }
}

/// Refuses more rooms with a leaf of their own than the partition can set aside.
pub(super) fn limit_own_rooms(check: &mut Checker<'_>, sizes: &[RoomSizeRule], vaults: &[RawVault]) {
    let vaults = vaults.iter().filter(|vault| vault.room).count();
    // Counts are at most `MAX_OWN_ROOMS` for each of as many rules, so the sum is exact.
    let sizes: f32 = sizes.iter().map(|size| size.count.1.max()).sum();
    if vaults <= MAX_OWN_ROOMS && vaults as f32 + sizes > MAX_OWN_ROOMS as f32 {
        let message = format!("{sizes} rooms of these sizes and {vaults} vaults with `room: true` are too many");
        let help = format!("together at most {MAX_OWN_ROOMS} are allowed in a level");
        check.refuse_at([Field("rooms"), Field("sizes")], ProblemCode::TooMany, message, help);
    }
}

/// The sides of all rooms: those that the partition cuts, and those of other sizes.
pub(super) fn with_sizes(sides: RoomSideLimits, sizes: &[RoomSizeRule]) -> RoomSideLimits {
    let range = sides.range.map(|range| {
        sizes.iter().fold(range, |(least, most), size| {
            let (min, max) = (size.min, size.max);
            (least.min(min.width).min(min.height), most.max(max.width).max(max.height))
        })
    });
    let turning = sizes.iter().filter(|size| size.turns).fold(0, |tags, size| tags | 1 << size.tag);
    RoomSideLimits { min: range.map_or(sides.min, |(least, _)| Some(least)), range, turning, ..sides }
}

//! Checks the floor plan: room sides, style, path and bonus rooms.

use super::{
    checker::Checker,
    context::{CheckContext, RoomSideLimits},
    filter::filter,
    mission,
    ramps::{LEVEL, MAX_COUNT, ROOM},
    sizes,
};
use crate::{
    error::ProblemCode,
    geom::Size,
    model::{RoomKind, Stairs, WIDEST_DOOR},
    preset::{
        BonusRule, DoorSpec, HostKinds, OpeningRule, PartitionRule, PathRule, Ramp, RawRamp, RoomMargin, RoomSizeRule,
        RoomStyle, StairsRule,
        rules::{DEFAULT_FRACTION, RawFilter, RawPath, RawPreset, RawRoomSize, RawStyle},
        syntax::ValueStep::{Field, Index},
    },
};

/// The largest width of a door or corridor, in cells.
const MAX_DOOR: i64 = WIDEST_DOOR as i64;
/// The largest margin between a room and the edge of its leaf, in cells.
const MAX_MARGIN: i64 = 64;
/// The largest distance of a door from the corners of its rooms, in cells.
const MAX_CORNER: i64 = 64;
/// The most rooms of a main path. Up to this number, `f32` holds all whole numbers exactly.
const MAX_PATH: f32 = 16_777_216.0;

/// Checks the rules for cutting leaves. `tags` are the names of all tags, sorted.
///
/// `dealt` gives the most rooms of a size that pools deal to a level; `None` if they deal none. The
/// sides returned are those of the rooms that the partition cuts by itself.
pub(super) fn sides(
    check: &mut Checker<'_>,
    raw: &PartitionRule<RawRamp, RawRoomSize>,
    tags: &[String],
    dealt: impl Fn(&str) -> Option<u32>,
) -> (PartitionRule, RoomSideLimits) {
    let sizes = sizes::sizes(check, &raw.sizes, tags, dealt);
    check.inside(Field("rooms"), |check| {
        let longest = i64::from(Size::MAX_SIDE);
        let min = check.whole(Field("min"), raw.min, 1..=longest / 2);
        let max = check.whole(Field("max"), raw.max, 1..=longest);
        let range = min.zip(max);
        let known = match range {
            Some((min, max)) if max < 2 * min => {
                let message = format!("the largest side {max} is less than twice the smallest");
                let help = format!(
                    "with `min: {min}`, `max` must be at least {}, so that every larger part can be cut in two",
                    2 * min
                );
                check.refuse_at([Field("max")], ProblemCode::Unsatisfiable, message, help);
                // Either number may be the wrong one, so that later checks rely on neither.
                RoomSideLimits { min: None, range: None, has_detours: false, turning: 0 }
            }
            range => RoomSideLimits { min, range, has_detours: false, turning: 0 },
        };
        let (min, max) = range.unwrap_or((1, 2));
        let rooms = PartitionRule {
            min: min.into(),
            max: max.into(),
            ratio: check.range(Field("ratio"), raw.ratio, 0.0..=1.0).unwrap_or_default(),
            stop: check.chance(Field("stop"), &raw.stop, LEVEL),
            longer: check.chance(Field("longer"), &raw.longer, LEVEL),
            sizes,
        };
        (rooms, known)
    })
}

/// Checks the rule for openings.
pub(super) fn openings(
    check: &mut Checker<'_>,
    raw: &OpeningRule<RawRamp, RawFilter>,
    known: CheckContext<'_>,
) -> OpeningRule {
    let rule = check.inside(Field("open"), |check| OpeningRule {
        chance: check.chance(Field("chance"), &raw.chance, ROOM),
        rooms: raw.rooms.as_ref().map(|rooms| filter(check, rooms, known).0),
    });
    if rule.chance.is(0.0) { OpeningRule::default() } else { rule }
}

/// Checks the rules for ways down beside the exit. No stairs lie where the player arrives or
/// leaves.
pub(super) fn stairs(check: &mut Checker<'_>, raw: &RawPreset, known: CheckContext<'_>) -> Vec<StairsRule> {
    let rules = &raw.floorplan.stairs;
    if check.has_too_many(rules.len(), Stairs::MAX, "rules for stairs") {
        return Vec::new();
    }
    check.each(rules, |check, number, rule| {
        check.name(Field("to"), &rule.to);
        check.is_new(Field("to"), &rule.to, rules[..number].iter().map(|earlier| earlier.to.as_str()));
        mission::refuse_late_tags(check, &rule.rooms.tags, raw);
        let (mut rooms, _) = filter(check, &rule.rooms, known);
        let had_kinds = !rooms.kinds.is_empty();
        rooms.kinds.retain(|kind| !matches!(kind, RoomKind::Start | RoomKind::End));
        if had_kinds && rooms.kinds.is_empty() {
            let message = "no other stairs lie in the rooms of the entry and the exit";
            let help = "name one or more of `Path`, `Detour` and `Bonus`".to_owned();
            check.refuse_at([Field("rooms"), Field("kinds")], ProblemCode::Unsatisfiable, message, help);
        }
        StairsRule { to: rule.to.as_str().into(), rooms, pick: rule.pick, at: rule.at }
    })
}

/// Checks the style. Returns with it the rules for doors, and the chance of bends in corridors.
pub(super) fn style(check: &mut Checker<'_>, raw: &RawStyle, sides: RoomSideLimits) -> (RoomStyle, DoorSpec, Ramp) {
    let widest = sides.min.map_or(MAX_DOOR, |min| MAX_DOOR.min(min.into()));
    check.inside(Field("style"), |check| match *raw {
        RawStyle::Adjacent { door, place, corner } => {
            let width = check.whole_range(Field("door"), door, 1..=widest).unwrap_or((1, 1));
            let corner = corner_distance(check, corner, sides, width.0);
            (RoomStyle::Adjacent, DoorSpec { width, place, corner }, Ramp::default())
        }
        RawStyle::Corridors { width, margin, place, corner, ref bends } => {
            let width = check.whole_range(Field("width"), width, 1..=widest);
            let margin = check
                .whole_range(Field("margin"), margin, 0..=MAX_MARGIN)
                .map(|(least, most)| RoomMargin { least, most });
            if let (Some(margin), Some(sides)) = (margin, sides.range) {
                check.inside(Field("margin"), |check| fits(check, margin, sides, width.unwrap_or((1, 1)).0));
            }
            let margin = margin.unwrap_or(RoomMargin { least: 0, most: 0 });
            let width = width.unwrap_or((1, 1));
            let corner = corner_distance(check, corner, sides, width.0);
            let bends = check.chance(Field("bends"), bends, LEVEL);
            (RoomStyle::Corridors(margin), DoorSpec { width, place, corner }, bends)
        }
    })
}

/// Checks the distance of doors from corners, in cells: the largest rooms must have place for it.
fn corner_distance(check: &mut Checker<'_>, corner: i64, sides: RoomSideLimits, width: i32) -> i32 {
    let longest = sides.range.map_or(Size::MAX_SIDE, |(_, most)| most);
    let most = i64::from((longest - width).max(0) / 2);
    if let Some((_, side)) = sides.range
        && (most + 1..=MAX_CORNER).contains(&corner)
    {
        let message = format!("no room has a door {corner} cells from both corners");
        let help = format!("the longest sides have {side} cells, so that at most {most} are possible");
        check.refuse_at([Field("corner")], ProblemCode::Unsatisfiable, message, help);
        return 0;
    }
    check.whole(Field("corner"), corner, 0..=MAX_CORNER).unwrap_or_default()
}

/// Refuses sizes whose sides are too small for doors and corridors, as `rooms.min` can be.
pub(super) fn sizes_hold_doors(
    check: &mut Checker<'_>,
    sizes: &[RoomSizeRule],
    style: RoomStyle,
    doors: DoorSpec,
    cut: RoomSideLimits,
) {
    let needed = match style {
        RoomStyle::Adjacent => doors.width.1,
        RoomStyle::Corridors(margin) => doors.width.1.max(facing_side(margin, doors.width.0)),
    };
    // Where `rooms.min` is too small itself, that is reported already.
    if cut.min.is_none_or(|min| min < needed) {
        return;
    }
    let smallest = |size: &RoomSizeRule| size.min.least();
    let is_small =
        |size: &RoomSizeRule| size.fraction.is_none() && smallest(size).width.min(smallest(size).height) < needed;
    for (number, size) in sizes.iter().enumerate().filter(|(_, size)| is_small(size)) {
        let path = [Field("rooms"), Field("sizes"), Index(number), Field("min")];
        let message = format!("rooms of {} cells are too small for the doors and corridors", smallest(size));
        let help = format!("with the `style` of this preset, each side needs at least {needed} cells");
        check.refuse_at(path, ProblemCode::Unsatisfiable, message, help);
    }
}

/// The least side of a room that faces each neighbour for a corridor of this width.
///
/// Two rooms at a common leaf wall face each other on at least `min - 2 * (most - least)` cells.
/// Bent corridors take one width at each end of these cells. A straight corridor needs another
/// width between them.
fn facing_side(RoomMargin { least, most }: RoomMargin, width: i32) -> i32 {
    2 * (most - least) + 3 * width
}

/// Refuses margins if leaves for rooms with sides from `min` to `max` cannot all be cut and joined.
fn fits(check: &mut Checker<'_>, margin: RoomMargin, (min, max): (i32, i32), width: i32) {
    let RoomMargin { least, most } = margin;
    if (least, most) == (0, 1) {
        check.refuse(
            ProblemCode::Unsatisfiable, "margins of 0 to 1 could leave two cells between two rooms",
            "two rooms need a common wall, or three cells between them for two doors and a corridor: `(0, 0)`, `(0, 2)` or `(1, 1)`".to_owned(),
        );
    }
    if max + 2 * most < 2 * (min + 2 * least) {
        check.refuse(
            ProblemCode::Unsatisfiable,
            "the largest room with its margins is less than twice the smallest with its margins",
            format!(
                "with `rooms.min: {min}` and these margins, `rooms.max` must be at least {}",
                2 * (min + 2 * least) - 2 * most
            ),
        );
    }
    let needed = facing_side(margin, width);
    if min < needed {
        check.refuse(
            ProblemCode::Unsatisfiable, "with these margins, a room can lie beside another without facing it",
            format!(
                "`rooms.min` must be at least twice the difference of the margins plus three times the least width of a corridor: here {needed}"
            ),
        );
    }
}

pub(super) fn path(check: &mut Checker<'_>, raw: &RawPath) -> PathRule {
    check.inside(Field("path"), |check| {
        let unknown = || (Ramp::Constant(1.0), Ramp::Constant(1.0));
        let (rooms, is_fraction) = match (&raw.rooms, &raw.fraction) {
            (Some(rooms), None) => {
                let pair = (&rooms.0, &rooms.1);
                (check.ramps(Field("rooms"), pair, 1.0..=MAX_PATH, true).unwrap_or_else(unknown), false)
            }
            (None, fraction) => {
                let default = (RawRamp::from(DEFAULT_FRACTION.0), RawRamp::from(DEFAULT_FRACTION.1));
                let (least, most) = fraction.as_ref().unwrap_or(&default);
                (check.ramps(Field("fraction"), (least, most), 0.0..=1.0, false).unwrap_or_else(unknown), true)
            }
            (Some(_), Some(_)) => {
                let message = "the path has both `rooms` and `fraction`";
                let help =
                    "`rooms` is a number of rooms, `fraction` a fraction of all leaves; remove one of them".to_owned();
                check.refuse_at([Field("fraction")], ProblemCode::Conflict, message, help);
                (unknown(), false)
            }
        };
        PathRule { rooms, is_fraction, wander: check.chance(Field("wander"), &raw.wander, LEVEL) }
    })
}

/// Checks the rules for bonus rooms. `has_detours` is whether there are cycles.
pub(super) fn bonus(
    check: &mut Checker<'_>,
    raw: &BonusRule<RawRamp, Option<Vec<RoomKind>>>,
    has_detours: bool,
) -> BonusRule {
    check.inside(Field("bonus"), |check| {
        let (least, most) = &raw.rooms;
        let rooms = check.ramps(Field("rooms"), (least, most), 0.0..=MAX_COUNT, true);
        BonusRule {
            chance: check.chance(Field("chance"), &raw.chance, ROOM),
            spacing: check.count(Field("spacing"), &raw.spacing, ROOM),
            depth: check.count(Field("depth"), &raw.depth, ROOM),
            rooms: rooms.unwrap_or((Ramp::Constant(0.0), Ramp::Constant(MAX_COUNT))),
            hosts: raw.hosts.as_ref().map_or_else(HostKinds::default, |kinds| hosts(check, kinds, has_detours)),
        }
    })
}

fn hosts(check: &mut Checker<'_>, kinds: &[RoomKind], has_detours: bool) -> HostKinds {
    const HOSTS: &str = "name one or more of `Start`, `Path`, `Detour` and `End`";
    check.inside(Field("hosts"), |check| {
        for number in (0..kinds.len()).filter(|&number| kinds[number] == RoomKind::Bonus) {
            let help = format!("a bonus room can always have another one behind it; {HOSTS}");
            check.refuse_at([Index(number)], ProblemCode::BadValue, "no chain of bonus rooms begins at one", help);
        }
        if kinds.is_empty() {
            let help = format!("{HOSTS}; `rooms: (0, 0)` is for no bonus rooms");
            check.refuse(ProblemCode::Unsatisfiable, "bonus rooms can be nowhere", help);
        } else if !has_detours && kinds.iter().all(|kind| *kind == RoomKind::Detour) {
            let help = "there are no detours without `cycles`".to_owned();
            check.refuse(ProblemCode::Unsatisfiable, "bonus rooms can be nowhere", help);
        }
    });
    HostKinds::of(kinds)
}

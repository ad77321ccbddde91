//! Checks the rules for tags of rooms and kinds of doors.

use std::collections::BTreeSet;

use super::{
    checker::Checker,
    filter::filter,
    floorplan::RoomSideLimits,
    ramps::{LEVEL, MAX_COUNT, ROOM},
};
use crate::{
    model::RoomKind,
    preset::{
        DoorRule, Ramp, TagRule, TagSelection,
        rules::{RawDoor, RawTag},
        syntax::ValueStep::{Field, Index},
    },
};

/// The most different tags: the tags of a room are a `u32` with one bit for each.
const MAX_TAGS: usize = 32;
/// The most tag rules, and the most door rules. Each is tested on every room.
const MAX_RULES: usize = 64;

/// Checks the tag rules. Returns the names of their tags in alphabetical order, and the rules.
pub(super) fn tags(check: &mut Checker<'_>, raw: &[RawTag], sides: RoomSideLimits) -> (Vec<String>, Vec<TagRule>) {
    let names: BTreeSet<&String> = raw.iter().map(|raw| &raw.tag).collect();
    let names: Vec<String> = names.into_iter().take(MAX_TAGS).cloned().collect();
    let rules = check.inside(Field("tags"), |check| {
        limit(check, raw.len());
        let each = raw.iter().take(MAX_RULES).enumerate();
        each.map(|(number, raw)| check.inside(Index(number), |check| tag(check, raw, sides, &names))).collect()
    });
    (names, rules)
}

fn limit(check: &mut Checker<'_>, rules: usize) {
    if rules > MAX_RULES {
        check.refuse(format!("{rules} rules are too many"), format!("at most {MAX_RULES} are allowed"));
    }
}

fn tag(check: &mut Checker<'_>, raw: &RawTag, sides: RoomSideLimits, names: &[String]) -> TagRule {
    check.name(Field("tag"), &raw.tag);
    let (mut rooms, _) = filter(check, Field("rooms"), &raw.rooms, sides, names);
    if raw.rooms.kinds.is_none() {
        // By default, start and end rooms get no tags: they already have a role.
        rooms.kinds = vec![RoomKind::Path, RoomKind::Bonus];
    }
    let position = names.iter().position(|name| *name == raw.tag).unwrap_or_else(|| {
        check.inside(Field("tag"), |check| {
            check.refuse("there are too many tags", format!("a preset has at most {MAX_TAGS} tags"));
        });
        0
    });
    let pick = match &raw.pick {
        TagSelection::All => TagSelection::All,
        TagSelection::DeadEnds => TagSelection::DeadEnds,
        TagSelection::Farthest => TagSelection::Farthest,
        TagSelection::Every(step) => check.inside(Field("pick"), |check| {
            TagSelection::Every(check.whole_ramp(Index(0), step, 1.0..=MAX_COUNT, LEVEL).unwrap_or(Ramp::Constant(1.0)))
        }),
    };
    TagRule {
        tag: position as u8,
        pick,
        rooms,
        chance: check.chance(Field("chance"), &raw.chance, ROOM),
        most: check.limit(Field("most"), raw.most.as_ref()),
        shared: raw.shared,
    }
}

pub(super) fn doors(check: &mut Checker<'_>, raw: &[RawDoor], sides: RoomSideLimits, tags: &[String]) -> Vec<DoorRule> {
    check.inside(Field("doors"), |check| {
        limit(check, raw.len());
        let each = raw.iter().take(MAX_RULES).enumerate();
        each.map(|(number, raw)| {
            check.inside(Index(number), |check| DoorRule {
                kind: raw.kind,
                rooms: filter(check, Field("rooms"), &raw.rooms, sides, tags).0,
                chance: check.chance(Field("chance"), &raw.chance, ROOM),
                on_path: raw.path,
            })
        })
        .collect()
    })
}

//! Checks the rules for missions: locks, keys and shortcuts.

use std::ops::RangeInclusive;

use super::{
    anchors::key_place,
    checker::Checker,
    context::CheckContext,
    filter::filter,
    prop_names::kind_named,
    ramps::{LEVEL, OF_COUNT},
    tag_names::{floorplan_tags, late_tags},
};
use crate::{
    error::ProblemCode,
    geom::Extent,
    model::{KeyUse, RoomKind},
    preset::{
        KeyRule, LockPlace, LockRule, MissionRule, Ramp, ShortcutRule,
        rules::{RawCount, RawFloorplan, RawLock, RawMission, RawParting, RawPreset, RawShortcuts},
        syntax::{
            ValueStep::{self, Field, Index},
            suggestion,
        },
    },
};

/// The largest `shortcuts.saves`, in passages: the depth of the search for a way without it.
const MAX_SAVES: f32 = 64.0;

/// Checks the rules for a mission.
pub(super) fn mission(check: &mut Checker<'_>, raw: &RawPreset, known: CheckContext<'_>) -> MissionRule {
    let RawMission { locks, around, shortcuts } = &raw.mission;
    let rules = check.inside(Field("locks"), |check| lock_rules(check, locks, raw, known));
    let shortcuts = check.inside(Field("shortcuts"), |check| shortcut_rule(check, shortcuts));
    let mission = MissionRule { locks: rules, around: *around, shortcuts };
    if mission.is_used() { mission } else { MissionRule::default() }
}

fn lock_rules(check: &mut Checker<'_>, locks: &[RawLock], raw: &RawPreset, known: CheckContext<'_>) -> Vec<LockRule> {
    let most = MissionRule::MAX_GATES;
    if check.has_too_many(locks.len(), most as usize, "rules for locks") {
        return Vec::new();
    }
    let before = check.refused();
    let rules = check.each(locks, |check, number, lock| {
        check.is_new(Field("name"), &lock.name, locks[..number].iter().map(|earlier| earlier.name.as_str()));
        refuse_second_crossing(check, &lock.lock, &locks[..number]);
        rule(check, lock, raw, known)
    });
    // Each count is at most 16, so the sum is exact.
    let gates: f32 = rules.iter().map(|rule| rule.count.1.max()).sum();
    if check.refused() == before && gates > most as f32 {
        let message = format!("these rules can make {gates} locks, more than the proof of a level takes");
        let help = format!("a level has at most {most}: lower the `count` of some rules");
        check.refuse(ProblemCode::Unsatisfiable, message, help);
    }
    rules
}

fn rule(check: &mut Checker<'_>, raw: &RawLock, preset: &RawPreset, known: CheckContext<'_>) -> LockRule {
    let tag = check.tag_position(Field("name"), &raw.name, known.tags);
    if floorplan_tags(&preset.floorplan).any(|tag| tag == raw.name) {
        let message = format!("{:?} is also a tag that the floor plan gives", raw.name);
        let help = "the room of a key gets a tag with the key's name: rename the tag or the key".to_owned();
        check.refuse_at([Field("name")], ProblemCode::Conflict, message, help);
    }
    let key_use = match (raw.single_use, raw.switch) {
        (false, false) => KeyUse::Key,
        (true, false) => KeyUse::SingleUse,
        (false, true) => KeyUse::Switch,
        (true, true) => {
            let help = "a switch opens its locks for good: remove `switch` or `single_use`".to_owned();
            let message = "a switch cannot be for a single use";
            check.refuse_at([Field("switch")], ProblemCode::Conflict, message, help);
            KeyUse::Switch
        }
    };
    let limit = match key_use {
        KeyUse::SingleUse => MissionRule::MAX_SINGLE_USE,
        KeyUse::Key | KeyUse::Switch => MissionRule::MAX_GATES,
    };
    let key = check.inside(Field("key"), |check| {
        refuse_late_tags(check, &raw.key.rooms.tags, preset);
        let (mut rooms, _) = filter(check, &raw.key.rooms, known);
        if raw.key.rooms.kinds.is_none() {
            // By default, no key lies where the player arrives or leaves.
            rooms.kinds.retain(|kind| !matches!(kind, RoomKind::Start | RoomKind::End));
        }
        KeyRule { rooms, pick: raw.key.pick, at: key_place(check, &raw.key.at) }
    });
    let count = count(check, Field("count"), &raw.count, limit);
    refuse_several_crossings(check, &raw.lock, &count);
    let keys = raw.keys.as_ref().map(|raw_keys| {
        refuse_keys(check, raw, key_use);
        count_within(check, Field("keys"), raw_keys, 1..=MissionRule::MAX_SINGLE_USE)
    });
    LockRule {
        kind: key_kind(check, &raw.name, known).unwrap_or_default(),
        tag,
        key_use,
        place: check.inside(Field("lock"), |check| place(check, &raw.lock, preset, known.tags)),
        least: check.least(&raw.least, &count.0, OF_COUNT),
        count,
        key,
        keys,
    }
}

/// Refuses `keys` for locks that are not single-use, and for those of the main path.
fn refuse_keys(check: &mut Checker<'_>, raw: &RawLock, key_use: KeyUse) {
    let (message, help) = match (key_use, &raw.lock) {
        (KeyUse::Key | KeyUse::Switch, _) => {
            ("one key or switch opens all locks of its rule", "remove `keys`, or add `single_use: true` for keys")
        }
        (KeyUse::SingleUse, LockPlace::Path(_) | LockPlace::Crossing(_)) => (
            "each lock of the main path needs a key",
            "remove `keys`, or lock doors to other rooms: `Bonus` or `Tag(\"treasury\")`",
        ),
        (KeyUse::SingleUse, LockPlace::Bonus | LockPlace::Tag(_)) => return,
    };
    check.refuse_at([Field("keys")], ProblemCode::Conflict, message, help.to_owned());
}

/// Checks the kind of prop with the name of a key. Returns its index.
fn key_kind(check: &mut Checker<'_>, name: &str, CheckContext { kinds, .. }: CheckContext<'_>) -> Option<u16> {
    let kinds = kinds?;
    let position = kind_named(check, [Field("name")], name, kinds)?;
    let known = &kinds[usize::from(position)];
    if known.kind.blocks {
        let message = format!("a key must not block, and the prop {name:?} does");
        let help = format!("add `blocks: false` to the prop {name:?}");
        check.refuse_at([Field("name")], ProblemCode::Conflict, message, help);
    } else if known.footprint.is_some_and(|footprint| footprint != Extent::new(1, 1)) {
        let message = format!("a key covers one cell, and the prop {name:?} covers more");
        let help = format!("remove `footprint` from the prop {name:?}");
        check.refuse_at([Field("name")], ProblemCode::Unsatisfiable, message, help);
    }
    Some(position)
}

fn place(check: &mut Checker<'_>, raw: &LockPlace<String>, preset: &RawPreset, tags: &[String]) -> LockPlace {
    match raw {
        LockPlace::Path(progress) => LockPlace::Path(check.range(Index(0), *progress, 0.0..=1.0).unwrap_or((0.0, 1.0))),
        LockPlace::Bonus => LockPlace::Bonus,
        LockPlace::Crossing(name) => check.inside(Index(0), |check| {
            LockPlace::Crossing(parting(check, name, &preset.floorplan.partings).unwrap_or_default())
        }),
        LockPlace::Tag(name) => check.inside(Index(0), |check| {
            let given: Vec<&str> = floorplan_tags(&preset.floorplan).collect();
            if !given.contains(&name.as_str()) {
                check.refuse(
                    ProblemCode::UnknownName,
                    format!("no rule of the floor plan gives the tag {name:?}"),
                    suggestion(name, given.iter().copied()),
                );
            }
            LockPlace::Tag(tags.iter().position(|tag| tag == name).unwrap_or_default() as u8)
        }),
    }
}

/// The position of the parting of this name; `None` if it was refused.
fn parting(check: &mut Checker<'_>, name: &str, partings: &[RawParting]) -> Option<u8> {
    let position = partings.iter().position(|parting| parting.name == name);
    if position.is_none() {
        let help = if partings.is_empty() {
            format!("add it: `floorplan: (partings: [(name: {name:?}, terrain: \"water\")])`")
        } else {
            suggestion(name, partings.iter().map(|parting| parting.name.as_str()))
        };
        check.refuse(ProblemCode::UnknownName, format!("there is no parting {name:?}"), help);
    }
    position?.try_into().ok()
}

/// Refuses a second rule for the crossing of a parting. The current value is the later rule.
fn refuse_second_crossing(check: &mut Checker<'_>, place: &LockPlace<String>, earlier: &[RawLock]) {
    if let LockPlace::Crossing(name) = place
        && earlier.iter().any(|rule| rule.lock == *place)
    {
        let message = format!("another rule locks the crossing of {name:?} already");
        let help = "the main path crosses once, and a passage has one lock: remove one of the rules".to_owned();
        check.refuse_at([Field("lock")], ProblemCode::Conflict, message, help);
    }
}

/// Refuses more than one lock for the crossing of a parting.
fn refuse_several_crossings(check: &mut Checker<'_>, place: &LockPlace<String>, (_, most): &(Ramp, Ramp)) {
    if let LockPlace::Crossing(name) = place
        && most.max() > 1.0
    {
        let message = format!("the crossing of {name:?} has one lock, and this asks for more");
        let help = "the main path crosses once: write `count: 1`, or `count: (0, 1)` for a lock in some levels";
        check.refuse_at([Field("count")], ProblemCode::Unsatisfiable, message, help.to_owned());
    }
}

/// Checks a number or two, least and most: whole numbers up to `limit`, or ramps over the
/// difficulty.
pub(super) fn count(check: &mut Checker<'_>, step: ValueStep, raw: &RawCount, limit: u32) -> (Ramp, Ramp) {
    count_within(check, step, raw, 0..=limit)
}

/// As [`count`], for numbers in `allowed`.
pub(super) fn count_within(
    check: &mut Checker<'_>,
    step: ValueStep,
    raw: &RawCount,
    allowed: RangeInclusive<u32>,
) -> (Ramp, Ramp) {
    let allowed = *allowed.start() as f32..=*allowed.end() as f32;
    let count = match raw {
        RawCount::Exactly(ramp) => check.whole_ramp(step, ramp, allowed, LEVEL).map(|count| (count.clone(), count)),
        RawCount::Between(least, most) => check.ramps(step, (least, most), allowed, true),
    };
    count.unwrap_or_default()
}

fn shortcut_rule(check: &mut Checker<'_>, raw: &RawShortcuts) -> ShortcutRule {
    let rule = ShortcutRule {
        chance: check.chance(Field("chance"), &raw.chance, LEVEL),
        saves: check.whole_ramp(Field("saves"), &raw.saves, 1.0..=MAX_SAVES, LEVEL).unwrap_or(Ramp::Constant(1.0)),
        count: count(check, Field("count"), &raw.count, MissionRule::MAX_SHORTCUTS),
    };
    if rule.chance.is(0.0) { ShortcutRule::default() } else { rule }
}

/// Refuses the tags of dearer arms and of keys in a room filter that is used before rooms get them.
/// The current value is the one with the field `rooms`.
pub(super) fn refuse_late_tags(check: &mut Checker<'_>, tags: &[String], preset: &RawPreset) {
    let arm_tag = preset.encounters.arm_tag.as_ref();
    let is_late = |tag: &String| late_tags(preset).any(|name| name == tag);
    for (number, tag) in tags.iter().enumerate().filter(|(_, tag)| is_late(tag)) {
        let path = [Field("rooms"), Field("tags"), Index(number)];
        let (message, what) = match arm_tag == Some(tag) {
            true => (format!("the rooms of dearer arms get the tag {tag:?} later"), "the tag of dearer arms"),
            false => (format!("the room of the key {tag:?} gets its tag later"), "the names of keys"),
        };
        let help = format!("only `rooms` of layouts, groups and items can ask for {what}");
        check.refuse_at(path, ProblemCode::Conflict, message, help);
    }
}

/// Refuses late tags in the rules of the floor plan, which is the current value.
pub(super) fn refuse_late_tags_of_plan(check: &mut Checker<'_>, preset: &RawPreset) {
    let RawFloorplan { tags, doors, open, .. } = &preset.floorplan;
    check.inside(Field("tags"), |check| {
        check.each(tags, |check, _, rule| refuse_late_tags(check, &rule.rooms.tags, preset));
    });
    check.inside(Field("doors"), |check| {
        check.each(doors, |check, _, rule| refuse_late_tags(check, &rule.rooms.tags, preset));
    });
    check.inside(Field("open"), |check| {
        open.rooms.iter().for_each(|rooms| refuse_late_tags(check, &rooms.tags, preset));
    });
}

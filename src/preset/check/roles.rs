//! Checks the rules for tags of rooms and kinds of doors.

use super::{
    checker::Checker,
    filter::filter,
    ramps::{LEVEL, MAX_COUNT, ROOM},
    side_limits::RoomSideLimits,
    tag_names::MAX_TAGS,
};
use crate::{
    error::ProblemCode,
    model::{DoorKind, RoomKind},
    preset::{
        DoorRule, Ramp, TagRule, TagSelection,
        rules::{RawDoor, RawTag},
        syntax::ValueStep::{self, Field, Index},
    },
};

/// The most tag rules, and the most door rules. Each is tested on every room.
const MAX_RULES: usize = 64;

/// Checks the tag rules. `names` are the names of all tags, sorted.
pub(super) fn tags(check: &mut Checker<'_>, raw: &[RawTag], sides: RoomSideLimits, names: &[String]) -> Vec<TagRule> {
    check.inside(Field("tags"), |check| {
        limit(check, raw.len());
        let each = raw.iter().take(MAX_RULES).enumerate();
        each.map(|(number, raw)| check.inside(Index(number), |check| tag(check, raw, sides, names))).collect()
    })
}

impl Checker<'_> {
    /// Checks the name of a tag. Returns its position in `names`, the names of all tags.
    pub(super) fn tag_position(&mut self, step: ValueStep, name: &str, names: &[String]) -> u8 {
        self.name(step.clone(), name);
        let position = names.iter().position(|known| known == name);
        if position.is_none() {
            self.inside(step, |check| {
                check.refuse(
                    ProblemCode::TooMany,
                    "there are too many tags",
                    format!("a preset has at most {MAX_TAGS} tags"),
                );
            });
        }
        position.unwrap_or_default() as u8
    }
}

fn limit(check: &mut Checker<'_>, rules: usize) {
    if rules > MAX_RULES {
        check.refuse(
            ProblemCode::TooMany,
            format!("{rules} rules are too many"),
            format!("at most {MAX_RULES} are allowed"),
        );
    }
}

fn tag(check: &mut Checker<'_>, raw: &RawTag, sides: RoomSideLimits, names: &[String]) -> TagRule {
    let position = check.tag_position(Field("tag"), &raw.tag, names);
    let (mut rooms, _) = filter(check, Field("rooms"), &raw.rooms, sides, names);
    if raw.rooms.kinds.is_none() {
        // By default, start and end rooms get no tags: they already have a role.
        rooms.kinds.retain(|kind| !matches!(kind, RoomKind::Start | RoomKind::End));
    }
    let pick = match &raw.pick {
        TagSelection::All => TagSelection::All,
        TagSelection::DeadEnds => TagSelection::DeadEnds,
        TagSelection::Farthest => TagSelection::Farthest,
        TagSelection::Every(step) => check.inside(Field("pick"), |check| {
            TagSelection::Every(check.whole_ramp(Index(0), step, 1.0..=MAX_COUNT, LEVEL).unwrap_or(Ramp::Constant(1.0)))
        }),
    };
    TagRule {
        tag: position,
        pick,
        rooms,
        chance: check.chance(Field("chance"), &raw.chance, ROOM),
        most: check.limit(Field("most"), raw.most.as_ref()),
        shared: raw.shared,
    }
}

/// Refuses a kind of doors with a lock. Returns the kind.
fn unlocked_kind(check: &mut Checker<'_>, kind: DoorKind) -> DoorKind {
    match kind {
        DoorKind::Open | DoorKind::Closed | DoorKind::Secret => kind,
        DoorKind::Barred => {
            check.inside(Field("kind"), |check| {
                let help = "`mission.locks` makes locked doors with their keys, as in \
                            `mission: (locks: [(name: \"iron key\", lock: Tag(\"treasury\"))])`";
                check.refuse(ProblemCode::Conflict, "a rule for doors cannot lock them", help.to_owned());
            });
            DoorKind::Closed
        }
    }
}

pub(super) fn doors(check: &mut Checker<'_>, raw: &[RawDoor], sides: RoomSideLimits, tags: &[String]) -> Vec<DoorRule> {
    check.inside(Field("doors"), |check| {
        limit(check, raw.len());
        let each = raw.iter().take(MAX_RULES).enumerate();
        each.map(|(number, raw)| {
            check.inside(Index(number), |check| DoorRule {
                kind: unlocked_kind(check, raw.kind),
                rooms: filter(check, Field("rooms"), &raw.rooms, sides, tags).0,
                chance: check.chance(Field("chance"), &raw.chance, ROOM),
                on_path: raw.path,
            })
        })
        .collect()
    })
}

//! Checks the rules for tags of rooms and kinds of doors.

use super::{
    checker::Checker,
    context::CheckContext,
    filter::filter,
    ramps::{LEVEL, MAX_COUNT, ROOM},
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

/// Checks the tag rules.
pub(super) fn tags(check: &mut Checker<'_>, raw: &[RawTag], known: CheckContext<'_>) -> Vec<TagRule> {
    check.inside(Field("tags"), |check| {
        check.has_too_many(raw.len(), MAX_RULES, "rules");
        check.each(&raw[..raw.len().min(MAX_RULES)], |check, _, raw| tag(check, raw, known))
    })
}

impl Checker<'_> {
    /// Checks the name of a tag. Returns its position in `names`, the names of all tags.
    pub(super) fn tag_position(&mut self, step: ValueStep, name: &str, names: &[String]) -> u8 {
        self.name(step.clone(), name);
        let position = names.iter().position(|known| known == name);
        if position.is_none() {
            let help = format!("a preset has at most {MAX_TAGS} tags");
            self.refuse_at([step], ProblemCode::TooMany, "there are too many tags", help);
        }
        position.unwrap_or_default() as u8
    }
}

fn tag(check: &mut Checker<'_>, raw: &RawTag, known: CheckContext<'_>) -> TagRule {
    let position = check.tag_position(Field("tag"), &raw.tag, known.tags);
    let (mut rooms, _) = filter(check, &raw.rooms, known);
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
    let chance = check.chance(Field("chance"), &raw.chance, ROOM);
    let most = check.limit(Field("most"), raw.most.as_ref());
    TagRule { tag: position, pick, rooms, chance, most, shared: raw.shared }
}

/// Refuses a kind of doors with a lock. Returns the kind.
fn unlocked_kind(check: &mut Checker<'_>, kind: DoorKind) -> DoorKind {
    match kind {
        DoorKind::Open | DoorKind::Closed | DoorKind::Secret => kind,
        DoorKind::Barred => {
            let help = "`mission.locks` makes locked doors with their keys, as in \
                        `mission: (locks: [(name: \"iron key\", lock: Tag(\"treasury\"))])`";
            let message = "a rule for doors cannot lock them";
            check.refuse_at([Field("kind")], ProblemCode::Conflict, message, help.to_owned());
            DoorKind::Closed
        }
    }
}

pub(super) fn doors(check: &mut Checker<'_>, raw: &[RawDoor], known: CheckContext<'_>) -> Vec<DoorRule> {
    check.inside(Field("doors"), |check| {
        check.has_too_many(raw.len(), MAX_RULES, "rules");
        check.each(&raw[..raw.len().min(MAX_RULES)], |check, number, rule| {
            check.own_name(rule.name.as_deref(), raw[..number].iter().map(|earlier| earlier.name.as_deref()));
            DoorRule {
                kind: unlocked_kind(check, rule.kind),
                rooms: filter(check, &rule.rooms, known).0,
                chance: check.chance(Field("chance"), &rule.chance, ROOM),
                on_path: rule.path,
            }
        })
    })
}

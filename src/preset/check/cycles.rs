//! Checks the rules for cycles, and those for loops.

use super::{
    checker::Checker,
    context::CheckContext,
    filter::filter,
    ramps::{LEVEL, ROOM},
};
use crate::error::ProblemCode;
use crate::preset::{
    CycleRule, LoopRule, Ramp, RawRamp,
    rules::RawFilter,
    syntax::ValueStep::{Field, Index},
};

/// The most rules for cycles, and the most cycles of a rule. Together they bound the number of
/// searches in a level, each of which is linear in the walls.
const MAX_RULES: usize = 8;
const MAX_CYCLES: f32 = 16.0;
/// The most detours of a cycle: the depth of its search, in rooms.
const MAX_DETOURS: f32 = 64.0;
/// The largest `loops.apart`, in passages. The search for a short route goes that far per wall.
const MAX_APART: f32 = 64.0;

/// Checks the rules for cycles. `tags` are the names of all tags, sorted.
pub(super) fn cycles(check: &mut Checker<'_>, raw: &[CycleRule<RawRamp, String>], tags: &[String]) -> Vec<CycleRule> {
    check.inside(Field("cycles"), |check| {
        check.has_too_many(raw.len(), MAX_RULES, "rules");
        check.each(&raw[..raw.len().min(MAX_RULES)], |check, _, raw| cycle(check, raw, tags))
    })
}

fn cycle(check: &mut Checker<'_>, raw: &CycleRule<RawRamp, String>, tags: &[String]) -> CycleRule {
    let from = check.range(Field("from"), raw.from, 0.0..=1.0);
    let to = check.range(Field("to"), raw.to, 0.0..=1.0);
    if let (Some(from), Some(to)) = (from, to)
        && from.0 >= to.1
    {
        let message = format!("no room with a progress up to {} lies behind one from {} on", to.1, from.0);
        let help = "a cycle leads from an earlier room of the path to a later one: `to` must end behind the beginning of `from`";
        check.refuse_at([Field("to")], ProblemCode::Unsatisfiable, message, help.to_owned());
    }
    let rooms = check.ramps(Field("rooms"), (&raw.rooms.0, &raw.rooms.1), 1.0..=MAX_DETOURS, true);
    let one = || Ramp::Constant(1.0);
    let most = check.whole_ramp(Field("most"), &raw.most, 0.0..=MAX_CYCLES, LEVEL);
    CycleRule {
        from: from.unwrap_or_default(),
        to: to.unwrap_or_default(),
        rooms: rooms.unwrap_or_else(|| (one(), one())),
        chance: check.chance(Field("chance"), &raw.chance, LEVEL),
        least: most.as_ref().map_or_else(Ramp::default, |most| check.least(&raw.least, most, "`most`")),
        most: most.unwrap_or_else(one),
        tag: raw.tag.as_ref().map(|tag| check.tag_position(Field("tag"), tag, tags)),
    }
}

/// Checks the rules for loops. `early` are the names of the tags that rooms have before loops are
/// closed: those of cycles and sizes.
pub(super) fn loops(
    check: &mut Checker<'_>,
    raw: &LoopRule<RawRamp, RawFilter>,
    known: CheckContext<'_>,
    early: &[&str],
) -> LoopRule {
    let rule = check.inside(Field("loops"), |check| LoopRule {
        chance: check.chance(Field("chance"), &raw.chance, ROOM),
        apart: check.whole_ramp(Field("apart"), &raw.apart, 2.0..=MAX_APART, ROOM).unwrap_or(Ramp::Constant(2.0)),
        skip: check.chance(Field("skip"), &raw.skip, ROOM),
        rooms: raw.rooms.as_ref().map(|rooms| {
            refuse_late_tags(check, rooms, known.tags, early);
            filter(check, rooms, known).0
        }),
    });
    if rule.chance.is(0.0) { LoopRule::default() } else { rule }
}

fn refuse_late_tags(check: &mut Checker<'_>, rooms: &RawFilter, tags: &[String], early: &[&str]) {
    for (number, tag) in rooms.tags.iter().enumerate() {
        if !early.contains(&tag.as_str()) && tags.contains(tag) {
            let path = [Field("rooms"), Field("tags"), Index(number)];
            let message = format!("rooms get the tag {tag:?} after the loops");
            let help = "`loops.rooms` can ask for the tags of `cycles` and for the names of `rooms.sizes`";
            check.refuse_at(path, ProblemCode::Conflict, message, help.to_owned());
        }
    }
}

//! Checks groups, and the budget of encounters.

use super::{
    budget_kinds::{BudgetUse, MAX_BUDGET, MAX_COST, budget_kind, least_share, whole_budget},
    checker::Checker,
    context::CheckContext,
    filter::filter,
    mission,
    ramps::LEVEL,
    tag_names::{floorplan_tags, key_tags},
};
use crate::{
    error::ProblemCode,
    model::RoomKind,
    preset::{
        Curve, EncounterRule, GroupMember, GroupRule, Ramp, RampInput,
        rules::{RawGroup, RawPreset},
        syntax::ValueStep::{Entry, Field, Index, Key},
    },
};

/// The most groups: so few that the sum of their weights fits 32 bits.
const MAX_GROUPS: usize = 256;
/// The most kinds of members in a group.
const MAX_KINDS: usize = 16;
/// The most members of a kind, and of all kinds together: the cells of a room hold no more.
const MAX_MEMBERS: u32 = 32;
/// The most points of a curve.
const MAX_POINTS: usize = 32;
/// The largest `quiet`, in steps. The search for these cells visits no more than twice its square.
const MAX_QUIET: f32 = 256.0;
/// The largest `arms`. Beyond it the cheaper arm is empty.
const MAX_ARMS: f32 = 16.0;
/// The largest `spread`, in steps: more than a hall has across.
const MAX_SPREAD: i64 = 256;

/// Checks the groups.
pub(super) fn groups(check: &mut Checker<'_>, raw: &RawPreset, known: CheckContext<'_>) -> Vec<GroupRule> {
    let entries = &raw.groups.0;
    check.inside(Field("groups"), |check| {
        if check.has_too_many(entries.len(), MAX_GROUPS, "groups") {
            return Vec::new();
        }
        let mut groups = Vec::with_capacity(entries.len());
        for (number, (name, group)) in entries.iter().enumerate() {
            check.name(Key(number), name);
            if check.is_new(Key(number), name, entries[..number].iter().map(|(name, _)| name.as_str())) {
                groups.push(check.inside(Entry(number), |check| self::group(check, name, group, raw, known)));
            }
        }
        groups
    })
}

fn group(
    check: &mut Checker<'_>,
    name: &str,
    raw: &RawGroup,
    preset: &RawPreset,
    known: CheckContext<'_>,
) -> GroupRule {
    let before = check.refused();
    let cost = check.whole(Field("cost"), raw.cost, 1..=MAX_COST).unwrap_or(1).unsigned_abs();
    let (mut rooms, largest) = filter(check, &raw.rooms, known);
    if raw.rooms.kinds.is_none() {
        // By default, a boss waits at the end, and nothing at the entry.
        rooms.kinds.retain(|kind| if raw.boss { *kind == RoomKind::End } else { *kind != RoomKind::Start });
    }
    let weight = check.weight(Field("weight"), &raw.weight);
    let members = check.inside(Field("members"), |check| members(check, raw, preset, known));
    let spread = raw.spread.and_then(|spread| check.whole(Field("spread"), spread, 1..=MAX_SPREAD));
    let &RawGroup { boss, required, .. } = raw;
    if boss && required {
        let help = "each room that a boss suits has one: remove `required`".to_owned();
        check.refuse_at([Field("required")], ProblemCode::Conflict, "a boss cannot be `required`", help);
    }
    let (name, spread) = (name.into(), spread.map(i32::unsigned_abs));
    let group = GroupRule { name, cost, members, rooms, weight, boss, required, spread };
    if check.refused() > before {
        return group;
    }
    let least: u32 = group.members.iter().map(|member| member.count.0.min() as u32).sum();
    if let Some(largest) = largest.filter(|largest| i64::from(least) > largest.area()) {
        let message = format!("no room that takes this group can hold its {least} members");
        let help = format!("the largest of these rooms have {largest} cells");
        check.refuse_at([Field("members")], ProblemCode::Unsatisfiable, message, help);
    }
    group
}

fn members(check: &mut Checker<'_>, raw: &RawGroup, preset: &RawPreset, known: CheckContext<'_>) -> Vec<GroupMember> {
    let (entries, before) = (&raw.members.0, check.refused());
    if entries.is_empty() {
        check.refuse(ProblemCode::Missing, "a group needs at least one member", None);
    }
    if check.has_too_many(entries.len(), MAX_KINDS, "kinds of members") {
        return Vec::new();
    }
    let mut members: Vec<GroupMember> = Vec::with_capacity(entries.len());
    for (number, (name, count)) in entries.iter().enumerate() {
        let names = entries[..number].iter().map(|(name, _)| name.as_str());
        if !check.is_new(Key(number), name, names) {
            continue;
        }
        let kind = budget_kind(check, Key(number), name, BudgetUse::Member, preset, known).unwrap_or_default();
        let count = mission::count(check, Entry(number), count, MAX_MEMBERS);
        members.push(GroupMember { kind, count });
    }
    let most: u32 = members.iter().map(|member| member.count.1.max() as u32).sum();
    if check.has_too_many(most as usize, MAX_MEMBERS as usize, "members") || check.refused() > before {
        return members;
    }
    if may_be_empty(&members) {
        let help = "a group has at least one member at every difficulty: raise the least of one of them".to_owned();
        check.refuse(ProblemCode::Unsatisfiable, "this group may have no member", help);
    }
    members
}

/// Whether there is a difficulty at which none of the members must be there.
///
/// The least of a member rises or falls with the difficulty. Those that rise are 0 up to some
/// difficulty, those that fall from some difficulty on. So there is one at which all are 0 if all
/// are where the last of the latter becomes 0, or at 0.
fn may_be_empty(members: &[GroupMember]) -> bool {
    let least_at = |member: &GroupMember, difficulty| member.count.0.whole_at(RampInput::of_level(difficulty));
    let becomes_zero = |member: &GroupMember| {
        // The order of positive numbers is that of their bits.
        let (mut above, mut zero) = (0, 1.0_f32.to_bits());
        while zero - above > 1 {
            let middle = above.midpoint(zero);
            *if least_at(member, f32::from_bits(middle)) == 0 { &mut zero } else { &mut above } = middle;
        }
        f32::from_bits(zero)
    };
    let falls = members.iter().filter(|member| least_at(member, 0.0) > 0 && least_at(member, 1.0) == 0);
    let difficulty = falls.map(becomes_zero).fold(0.0, f32::max);
    members.iter().all(|member| least_at(member, difficulty) == 0)
}

/// Checks the budget of encounters and how it is spent. `groups` are `None` if one was refused.
/// `tags` are the names of all tags, sorted.
pub(super) fn encounters(
    check: &mut Checker<'_>,
    preset: &RawPreset,
    groups: Option<&[GroupRule]>,
    tags: &[String],
) -> EncounterRule {
    let raw = &preset.encounters;
    check.inside(Field("encounters"), |check| {
        let cheapest = groups
            .map(|groups| groups.iter().map(|group| (group.name.as_str(), group.cost)).min_by_key(|&(_, cost)| cost));
        let budget = whole_budget(check, &raw.budget, cheapest, "group", "groups");
        let fight = least_share(check, "fight", &raw.fight, &budget);
        let most = raw.most.as_ref().and_then(|most| check.whole_ramp(Field("most"), most, 1.0..=MAX_BUDGET, LEVEL));
        if let Some(most) = most.as_ref().filter(|most| most.max() < fight.min()) {
            let message = format!("a room may have at most {}, less than a `fight` of {}", most.max(), fight.min());
            let help = "raise `most`, or lower `fight`".to_owned();
            check.refuse_at([Field("most")], ProblemCode::Unsatisfiable, message, help);
        }
        let rule = EncounterRule {
            budget,
            fight,
            most,
            shorter: raw.shorter.as_ref().map(|shorter| check.chance(Field("shorter"), shorter, LEVEL)),
            arm_tag: raw.arm_tag.as_ref().map(|tag| arm_tag(check, tag, preset, tags)),
            curve: check.inside(Field("curve"), |check| curve(check, &raw.curve)),
            quiet: check.whole_ramp(Field("quiet"), &raw.quiet, 0.0..=MAX_QUIET, LEVEL).unwrap_or_default(),
            arms: check.ramp(Field("arms"), &raw.arms, 1.0..=MAX_ARMS, LEVEL).unwrap_or(Ramp::Constant(1.0)),
            keys: check.chance(Field("keys"), &raw.keys, LEVEL),
        };
        if rule.is_used() { rule } else { EncounterRule::default() }
    })
}

/// Checks `arm_tag`: no other rule gives that tag.
fn arm_tag(check: &mut Checker<'_>, tag: &str, preset: &RawPreset, tags: &[String]) -> u8 {
    if floorplan_tags(&preset.floorplan).chain(key_tags(preset)).any(|other| other == tag) {
        let message = format!("{tag:?} is also the tag of another rule");
        let help = "only the rooms of dearer arms have this tag: rename one of the two".to_owned();
        check.refuse_at([Field("arm_tag")], ProblemCode::Conflict, message, help);
    }
    check.tag_position(Field("arm_tag"), tag, tags)
}

fn curve(check: &mut Checker<'_>, raw: &[(f32, f32)]) -> Curve {
    if check.has_too_many(raw.len(), MAX_POINTS, "points") {
        return Curve::default();
    }
    let before = check.refused();
    let points = check.each(raw, |check, number, &(at, value)| {
        let at = check.number(Index(0), at, 0.0..=1.0);
        let value = check.number(Index(1), value, 0.0..=Curve::MAX_VALUE);
        if let Some(earlier) = number.checked_sub(1).and_then(|earlier| raw.get(earlier))
            && at.is_some_and(|at| at <= earlier.0)
        {
            let message = format!("progress goes from {} to {}, and must rise", earlier.0, raw[number].0);
            let help = "each point is (progress, value), in order of progress".to_owned();
            check.refuse_at([Index(0)], ProblemCode::BadValue, message, help);
        }
        (at.unwrap_or_default(), value.unwrap_or_default())
    });
    if check.refused() > before {
        return Curve::default();
    }
    if !points.is_empty() && points.iter().all(|&(_, value)| value <= 0.0) {
        let help = "leave `curve` out for equal shares".to_owned();
        check.refuse(ProblemCode::Unsatisfiable, "this curve is 0 everywhere", help);
    }
    Curve { points }
}

//! Checks the budget of loot, its items and its metered things.

use super::{
    budget_kinds::{BudgetUse, MAX_COST, Price, budget_kind, least_share, whole_budget},
    checker::Checker,
    context::CheckContext,
    filter::filter,
    mission,
    ramps::LEVEL,
};
use crate::{
    error::ProblemCode,
    preset::{
        DueRule, ItemRule, LootRule, MeteredRule,
        rules::{RawCount, RawDue, RawItem, RawLoot, RawPreset},
        syntax::ValueStep::{Entry, Field, Key},
    },
};

/// The most kinds of items: so few that the sum of their weights fits 32 bits.
const MAX_ITEMS: usize = 256;
/// The most kinds of metered things. With the most of each they are as many as a few rooms hold.
const MAX_METERED: usize = 16;
/// The most things that lie together, and in one offer.
const MAX_TOGETHER: u32 = 16;
/// The longest period of a metered thing, in floors.
pub(super) const MAX_EVERY: i64 = 1000;
/// The most metered things of a kind in a period.
const MAX_COUNT: i64 = 16;
/// The most rules for loot that is due.
const MAX_DUE: usize = 64;
/// The largest `first`, in doors: more than any room of a usual level has.
const MAX_FIRST: f32 = 64.0;

/// Checks the budget of loot and how it is spent.
pub(super) fn loot(check: &mut Checker<'_>, preset: &RawPreset, known: CheckContext<'_>) -> LootRule {
    let raw = &preset.loot;
    check.inside(Field("loot"), |check| {
        let before = check.refused();
        let items = items(check, raw, preset, known);
        let priced = raw.items.0.iter().zip(&items).map(|((name, _), item)| (name.as_str(), item.value));
        let cheapest = (check.refused() == before).then(|| priced.min_by_key(|&(_, value)| value));
        let due = due(check, &raw.due, cheapest, known);
        let budget = whole_budget(check, &raw.budget, cheapest, "item", "items");
        let rule = LootRule {
            pile: least_share(check, "pile", &raw.pile, &budget),
            due,
            budget,
            items,
            first: check.whole_ramp(Field("first"), &raw.first, 0.0..=MAX_FIRST, LEVEL).unwrap_or_default(),
            guarded: check.chance(Field("guarded"), &raw.guarded, LEVEL),
            arms: raw.arms,
            metered: metered(check, raw, preset, known),
        };
        if rule.is_used() { rule } else { LootRule::default() }
    })
}

fn items(check: &mut Checker<'_>, raw: &RawLoot, preset: &RawPreset, known: CheckContext<'_>) -> Vec<ItemRule> {
    let entries = &raw.items.0;
    check.inside(Field("items"), |check| {
        if check.has_too_many(entries.len(), MAX_ITEMS, "items") {
            return Vec::new();
        }
        let mut items = Vec::with_capacity(entries.len());
        for (number, (name, raw)) in entries.iter().enumerate() {
            if check.is_new(Key(number), name, entries[..number].iter().map(|(name, _)| name.as_str())) {
                let kind = budget_kind(check, Key(number), name, BudgetUse::Item, preset, known);
                items.push(check.inside(Entry(number), |check| item(check, kind.unwrap_or_default(), raw, known)));
            }
        }
        items
    })
}

fn item(check: &mut Checker<'_>, kind: u16, raw: &RawItem, known: CheckContext<'_>) -> ItemRule {
    let of = raw.of.and_then(|of| check.whole(Field("of"), of, 2..=i64::from(MAX_TOGETHER)));
    if raw.of.is_some() && !matches!(&raw.with, RawCount::Exactly(with) if with.is(1.0)) {
        let help = "`of` says how many lie together: remove `with` or `of`".to_owned();
        check.refuse_at([Field("with")], ProblemCode::Conflict, "an offer cannot have `with`", help);
    }
    ItemRule {
        kind,
        value: check.whole(Field("value"), raw.value, 1..=MAX_COST).unwrap_or(1).unsigned_abs(),
        most: check.limit(Field("most"), raw.most.as_ref()),
        with: mission::count_within(check, Field("with"), &raw.with, 1..=MAX_TOGETHER),
        weight: check.weight(Field("weight"), &raw.weight),
        rooms: filter(check, &raw.rooms, known).0,
        of: of.unwrap_or_default().unsigned_abs(),
    }
}

/// Checks the rules for loot that is due: each must be able to buy an item. `cheapest` is as for
/// [`whole_budget`].
fn due(
    check: &mut Checker<'_>,
    raw: &[RawDue],
    cheapest: Option<Option<Price<'_>>>,
    known: CheckContext<'_>,
) -> Vec<DueRule> {
    check.inside(Field("due"), |check| {
        check.has_too_many(raw.len(), MAX_DUE, "rules");
        check.each(&raw[..raw.len().min(MAX_DUE)], |check, _, raw| {
            let value = mission::count_within(check, Field("value"), &raw.value, 1..=MAX_COST as u32);
            let most = value.1.max();
            match cheapest {
                Some(None) => {
                    let help = "add `items`".to_owned();
                    check.refuse(ProblemCode::Unsatisfiable, "there are no items that can be due", help);
                }
                Some(Some((name, cheapest))) if most > 0.0 && most < cheapest as f32 => {
                    let message = format!("no item is worth as little as {most}");
                    let help = format!("the cheapest is {name:?}, which takes {cheapest}");
                    check.refuse_at([Field("value")], ProblemCode::Unsatisfiable, message, help);
                }
                _ => {}
            }
            DueRule { rooms: filter(check, &raw.rooms, known).0, locked: raw.locked, value }
        })
    })
}

fn metered(check: &mut Checker<'_>, raw: &RawLoot, preset: &RawPreset, known: CheckContext<'_>) -> Vec<MeteredRule> {
    let entries = &raw.metered.0;
    check.inside(Field("metered"), |check| {
        if check.has_too_many(entries.len(), MAX_METERED, "metered things") {
            return Vec::new();
        }
        let mut metered = Vec::with_capacity(entries.len());
        for (number, (name, raw)) in entries.iter().enumerate() {
            if !check.is_new(Key(number), name, entries[..number].iter().map(|(name, _)| name.as_str())) {
                continue;
            }
            let kind = budget_kind(check, Key(number), name, BudgetUse::Metered, preset, known);
            let (every, count) = check.inside(Entry(number), |check| {
                let every = check.whole(Field("every"), raw.every, 1..=MAX_EVERY);
                (every, check.whole(Field("count"), raw.count, 1..=MAX_COUNT))
            });
            let (every, count) = (every.unwrap_or(1).unsigned_abs(), count.unwrap_or(1).unsigned_abs());
            metered.push(MeteredRule { kind: kind.unwrap_or_default(), every, count });
        }
        metered
    })
}

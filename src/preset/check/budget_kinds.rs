//! What groups and loot have in common: kinds that a budget places, and the budget itself.

use std::collections::BTreeSet;

use super::{
    checker::Checker,
    context::CheckContext,
    prop_names::{position, refuse_unknown},
    props::PropKindDraft,
    ramps::LEVEL,
    tag_names::key_tags,
};
use crate::{
    error::ProblemCode,
    geom::Extent,
    preset::{
        Ramp, RawRamp,
        rules::{RawPreset, RawProp},
        syntax::{
            ValueStep::{self, Field},
            suggestion,
        },
    },
};

/// The largest cost of a group, and value of an item.
pub(super) const MAX_COST: i64 = 10_000;

/// The largest budget: a cost of the largest group for each of a thousand rooms.
pub(super) const MAX_BUDGET: f32 = 1_000_000.0;

/// What a budget places a kind as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BudgetUse {
    /// A member of a group, which is a marker.
    Member,
    /// A thing of loot.
    Item,
    /// A metered thing, which does not block.
    Metered,
}

/// Checks the name of a kind that a budget places. Returns its index.
pub(super) fn budget_kind(
    check: &mut Checker<'_>,
    step: ValueStep,
    name: &str,
    usage: BudgetUse,
    preset: &RawPreset,
    CheckContext { kinds, .. }: CheckContext<'_>,
) -> Option<u16> {
    let kinds = kinds?;
    let Some(position) = position(kinds, name) else {
        refuse_unknown(check, [step], name, fitting(name, usage, preset, kinds));
        return None;
    };
    let known = &kinds[usize::from(position)];
    let raw = preset.props.0.iter().find(|(known, _)| known == name).map(|(_, raw)| raw);
    let is_slot = raw.is_some_and(|raw| raw.slot);
    let has_variants = raw.is_some_and(has_variants);
    let fault = match usage {
        BudgetUse::Member if !known.kind.marker => Some((
            format!("a member of a group is a marker, and the prop {name:?} is none"),
            format!("add `marker: true` to the prop {name:?}"),
        )),
        BudgetUse::Metered if known.kind.blocks => Some((
            format!("a metered thing must not block, and the prop {name:?} does"),
            format!("add `blocks: false` to the prop {name:?}"),
        )),
        _ if is_large(known) => Some((
            format!("what a budget places covers one cell, and the prop {name:?} covers more"),
            format!("remove `footprint` from the prop {name:?}"),
        )),
        _ if is_slot => Some((
            format!("the prop {name:?} is a slot, which is a place and no thing"),
            format!("name a kind without `slot`, or remove it from the prop {name:?}"),
        )),
        _ if has_variants => Some((
            format!("the prop {name:?} has variants, and a budget places each kind by its own name"),
            "name the variants in its place".to_owned(),
        )),
        _ if key_tags(preset).any(|key| key == name) => Some((
            format!("{name:?} is the key of a lock, which the mission lays"),
            "name another kind, or rename the lock".to_owned(),
        )),
        _ => None,
    };
    if let Some((message, help)) = fault {
        check.refuse_at([step], ProblemCode::Conflict, message, help);
    }
    Some(position)
}

fn is_large(kind: &PropKindDraft) -> bool {
    kind.footprint.is_some_and(|footprint| footprint != Extent::new(1, 1))
}

fn has_variants(raw: &RawProp) -> bool {
    !raw.variants.0.is_empty()
}

/// Help for a name that no kind has: the names of kinds that a budget may place in this way.
fn fitting(name: &str, usage: BudgetUse, preset: &RawPreset, kinds: &[PropKindDraft]) -> String {
    let others = preset.props.0.iter().filter(|(_, raw)| raw.slot || has_variants(raw)).map(|(name, _)| name.as_str());
    let others: BTreeSet<&str> = others.chain(key_tags(preset)).collect();
    let fits = |known: &&PropKindDraft| match usage {
        BudgetUse::Member => known.kind.marker,
        BudgetUse::Item => true,
        BudgetUse::Metered => !known.kind.blocks,
    };
    let fitting = kinds.iter().filter(|known| fits(known) && !is_large(known));
    let names = fitting.map(|known| known.kind.name.as_str()).filter(|name| !others.contains(name));
    match (names.clone().next(), usage) {
        (Some(_), _) => suggestion(name, names),
        (None, BudgetUse::Member) => "no prop can be a member: add one with `marker: true`".to_owned(),
        (None, BudgetUse::Item) => "no prop can be an item: add one of one cell".to_owned(),
        (None, BudgetUse::Metered) => "no prop can be metered: add one with `blocks: false`".to_owned(),
    }
}

/// The name of a group or an item, and what one takes from its budget.
pub(super) type Price<'a> = (&'a str, u32);

/// Checks the field `budget`: whole numbers, and at its most enough for the `cheapest` of what it
/// is for.
///
/// `cheapest` is `None` if that is not known, since a part of it was refused, and `Some(None)` if
/// there is nothing to spend a budget on.
pub(super) fn whole_budget(
    check: &mut Checker<'_>,
    raw: &RawRamp,
    cheapest: Option<Option<Price<'_>>>,
    one: &str,
    more: &str,
) -> Ramp {
    let budget = check.whole_ramp(Field("budget"), raw, 0.0..=MAX_BUDGET, LEVEL).unwrap_or_default();
    let Some(cheapest) = cheapest.filter(|_| budget.max() > 0.0) else { return budget };
    match cheapest {
        None => {
            let message = format!("a budget of {} has no {more} to spend it on", budget.max());
            check.refuse_at([Field("budget")], ProblemCode::Unsatisfiable, message, format!("add `{more}`"));
        }
        Some((name, cheapest)) if budget.max() < cheapest as f32 => {
            let message = format!("a budget of at most {} buys no {one}", budget.max());
            let help = format!("the cheapest {one} is {name:?}, which takes {cheapest}");
            check.refuse_at([Field("budget")], ProblemCode::Unsatisfiable, message, help);
        }
        Some(_) => {}
    }
    budget
}

/// Checks the least that a room gets of a budget: `fight` or `pile`. Some budget must pay one.
pub(super) fn least_share(check: &mut Checker<'_>, field: &'static str, raw: &RawRamp, budget: &Ramp) -> Ramp {
    let least = check.whole_ramp(Field(field), raw, 0.0..=MAX_COST as f32, LEVEL).unwrap_or_default();
    if budget.max() > 0.0 && least.min() > budget.max() {
        let message = format!("a budget of at most {} has no room for a `{field}` of {}", budget.max(), least.min());
        let help = format!("raise the budget, or lower `{field}`");
        check.refuse_at([Field(field)], ProblemCode::Unsatisfiable, message, help);
    }
    least
}

//! What groups and loot have in common: kinds that a budget deals, and the budget itself.

use super::{checker::Checker, context::CheckContext, prop_names::kind_named, ramps::LEVEL, tag_names::key_tags};
use crate::{
    error::ProblemCode,
    geom::Extent,
    preset::{
        Ramp, RawRamp,
        rules::RawPreset,
        syntax::ValueStep::{self, Field},
    },
};

/// The largest budget: a cost of the largest group for each of a thousand rooms.
const MAX_BUDGET: f32 = 1_000_000.0;

/// What a budget deals a kind as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DealtUse {
    /// A member of a group, which is a marker.
    Member,
    /// A thing of loot.
    Item,
    /// A metered thing, which does not block.
    Metered,
}

/// Checks the name of a kind that a budget deals. Returns its index.
pub(super) fn dealt_kind(
    check: &mut Checker<'_>,
    step: ValueStep,
    name: &str,
    deals: DealtUse,
    preset: &RawPreset,
    CheckContext { kinds, .. }: CheckContext<'_>,
) -> Option<u16> {
    let kinds = kinds?;
    let position = kind_named(check, [step.clone()], name, kinds)?;
    let known = &kinds[usize::from(position)];
    let raw = preset.props.0.iter().find(|(known, _)| known == name).map(|(_, raw)| raw);
    let is_slot = raw.is_some_and(|raw| raw.slot);
    let has_variants = raw.is_some_and(|raw| !raw.variants.0.is_empty());
    let fault = match deals {
        DealtUse::Member if !known.kind.marker => Some((
            format!("a member of a group is a marker, and the prop {name:?} is none"),
            format!("add `marker: true` to the prop {name:?}"),
        )),
        DealtUse::Metered if known.kind.blocks => Some((
            format!("a metered thing must not block, and the prop {name:?} does"),
            format!("add `blocks: false` to the prop {name:?}"),
        )),
        _ if known.footprint.is_some_and(|footprint| footprint != Extent::new(1, 1)) => Some((
            format!("what a budget deals covers one cell, and the prop {name:?} covers more"),
            format!("remove `footprint` from the prop {name:?}"),
        )),
        _ if is_slot => Some((
            format!("the prop {name:?} is a slot, which is a place and no thing"),
            format!("name a kind without `slot`, or remove it from the prop {name:?}"),
        )),
        _ if has_variants => Some((
            format!("the prop {name:?} has variants, and a budget deals each kind by its own name"),
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

/// Checks the field `budget`: whole numbers, and at its most enough for the `cheapest` of what it
/// is for.
///
/// `cheapest` is `None` if that is not known, since a part of it was refused, and `Some(None)` if
/// there is nothing to spend a budget on.
pub(super) fn whole_budget(
    check: &mut Checker<'_>,
    raw: &RawRamp,
    cheapest: Option<Option<u32>>,
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
        Some(cheapest) if budget.max() < cheapest as f32 => {
            let message = format!("a budget of at most {} buys no {one}", budget.max());
            let help = format!("the cheapest {one} takes {cheapest}");
            check.refuse_at([Field("budget")], ProblemCode::Unsatisfiable, message, help);
        }
        Some(_) => {}
    }
    budget
}

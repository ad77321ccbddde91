//! Checks offers: how many props of a formation, or of a character of a legend, may be taken.

use std::collections::BTreeMap;

use super::checker::Checker;
use crate::{
    error::ProblemCode,
    preset::{rules::RawPreset, syntax::ValueStep::Field},
};

/// The most props of an offer that may be taken.
const MAX_CHOOSE: i64 = 1000;

/// The kinds of props that no offer may have, since the choice of another prop would remove them.
pub(super) struct NeededKinds<'raw> {
    /// By name, the name and the use of the kind that a prop is, or that it may become.
    uses: BTreeMap<&'raw str, (&'raw str, &'static str)>,
}

impl<'raw> NeededKinds<'raw> {
    /// Those of a preset. Cost: linear in its locks and variants.
    pub(super) fn of(raw: &'raw RawPreset) -> Self {
        // Each rule that a player, or a promise of the preset, needs things for adds their kinds.
        let locks = raw.mission.locks.iter().map(|lock| (lock.name.as_str(), "opens locks"));
        let metered = raw.loot.metered.0.iter().map(|(name, _)| (name.as_str(), "is metered"));
        let own: BTreeMap<_, _> = metered.chain(locks).map(|(name, does)| (name, (name, does))).collect();
        let mut uses = own.clone();
        for (name, prop) in &raw.props.0 {
            let needed = prop.variants.0.iter().find_map(|(variant, _)| own.get(variant.as_str()));
            if let Some(&needed) = needed {
                uses.entry(name).or_insert(needed);
            }
        }
        Self { uses }
    }
}

/// Checks `choose` of the current value, whose props have the kind `prop`. Returns how many of the
/// props may be taken.
pub(super) fn choose(
    check: &mut Checker<'_>,
    raw: Option<i64>,
    prop: Option<&str>,
    needed: &NeededKinds<'_>,
) -> Option<u32> {
    let take = check.whole(Field("choose"), raw?, 1..=MAX_CHOOSE)?;
    if let Some((kind, does)) = prop.and_then(|prop| needed.uses.get(prop)) {
        let message = format!("the prop {kind:?} {does}, so that it cannot be one of those to choose from");
        let help = "to take another one would remove it: use another prop, or remove `choose`".to_owned();
        check.refuse_at([Field("choose")], ProblemCode::Conflict, message, help);
    }
    u32::try_from(take).ok()
}

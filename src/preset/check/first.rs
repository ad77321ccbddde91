//! Which formations of a layout are stamped before the others.
//!
//! Consumes a checked layout and the placing rules of all kinds; produces the entries with required
//! formations that depend on no earlier formation.

use crate::preset::{Anchor, Entry, EntryPart, Formation, Layout, PlacingRules, ProximityTarget};

/// The indices of the entries that are stamped first, in file order: those with a required
/// formation, if no formation in them depends on earlier ones.
///
/// Indices into the formations, if the layout has no entries.
pub(super) fn stamped_first(layout: &Layout, placings: &[PlacingRules]) -> Vec<usize> {
    let Layout { formations, entries, .. } = layout;
    let is_free = |formation: &Formation| !depends_on_earlier(formation, placings);
    if entries.is_empty() {
        let first = formations.iter().enumerate().filter(|(_, formation)| formation.required.is_some());
        return first.filter(|(_, formation)| is_free(formation)).map(|(number, _)| number).collect();
    }
    let mut first = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let (mut is_required, mut are_free) = (false, true);
        for_each(entry, &mut |number| {
            is_required |= formations[number].required.is_some();
            are_free &= is_free(&formations[number]);
        });
        if is_required && are_free {
            first.push(number);
        }
    }
    first
}

/// Calls `see` with each formation of an entry.
fn for_each(entry: &Entry, see: &mut impl FnMut(usize)) {
    match &entry.part {
        EntryPart::Formation(number) => see(*number),
        EntryPart::OneOf(entries) | EntryPart::AllOf(entries) => entries.iter().for_each(|entry| for_each(entry, see)),
    }
}

/// Whether the props of earlier formations decide where those of a formation stand, besides by
/// standing there.
fn depends_on_earlier(formation: &Formation, placings: &[PlacingRules]) -> bool {
    let is_of_props = |what: &ProximityTarget| matches!(what, ProximityTarget::Any | ProximityTarget::Props(_));
    let follows = |rules: &PlacingRules| rules.near.iter().chain(&rules.avoid).any(|rule| is_of_props(&rule.what));
    let placing = placings.get(usize::from(formation.kind));
    let at = [Some(&formation.at), formation.from.as_ref(), formation.to.as_ref()];
    let is_relative = at.into_iter().flatten().any(|at| matches!(at, Anchor::Of(_)));
    formation.stack || is_relative || placing.is_some_and(follows)
}

//! Lint for kinds of props that never occur in the sample levels.
//!
//! Consumes the preset, the counts of a [`SampleCounts`], and the formations that `evidence`
//! reports.

use std::collections::BTreeSet;

use super::{FindingCode, LintReport, PresetPlace, SEEDS, sample::SampleCounts};
use crate::preset::Preset;

/// The formations and vaults that can place props of a kind.
#[derive(Clone, Debug, Default)]
pub(super) struct KindSources {
    /// The position of each formation's layout in the preset, and of the formation in the layout.
    formations: BTreeSet<(usize, usize)>,
    /// The positions of the vaults in the preset.
    vaults: BTreeSet<usize>,
    /// Whether the kind has a weight of 0 in the list of variants of a kind, its own list or that
    /// of another.
    ///
    /// In its own list, this means that the kind is only a name for its variants. Then props of the
    /// kind need not occur.
    is_family: bool,
    /// Whether keys are of this kind: `mission` reports those that never appear.
    is_of_keys: bool,
    /// Whether groups have members of this kind: `budgets` reports groups that never appear.
    is_member: bool,
    /// Whether the budget of loot places this kind, or a rule for metered things.
    is_loot: bool,
    /// Whether the kind is a slot, which is no prop of a level.
    is_slot: bool,
}

impl KindSources {
    /// Whether anything can place props of the kind.
    pub(super) fn can_place(&self) -> bool {
        let is_placed = self.is_of_keys || self.is_member || self.is_loot;
        !self.is_slot && (!self.formations.is_empty() || !self.vaults.is_empty() || is_placed)
    }

    /// The positions of the layouts whose formations can place props of the kind.
    pub(super) fn layouts(&self) -> impl Iterator<Item = usize> {
        self.formations.iter().map(|(layout, _)| *layout)
    }
}

/// Reports kinds of props that no sample level has.
///
/// Except for kinds that a formation in `lost` places: that formation is reported already.
pub(super) fn kinds(report: &mut LintReport<'_>, sample: &SampleCounts, lost: &BTreeSet<(usize, usize)>) {
    let preset = report.preset();
    let sources = sources(preset);
    let unused = preset.kinds().iter().zip(&sources).zip(&sample.kinds_used).filter(|(_, used)| !**used);
    for ((kind, sources), _) in unused {
        let is_lost = sources.formations.iter().any(|formation| lost.contains(formation));
        if sources.is_family || sources.is_of_keys || sources.is_member || is_lost {
            continue;
        }
        let remove = "use it, or remove it";
        if sources.is_loot {
            let message = format!("none of {SEEDS} sample levels has a prop of this kind");
            let help = "the budget of loot places it: raise the budget or its `weight`, or let it be in more rooms";
            report.add(FindingCode::UnusedKind, PresetPlace::Kind(&kind.name), SEEDS, message, help);
            continue;
        }
        if sources.formations.is_empty() && sources.vaults.is_empty() {
            let message = "no formation or vault places props of this kind";
            report.add(FindingCode::UnusedKind, PresetPlace::Kind(&kind.name), None, message, remove);
            continue;
        }
        if sources.is_slot {
            continue;
        }
        let message = format!("none of {SEEDS} sample levels has a prop of this kind");
        let places: BTreeSet<String> = {
            let layouts = sources.formations.iter().map(|(layout, _)| *layout);
            let layouts = layouts.filter(|&layout| sample.layouts[layout].chosen == 0);
            let vaults = sources.vaults.iter().filter(|&&vault| sample.vaults[vault].levels == 0);
            let layouts = layouts.map(|layout| format!("the layout {:?}", preset.layouts()[layout].name));
            layouts.chain(vaults.map(|&vault| format!("the vault {:?}", preset.vaults()[vault].name))).collect()
        };
        let is_used = sources.formations.iter().any(|(layout, _)| sample.layouts[*layout].chosen > 0)
            || sources.vaults.iter().any(|&vault| sample.vaults[vault].levels > 0);
        let (message, help) = if is_used {
            let help =
                "its formations and vaults are too rare, or find no free cells for it; use it more often, or remove it";
            (message, help)
        } else {
            let names = named(places);
            (format!("{message}: only {names} would place it, and no level has these"), remove)
        };
        report.add(FindingCode::UnusedKind, PresetPlace::Kind(&kind.name), SEEDS, message, help);
    }
}

/// The first three names and the number of the others, as in "a, b, c and 2 more".
pub(super) fn named(names: BTreeSet<String>) -> String {
    const NAMED: usize = 3;
    let more = names.len().saturating_sub(NAMED);
    let mut words: Vec<_> = names.into_iter().take(NAMED).collect();
    if more > 0 {
        words.push(format!("{more} more"));
    }
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}

/// For each kind of prop of the preset, in its order: the formations and vaults that can place it.
///
/// A formation can place a kind directly or as a variant of another kind.
pub(super) fn sources(preset: &Preset) -> Vec<KindSources> {
    let mut sources = vec![KindSources::default(); preset.kinds().len()];
    for rule in &preset.mission.locks {
        sources[usize::from(rule.kind)].is_of_keys = true;
    }
    for (source, placing) in sources.iter_mut().zip(&preset.placings) {
        (source.is_member, source.is_slot) = (placing.is_member, placing.slot);
    }
    let metered = preset.loot.metered.iter().map(|rule| rule.kind);
    for kind in preset.loot.items.iter().map(|item| item.kind).chain(metered) {
        sources[usize::from(kind)].is_loot = true;
    }
    // A prop placed as a kind ends as one of the kinds in `variants`, or as itself without any.
    let mut add = |kind: u16, add: &dyn Fn(&mut KindSources)| {
        let variants = &preset.placings[usize::from(kind)].variants;
        if variants.is_empty() {
            return add(&mut sources[usize::from(kind)]);
        }
        for (end, weight) in variants {
            let source = &mut sources[usize::from(*end)];
            if weight.max() > 0.0 { add(source) } else { source.is_family = true }
        }
    };
    for (number, layout) in preset.layouts().iter().enumerate() {
        let rules = layout.formations.iter().enumerate();
        for (formation, rule) in rules.filter(|(_, rule)| preset.terrain_of(rule).is_none()) {
            add(rule.kind, &|source| {
                source.formations.insert((number, formation));
            });
        }
    }
    for (number, vault) in preset.vaults().iter().enumerate() {
        let drawn = vault.drawings.iter().flat_map(|drawing| &drawing.props).map(|prop| prop.kind);
        let kinds: BTreeSet<u16> = drawn.filter(|&kind| usize::from(kind) < preset.kinds().len()).collect();
        for kind in kinds {
            add(kind, &|source| {
                source.vaults.insert(number);
            });
        }
    }
    sources
}

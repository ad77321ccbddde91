//! Lint for kinds of props that never occur in the sample levels.
//!
//! Consumes the preset, the counts of a `Sample`, and the formations that are already reported.

use std::collections::BTreeSet;

use super::{Code, LintReport, PresetPlace, SEEDS, sample::Sample};
use crate::preset::Preset;

/// What can place props of a kind: formations by layout and position, and vaults by position.
#[derive(Clone, Debug, Default)]
struct KindSources {
    formations: BTreeSet<(usize, usize)>,
    vaults: BTreeSet<usize>,
    /// Whether its weight among variants is 0, as for a kind that only names a family.
    is_family: bool,
}

/// Reports kinds that no sample level has, except those placed by a formation in `lost`.
pub(super) fn kinds(report: &mut LintReport<'_>, sample: &Sample, lost: &BTreeSet<(usize, usize)>) {
    let preset = report.preset();
    let sources = sources(preset);
    let unused = preset.kinds().iter().zip(&sources).zip(&sample.kinds_used).filter(|(_, used)| !**used);
    for ((kind, sources), _) in unused {
        if sources.is_family || sources.formations.iter().any(|formation| lost.contains(formation)) {
            continue;
        }
        let remove = "use it, or remove it".to_owned();
        if sources.formations.is_empty() && sources.vaults.is_empty() {
            let message = "no formation or vault places props of this kind".to_owned();
            report.add_finding(Code::UnusedKind, PresetPlace::Kind(&kind.name), message, remove);
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
            (
                message,
                "its formations and vaults are too rare, or find no free cells for it; use it more often, or remove it"
                    .to_owned(),
            )
        } else {
            let names = named(places);
            (format!("{message}: only {names} would place it, and no level has these"), remove)
        };
        report.add_sample_finding(Code::UnusedKind, PresetPlace::Kind(&kind.name), SEEDS, message, help);
    }
}

/// The first few names as a phrase, with the number of the others.
fn named(names: BTreeSet<String>) -> String {
    const NAMED: usize = 3;
    let more = names.len().saturating_sub(NAMED);
    let mut words: Vec<_> = names.into_iter().take(NAMED).collect();
    if more > 0 {
        words.push(format!("{more} more"));
    }
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}

/// The sources of each kind, placed as itself or as a variant.
fn sources(preset: &Preset) -> Vec<KindSources> {
    let mut sources = vec![KindSources::default(); preset.kinds().len()];
    // A prop placed as a kind ends as that kind or as one of its variants.
    let mut add = |kind: u16, add: &dyn Fn(&mut KindSources)| {
        let variants = &preset.placings[usize::from(kind)].variants;
        if variants.is_empty() {
            return add(&mut sources[usize::from(kind)]);
        }
        for (end, weight) in variants {
            let source = &mut sources[usize::from(*end)];
            if weight.most() > 0.0 { add(source) } else { source.is_family = true }
        }
    };
    for (number, layout) in preset.layouts().iter().enumerate() {
        for (formation, rule) in layout.formations.iter().enumerate() {
            add(rule.kind, &|source| {
                source.formations.insert((number, formation));
            });
        }
    }
    for (number, vault) in preset.vaults().iter().enumerate() {
        let kinds: BTreeSet<u16> =
            vault.drawings.iter().flat_map(|drawing| &drawing.props).map(|prop| prop.kind).collect();
        for kind in kinds {
            add(kind, &|source| {
                source.vaults.insert(number);
            });
        }
    }
    sources
}

//! Kinds of which there never is a prop.

use std::collections::BTreeSet;

use super::{Code, Place, Report, SEEDS, sample::Sample};
use crate::preset::Preset;

/// What places props of a kind, by position: formations with their layouts, and vaults.
#[derive(Clone, Debug, Default)]
struct Sources {
    formations: BTreeSet<(usize, usize)>,
    vaults: BTreeSet<usize>,
    /// Whether it is but a name for its variants.
    is_family: bool,
}

/// Kinds of which there never is a prop, unless it is told that the formations which place it are `lost`.
pub(super) fn kinds(report: &mut Report<'_>, sample: &Sample, lost: &BTreeSet<(usize, usize)>) {
    let preset = report.preset();
    let sources = sources(preset);
    let unused = preset.kinds().iter().zip(&sources).zip(&sample.kinds_used).filter(|(_, used)| !**used);
    for ((kind, sources), _) in unused {
        if sources.is_family || sources.formations.iter().any(|formation| lost.contains(formation)) {
            continue;
        }
        let leave_out = "use it, or leave it out".to_owned();
        if sources.formations.is_empty() && sources.vaults.is_empty() {
            let message = "nothing places props of this kind".to_owned();
            report.tell(Code::UnusedKind, Place::Kind(&kind.name), message, leave_out);
            continue;
        }
        let message = format!("no prop of this kind stands in any of {SEEDS} sample levels");
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
            (message, "what places it is too rare, or leaves it no place; use it more, or leave it out".to_owned())
        } else {
            let names = named(places);
            (format!("{message}: only {names} would place it, which none of them has"), leave_out)
        };
        report.tell_of_levels(Code::UnusedKind, Place::Kind(&kind.name), SEEDS, message, help);
    }
}

/// A few names in words.
fn named(names: BTreeSet<String>) -> String {
    /// More are counted.
    const NAMED: usize = 3;
    let more = names.len().saturating_sub(NAMED);
    let mut words: Vec<_> = names.into_iter().take(NAMED).collect();
    if more > 0 {
        words.push(format!("{more} more"));
    }
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}

/// For each kind what places it, by itself or as a variant.
fn sources(preset: &Preset) -> Vec<Sources> {
    let mut sources = vec![Sources::default(); preset.kinds().len()];
    // What is placed as a kind, it or a variant becomes.
    let mut add = |kind: u16, add: &dyn Fn(&mut Sources)| {
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

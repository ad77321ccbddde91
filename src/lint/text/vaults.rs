//! Lint findings in vaults: fields without effect, chances and weights of 0, unused characters.

use std::collections::BTreeSet;

use super::{super::FindingCode, TextFindingCollector, floorplan::NEVER, is_no_weight, most};
use crate::preset::{
    Anchor, RawLegendEntry, RawVault,
    ValueStep::{Entry, Field, Key},
    Vault, VaultDrawing,
};

pub(super) fn vault(findings: &mut TextFindingCollector, raw: &RawVault, checked: Option<&Vault>) {
    if raw.chance.as_ref().is_some_and(|chance| most(chance) <= 0.0) {
        findings.never("chance", "this chance is 0: no level has the vault", NEVER);
    }
    if raw.weight.as_ref().is_some_and(is_no_weight) && !raw.required {
        findings.never("weight", "this weight is 0 everywhere: no room has the vault", NEVER);
    }
    let has_no_wall = !raw.at.as_ref().is_some_and(Anchor::takes_inset);
    if raw.inset.is_some_and(|inset| inset != 0) && has_no_wall {
        let help = "`inset` is for vaults at a corner such as `NorthWest` or at a wall such as `North`";
        findings.useless("inset", "`inset` has no effect: the vault is not at a wall", help);
    }
    if raw.weight.is_some() && raw.required && raw.most.as_ref().is_some_and(|most| most.is(1.0)) {
        let help = "a required vault is placed first, and `most: 1` allows no other";
        findings.useless("weight", "`weight` has no effect on a required vault with `most: 1`", help);
    }
    legend(findings, raw);
    if let Some(drawing) = checked.and_then(|vault| vault.drawings.first()) {
        ways(findings, raw, drawing);
    }
}

/// Reports characters of a vault's legend that its drawing does not use.
fn legend(findings: &mut TextFindingCollector, raw: &RawVault) {
    let drawn: BTreeSet<char> = raw.rows.iter().flat_map(|row| row.chars()).collect();
    findings.inside(Field("legend"), |findings| {
        for (number, (character, _)) in raw.legend.0.iter().enumerate().filter(|(_, (it, _))| !drawn.contains(it)) {
            let message = format!("no row of this vault uses {character:?}");
            let help = "use it in a row, or remove it from the legend";
            findings.add(FindingCode::UnusedCharacter, Key(number), message, help);
        }
        for (number, (character, entry)) in raw.legend.0.iter().enumerate() {
            findings.inside(Entry(number), |findings| choice(findings, raw, *character, entry));
        }
    });
}

/// Reports `choose` of a character that the drawing has no more often than that.
fn choice(findings: &mut TextFindingCollector, raw: &RawVault, character: char, entry: &RawLegendEntry) {
    let count = raw.rows.iter().flat_map(|row| row.chars()).filter(|&drawn| drawn == character).count();
    if let Some(choose) = entry.choose().filter(|&choose| count > 0 && count as i64 <= choose) {
        let message = format!("`choose: {choose}` offers nothing: the drawing has {character:?} {count} times");
        findings.add(FindingCode::NoChoice, Field("choose"), message, "draw it more often, or remove `choose`");
    }
}

/// Reports `turns` and `mirrored` if they add no orientation that differs from the others.
fn ways(findings: &mut TextFindingCollector, raw: &RawVault, drawing: &VaultDrawing) {
    let turned = drawing.turned();
    if raw.turns && turned.is_alike(drawing) {
        findings.useless("turns", "`turns` has no effect: the vault is the same after a quarter turn", "remove it");
    }
    if raw.mirrored {
        let mirrored = drawing.mirrored();
        let mut ways = std::iter::successors(Some(drawing.clone()), |before| Some(before.turned()));
        let is_same = ways.by_ref().take(if raw.turns { 4 } else { 1 }).any(|way| way.is_alike(&mirrored));
        if is_same {
            let words = if raw.turns { "one of its turns" } else { "the drawing" };
            let message = format!("`mirrored` has no effect: the mirror image is the same as {words}");
            findings.useless("mirrored", message, "remove it");
        }
    }
}

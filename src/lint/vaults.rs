//! Lint for vaults that no sample level has, and for required vaults that some levels lack.

use super::{
    FindingCode, LintReport, PresetPlace, SEEDS,
    evidence::RARELY,
    sample::{SampleCounts, VaultTally, why_absent},
};
use crate::preset::{Vault, VaultSite};

pub(super) fn vaults(report: &mut LintReport<'_>, sample: &SampleCounts) {
    for (number, (vault, tally)) in report.preset().vaults().iter().zip(&sample.vaults).enumerate() {
        if tally.levels == 0 {
            unused(report, number, vault, tally, sample.rooms);
        } else if vault.required {
            missing(report, number, tally);
        }
    }
}

/// Reports a vault that no sample level has. `rooms` is the number of rooms in all sample levels.
fn unused(report: &mut LintReport<'_>, number: usize, vault: &Vault, tally: &VaultTally, rooms: u32) {
    let preset = report.preset();
    let (field, help) = match vault.site {
        // The module `text` reports a chance of 0.
        VaultSite::Room { ref chance } if chance.max() <= 0.0 && !vault.required => return,
        VaultSite::Room { .. } => match why_absent(preset, number) {
            Some(why) => ("rows", format!("{why}; use a larger `size`, a smaller drawing, or other `kinds`")),
            None => ("chance", "its chance is small".to_owned()),
        },
        VaultSite::Inside { .. } if tally.rooms.admitted == 0 => ("rooms", tally.rooms.words(rooms)),
        VaultSite::Inside { .. } if tally.fitting == 0 => {
            let extent = vault.drawings.first().map(|drawing| drawing.extent).unwrap_or_default();
            let suiting = tally.rooms.admitted;
            ("rows", format!("none of the {suiting} rooms that it suits is large enough for its {extent} cells"))
        }
        VaultSite::Inside { .. } if vault.required => {
            ("required", main_reason(tally).map_or_else(String::new, |(why, _)| why.to_owned()))
        }
        VaultSite::Inside { .. } if preset.vault_chance.max() <= 0.0 => return,
        VaultSite::Inside { ref weight, .. } if weight.max() < 0.5 / 256.0 => return,
        VaultSite::Inside { .. } => {
            let others = "its weight is small compared with other vaults, or these come first";
            (
                "weight",
                format!("{} rooms could have it, but `vaults.chance` in `floorplan` is small, {others}", tally.fitting),
            )
        }
    };
    let message = format!("no room of {SEEDS} sample levels has this vault");
    report.add(FindingCode::UnusedVault, PresetPlace::Vault(number, field), SEEDS, message, help);
}

/// Reports a required vault that too many sample levels lack.
fn missing(report: &mut LintReport<'_>, number: usize, tally: &VaultTally) {
    let levels: u32 = tally.missing.values().sum();
    if levels <= RARELY {
        return;
    }
    let why = main_reason(tally).map_or_else(String::new, |(why, some)| match some == levels {
        true => format!("{why}; "),
        false => format!("{why} (in {some} levels); "),
    });
    let message = format!("{levels} of {SEEDS} sample levels lack this required vault");
    let help = format!("{why}each of these levels has a note");
    report.add(FindingCode::Shortfall, PresetPlace::Vault(number, "required"), levels, message, help);
}

/// The most frequent reason why levels lack a required vault, and in how many levels it holds.
///
/// Ties go to the first in alphabetical order.
fn main_reason(tally: &VaultTally) -> Option<(&str, u32)> {
    let main = tally.missing.iter().rev().max_by_key(|(_, levels)| **levels);
    main.map(|(why, levels)| (why.as_str(), *levels))
}

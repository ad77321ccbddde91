//! Lint for levels that are dark, since nothing in them sheds light. Needs no sample levels.

use super::{FindingCode, LintReport, PresetPlace, kinds};

/// The ambient light, in hundredths, by which a level is bright enough without lamps.
const BRIGHT: u16 = 70;

/// Reports a low ambient light if no layout, vault or lock can place a kind that sheds light.
pub(super) fn darkness(report: &mut LintReport<'_>) {
    let preset = report.preset();
    let ambient = preset.theme().ambient;
    let mut placed = preset.kinds().iter().zip(kinds::sources(preset)).filter(|(_, sources)| sources.can_place());
    if ambient.count() >= BRIGHT || placed.any(|(kind, _)| kind.light.is_some()) {
        return;
    }
    let message = format!("with an `ambient` of {} levels are dark: nothing in them sheds light", ambient.get());
    let help = format!("give a kind that is placed a `light`, or use {} or more", f32::from(BRIGHT) / 100.0);
    report.add(FindingCode::Dark, PresetPlace::Fields(&["theme", "ambient"]), None, message, help);
}

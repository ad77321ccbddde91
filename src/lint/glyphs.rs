//! Lint for glyphs that text output cannot tell apart.

use super::{FindingCode, LintReport, PresetPlace};

/// Sets of characters that look alike: each string is one set.
const ALIKE: [&str; 14] =
    ["0OΟО", "1lI", "|l", "oοо", "aа", "cс", "eе", "pрρ", "xх×", "AΑА", "BΒВ", "-–—‐", "'`´’‘", "·•∙"];

/// Reports each kind of prop or terrain whose glyph equals or resembles that of an earlier kind.
/// The kinds of props come first.
pub(super) fn look_alike(report: &mut LintReport<'_>) {
    let preset = report.preset();
    let props = preset.kinds().iter().map(|kind| (&kind.name, kind.glyph, PresetPlace::KindField(&kind.name, "glyph")));
    let terrain = preset.terrain().map(|kind| (&kind.name, kind.glyph, PresetPlace::TerrainField(&kind.name, "glyph")));
    let kinds: Vec<_> = props.chain(terrain).collect();
    for (number, &(_, glyph, place)) in kinds.iter().enumerate() {
        let alike = |other: char| ALIKE.iter().any(|class| class.contains(glyph) && class.contains(other));
        let earlier = kinds[..number].iter().find(|(_, other, _)| *other == glyph || alike(*other));
        let Some((name, other, _)) = earlier else { continue };
        let message = if *other == glyph {
            format!("{glyph:?} is also the glyph of {name:?}")
        } else {
            format!("{glyph:?} looks like {other:?}, the glyph of {name:?}")
        };
        let help = "in text, the two kinds cannot be told apart; use another glyph";
        report.add(FindingCode::AlikeGlyphs, place, None, message, help);
    }
}

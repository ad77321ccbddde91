//! Lint for glyphs that text output cannot tell apart.

use super::{FindingCode, LintReport, PresetPlace};

/// Sets of characters that look alike: each string is one set.
const ALIKE: [&str; 14] =
    ["0OΟО", "1lI", "|l", "oοо", "aа", "cс", "eе", "pрρ", "xх×", "AΑА", "BΒВ", "-–—‐", "'`´’‘", "·•∙"];

/// Reports each kind of prop whose glyph equals or resembles that of an earlier kind.
pub(super) fn look_alike(report: &mut LintReport<'_>) {
    let kinds = report.preset().kinds();
    for (number, kind) in kinds.iter().enumerate() {
        let alike = |glyph: char| ALIKE.iter().any(|class| class.contains(kind.glyph) && class.contains(glyph));
        let earlier = kinds[..number].iter().find(|other| other.glyph == kind.glyph || alike(other.glyph));
        let Some(other) = earlier else { continue };
        let message = if other.glyph == kind.glyph {
            format!("{:?} is also the glyph of {:?}", kind.glyph, other.name)
        } else {
            format!("{:?} looks like {:?}, the glyph of {:?}", kind.glyph, other.glyph, other.name)
        };
        let help = "in text, the two kinds cannot be told apart; use another glyph";
        report.add(FindingCode::AlikeGlyphs, PresetPlace::KindField(&kind.name, "glyph"), None, message, help);
    }
}

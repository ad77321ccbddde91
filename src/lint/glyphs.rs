use super::{Code, Place, Report};

/// Characters that are taken for each other.
const ALIKE: [&str; 14] =
    ["0OΟО", "1lI", "|l", "oοо", "aа", "cс", "eе", "pрρ", "xх×", "AΑА", "BΒВ", "-–—‐", "'`´’‘", "·•∙"];

/// Kinds of props whose glyphs are the same, or are taken for each other; told at the later one.
pub(super) fn look_alike(report: &mut Report<'_>) {
    let kinds = report.preset().kinds();
    for (number, kind) in kinds.iter().enumerate() {
        let alike = |glyph: char| ALIKE.iter().any(|class| class.contains(kind.glyph) && class.contains(glyph));
        let earlier = kinds[..number].iter().find(|other| other.glyph == kind.glyph || alike(other.glyph));
        let Some(other) = earlier else { continue };
        let message = if other.glyph == kind.glyph {
            format!("{:?} is also the glyph of {:?}", kind.glyph, other.name)
        } else {
            format!("{:?} is easily taken for {:?}, the glyph of {:?}", kind.glyph, other.glyph, other.name)
        };
        let help = "in text nothing else tells the two apart".to_owned();
        report.tell(Code::AlikeGlyphs, Place::KindField(&kind.name, "glyph"), message, help);
    }
}

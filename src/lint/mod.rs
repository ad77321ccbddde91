//! What a preset says that loads but cannot be meant.
//!
//! Consumes a preset's text; produces findings, each with its place. Some follow from the text alone (`glyphs`, `masks`, and the
//! doubts of `preset`), others from what became of the rules in a thousand sample levels, which `sample` counts and the other
//! modules read. A new kind of rule gets its own function in one of them.

mod bare;
mod evidence;
mod floorplan;
mod glyphs;
mod kinds;
mod masks;
mod names;
mod sample;
#[cfg(test)]
mod tests;
mod vaults;

use std::fmt;

use crate::{
    error::{PresetError, Problem},
    preset::{Base, Place, Preset, Vain, Written},
};
use sample::Sample;

/// The seeds whose levels are looked at, from 0 on; their difficulty goes in turns from 0 to 1.
pub const SEEDS: u32 = 1000;

/// Something in a preset that loads but cannot be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// What kind of finding it is.
    pub code: Code,
    /// What was found, where, and how to mend it.
    pub problem: Problem,
    /// In how many of the [`SEEDS`] sample levels it shows; `None` if it follows from the preset alone.
    pub levels: Option<u32>,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Code {
    /// A layout that no room takes.
    UnusedLayout,
    /// A vault that no level has.
    UnusedVault,
    /// A kind of which there never is a prop.
    UnusedKind,
    /// A rule for tags, doors or shapes that never applies.
    UnusedRule,
    /// A character of a legend or of the palette that nothing is drawn with.
    UnusedCharacter,
    /// A field that has no effect where it stands.
    UselessField,
    /// A chance, weight or count that is 0 everywhere.
    Never,
    /// Rooms that no layout suits.
    BareRoom,
    /// A mask that is larger than any room that it is laid over.
    LargeMask,
    /// A formation, or a vault, of which nothing ever stays.
    LostFormation,
    /// Two kinds that look the same in text.
    AlikeGlyphs,
    /// A name that Godot takes as a command when it imports a scene.
    ImportHint,
    /// Levels that often cannot have what the preset asks for: so many rooms, or a vault that must be there.
    Shortfall,
}

impl Code {
    /// Whether it is about something that is there and not used. Whoever builds on a base need not use all of it.
    const fn is_of_use(self) -> bool {
        !matches!(
            self,
            Self::BareRoom
                | Self::LargeMask
                | Self::LostFormation
                | Self::AlikeGlyphs
                | Self::ImportHint
                | Self::Shortfall
        )
    }

    /// The name, in words with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnusedLayout => "unused-layout",
            Self::UnusedVault => "unused-vault",
            Self::UnusedKind => "unused-kind",
            Self::UnusedRule => "unused-rule",
            Self::UnusedCharacter => "unused-character",
            Self::UselessField => "useless-field",
            Self::Never => "never",
            Self::BareRoom => "bare-room",
            Self::LargeMask => "large-mask",
            Self::LostFormation => "lost-formation",
            Self::AlikeGlyphs => "alike-glyphs",
            Self::ImportHint => "import-hint",
            Self::Shortfall => "shortfall",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.problem, self.code.name())
    }
}

/// Looks for what loads but cannot be meant. Bases are read as by [`Preset::parse_with`].
///
/// At most 200 findings, in the order in which they stand, those of bases last. The sample levels have the preset's size, cut to 256 cells
/// a side. What a base has and the preset does not use is not told: who builds on a base need not use all of it. Cost: that of a thousand such levels, observed step by step; well below a second for the
/// usual size.
///
/// # Errors
///
/// [`PresetError`] if it does not load.
///
/// ```
/// let text = "(name: \"mine\", props: { \"urn\": (glyph: 'u', color: \"#c28a2e\") }, layouts: [(name: \"bare\", formations: [])])";
/// let findings = roomgen::lint::lint(text, |_| Err("no files here".to_owned()))?;
/// assert_eq!(findings[0].code, roomgen::lint::Code::UnusedKind);
/// assert_eq!((findings[0].problem.line, findings[0].problem.column), (1, 25));
/// # Ok::<(), roomgen::PresetError>(())
/// ```
pub fn lint(text: &str, read: impl FnMut(&str) -> Result<Base, String>) -> Result<Vec<Finding>, PresetError> {
    let written = Written::read(text, read)?;
    let sample = Sample::take(&written.preset);
    let mut report = Report { written: &written, findings: Vec::new() };
    report.doubts();
    glyphs::look_alike(&mut report);
    names::import_hints(&mut report);
    masks::large_masks(&mut report);
    evidence::shortfalls(&mut report, &sample);
    floorplan::rules(&mut report, &sample);
    bare::bare_rooms(&mut report, &sample);
    evidence::layouts(&mut report, &sample);
    let lost = evidence::formations(&mut report, &sample);
    vaults::vaults(&mut report, &sample);
    evidence::drawings(&mut report, &sample);
    kinds::kinds(&mut report, &sample, &lost);
    let mut findings = report.findings;
    findings.sort_by(|a, b| (&a.problem.base, a.problem.span.start).cmp(&(&b.problem.base, b.problem.span.start)));
    Ok(findings)
}

/// More findings than this are not looked for: each costs a walk through the text to its place, and nobody reads more.
const MOST: usize = 200;

/// What has been found so far.
struct Report<'text> {
    written: &'text Written<'text>,
    findings: Vec<Finding>,
}

impl<'text> Report<'text> {
    fn preset(&self) -> &'text Preset {
        &self.written.preset
    }

    /// Notes what follows from the preset alone.
    fn tell(&mut self, code: Code, place: Place<'_>, message: String, help: impl Into<Option<String>>) {
        self.add(code, place, None, message, help.into());
    }

    /// Notes what shows in so many of the sample levels.
    fn tell_of_levels(&mut self, code: Code, place: Place<'_>, levels: u32, message: String, help: String) {
        self.add(code, place, Some(levels), message, Some(help));
    }

    /// Notes what the text says in vain.
    fn doubts(&mut self) {
        for (vain, problem) in self.written.doubts(MOST) {
            let code = match vain {
                Vain::Useless => Code::UselessField,
                Vain::Never => Code::Never,
                Vain::Undrawn => Code::UnusedCharacter,
            };
            self.push(Finding { code, problem, levels: None });
        }
    }

    fn add(&mut self, code: Code, place: Place<'_>, levels: Option<u32>, message: String, help: Option<String>) {
        if self.findings.len() < MOST {
            let problem = self.written.problem(place, message, help);
            self.push(Finding { code, problem, levels });
        }
    }

    fn push(&mut self, finding: Finding) {
        if self.findings.len() < MOST && !(finding.code.is_of_use() && finding.problem.base.is_some()) {
            self.findings.push(finding);
        }
    }
}

//! Lint: finds what loads but is probably a mistake.
//!
//! Consumes a preset's text; produces [`Finding`]s, each with its span. Some follow from the text
//! alone: those of the modules `text`, `glyphs`, `names`, `masks` and `dark`, and those of the
//! rules of `budgets`. The others follow from the effects of the preset's rules in [`SEEDS`] sample
//! levels, which the module `sample` generates and counts. A new kind of finding gets its own
//! function in one of these modules.

mod bare;
mod budgets;
mod code;
mod dark;
mod drawn;
mod evidence;
mod floorplan;
mod glyphs;
mod kinds;
mod masks;
mod mission;
mod names;
mod runs;
mod sample;
mod text;
mod variety;
mod vaults;

use std::{fmt, ops::ControlFlow};

use serde::Serialize;

pub use code::FindingCode;
pub use runs::{RUNS, lint_run};

use crate::{
    error::{PresetError, Problem},
    preset::{BasePreset, ParsedPreset, Preset, PresetPlace},
};
use sample::Sampler;

/// The number of sample levels that lint generates.
///
/// Their seeds are 0 to `SEEDS - 1`; their difficulties cycle through 0, 0.25, 0.5, 0.75 and 1.
pub const SEEDS: u32 = 1000;

/// Something in a preset that loads but is probably a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The kind of finding.
    pub code: FindingCode,
    /// What was found, where, and how to mend it.
    pub problem: Problem,
    /// The number of sample levels, of [`SEEDS`], or of runs, of [`RUNS`], in which it shows.
    ///
    /// `None` if the finding follows from the text alone.
    pub levels: Option<u32>,
}

/// In how many rooms of the sample levels a formation stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FormationShare {
    /// The name of its layout.
    pub layout: String,
    /// Its position among the formations of the layout, those inside groups included, from 0.
    pub formation: usize,
    /// The name of its kind of props.
    pub prop: String,
    /// The least number of its props in a room; 0 if it is not required.
    pub required: u32,
    /// The rooms in which it is stamped.
    pub rooms: u32,
    /// Those of them in which at least one of its props stays.
    pub stays: u32,
    /// Those of them with fewer props than it must have.
    pub lacking: u32,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.problem, self.code.name())
    }
}

/// Reports what loads but is probably a mistake. Bases are read as by [`Preset::parse_with`].
///
/// Returns at most 200 findings: those in the preset's own text first, then those in each base, in
/// text order. Parts of a base that the preset does not use are not reported. The sample levels
/// have the preset's size, but at most 256 cells on each side.
///
/// Cost: that of generating [`SEEDS`] levels of that size with an observer, well below a second at
/// the default size of 80x50 cells.
///
/// # Errors
///
/// [`PresetError`] if the preset does not load.
///
/// ```
/// let text = "(name: \"mine\", props: { \"urn\": (glyph: 'u', color: \"#c28a2e\") }, \
///     layouts: [(name: \"bare\", formations: [])])";
/// let findings = roomgen::lint::lint(text, |_| Err("no files here".to_owned()))?;
/// assert_eq!(findings[0].code, roomgen::lint::FindingCode::UnusedKind);
/// assert_eq!((findings[0].problem.line, findings[0].problem.column), (1, 25));
/// # Ok::<(), roomgen::PresetError>(())
/// ```
pub fn lint(text: &str, read: impl FnMut(&str) -> Result<BasePreset, String>) -> Result<Vec<Finding>, PresetError> {
    let mut linter = Linter::new(text, read)?;
    // Nothing stops it, so there are findings.
    let _ = linter.sample(|_| ControlFlow::Continue(()));
    Ok(linter.findings().unwrap_or_default())
}

/// Lint in two halves: what follows from the text is there at once, the sample levels take time.
///
/// For an editor, which shows the first half at each change and stops the second at the next one.
/// It owns all that it needs, and can be sent to another thread.
///
/// ```
/// use std::ops::ControlFlow;
/// use roomgen::lint::{Linter, SEEDS};
///
/// let text = "(name: \"mine\", props: { \"urn\": (glyph: 'u', color: \"#c28a2e\") }, \
///     layouts: [(name: \"bare\", formations: [])])";
/// let mut linter = Linter::new(text, |_| Err("no files here".to_owned()))?;
/// assert!(linter.text_findings().is_empty());
/// // Stops after a hundred levels, and goes on later.
/// let go_on = |levels: u32| match levels {
///     0..100 => ControlFlow::Continue(()),
///     _ => ControlFlow::Break(()),
/// };
/// let stopped = linter.sample(go_on);
/// assert_eq!((stopped, linter.levels(), linter.findings()), (ControlFlow::Break(()), 100, None));
/// assert!(linter.sample(|_| ControlFlow::Continue(())).is_continue());
/// assert_eq!((linter.levels(), linter.findings().map(|all| all.len())), (SEEDS, Some(1)));
/// # Ok::<(), roomgen::PresetError>(())
/// ```
pub struct Linter {
    written: ParsedPreset<'static>,
    sampler: Sampler,
}

impl Linter {
    /// Reads a preset. Bases are read as by [`Preset::parse_with`]. Generates no level yet.
    ///
    /// Cost: that of [`Preset::parse_with`], and copies of the texts.
    ///
    /// # Errors
    ///
    /// [`PresetError`] if the preset does not load.
    pub fn new(text: &str, mut read: impl FnMut(&str) -> Result<BasePreset, String>) -> Result<Self, PresetError> {
        let written = ParsedPreset::read(text, &mut read, None)?.into_owned();
        Ok(Self { sampler: Sampler::new(&written.preset), written })
    }

    /// The findings that follow from the text alone, in the order of [`lint()`]: those without
    /// [`Finding::levels`]. They are among [`Linter::findings`].
    ///
    /// Needs no sample level. Cost: linear in the text, once more for each finding.
    #[must_use]
    pub fn text_findings(&self) -> Vec<Finding> {
        self.report_on_text().finished()
    }

    /// Generates sample levels until all [`SEEDS`] are counted, or until `after` breaks. `after` is
    /// called after each level, with the number of levels so far.
    ///
    /// Returns [`ControlFlow::Break`] if `after` did. A later call goes on from there. Once all
    /// levels are counted, a call does nothing.
    ///
    /// Cost: that of generating each level, of at most 256 cells a side, with an observer. That is
    /// how long a break can take.
    pub fn sample(&mut self, mut after: impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        while self.sampler.levels() < SEEDS {
            self.sampler.advance();
            after(self.sampler.levels())?;
        }
        ControlFlow::Continue(())
    }

    /// The number of sample levels counted so far.
    #[must_use]
    pub fn levels(&self) -> u32 {
        self.sampler.levels()
    }

    /// All findings, as [`lint()`] returns them; `None` before all sample levels are counted.
    ///
    /// Cost: linear in the text, once more for each finding.
    #[must_use]
    pub fn findings(&self) -> Option<Vec<Finding>> {
        let sample = self.sampler.counts()?;
        let mut report = self.report_on_text();
        evidence::shortfalls(&mut report, sample);
        evidence::partings(&mut report, sample);
        evidence::stairs(&mut report, sample);
        evidence::missing_stairs(&mut report, sample);
        floorplan::rules(&mut report, sample);
        floorplan::openings(&mut report, sample);
        mission::mission(&mut report, sample);
        bare::bare_rooms(&mut report, sample);
        evidence::layouts(&mut report, sample);
        let lost = evidence::formations(&mut report, sample);
        vaults::vaults(&mut report, sample);
        evidence::drawings(&mut report, sample);
        kinds::kinds(&mut report, sample, &lost);
        budgets::placed(&mut report, sample);
        variety::formations(&mut report, sample);
        variety::memory(&mut report, sample);
        variety::pools(&mut report, sample);
        Some(report.finished())
    }

    /// In how many rooms of the sample levels each formation stays, layout by layout; `None` before
    /// all sample levels are counted.
    #[must_use]
    pub fn formations(&self) -> Option<Vec<FormationShare>> {
        Some(variety::shares(&self.written.preset, self.sampler.counts()?))
    }

    fn report_on_text(&self) -> LintReport<'_> {
        let mut report = LintReport { written: &self.written, findings: Vec::new() };
        text::text_findings(&mut report);
        glyphs::look_alike(&mut report);
        names::import_hints(&mut report);
        dark::darkness(&mut report);
        masks::large_masks(&mut report);
        masks::alike_along_both_sides(&mut report);
        masks::alike_inward(&mut report);
        budgets::rules(&mut report);
        variety::depths(&mut report);
        report
    }
}

impl fmt::Debug for Linter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (preset, levels) = (self.written.preset.name(), self.levels());
        f.debug_struct("Linter").field("preset", &preset).field("levels", &levels).finish_non_exhaustive()
    }
}

/// The most findings that are reported. Each one costs a walk through the text to its span.
const MOST: usize = 200;

/// The preset that lint reads, and the findings reported so far.
struct LintReport<'text> {
    written: &'text ParsedPreset<'static>,
    findings: Vec<Finding>,
}

impl<'text> LintReport<'text> {
    /// The findings, sorted by base and position.
    fn finished(self) -> Vec<Finding> {
        let mut findings = self.findings;
        findings.sort_by(|a, b| (&a.problem.base, a.problem.span.start).cmp(&(&b.problem.base, b.problem.span.start)));
        findings
    }

    fn preset(&self) -> &'text Preset {
        &self.written.preset
    }

    /// Adds a finding. `levels` are its [`Finding::levels`].
    fn add(
        &mut self,
        code: FindingCode,
        place: PresetPlace<'_>,
        levels: impl Into<Option<u32>>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        if self.findings.len() < MOST {
            let problem = self.written.problem(place, message.into(), Some(help.into()));
            self.push(Finding { code, problem, levels: levels.into() });
        }
    }

    fn push(&mut self, finding: Finding) {
        if self.findings.len() < MOST && !(finding.code.is_about_unused() && finding.problem.base.is_some()) {
            self.findings.push(finding);
        }
    }
}

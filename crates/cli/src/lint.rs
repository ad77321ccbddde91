//! `roomgen lint`: parts of a preset that load and are probably mistakes.

use std::path::Path;

use roomgen::lint::{self, SEEDS};

use super::{failure::CommandFailure, preset::PresetSource, print, report};

/// Prints each finding at its place in the text, or that there is none.
pub(super) fn run(preset: &Path) -> Result<(), CommandFailure> {
    // Refuses what is wrong with the picture of its sprites, which lint does not read.
    PresetSource::of_argument(preset)?.load()?;
    let mut source = PresetSource::of_argument(preset)?;
    let findings = source.parse_with(|text, bases| lint::lint(text, |name| bases.read(name)));
    let findings = findings.map_err(|error| CommandFailure::with_report(source.report(&error)))?;
    let name = print::path(preset);
    let mut answer = String::new();
    for finding in &findings {
        let (file, text) = source.text_of(finding.problem.base.as_deref());
        answer += &report::finding(finding.code.name(), &finding.problem, &file, text);
    }
    answer += &match findings.len() {
        0 => format!("ok: no findings in {name}, by {SEEDS} sample levels\n"),
        some => format!("{} in {name}, by {SEEDS} sample levels\n", print::count(some, "finding")),
    };
    print::result(&answer)?;
    if findings.is_empty() { Ok(()) } else { Err(CommandFailure::printed()) }
}

//! `roomgen lint`: parts of a preset that load and are probably mistakes.

use std::{fmt::Write, ops::ControlFlow, path::Path};

use roomgen::lint::{self, Finding, FormationShare, Linter, SEEDS};

use super::{
    args::LintArgs,
    diagnostic::{self, Diagnostic, ReportFormat},
    failure::CommandFailure,
    preset::PresetSource,
    print, report,
};

/// Prints each finding at its place in the text, or that there is none; or the schema of findings.
///
/// With `formations`, prints in how many of its rooms each formation stays.
pub(super) fn run(arguments: &LintArgs) -> Result<(), CommandFailure> {
    let Some(preset) = &arguments.preset else {
        return print::result(diagnostic::SCHEMA);
    };
    // Refuses what is wrong with the picture of its sprites, which lint does not read.
    PresetSource::of_argument(preset)?.load()?;
    let mut source = PresetSource::of_argument(preset)?;
    if arguments.formations {
        let linter = source.parse_with(|text, bases| Linter::new(text, |name| bases.read(name)));
        let mut linter = linter.map_err(|error| source.failure(&error))?;
        // Nothing stops it.
        let _ = linter.sample(|_| ControlFlow::Continue(()));
        return print::result(&shares(&linter.formations().unwrap_or_default()));
    }
    let findings = source.parse_with(|text, bases| lint::lint(text, |name| bases.read(name)));
    let findings = findings.map_err(|error| source.failure(&error))?;
    match arguments.format {
        ReportFormat::Json => print::diagnostics(
            findings
                .iter()
                .map(|finding| Diagnostic::finding(finding, source.text_of(finding.problem.base.as_deref()).0)),
        )?,
        ReportFormat::Text => print::result(&report(&findings, &source, preset))?,
    }
    if findings.is_empty() { Ok(()) } else { Err(CommandFailure::printed()) }
}

/// The findings for a person, and their number.
fn report(findings: &[Finding], source: &PresetSource, preset: &Path) -> String {
    let name = print::path(preset);
    let mut report = String::new();
    for finding in findings {
        let (file, text) = source.text_of(finding.problem.base.as_deref());
        report += &report::finding(finding.code.name(), &finding.problem, &file, text);
    }
    report += &match findings.len() {
        0 => format!("ok: no findings in {name}, by {SEEDS} sample levels\n"),
        some => format!("{} in {name}, by {SEEDS} sample levels\n", print::count(some, "finding")),
    };
    report
}

/// A table of the formations by layout: the rooms in which each is stamped, and those in which it
/// stays.
fn shares(formations: &[FormationShare]) -> String {
    let mut table = format!("In how many of their rooms formations stay, by {SEEDS} sample levels:\n");
    let mut last = None;
    for FormationShare { layout, formation, prop, required, rooms, stays, lacking, .. } in formations {
        if last != Some(layout) {
            // Writing to a string does not fail.
            let _ = writeln!(table, "\n{layout}");
            last = Some(layout);
        }
        let share = match rooms {
            0 => "      -".to_owned(),
            &rooms => format!("{:>6.1}%", 100.0 * f64::from(*stays) / f64::from(rooms)),
        };
        let note = match (required, lacking) {
            (0, _) => String::new(),
            (_, 0) => ", required".to_owned(),
            (_, lacking) => format!(", required, and missing in {lacking}"),
        };
        let _ = writeln!(table, "{share} of {rooms:>6}  {}. {prop}{note}", formation + 1);
    }
    table
}

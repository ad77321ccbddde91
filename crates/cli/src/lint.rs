//! `roomgen lint`: parts of a preset that load and are probably mistakes.

use std::{fmt::Write, ops::ControlFlow};

use roomgen::{
    lint::{self, Finding, FormationShare, Linter, RUNS, SEEDS},
    run,
};

use super::{
    args::LintArgs,
    diagnostic::{self, Diagnostic, ReportFormat},
    failure::CommandFailure,
    preset::{TextKind, TextSource},
    print, report,
};

/// Prints each finding at its place in the text, or that there is none; or the schema of findings.
///
/// With `formations`, prints in how many of its rooms each formation stays.
pub(super) fn run(arguments: &LintArgs) -> Result<(), CommandFailure> {
    let Some(preset) = &arguments.preset else {
        return print::result(diagnostic::SCHEMA);
    };
    let name = preset.to_string_lossy();
    let is_run = name.ends_with(".run.ron") || run::BUILT_IN.iter().any(|(known, _)| *known == name);
    let (kind, sample) = match is_run {
        true => (TextKind::Run, format!("{RUNS} sample runs")),
        false => (TextKind::Preset, format!("{SEEDS} sample levels")),
    };
    if is_run && arguments.formations {
        return Err(CommandFailure::usage(format!("--formations is for a preset; {} is a run.", print::path(preset))));
    }
    let read = || TextSource::read(kind, None, preset);
    // Refuses what is wrong with the pictures of sprites, which lint does not read.
    if is_run { read()?.load_run().map(|_| ()) } else { read()?.load().map(|_| ()) }?;
    let mut source = read()?;
    if arguments.formations {
        let linter = source.parse_with(|text, files| Linter::new(text, |name| files.base(name)));
        let mut linter = linter.map_err(|error| source.failure(&error))?;
        // Nothing stops it.
        let _ = linter.sample(|_| ControlFlow::Continue(()));
        return print::result(&shares(&linter.formations().unwrap_or_default()));
    }
    let findings = source.parse_with(|text, files| match kind {
        TextKind::Preset => lint::lint(text, |name| files.base(name)),
        TextKind::Run => lint::lint_run(text, |name, from| files.text(name, from)),
    });
    let findings = findings.map_err(|error| source.failure(&error))?;
    print_findings(arguments, &findings, &sample, |base| source.text_of(base))
}

/// Prints findings; `text_of` gives the file and the text of a base, or of what is linted itself.
fn print_findings<'text>(
    arguments: &LintArgs,
    findings: &[Finding],
    sample: &str,
    text_of: impl Fn(Option<&str>) -> (String, &'text str),
) -> Result<(), CommandFailure> {
    let file = |finding: &Finding| text_of(finding.problem.base.as_deref()).0;
    match arguments.format {
        ReportFormat::Json => {
            print::diagnostics(findings.iter().map(|finding| Diagnostic::finding(finding, file(finding))))?;
        }
        ReportFormat::Text => {
            let name = arguments.preset.as_deref().map_or_else(String::new, |given| print::path(given).to_string());
            let mut report = String::new();
            for finding in findings {
                let (file, text) = text_of(finding.problem.base.as_deref());
                report += &report::finding(finding.code.name(), &finding.problem, &file, text);
            }
            report += &match findings.len() {
                0 => format!("ok: no findings in {name}, by {sample}\n"),
                some => format!("{} in {name}, by {sample}\n", print::count(some, "finding")),
            };
            print::result(&report)?;
        }
    }
    if findings.is_empty() { Ok(()) } else { Err(CommandFailure::printed()) }
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

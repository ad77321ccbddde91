//! `roomgen lint`: what a preset says that loads but cannot be meant.

use roomgen::lint::{self, SEEDS};

use super::{args::Lint, failure::Failure, preset::Texts, print, report};

/// Prints each finding in the preset's text, or that there is none.
pub(super) fn run(arguments: &Lint) -> Result<(), Failure> {
    let mut texts = Texts::of("lint", &arguments.preset)?;
    let findings = texts.read(|text, bases| lint::lint(text, |name| bases.read(name)));
    let findings = findings.map_err(|error| Failure::report_of(texts.report(&error)))?;
    let name = print::path(&arguments.preset);
    let mut answer = String::new();
    for finding in &findings {
        answer +=
            &report::finding(finding.code.name(), &finding.problem, texts.text_of(finding.problem.base.as_deref()));
    }
    answer += &match findings.len() {
        0 => format!("ok: nothing in {name} that cannot be meant, by {SEEDS} sample levels\n"),
        some => format!("{} in {name}, by {SEEDS} sample levels\n", print::count(some, "finding")),
    };
    print::coloured_verdict(&answer)?;
    if findings.is_empty() { Ok(()) } else { Err(Failure::already_said()) }
}

//! Lint in slices, so that the page can stop it at the next change of the text.

use std::ops::ControlFlow;

use roomgen::lint::{Finding, Linter, SEEDS};
use serde_json::{Value, json};

use crate::{
    request::{PresetFields, Refusal, within},
    texts::ShownProblem,
};

/// Reads a preset: the linter, and the findings by its text alone.
pub(crate) fn begin(preset: &PresetFields) -> Result<(Linter, Value), Refusal> {
    if preset.run.is_some() {
        return Err(Refusal::new("runs are linted by the tool"));
    }
    let linter = Linter::new(preset.text()?, |name| preset.base(name))?;
    let findings = shown(linter.text_findings());
    Ok((linter, json!({ "findings": findings })))
}

/// Counts `levels` more sample levels; the findings once all are counted.
pub(crate) fn sample(linter: Option<&mut Linter>, levels: u32) -> Result<Value, Refusal> {
    let linter = linter.ok_or_else(|| Refusal::new("no preset is being linted: ask for `lint` first"))?;
    let end = linter.levels() + within("levels", levels, 1..=SEEDS)?;
    // The result is in the number of levels.
    let _ = linter.sample(|levels| if levels < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) });
    let findings = linter.findings().map(shown);
    Ok(json!({ "levels": linter.levels(), "of": SEEDS, "findings": findings }))
}

fn shown(findings: Vec<Finding>) -> Vec<ShownProblem> {
    findings.into_iter().map(ShownProblem::from).collect()
}

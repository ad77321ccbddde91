//! What is wrong, for programs: each error, warning and note as a JSON object on a line of its own.
//!
//! `diagnostic.schema.json` describes the object. Commands make [`Diagnostic`]s;
//! `print::diagnostics` writes them to standard output, where nothing else stands.

mod code;
mod format;
mod span;

pub(super) use code::ToolCode;
pub(super) use format::{ReportFormat, ReportFormatParser, is_json_asked};
pub(super) use span::TextSpan;

use std::{fmt, path::Path};

use roomgen::{Cell, check::InvariantBreach, lint::Finding};
use roomgen_text::{Problem, legible::is_hidden};
use serde::Serialize;

/// A JSON Schema (2020-12) of one line that `--format json` prints.
pub(super) const SCHEMA: &str = include_str!("diagnostic.schema.json");

/// An error, a warning or a note. Absent fields are not written.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Diagnostic {
    severity: DiagnosticSeverity,
    /// The sort of problem, which stays the same between versions.
    code: &'static str,
    message: String,
    /// The path of the file as it was given, `-` for standard input, or a built-in preset's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The offending part of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<TextSpan>,
    /// What is allowed, or how to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<TextSuggestion>,
    /// The number of sample levels that show a lint finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<u32>,
    /// The number of the invariant that a level breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    invariant: Option<u8>,
    #[serde(flatten)]
    place: LevelPlace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum DiagnosticSeverity {
    /// The command failed, or what it checks is wrong.
    Error,
    /// It is probably not meant so.
    Warning,
    /// It may be of use to know.
    Note,
}

/// What probably was meant: `text` in place of `span`.
#[derive(Clone, Debug, Serialize)]
struct TextSuggestion {
    span: TextSpan,
    text: String,
}

/// The level that a problem is about, and where in it.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct LevelPlace {
    /// The seed in digits: numbers in JavaScript are exact only up to 2^53.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) floor: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) room: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cell: Option<[i32; 2]>,
}

impl Diagnostic {
    fn new(severity: DiagnosticSeverity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            message: message.into(),
            file: None,
            span: None,
            help: None,
            suggestion: None,
            levels: None,
            invariant: None,
            place: LevelPlace::default(),
        }
    }

    pub(super) fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(DiagnosticSeverity::Error, code, message)
    }

    pub(super) fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(DiagnosticSeverity::Warning, code, message)
    }

    pub(super) fn note(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(DiagnosticSeverity::Note, code, message)
    }

    /// A problem that keeps the preset in `file` from loading.
    pub(super) fn problem(problem: &Problem, file: String) -> Self {
        Self::error(problem.code.name(), "").with_problem(problem, file)
    }

    /// A lint finding about the text of `file`.
    pub(super) fn finding(finding: &Finding, file: String) -> Self {
        Self { levels: finding.levels, ..Self::warning(finding.code.name(), "").with_problem(&finding.problem, file) }
    }

    /// An invariant that a level breaks.
    pub(super) fn breach(breach: &InvariantBreach) -> Self {
        Self { invariant: Some(breach.invariant), ..Self::error(breach.name(), &*breach.what) }
    }

    fn with_problem(self, problem: &Problem, file: String) -> Self {
        let span = TextSpan::of_problem(problem);
        let (message, help) = (problem.message.clone(), problem.help.clone());
        let suggestion = problem.suggestion.clone().map(|text| TextSuggestion { span, text });
        Self { message, help, suggestion, ..self.in_file(file).at(span) }
    }

    pub(super) fn in_file(self, file: impl Into<String>) -> Self {
        Self { file: Some(file.into()), ..self }
    }

    pub(super) fn at(self, span: TextSpan) -> Self {
        Self { span: Some(span), ..self }
    }

    pub(super) fn with_help(self, help: Option<String>) -> Self {
        Self { help, ..self }
    }

    pub(super) fn at_cell(self, Cell { x, y }: Cell) -> Self {
        Self { place: LevelPlace { cell: Some([x, y]), ..self.place }, ..self }
    }

    pub(super) fn severity(&self) -> DiagnosticSeverity {
        self.severity
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }

    pub(super) fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The same problem, in this place of a level.
    pub(super) fn in_level(self, place: LevelPlace) -> Self {
        Self { place, ..self }
    }
}

/// The text of `roomgen check`: the message, or the number of an invariant, the message and how to
/// mend the breach.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.invariant {
            Some(invariant) => {
                let help = self.help.iter().map(|help| format!("; {help}")).collect::<String>();
                write!(f, "invariant {invariant}: {}{help}", self.message)
            }
            None => f.write_str(&self.message),
        }
    }
}

/// The name of a file in diagnostics: its path, `-` for standard input.
pub(super) fn file(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The error of a command line that clap refuses.
pub(super) fn usage(error: &clap::Error) -> Diagnostic {
    let rendered = error.render().to_string();
    let is_end = |line: &&str| line.starts_with("Usage:") || line.starts_with("For more information");
    let lines = rendered.lines().map(str::trim).filter(|line| !line.is_empty()).take_while(|line| !is_end(line));
    let (tips, lines): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with(TIP));
    let message = lines.join(" ");
    let tips = tips.iter().map(|tip| tip.trim_start_matches(TIP)).collect::<Vec<_>>().join("; ");
    let help = Some(tips).filter(|tips| !tips.is_empty());
    Diagnostic::error(ToolCode::Usage.name(), message.trim_start_matches("error: ")).with_help(help)
}

/// How clap begins a line that says what was probably meant.
const TIP: &str = "tip: ";

/// A value as JSON on one line, with a line feed. Hidden characters are escaped, so that no file
/// can control a terminal.
pub(super) fn line(value: &impl Serialize) -> String {
    // Serialization cannot fail: keys are texts.
    let json = serde_json::to_string(value).unwrap_or_default();
    let mut line = String::with_capacity(json.len() + 1);
    for character in json.chars() {
        if is_hidden(character) {
            // Hidden characters stand in strings only.
            line.extend(character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            line.push(character);
        }
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests;

//! Reports of problems in a text: file, line, column, the underlined span, and the remedy.

use std::{borrow::Cow, ops::Range, path::Path};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use roomgen::PresetError;
use roomgen_text::{Problem, ProblemCode, TextPlace, legible::is_hidden};

use super::{
    diagnostic::{self, Diagnostic, TextSpan},
    failure::CommandFailure,
    print,
};

const ERROR: Level<'static> = Level::ERROR;

/// The largest number of problems that a report shows; further ones are only counted.
const SHOWN: usize = 20;

/// The longest line that a report shows, in bytes.
const LONG: usize = 4096;

/// A report of the problems of `what`, the preset or the run at `file`. `text_of` returns the name
/// and text of a base, or of the file itself.
pub(super) fn problems<'text>(
    error: &PresetError,
    what: &str,
    file: &str,
    text_of: impl Fn(Option<&str>) -> (String, &'text str),
) -> String {
    let problems = error.problems();
    let mut report = String::new();
    for problem in problems.iter().take(SHOWN) {
        let (file, text) = text_of(problem.base.as_deref());
        report += &one(ERROR, &problem.message, problem.help.as_deref(), text, problem.span.clone(), &file);
    }
    let rest = problems.len().saturating_sub(SHOWN);
    let mut count = print::count(problems.len(), "problem");
    if rest > 0 {
        count += &format!(", {rest} of them not shown,");
    }
    report += &one_line(ERROR, &format!("{count} in the {what} \"{}\"", print::escaped(file)));
    report
}

/// A report of a lint finding: its message and code, and its place in the text.
pub(super) fn finding(code: &str, problem: &Problem, file: &str, text: &str) -> String {
    let message = format!("{} [{code}]", problem.message);
    one(Level::WARNING, &message, problem.help.as_deref(), text, problem.span.clone(), file)
}

/// A report of the mistake of an expression, which is the value of `flag`.
pub(super) fn expression(flag: &str, text: &str, error: &Problem) -> String {
    match error.code {
        // Nobody needs to see a text that is far too long.
        ProblemCode::TooLong => one_line(ERROR, &format!("{flag}: {}", error.message)),
        _ => one(ERROR, &error.message, error.help.as_deref(), text, error.span.clone(), flag),
    }
}

/// The failure of a problem in a level file: its code, message and help, and its place in `text` as
/// a line and a column counted from 1.
pub(super) fn level(
    (code, message, help): (&'static str, &str, Option<String>),
    text: &str,
    (line, column): (usize, usize),
    path: &Path,
) -> CommandFailure {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text[start..].lines().next().unwrap_or_default();
    let offset = rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(offset, _)| offset);
    let place = start + offset..start + offset;
    let report = one(ERROR, message, help.as_deref(), text, place.clone(), &file_name(path));
    let problem = Diagnostic::error(code, message).in_file(diagnostic::file(path)).at(TextSpan::new(text, place));
    CommandFailure::with_report(report, vec![problem.with_help(help)])
}

/// The name of a level file in reports.
pub(super) fn file_name(path: &Path) -> Cow<'_, str> {
    match path.to_string_lossy() {
        dash if dash == "-" => "standard input".into(),
        file => file,
    }
}

/// A report of one problem: the bytes `span` of `text`, which stands in `file`.
fn one(
    severity: Level<'static>,
    message: &str,
    help: Option<&str>,
    text: &str,
    span: Range<usize>,
    file: &str,
) -> String {
    // Limits the snippet to the lines of the problem: the cost of a report is linear in its
    // snippet.
    let span = span.start.min(text.len())..span.end.clamp(span.start, text.len());
    let start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[span.end..].find('\n').map_or(text.len(), |newline| span.end + newline);
    let TextPlace { line, column, .. } = TextPlace::of(text, span.start);
    let end = if text[span.end..end].ends_with('\r') { end - 1 } else { end };
    if end - start > LONG {
        let help = help.map_or_else(String::new, |help| format!(" ({help})"));
        return one_line(
            severity,
            &format!("{}:{line}:{column}: {}{}", print::escaped(file), print::escaped(message), print::escaped(&help)),
        );
    }
    let [before, at, after] = [start..span.start, span.start..span.end, span.end..end].map(|part| seen(&text[part]));
    let marked = AnnotationKind::Primary.span(before.len()..before.len() + at.len());
    let snippet =
        Snippet::source([before, at, after].concat()).line_start(line).path(print::escaped(file)).annotation(marked);
    let mut group = severity.primary_title(print::escaped(message)).element(snippet);
    if let Some(help) = help {
        group = group.element(Level::HELP.message(print::escaped(help)));
    }
    render(&[group]) + "\n"
}

/// A text with hidden characters replaced, of the same length in characters.
fn seen(text: &str) -> String {
    let visible = |character| match character {
        '\t' | '\n' | '\r' => character,
        hidden if is_hidden(hidden) => char::REPLACEMENT_CHARACTER,
        plain => plain,
    };
    text.chars().map(visible).collect()
}

fn one_line(severity: Level<'static>, title: &str) -> String {
    render(&[Group::with_title(severity.primary_title(title))])
}

fn render(report: &[Group<'_>]) -> String {
    Renderer::styled().render(report) + "\n"
}

//! Reading the text into the raw mirror, and putting what the RON parser says of an error into a designer's words.

use ron::{
    Options,
    error::{Error, SpannedError},
    extensions::Extensions,
};

use super::checker::suggestion;
use crate::{
    error::{PresetError, Problem},
    preset::raw::RawPreset,
};

/// The longest preset, in bytes. The largest built-in one has about 20 kB.
const MAX_TEXT: usize = 1 << 20;

/// How deep a preset may nest; the language itself needs eight.
const MAX_DEPTH: usize = 32;

pub(super) fn read(text: &str) -> Result<RawPreset, PresetError> {
    let refuse = |problem| PresetError::unless_empty(vec![problem]);
    if text.len() > MAX_TEXT {
        let message = format!("a preset of {} bytes is too long", text.len());
        refuse(Problem::new(text, 0..0, message, Some(format!("at most {MAX_TEXT} are read"))))?;
    }
    let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME).with_recursion_limit(MAX_DEPTH);
    options.from_str(text).or_else(|error| {
        refuse(problem(text, &error))?;
        // Not reached: a problem is always refused. Reading again repeats the error rather than panicking.
        read(text)
    })
}

fn problem(text: &str, error: &SpannedError) -> Problem {
    let place = |line: usize, column: usize| {
        let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let rest = text.get(start..).unwrap_or_default();
        start + rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>()
    };
    let start = place(error.span.start.line, error.span.start.col).min(text.len());
    let end = place(error.span.end.line, error.span.end.col).clamp(start, text.len());
    let (message, help) = in_words(&error.code);
    let span = match named(&error.code).and_then(|name| text[..end].rfind(name).map(|at| at..at + name.len())) {
        Some(span) if span.start + 64 > start => span,
        _ => start..end,
    };
    Problem::new(text, span, message, help)
}

/// The word of the text that the error is about.
fn named(error: &Error) -> Option<&str> {
    match error {
        Error::NoSuchStructField { found, .. } | Error::NoSuchEnumVariant { found, .. } => Some(found),
        Error::DuplicateStructField { field, .. } => Some(field),
        _ => None,
    }
}

fn in_words(error: &Error) -> (String, Option<String>) {
    match error {
        Error::NoSuchStructField { expected, found, .. } => {
            (format!("there is no field {found:?} here"), Some(suggestion(found, expected.iter().copied())))
        }
        Error::NoSuchEnumVariant { expected, found, .. } => {
            (format!("there is no {found:?} here"), Some(suggestion(found, expected.iter().copied())))
        }
        Error::MissingStructField { field, .. } => (format!("the field `{field}` is missing"), None),
        Error::DuplicateStructField { field, .. } => (format!("the field `{field}` is given twice"), None),
        Error::ExceededRecursionLimit => (
            "the preset nests too deep".to_owned(),
            Some(format!("at most {MAX_DEPTH} brackets stand inside each other")),
        ),
        // The names of our own types mean nothing to a designer.
        Error::ExpectedNamedStructLike(_) | Error::ExpectedDifferentStructName { .. } => {
            ("an opening `(` is expected here".to_owned(), None)
        }
        other => (other.to_string(), None),
    }
}

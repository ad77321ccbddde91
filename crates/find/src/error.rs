//! What is wrong with an expression: where, what was given, what is allowed.

mod code;

use std::{fmt, ops::Range};

use thiserror::Error;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub use code::ErrorCode;

use crate::limits::MAX_BYTES;

/// The first mistake of an expression.
///
/// `Display` names the column, and the line if it is not the first. The alternate form,
/// `{error:#}`, also shows the line with carets below the offending part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub struct ExpressionError {
    /// The sort of mistake.
    pub code: ErrorCode,
    /// What is wrong, and what was given. Quoted text is shortened, its control characters escaped.
    pub message: String,
    /// What is allowed, or how to mend it.
    pub help: Option<String>,
    /// The text that was probably meant in place of the bytes of `span`.
    pub suggestion: Option<String>,
    /// The offending bytes, as a range of offsets into the text. It may be empty at the end.
    pub span: Range<usize>,
    /// The same range in units of UTF-16, in which JavaScript and the language server protocol
    /// count.
    pub utf16: Range<usize>,
    /// The line of the first offending byte, counted from 1.
    pub line: usize,
    /// The column of the first offending byte, in characters, counted from 1.
    pub column: usize,
    /// The line behind the last offending byte, counted from 1.
    pub end_line: usize,
    /// The column behind the last offending byte, in characters, counted from 1.
    pub end_column: usize,
    /// The text of that line, from at most 60 characters before the column to at most 60 behind
    /// it. Control characters and characters without a width are spaces. Empty for a text that is
    /// too long.
    pub source_line: String,
}

/// The most characters of a source line that an error keeps before its column, and from it on.
const WINDOW: usize = 60;

/// A mistake at a place, before the text is known.
#[derive(Debug)]
pub(crate) struct Mistake {
    pub(crate) code: ErrorCode,
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    pub(crate) suggestion: Option<String>,
}

impl Mistake {
    pub(crate) fn new(code: ErrorCode, span: &Range<usize>, message: impl Into<String>) -> Self {
        Self { code, span: span.clone(), message: message.into(), help: None, suggestion: None }
    }

    pub(crate) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// The help to write `text` instead of the offending part.
    pub(crate) fn with_suggestion(self, text: &str) -> Self {
        Self { suggestion: Some(text.to_owned()), ..self }.with_help(format!("write `{text}`"))
    }

    /// The error for this mistake of `text`, which is not too long.
    pub(crate) fn of(self, text: &str) -> ExpressionError {
        let Self { code, span, message, help, suggestion } = self;
        let (line, column) = position(text, span.start);
        let (end_line, end_column) = position(text, span.end);
        let source_line = text.split('\n').nth(line - 1).unwrap_or_default().trim_end_matches('\r');
        let source_line = source_line.chars().skip((column - 1).saturating_sub(WINDOW)).take(2 * WINDOW);
        let source_line = source_line.map(|character| if is_visible(character) { character } else { ' ' }).collect();
        let utf16 = utf16(text, span.start)..utf16(text, span.end);
        ExpressionError {
            code,
            message,
            help,
            suggestion,
            span,
            utf16,
            line,
            column,
            end_line,
            end_column,
            source_line,
        }
    }
}

impl ExpressionError {
    /// The error for a text that is too long, which is not looked at.
    pub(crate) fn too_long(length: usize) -> Self {
        let message = format!("the expression has {length} bytes, at most {MAX_BYTES} are allowed");
        Self { source_line: String::new(), ..Mistake::new(ErrorCode::TooLong, &(0..0), message).of("") }
    }
}

/// Whether a character can be shown as it is: it has a width, and breaks no line.
fn is_visible(character: char) -> bool {
    !matches!(character, '\u{2028}' | '\u{2029}') && character.width().is_some_and(|width| width > 0)
}

/// The line and the column of a byte offset, both counted from 1; columns in characters.
fn position(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// A byte offset in units of UTF-16.
fn utf16(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).encode_utf16().count()
}

/// A text in quotes for a message, shortened to 40 characters.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}...", &text[..end]),
    }
}

impl ExpressionError {
    fn underlined(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        let margin = " ".repeat(self.line.to_string().len());
        if self.code != ErrorCode::TooLong {
            let width = |from, count| self.source_line.chars().skip(from).take(count).collect::<String>().width();
            let before = (self.column - 1).min(WINDOW);
            let length = if self.end_line > self.line { 2 * WINDOW } else { self.end_column - self.column };
            let carets = "^".repeat(width(before, length).max(1));
            let indent = " ".repeat(width(0, before));
            write!(f, "\n{margin} |\n{} | {}", self.line, self.source_line)?;
            write!(f, "\n{margin} | {indent}{carets}")?;
        }
        match &self.help {
            Some(help) => write!(f, "\n{margin} = help: {help}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return self.underlined(f);
        }
        if self.line > 1 {
            write!(f, "line {}, ", self.line)?;
        }
        if self.code != ErrorCode::TooLong {
            write!(f, "column {}: ", self.column)?;
        }
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

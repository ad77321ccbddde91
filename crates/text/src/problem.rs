//! One problem of a text: what is wrong, where, what is allowed, how to mend it.

use std::{error::Error, fmt, ops::Range};

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::{code::ProblemCode, legible, nearest::replacement, place::TextPlace};

/// One problem of a text: of a preset, of one of its bases, or of an expression.
///
/// `Display` names line and column; of an expression, which is mostly one line, the line only if it
/// is not the first. The alternate form, `{problem:#}`, also shows the line with carets below the
/// offending part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// The sort of mistake.
    pub code: ProblemCode,
    /// What is wrong, and what was given: with hidden characters escaped and long text shortened.
    pub message: String,
    /// What is allowed, or how to mend it.
    pub help: Option<String>,
    /// The text that was probably meant in place of the bytes of `span`, quotes included: for an
    /// editor's quick fix. `None` if nothing known is similar.
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
    /// The text of that line, from at most 60 characters before the column to at most 60 behind it.
    /// Hidden characters are spaces.
    pub source_line: String,
    /// The name of the base whose text has the problem; `None` for the preset's own text, and for
    /// expressions.
    pub base: Option<String>,
    #[serde(skip)]
    is_of_expression: bool,
}

/// The most characters of a source line that a problem keeps before its column, and from it on.
const WINDOW: usize = 60;

impl Problem {
    /// A problem with the bytes `span` of `text`. Line and column follow from them, and from help
    /// that says `did you mean` or `write` follows the suggestion.
    ///
    /// Cost: linear in the text.
    #[must_use]
    pub fn new(code: ProblemCode, text: &str, span: Range<usize>, message: String, help: Option<String>) -> Self {
        let [start, end] = [span.start, span.end].map(|byte| TextPlace::of(text, byte));
        let TextPlace { line, column, .. } = start;
        let source_line = text.lines().nth(line - 1).unwrap_or_default().chars();
        let source_line = source_line.skip((column - 1).saturating_sub(WINDOW)).take(2 * WINDOW);
        let source_line = source_line.map(|character| if legible::is_hidden(character) { ' ' } else { character });
        let given = text.get(span.clone()).unwrap_or_default();
        let suggestion = help.as_deref().and_then(|help| replacement(help, given));
        Self {
            code,
            message: legible::message(message),
            help: help.map(legible::message),
            suggestion,
            utf16: start.utf16..end.utf16,
            span,
            line,
            column,
            end_line: end.line,
            end_column: end.column,
            source_line: source_line.collect(),
            base: None,
            is_of_expression: false,
        }
    }

    /// The same problem, attributed to the text of `base`.
    #[must_use]
    pub fn in_base(self, base: Option<String>) -> Self {
        Self { base, ..self }
    }

    /// A problem of an expression, without help.
    pub fn of_expression(code: ProblemCode, text: &str, span: &Range<usize>, message: impl Into<String>) -> Box<Self> {
        let problem = Self::new(code, text, span.clone(), message.into(), None);
        Box::new(Self { is_of_expression: true, ..problem })
    }

    /// The same problem with help, from which no suggestion follows.
    #[must_use]
    pub fn with_help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.help = Some(legible::message(help.into()));
        self
    }

    /// The same problem with the help to write `text` instead of the offending part.
    #[must_use]
    pub fn with_suggestion(mut self: Box<Self>, text: &str) -> Box<Self> {
        self.suggestion = Some(text.to_owned());
        self.with_help(format!("write `{text}`"))
    }

    /// The places of the first offending byte and of the one behind the last.
    #[must_use]
    pub const fn places(&self) -> [TextPlace; 2] {
        let Self { span, utf16, line, column, end_line, end_column, .. } = self;
        [
            TextPlace { line: *line, column: *column, byte: span.start, utf16: utf16.start },
            TextPlace { line: *end_line, column: *end_column, byte: span.end, utf16: utf16.end },
        ]
    }

    /// The line and column, and the base that has the problem, in words.
    pub(crate) fn position_in_words(&self) -> String {
        let base = self.base.as_ref().map_or_else(String::new, |base| format!("base {base:?}, "));
        match self.line {
            1 if self.is_of_expression => format!("column {}", self.column),
            line => format!("{base}line {line}, column {}", self.column),
        }
    }

    /// The position as `file:line:column`. The text itself stands in `file`.
    pub(crate) fn position_in(&self, file: &str) -> String {
        let file = self.base.as_deref().unwrap_or(file);
        format!("{}:{}:{}", legible::escaped(file), self.line, self.column)
    }

    /// Whether the place is worth a look: nobody needs to see a text that is far too long.
    fn has_place(&self) -> bool {
        self.code != ProblemCode::TooLong
    }

    /// Writes the problem with its position in words; in the alternate form, with carets.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, position: &str) -> fmt::Result {
        if f.alternate() {
            return self.underlined(f, position);
        }
        if self.has_place() {
            write!(f, "{position}: ")?;
        }
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }

    /// Writes the message and its place over several lines, with carets below the offending part.
    fn underlined(&self, f: &mut fmt::Formatter<'_>, position: &str) -> fmt::Result {
        let margin = " ".repeat(self.line.to_string().len());
        write!(f, "error: {}", self.message)?;
        if !self.is_of_expression {
            write!(f, "\n{margin}--> {position}")?;
        }
        if self.has_place() {
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

impl Error for Problem {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &self.position_in_words())
    }
}

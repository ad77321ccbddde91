//! Errors of presets and requests: what is wrong, where, what was given, what is allowed.

mod code;

use std::{fmt, ops::Range, path::PathBuf};

use serde::Serialize;
use thiserror::Error;
use unicode_width::UnicodeWidthStr;

pub use code::ProblemCode;

use crate::{geom::Size, legible, text_file::TextFileError};

/// The problems of a text that is not a valid preset: at least one, at most fifty.
///
/// Problems stand in text order: first those of the preset's own text, then those of its bases.
///
/// `Display` names line and column of each. The alternate form, `{error:#}`, also shows the line
/// with carets below the offending part.
///
/// ```
/// let error = roomgen::Preset::parse("(name: \"mine\", size: (80, 5))").unwrap_err();
/// println!("{error:#}");
/// # assert!(format!("{error:#}").contains("\n  |                      ^^^^^^^"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize)]
#[serde(transparent)]
pub struct PresetError {
    problems: Vec<PresetProblem>,
}

/// One problem of a preset or of one of its bases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PresetProblem {
    /// The sort of mistake.
    pub code: ProblemCode,
    /// What is wrong, and what was given: with hidden characters escaped and long text shortened.
    pub message: String,
    /// What is allowed, or how to mend it.
    pub help: Option<String>,
    /// The text that was probably meant in place of the bytes of `span`, quotes included: for an
    /// editor's quick fix. `None` if nothing known is similar.
    pub suggestion: Option<String>,
    /// The offending bytes, as a range of offsets into the text.
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
    /// The name of the base whose text has the problem; `None` for the preset's own text.
    pub base: Option<String>,
}

/// Where help begins that names what was probably meant.
const MEANT: &str = "did you mean `";
/// Where help begins that tells to leave quotes out, and how the part about quotes ends.
const WRITE: &str = "write `";
const WITHOUT_QUOTES: &str = "`, without quotes";

/// The beginning of the help of a problem: the name that was probably meant.
pub(crate) fn did_you_mean(name: impl fmt::Display) -> String {
    format!("{MEANT}{name}`? ")
}

/// The beginning of the help for a text that should be a word: the word that was probably meant.
pub(crate) fn did_you_mean_the_word(word: &str) -> String {
    format!("{MEANT}{word}{WITHOUT_QUOTES}? ")
}

/// The help for a text that should be a word or a number.
pub(crate) fn without_quotes(word: &str) -> String {
    format!("{WRITE}{word}{WITHOUT_QUOTES}")
}

/// What may stand in place of the text `given`, by help that the functions above have made, or that
/// is nothing but what to write; `None` for other help, and for a name that cannot be written as it
/// is.
fn replacement(help: &str, given: &str) -> Option<String> {
    let word = |prefix| help.strip_prefix(prefix).and_then(|rest| rest.split_once(WITHOUT_QUOTES));
    if let Some((word, _)) = word(WRITE).or_else(|| word(MEANT)) {
        return Some(word.to_owned());
    }
    if let Some(value) = help.strip_prefix(WRITE).and_then(|rest| rest.strip_suffix('`')) {
        return (!value.contains('`')).then(|| value.to_owned());
    }
    let (name, _) = help.strip_prefix(MEANT)?.split_once("`? ")?;
    let is_plain = |character| !matches!(character, '"' | '\\' | '`') && !legible::is_hidden(character);
    // A raw string ends with a `#`.
    let is_text = given.ends_with(['"', '#']);
    name.chars().all(is_plain).then(|| if is_text { format!("\"{name}\"") } else { name.to_owned() })
}

/// The most characters of a source line that a problem keeps before its column, and from it on.
const WINDOW: usize = 60;

/// The line and the column of a byte offset, both counted from 1; columns in characters.
fn position(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// A range of byte offsets into a text as one of units of UTF-16.
///
/// Cost: linear in the text. An offset within a character counts as its beginning.
pub(crate) fn utf16(text: &str, span: &Range<usize>) -> Range<usize> {
    let units = |at: usize| {
        let before = text.char_indices().take_while(|(start, character)| start + character.len_utf8() <= at);
        before.map(|(_, character)| character.len_utf16()).sum()
    };
    units(span.start)..units(span.end)
}

impl PresetProblem {
    /// A problem with the bytes `span` of `text`. Line and column follow from them.
    pub(crate) fn new(
        code: ProblemCode,
        text: &str,
        span: Range<usize>,
        message: String,
        help: Option<String>,
    ) -> Self {
        let (line, column) = position(text, span.start);
        let (end_line, end_column) = position(text, span.end);
        let source_line = text.lines().nth(line - 1).unwrap_or_default().chars();
        let source_line = source_line.skip((column - 1).saturating_sub(WINDOW)).take(2 * WINDOW);
        let source_line = source_line.map(|character| if legible::is_hidden(character) { ' ' } else { character });
        let given = text.get(span.clone()).unwrap_or_default();
        let suggestion = help.as_deref().and_then(|help| replacement(help, given));
        let help = help.map(legible::message);
        Self {
            code,
            message: legible::message(message),
            help,
            suggestion,
            utf16: utf16(text, &span),
            span,
            line,
            column,
            end_line,
            end_column,
            source_line: source_line.collect(),
            base: None,
        }
    }

    /// The line and column, and the base that has the problem, in words.
    fn position_in_words(&self) -> String {
        let base = self.base.as_ref().map_or_else(String::new, |base| format!("base {base:?}, "));
        format!("{base}line {}, column {}", self.line, self.column)
    }

    /// The position as `file:line:column`. The preset itself stands in `file`.
    fn position_in(&self, file: &str) -> String {
        let file = self.base.as_deref().unwrap_or(file);
        format!("{}:{}:{}", legible::escaped(file), self.line, self.column)
    }

    /// Writes the problem with its position in words; in the alternate form, with carets.
    fn write(&self, f: &mut fmt::Formatter<'_>, position: &str) -> fmt::Result {
        if f.alternate() {
            return self.underlined(f, position);
        }
        write!(f, "{position}: {}", self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }

    /// Writes the message and its place over several lines, with carets below the offending part.
    fn underlined(&self, f: &mut fmt::Formatter<'_>, position: &str) -> fmt::Result {
        let margin = " ".repeat(self.line.to_string().len());
        let width = |from, count| self.source_line.chars().skip(from).take(count).collect::<String>().width();
        let before = (self.column - 1).min(WINDOW);
        let length = if self.end_line > self.line { 2 * WINDOW } else { self.end_column - self.column };
        let carets = "^".repeat(width(before, length).max(1));
        let indent = " ".repeat(width(0, before));
        writeln!(f, "error: {}", self.message)?;
        writeln!(f, "{margin}--> {position}")?;
        writeln!(f, "{margin} |\n{} | {}", self.line, self.source_line)?;
        write!(f, "{margin} | {indent}{carets}")?;
        match &self.help {
            Some(help) => write!(f, "\n{margin} = help: {help}"),
            None => Ok(()),
        }
    }
}

impl PresetError {
    pub(crate) fn of(problem: PresetProblem) -> Self {
        Self { problems: vec![problem] }
    }

    /// An error with all of `problems` in text order; `Ok` if there are none.
    pub(crate) fn from_problems(problems: Vec<PresetProblem>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self::all(problems)) }
    }

    /// An error with these problems, of which there is at least one, in text order.
    pub(crate) fn all(mut problems: Vec<PresetProblem>) -> Self {
        problems.sort_by_key(|problem| problem.span.start);
        Self { problems }
    }

    /// The same error with each problem replaced by `change`, sorted by base and position.
    pub(crate) fn map(self, change: impl Fn(PresetProblem) -> PresetProblem) -> Self {
        let mut problems: Vec<_> = self.problems.into_iter().map(change).collect();
        problems.sort_by(|a, b| (&a.base, a.span.start).cmp(&(&b.base, b.span.start)));
        Self { problems }
    }

    /// The same error, attributed to the text of `base`.
    pub(crate) fn in_base(self, base: Option<&str>) -> Self {
        self.map(|problem| PresetProblem { base: base.map(str::to_owned), ..problem })
    }

    /// The problems in text order; at least one.
    #[must_use]
    pub fn problems(&self) -> &[PresetProblem] {
        &self.problems
    }

    /// Writes all problems, each with its position as `position` tells it.
    fn write(&self, f: &mut fmt::Formatter<'_>, position: impl Fn(&PresetProblem) -> String) -> fmt::Result {
        let separator = if f.alternate() { "\n\n" } else { "\n" };
        for (number, problem) in self.problems.iter().enumerate() {
            f.write_str(if number == 0 { "" } else { separator })?;
            problem.write(f, &position(problem))?;
        }
        Ok(())
    }
}

impl fmt::Display for PresetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, PresetProblem::position_in_words)
    }
}

impl fmt::Display for PresetProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &self.position_in_words())
    }
}

/// Why a file is not loaded as a preset.
///
/// `Display` names the file. The problems of a text have the form `file:line:column: message`. The
/// alternate form, `{error:#}`, also shows each line with carets below the offending part.
///
/// ```
/// let error = roomgen::Preset::load("no such folder/mine.ron").unwrap_err();
/// let message = "the preset \"no such folder/mine.ron\" cannot be read: there is no such file";
/// assert_eq!(error.to_string(), message);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PresetLoadError {
    /// The file cannot be read as text.
    File {
        /// The path of the preset.
        path: PathBuf,
        /// Why it cannot be read.
        error: TextFileError,
    },
    /// The text, or that of a base, is no valid preset, or a base cannot be read.
    Preset {
        /// The path of the preset.
        path: PathBuf,
        /// The problems. The name of a base that is a file is its path.
        error: PresetError,
    },
}

impl std::error::Error for PresetLoadError {}

impl fmt::Display for PresetLoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, error } => {
                let start = if f.alternate() { "error: " } else { "" };
                write!(f, "{start}the preset \"{}\" {error}", legible::escaped(&path.to_string_lossy()))
            }
            Self::Preset { path, error } => {
                let file = path.to_string_lossy();
                error.write(f, |problem| problem.position_in(&file))
            }
        }
    }
}

/// Why a request is refused: a preset cannot serve it, or there is no such preset.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The level is too small for the preset's smallest room and its walls.
    #[error(
        "preset {preset:?} cannot make a level of {size}: its smallest room needs sides of at least {least} cells, including walls"
    )]
    TooSmall {
        /// The preset's name.
        preset: String,
        /// The size asked for.
        size: Size,
        /// The smallest side that suffices, in cells.
        least: i32,
    },
    /// The difficulty is not a number from 0 to 1.
    #[error("{0} is not a difficulty: write a number from 0 to 1")]
    Difficulty(String),
    /// The word of a seed stands for another seed, or for none.
    #[error("{word:?} is no word for the seed {seed}; leave it out")]
    SeedWord {
        /// The word.
        word: String,
        /// The seed beside it.
        seed: u64,
    },
    /// More rooms are to be re-rolled than one request can have.
    #[error("more than {most} rooms are re-rolled; re-roll at most {most} rooms of a level")]
    Rerolls {
        /// The most rooms that a request can have.
        most: usize,
    },
    /// No built-in preset has this name.
    #[error("there is no preset {name:?}{} The built-in presets are {}", sentence_end(*.nearest), .known.join(", "))]
    UnknownPreset {
        /// The name asked for.
        name: String,
        /// The known name that was probably meant, if one is close.
        nearest: Option<&'static str>,
        /// The names of all built-in presets.
        known: Vec<&'static str>,
    },
}

impl RequestError {
    /// The sort of error in kebab case, such as `unknown-preset`: stable between versions.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooSmall { .. } => "too-small",
            Self::Difficulty(_) => "bad-difficulty",
            Self::UnknownPreset { .. } => "unknown-preset",
            Self::SeedWord { .. } => "bad-seed-word",
            Self::Rerolls { .. } => "too-many-rerolls",
        }
    }
}

/// The end of the error's first sentence: the suggestion, if there is one.
fn sentence_end(nearest: Option<&str>) -> String {
    nearest.map_or_else(|| ".".to_owned(), |name| format!("; did you mean {name:?}?"))
}

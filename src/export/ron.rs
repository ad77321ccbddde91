//! Level files as RON: one line for each top-level field and each element of a top-level list.

use std::{fmt, io};

use ron::{Options, error::SpannedError, extensions::Extensions, ser::PrettyConfig};

use serde::{Deserialize, de::DeserializeOwned};

use super::{
    LinesError,
    lines::{self, Syntax},
};
use crate::{
    legible,
    level::{Form, FormatOnly, Level, LevelError, LevelFile, Object, RawLevel, RawProp, Word},
};

/// Writes a level file. Cost: linear; the level is not copied.
#[must_use]
#[allow(clippy::expect_used, reason = "a String takes any text, and a level nests five deep, far from the limit")]
pub fn write(level: &Level) -> String {
    let text = Options::default().to_string_pretty(&LevelFile(level, Form::Ron), layout());
    let mut text = text.expect("a level can be written as RON");
    text.push('\n');
    text
}

/// Streams the same bytes to `writer`. Memory beyond the level: one row of tiles.
///
/// The writes are small, so the writer should be buffered.
///
/// # Errors
///
/// The first error of the writer.
pub fn write_to(level: &Level, writer: impl io::Write) -> io::Result<()> {
    let mut texts = Texts { writer, failed: None };
    let written = Options::default().to_writer_pretty(&mut texts, &LevelFile(level, Form::Ron), layout());
    match texts.failed {
        Some(error) => return Err(error),
        // Unreachable: a level nests five deep, far below the recursion limit.
        None => written.map_err(io::Error::other)?,
    }
    texts.writer.write_all(b"\n")
}

fn layout() -> PrettyConfig {
    PrettyConfig::new().depth_limit(2).new_line("\n").indentor("  ")
}

/// Adapts a byte writer to `fmt::Write`, and remembers the I/O error that `fmt::Error` cannot hold.
struct Texts<W> {
    writer: W,
    failed: Option<io::Error>,
}

impl<W: io::Write> fmt::Write for Texts<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.writer.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}

/// Reads a level file.
///
/// # Errors
///
/// [`LevelError`] if the text is not a level file of a known format, or its level breaks an
/// invariant.
pub fn read(text: &str) -> Result<Level, LevelError> {
    read_unchecked(text)?.checked()
}

/// Reads a level file whose level may break invariants; the guarantees of [`Level`] still hold.
///
/// # Errors
///
/// [`LevelError`] if the text is not a level file of a known format.
pub fn read_unchecked(text: &str) -> Result<Level, LevelError> {
    let options = options();
    let document =
        options.from_str::<Object<RawLevel>>(text).map(|Object(level)| level).map_err(|error| refusal(&error));
    super::level(document, || options.from_str::<FormatOnly>(text).ok())
}

/// Reads a level file line by line, if it is laid out as [`write()`] lays it out.
///
/// Memory is that of the level, not of its text. The level may break invariants; the guarantees of
/// [`Level`] still hold.
///
/// # Errors
///
/// [`LinesError`]. After [`LinesError::Layout`], call [`read_unchecked`]: it reads any layout, or
/// says what is wrong.
pub fn read_lines(reader: impl io::BufRead) -> Result<Level, LinesError> {
    lines::read::<Ron>(reader)
}

struct Ron;

impl Syntax for Ron {
    const LAST_COMMA: bool = true;

    fn opening(list: &str) -> String {
        format!("  {list}: [")
    }

    fn empty(list: &str) -> String {
        format!("{list}: []")
    }

    fn is_whole(line: &str) -> bool {
        let mut letters = line.chars().peekable();
        while let Some(letter) = letters.next() {
            match (letter, letters.peek()) {
                // A string or character literal ends at its closing quote; an escaped quote does
                // not close it.
                ('"' | '\'', _) => loop {
                    match letters.next() {
                        None => return false,
                        Some('\\') => drop(letters.next()),
                        Some(end) if end == letter => break,
                        Some(_) => {}
                    }
                },
                ('/', Some('/' | '*')) | ('r', Some('"' | '#')) => return false,
                _ => {}
            }
        }
        true
    }

    fn element<'text, T: Deserialize<'text>>(text: &'text str) -> Option<T> {
        // Rejects attributes, which may only begin a document, and comments: the trailing comma
        // that the caller removed could have been part of one.
        let is_plain = text.starts_with(['(', '"']) && Self::is_whole(text);
        if is_plain { options().from_str(text).ok() } else { None }
    }

    fn prop(text: &str) -> Option<RawProp<Word<'_>>> {
        plain_prop(text).or_else(|| Self::element::<Object<_>>(text).map(|Object(prop)| prop))
    }

    fn document<T: DeserializeOwned>(text: &str) -> Option<T> {
        options().from_str(text).ok()
    }
}

/// Parses a prop in exactly the layout that the writer uses; `None` for any other layout.
///
/// A fast path: a huge level has tens of millions of props, and the general RON parser takes twenty
/// times as long for each.
fn plain_prop(text: &str) -> Option<RawProp<Word<'_>>> {
    let (kind, rest) = text.strip_prefix("(kind: \"")?.split_once("\", room: ")?;
    if kind.contains(['"', '\\']) {
        return None;
    }
    let (room, rest) = rest.split_once(", x: ")?;
    let (x, rest) = rest.split_once(", y: ")?;
    let (y, rest) = rest.split_once(", width: ")?;
    let (width, rest) = rest.split_once(", height: ")?;
    let (height, rest) = rest.split_once(", offset: (")?;
    let (right, rest) = rest.split_once(", ")?;
    let (down, rest) = rest.split_once(')')?;
    let turn = if rest == ")" { "0" } else { rest.strip_prefix(", turn: ")?.strip_suffix(')')? };
    let whole = |text: &str| {
        let is_plain = !text.is_empty() && text.len() < 10 && text.bytes().all(|digit| digit.is_ascii_digit());
        is_plain.then(|| text.bytes().fold(0, |number, digit| number * 10 + i64::from(digit - b'0')))
    };
    let part = |text: &str| {
        if text == "0.0" {
            return Some(0.0);
        }
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
        if is_plain { text.parse().ok() } else { None }
    };
    Some(RawProp {
        kind: Word(kind.into()),
        room: whole(room)?,
        x: whole(x)?,
        y: whole(y)?,
        width: whole(width)?,
        height: whole(height)?,
        offset: [part(right)?, part(down)?],
        turn: whole(turn)?,
    })
}

fn options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

fn refusal(error: &SpannedError) -> LevelError {
    let start = error.span.start;
    LevelError::Syntax { message: legible::message(error.code.to_string()), line: start.line, column: start.col }
}

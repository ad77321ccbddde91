//! Splits a preset's text into tokens.
//!
//! Guarantee: the spans are in text order and do not overlap; every quote and comment is closed.
//! Lines that begin like comments of other languages are noted, and passed over.

use std::ops::Range;

use super::{MAX_PROBLEMS, literals::escaped, look_alike};
use crate::error::{PresetError, Problem, ProblemCode};

/// The kind of a [`Token`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::preset) enum TokenKind {
    /// `(`, `[` or `{`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    Comma,
    Colon,
    /// A string in double quotes, or a raw string.
    Text,
    /// A character in single quotes.
    Letter,
    /// A number, a name, or any other text between white space and punctuation.
    Word,
}

impl TokenKind {
    /// The kind of a token that is written like this; a missing one counts as a closing bracket.
    pub(in crate::preset) fn of(written: &str) -> Self {
        match *written.as_bytes() {
            [] => Self::Close,
            [b'"', ..] | [b'r', b'"' | b'#', .., b'"' | b'#'] => Self::Text,
            [b'\'', ..] => Self::Letter,
            [first, ..] => punctuation(first).unwrap_or(Self::Word),
        }
    }
}

/// A word, a literal or a punctuation mark of a preset's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::preset) struct Token {
    pub(in crate::preset) kind: TokenKind,
    pub(in crate::preset) span: Range<usize>,
}

impl Token {
    pub(super) fn is_quoted(&self) -> bool {
        matches!(self.kind, TokenKind::Text | TokenKind::Letter)
    }
}

/// Splits a text into tokens, without white space and comments. Adds to `notes` what is no mistake
/// of the tokens that remain, at most [`MAX_PROBLEMS`].
///
/// # Errors
///
/// - Characters that look like those of RON and are others, at most [`MAX_PROBLEMS`].
/// - Behind them, the first comment or quote that is not closed. Only raw strings may contain a
///   line break: any other quote that is open at the end of its line counts as not closed.
pub(super) fn tokens(text: &str, notes: &mut Vec<Problem>) -> Result<Vec<Token>, PresetError> {
    let (mut tokens, mut problems) = (Vec::<Token>::with_capacity(text.len() / 4), Vec::new());
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at).filter(|_| problems.len() + notes.len() < MAX_PROBLEMS) {
        if is_space(byte) {
            at += 1;
            continue;
        }
        if !byte.is_ascii() && text[at..].starts_with(char::is_whitespace) {
            let end = text[at..].find(|other: char| !other.is_whitespace()).map_or(text.len(), |end| at + end);
            problems.extend(look_alike::problems(text, at..end, MAX_PROBLEMS - problems.len() - notes.len()));
            at = end;
            continue;
        }
        if let Some((end, closed)) = Some(at).filter(|_| byte == b'/').and_then(|at| comment(text, at)) {
            if !closed {
                let help = "add the missing `*/`; comments nest, so each `/*` needs its own".to_owned();
                let message = "this comment is never closed".to_owned();
                problems.push(Problem::new(ProblemCode::Syntax, text, at..at + 2, message, Some(help)));
                break;
            }
            at = end;
            continue;
        }
        let is_value = || tokens.last().is_some_and(|token| token.kind == TokenKind::Colon);
        if byte == b'#' && !text[at..].starts_with("#!") && !is_value() {
            let (message, help) = ("`#` does not begin a comment".to_owned(), "comments begin with `//`".to_owned());
            notes.push(Problem::new(ProblemCode::Syntax, text, at..at + 1, message, Some(help)));
            at = text[at..].find('\n').map_or(text.len(), |length| at + length);
            continue;
        }
        let mark = punctuation(byte).map(|kind| (kind, at + 1));
        let (kind, end) = match mark.ok_or_else(|| quoted(text, at)) {
            Ok(found) => found,
            Err(Some(Some(end))) => (if byte == b'\'' { TokenKind::Letter } else { TokenKind::Text }, end),
            Err(Some(None)) => {
                problems.push(unclosed_quote(text, at, byte == b'r'));
                break;
            }
            Err(None) => {
                let end = word_end(text, at);
                problems.extend(look_alike::problems(text, at..end, MAX_PROBLEMS - problems.len() - notes.len()));
                (TokenKind::Word, end)
            }
        };
        tokens.push(Token { kind, span: at..end });
        at = end;
    }
    if problems.is_empty() && notes.len() < MAX_PROBLEMS {
        return Ok(tokens);
    }
    problems.append(notes);
    Err(PresetError::all(problems))
}

/// Whether a byte is white space of ASCII.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

fn unclosed_quote(text: &str, at: usize, raw: bool) -> Problem {
    let (message, help) = if raw {
        ("this text is never closed", "end it with a quote and the same number of `#` as at its beginning")
    } else {
        ("this quote is not closed on its line", "add the missing quote after it, or before it on the same line")
    };
    Problem::new(ProblemCode::Syntax, text, at..at + 1, message.to_owned(), Some(help.to_owned()))
}

fn punctuation(byte: u8) -> Option<TokenKind> {
    match byte {
        b'(' | b'[' | b'{' => Some(TokenKind::Open),
        b')' | b']' | b'}' => Some(TokenKind::Close),
        b',' => Some(TokenKind::Comma),
        b':' => Some(TokenKind::Colon),
        _ => None,
    }
}

fn word_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let ends = |at: usize| match bytes[at] {
        b'"' | b'\'' => true,
        b'/' => matches!(bytes.get(at + 1), Some(b'/' | b'*')),
        byte if byte.is_ascii() => is_space(byte) || punctuation(byte).is_some(),
        // Bytes within a character begin none.
        _ => text.get(at..).is_some_and(|rest| rest.starts_with(char::is_whitespace)),
    };
    // The first character always belongs to the word, so that every token has a length.
    (start + 1..text.len()).find(|&at| ends(at)).unwrap_or(text.len())
}

/// The end of the comment that begins at `at`, and whether the comment is closed.
///
/// `None` if no comment begins there. Block comments nest.
fn comment(text: &str, at: usize) -> Option<(usize, bool)> {
    let rest = &text[at..];
    if rest.starts_with("//") {
        return Some((at + rest.find('\n').unwrap_or(rest.len()), true));
    }
    if !rest.starts_with("/*") {
        return None;
    }
    let (mut depth, mut position) = (0usize, 0);
    let bytes = rest.as_bytes();
    while position < bytes.len() {
        match &bytes[position..] {
            [b'/', b'*', ..] => (depth, position) = (depth + 1, position + 2),
            [b'*', b'/', ..] => (depth, position) = (depth - 1, position + 2),
            _ => position += 1,
        }
        if depth == 0 {
            break;
        }
    }
    Some((at + position, depth == 0))
}

/// The end of the string or character literal that begins at `at`; `Some(None)` if it is not closed
/// on its line.
///
/// `None` if no such literal begins there. Only raw strings may contain a line break.
fn quoted(text: &str, at: usize) -> Option<Option<usize>> {
    let bytes = text.as_bytes();
    let quote = bytes[at];
    if quote == b'r' {
        let raw = &text[at + 1..];
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let body = raw[hashes..].strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(hashes));
        return Some(body.find(&close).map(|end| text.len() - body.len() + end + close.len()));
    }
    if !matches!(quote, b'"' | b'\'') {
        return None;
    }
    let mut next = at + 1;
    loop {
        match bytes.get(next) {
            None | Some(b'\n') => return Some(None),
            Some(b'\\') if bytes.get(next + 1) != Some(&b'\n') => next += 2,
            // In the character literal `'''`, the second quote is the character itself.
            Some(byte) if *byte == quote && !(next == at + 1 && text[at..].starts_with("'''")) => {
                return Some(Some(next + 1));
            }
            Some(_) => next += 1,
        }
    }
}

/// The span of the character at index `number` of a string literal, which begins at the offset
/// `start`.
///
/// The span of the whole literal if the string has fewer characters.
pub(in crate::preset) fn character(literal: &str, number: usize, start: usize) -> Range<usize> {
    let is_raw = literal.starts_with('r');
    let length = |at: usize| match literal[at..].strip_prefix('\\').filter(|_| !is_raw) {
        Some(escape) => escaped(escape).map_or(0, |(_, length)| 1 + length),
        None => literal[at..].chars().next().map_or(0, char::len_utf8),
    };
    let mut at = literal.find('"').map_or(literal.len(), |quote| quote + 1);
    for _ in 0..number {
        at += length(at);
    }
    match length(at) {
        0 => start..start + literal.len(),
        length => start + at..start + at + length,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_characters_and_comments_hide_what_they_hold() {
        let text = "(a: \"x, \\\" (\", 'b', /* [ /* ' */ \" */ r#\"{ \" \"#, ''', '\\'', -1.5e3) // {";
        let words: Vec<_> = tokens(text, &mut Vec::new()).unwrap().into_iter().map(|token| &text[token.span]).collect();
        let expected = [
            "(",
            "a",
            ":",
            "\"x, \\\" (\"",
            ",",
            "'b'",
            ",",
            "r#\"{ \" \"#",
            ",",
            "'''",
            ",",
            "'\\''",
            ",",
            "-1.5e3",
            ")",
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn characters_are_found_in_strings_through_escapes() {
        for (literal, third) in
            [(r#""abcd""#, "c"), (r#""\\\u{e9}\x41b""#, r"\x41"), (r##"r#"a\b"#"##, "b"), (r#""éèê""#, "ê")]
        {
            assert_eq!(&literal[character(literal, 2, 0)], third);
        }
        assert_eq!(character("\"a\"", 9, 0), 0..3);
    }
}

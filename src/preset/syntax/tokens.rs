//! Splits a preset's text into tokens.
//!
//! Guarantee: the spans are in text order and do not overlap; every quote and comment is closed.

use std::ops::Range;

use super::{MAX_PROBLEMS, look_alike};
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

/// A word, a literal or a punctuation mark of a preset's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::preset) struct Token {
    pub(in crate::preset) kind: TokenKind,
    pub(in crate::preset) span: Range<usize>,
}

/// Splits a text into tokens, without white space and comments.
///
/// # Errors
///
/// - Characters that look like those of RON and are others, at most [`MAX_PROBLEMS`].
/// - Behind them, the first comment or quote that is not closed. Only raw strings may contain a
///   line break: any other quote that is open at the end of its line counts as not closed.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, PresetError> {
    let (mut tokens, mut problems) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(character) = text[at..].chars().next().filter(|_| problems.len() < MAX_PROBLEMS) {
        if character.is_whitespace() {
            let end = text[at..].find(|other: char| !other.is_whitespace()).map_or(text.len(), |end| at + end);
            problems.extend(look_alike::problems(text, at..end, MAX_PROBLEMS - problems.len()));
            at = end;
            continue;
        }
        if let Some((end, closed)) = comment(text, at) {
            if !closed {
                let help = "add the missing `*/`; comments nest, so each `/*` needs its own".to_owned();
                let message = "this comment is never closed".to_owned();
                problems.push(Problem::new(ProblemCode::Syntax, text, at..at + 2, message, Some(help)));
                break;
            }
            at = end;
            continue;
        }
        let (kind, end) = match quoted(text, at) {
            Some((end, closed)) => {
                let raw = character == 'r';
                if !closed || (!raw && text[at..end].contains('\n')) {
                    problems.push(unclosed_quote(text, at, raw));
                    break;
                }
                (if character == '\'' { TokenKind::Letter } else { TokenKind::Text }, end)
            }
            None => match punctuation(character) {
                Some(kind) => (kind, at + 1),
                None => {
                    let end = word_end(text, at);
                    problems.extend(look_alike::problems(text, at..end, MAX_PROBLEMS - problems.len()));
                    (TokenKind::Word, end)
                }
            },
        };
        tokens.push(Token { kind, span: at..end });
        at = end;
    }
    PresetError::from_problems(problems).map(|()| tokens)
}

fn unclosed_quote(text: &str, at: usize, raw: bool) -> Problem {
    let (message, help) = if raw {
        ("this text is never closed", "end it with a quote and the same number of `#` as at its beginning")
    } else {
        ("this quote is not closed on its line", "add the missing quote after it, or before it on the same line")
    };
    Problem::new(ProblemCode::Syntax, text, at..at + 1, message.to_owned(), Some(help.to_owned()))
}

fn punctuation(character: char) -> Option<TokenKind> {
    match character {
        '(' | '[' | '{' => Some(TokenKind::Open),
        ')' | ']' | '}' => Some(TokenKind::Close),
        ',' => Some(TokenKind::Comma),
        ':' => Some(TokenKind::Colon),
        _ => None,
    }
}

fn word_end(text: &str, start: usize) -> usize {
    let ends = |(at, character): &(usize, char)| {
        let rest = &text[start + at..];
        character.is_whitespace()
            || matches!(character, '"' | '\'')
            || punctuation(*character).is_some()
            || rest.starts_with("//")
            || rest.starts_with("/*")
    };
    // The first character always belongs to the word, so that every token has a length.
    text[start..].char_indices().skip(1).find(ends).map_or(text.len(), |(at, _)| start + at)
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

/// The end of the string or character literal that begins at `at`, and whether it is closed.
///
/// `None` if no such literal begins there.
fn quoted(text: &str, at: usize) -> Option<(usize, bool)> {
    let rest = &text[at..];
    if let Some(raw) = rest.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let body = at + 1 + hashes + 1;
            let end = text[body..].find(&close).map(|end| body + end + close.len());
            return Some((end.unwrap_or(text.len()), end.is_some()));
        }
    }
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let mut escaped = false;
    for (position, character) in rest.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            // In the character literal `'''`, the second quote is the character itself.
            _ if character == quote && !(position == 1 && rest.starts_with("'''")) => {
                return Some((at + position + 1, true));
            }
            _ => {}
        }
    }
    Some((text.len(), false))
}

/// The span of the character at index `number` of the string literal at the span `literal`.
///
/// The span of the whole literal if the string has fewer characters.
pub(in crate::preset) fn character(text: &str, literal: Range<usize>, number: usize) -> Range<usize> {
    let raw = text[literal.clone()].starts_with('r');
    let mut at = text[literal.clone()].find('"').map_or(literal.end, |quote| literal.start + quote + 1);
    for _ in 0..number {
        at += character_length(&text[at..literal.end], raw);
    }
    match character_length(&text[at..literal.end], raw) {
        0 => literal,
        length => at..at + length,
    }
}

/// The length in bytes of the first character of `rest`, the rest of a string literal.
///
/// An escape such as `\u{e9}` is one character. `raw` says that the literal has no escapes.
fn character_length(rest: &str, raw: bool) -> usize {
    let length = |text: &str| text.chars().next().map_or(0, char::len_utf8);
    match rest.strip_prefix('\\').filter(|_| !raw) {
        None => length(rest),
        Some(escape) if escape.starts_with('x') => rest.len().min(4),
        Some(escape) if escape.starts_with('u') => rest.find('}').map_or(rest.len(), |end| end + 1),
        Some(escape) => 1 + length(escape),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_characters_and_comments_hide_what_they_hold() {
        let text = "(a: \"x, \\\" (\", 'b', /* [ /* ' */ \" */ r#\"{ \" \"#, ''', '\\'', -1.5e3) // {";
        let words: Vec<_> = tokens(text).unwrap().into_iter().map(|token| &text[token.span]).collect();
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
            assert_eq!(&literal[character(literal, 0..literal.len(), 2)], third);
        }
        assert_eq!(character("\"a\"", 0..3, 9), 0..3);
    }
}

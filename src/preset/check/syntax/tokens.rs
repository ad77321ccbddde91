//! Splits a preset's text into tokens.
//!
//! Guarantee: the spans are in text order and do not overlap; every quote and comment is closed.

use std::ops::Range;

use crate::{
    error::PresetProblem,
    preset::locate::{comment, quoted},
};

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
/// The first comment or quote that is not closed. Only raw strings may contain a line break: any
/// other quote that is open at the end of its line counts as not closed.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, PresetProblem> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        if character.is_whitespace() {
            at += character.len_utf8();
            continue;
        }
        if let Some((end, closed)) = comment(text, at) {
            if !closed {
                let help = "add the missing `*/`; comments nest, so each `/*` needs its own".to_owned();
                return Err(PresetProblem::new(
                    text,
                    at..at + 2,
                    "this comment is never closed".to_owned(),
                    Some(help),
                ));
            }
            at = end;
            continue;
        }
        let (kind, end) = match quoted(text, at) {
            Some((end, closed)) => {
                let raw = character == 'r';
                if !closed || (!raw && text[at..end].contains('\n')) {
                    return Err(unclosed_quote(text, at, raw));
                }
                (if character == '\'' { TokenKind::Letter } else { TokenKind::Text }, end)
            }
            None => match punctuation(character) {
                Some(kind) => (kind, at + 1),
                None => (TokenKind::Word, word_end(text, at)),
            },
        };
        tokens.push(Token { kind, span: at..end });
        at = end;
    }
    Ok(tokens)
}

fn unclosed_quote(text: &str, at: usize, raw: bool) -> PresetProblem {
    let (message, help) = if raw {
        ("this text is never closed", "end it with a quote and the same number of `#` as at its beginning")
    } else {
        ("this quote is not closed on its line", "add the missing quote after it, or before it on the same line")
    };
    PresetProblem::new(text, at..at + 1, message.to_owned(), Some(help.to_owned()))
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
}

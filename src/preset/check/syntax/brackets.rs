//! Checks that the brackets of a text match.

use super::tokens::{Token, TokenKind};
use crate::error::Problem;

/// The problem with the first bracket that matches no other. Cost: linear in the tokens.
pub(super) fn unmatched(text: &str, tokens: &[Token]) -> Option<Problem> {
    let mut open: Vec<&Token> = Vec::new();
    let refuse = |token: &Token, message: String, help: String| {
        Some(Problem::new(text, token.span.clone(), message, Some(help)))
    };
    for token in tokens {
        let given = &text[token.span.clone()];
        match token.kind {
            TokenKind::Open => open.push(token),
            TokenKind::Close => {
                let Some(opener) = open.pop() else {
                    return refuse(
                        token,
                        format!("this `{given}` closes nothing"),
                        "all brackets before it are closed: it is one too many, or its opening bracket is missing"
                            .into(),
                    );
                };
                let bracket = &text[opener.span.clone()];
                let wanted = closing(bracket);
                if given != wanted {
                    return refuse(
                        token,
                        format!("`{given}` cannot close the `{bracket}` of {}", place(text, opener.span.start)),
                        format!("a `{wanted}` is missing before it, or one of the two is the wrong bracket"),
                    );
                }
            }
            _ => {}
        }
    }
    let opener = open.pop()?;
    let bracket = &text[opener.span.clone()];
    let end = tokens.last().map_or(0, |last| last.span.end);
    refuse(
        opener,
        format!("this `{bracket}` is never closed"),
        format!("a `{}` is missing between it and the end of the text, {}", closing(bracket), place(text, end)),
    )
}

fn closing(bracket: &str) -> &'static str {
    match bracket {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

/// A byte offset as line and column, in words.
fn place(text: &str, at: usize) -> String {
    let Problem { line, column, .. } = Problem::new(text, at..at, String::new(), None);
    format!("line {line}, column {column}")
}

//! Checks that the brackets of a text match.

use super::tokens::{Token, TokenKind};
use crate::error::{PresetProblem, ProblemCode};

/// The problem with the first bracket without a partner; `None` if all brackets match.
///
/// Cost: linear in the tokens.
pub(super) fn unmatched(text: &str, tokens: &[Token]) -> Option<PresetProblem> {
    let mut open: Vec<&Token> = Vec::new();
    let refuse = |token: &Token, message: String, help: String| {
        Some(PresetProblem::new(ProblemCode::Syntax, text, token.span.clone(), message, Some(help)))
    };
    for token in tokens {
        let given = &text[token.span.clone()];
        match token.kind {
            TokenKind::Open => open.push(token),
            TokenKind::Close => {
                let Some(opener) = open.pop() else {
                    return refuse(
                        token,
                        format!("this `{given}` has no opening bracket"),
                        "all brackets before it are closed: remove it, or add its opening bracket".into(),
                    );
                };
                let bracket = &text[opener.span.clone()];
                let wanted = closing(bracket);
                if given != wanted {
                    return refuse(
                        token,
                        format!("`{given}` does not match the `{bracket}` at {}", place(text, opener.span.start)),
                        format!("add the missing `{wanted}` before it, or correct one of the two brackets"),
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
        format!("add the missing `{}` before the end of the text, {}", closing(bracket), place(text, end)),
    )
}

fn closing(bracket: &str) -> &'static str {
    match bracket {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

/// A byte offset as a phrase such as `line 3, column 7`.
fn place(text: &str, at: usize) -> String {
    let PresetProblem { line, column, .. } = PresetProblem::new(ProblemCode::Syntax, text, at..at, String::new(), None);
    format!("line {line}, column {column}")
}

//! Checks that the brackets of a text match.

use super::tokens::{Token, TokenKind};
use crate::error::{Problem, ProblemCode};

/// The problem with the first bracket without a partner; `None` if all brackets match.
///
/// Cost: linear in the tokens.
pub(super) fn unmatched(text: &str, tokens: &[Token]) -> Option<Problem> {
    let mut open: Vec<&Token> = Vec::new();
    let refuse = |token: &Token, message: String, help: &str| {
        Some(Problem::new(ProblemCode::Syntax, text, token.span.clone(), message, Some(help.to_owned())))
    };
    for token in tokens {
        let given = &text[token.span.clone()];
        match token.kind {
            TokenKind::Open => open.push(token),
            TokenKind::Close => {
                let Some(opener) = open.pop() else {
                    let help = "all brackets before it are closed: remove it, or add its opening bracket";
                    return refuse(token, format!("this `{given}` has no opening bracket"), help);
                };
                let bracket = &text[opener.span.clone()];
                let wanted = closing(bracket);
                if given != wanted {
                    let there = place(text, opener.span.start);
                    let help = format!("add the missing `{wanted}` before it, or correct one of the two brackets");
                    return refuse(token, format!("`{given}` does not match the `{bracket}` at {there}"), &help);
                }
            }
            _ => {}
        }
    }
    let opener = open.pop()?;
    let bracket = &text[opener.span.clone()];
    let end = place(text, tokens.last().map_or(0, |last| last.span.end));
    let help = format!("add the missing `{}` before the end of the text, {end}", closing(bracket));
    refuse(opener, format!("this `{bracket}` is never closed"), &help)
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
    let Problem { line, column, .. } = Problem::new(ProblemCode::Syntax, text, at..at, String::new(), None);
    format!("line {line}, column {column}")
}

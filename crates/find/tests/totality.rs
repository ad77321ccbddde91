//! No text makes the compiler panic, and every error can be shown.

use roomgen_find::{Problem, Value};

use crate::{
    host::{condition, number},
    oracle::SplitMix,
    targets::targets,
};

/// Pieces of expressions, of other languages and of neither.
const PIECES: [&str; 57] = [
    "floor",
    "rooms",
    "count",
    "max",
    "steps",
    "true",
    "false",
    "in",
    "and",
    "not",
    "null",
    "danger",
    "1",
    "0.5",
    ".5",
    "1.",
    "1e",
    "1e5",
    "99999999999999999999",
    "'wolf'",
    "\"",
    "'",
    "\\",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "?",
    ":",
    ",",
    "!",
    "-",
    "+",
    "*",
    "/",
    "%",
    "&&",
    "||",
    "&",
    "|",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    " ",
    "\n",
    "\t",
    "岩",
    "e\u{301}",
    "\u{202e}",
    "\0",
    "\u{1f600}",
];

fn is_sound(text: &str, error: &Problem) {
    assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}");
    let units: Vec<_> = text.encode_utf16().collect();
    let part = String::from_utf16(&units[error.utf16.clone()]).expect("whole characters");
    assert_eq!(part, text[error.span.clone()]);
    assert!(error.line >= 1 && error.column >= 1 && (error.end_line, error.end_column) >= (error.line, error.column));
    for shown in [error.to_string(), format!("{error:#}")] {
        assert!(shown.len() < 4000, "{shown}");
        assert!(!shown.contains(['\0', '\t', '\r', '\u{202e}']), "{shown:?}");
    }
}

fn try_all(text: &str) -> bool {
    let condition = condition(text);
    let number = number(text);
    let targets = targets(text);
    for error in [condition.as_ref().err(), number.as_ref().err(), targets.as_ref().err()].into_iter().flatten() {
        is_sound(text, error);
    }
    if let Ok(condition) = &condition {
        for value in [None, Some(Value::Whole(0)), Some(Value::Decimal(f64::INFINITY))] {
            let _ = condition.is_met(&mut |_| value);
        }
    }
    if let Ok(score) = &number {
        let result = score.rank(&mut |_| Some(Value::Whole(i128::MIN)));
        assert!(result.unwrap_or_default().unwrap_or_default().is_finite());
    }
    condition.is_ok() || number.is_ok()
}

#[test]
fn random_pieces_are_read_or_refused() {
    let mut dice = SplitMix(7);
    let mut accepted = 0;
    for _ in 0..8_000 {
        let text: String = (0..dice.below(12)).map(|_| dice.pick(&PIECES)).collect();
        accepted += usize::from(try_all(&text));
    }
    assert!(accepted > 20, "{accepted}");
}

#[test]
fn random_bytes_are_read_or_refused() {
    let mut dice = SplitMix(8);
    for _ in 0..4_000 {
        let bytes: Vec<_> = (0..dice.below(40)).map(|_| dice.word() as u8).collect();
        try_all(&String::from_utf8_lossy(&bytes));
    }
    for length in [4095, 4096, 4097] {
        for piece in PIECES {
            try_all(&piece.repeat(length / piece.len()));
        }
    }
}

#[test]
fn an_expression_with_a_change_is_read_or_refused() {
    let mut dice = SplitMix(9);
    let text = "true && (floor + 2.5 * -rooms('Path') > max(seed, loops / 3) || 'x' in ['wolf']) ? count(\"wolf\") % 2 == 1 : !false";
    assert!(try_all(text));
    for _ in 0..4_000 {
        let mut changed: Vec<char> = text.chars().collect();
        for _ in 0..=dice.below(3) {
            let at = dice.below(changed.len());
            match dice.below(3) {
                0 => drop(changed.remove(at)),
                1 => changed.splice(at..at, dice.pick(&PIECES).chars()).for_each(drop),
                _ => {
                    let other = dice.below(changed.len());
                    changed.swap(at, other);
                }
            }
        }
        try_all(&String::from_iter(changed));
    }
}

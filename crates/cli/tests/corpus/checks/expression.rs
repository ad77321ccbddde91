//! Expressions: refused with a mistake that can be underlined, or evaluated to the same by all
//! ways.

use std::sync::LazyLock;

use roomgen::Preset;
use roomgen_find::{LevelWords, Problem, Query, Undefined, Value};

/// A query that seeks nothing yet.
fn query() -> Query {
    static WORDS: LazyLock<LevelWords> =
        LazyLock::new(|| LevelWords::of(&Preset::built_in("grove").expect("a preset")));
    Query::new(WORDS.clone())
}

/// Whether the bytes are an expression of either type, or targets.
pub fn is_expression(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    query().require(text).is_ok() || query().rank_best(text).is_ok() || query().rank_near(text).is_ok()
}

/// Reads an expression, and evaluates it over a few levels.
pub fn expression(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let mut query = query();
    if let Err(error) = query.require(text) {
        assert!(query.inputs().is_empty(), "a mistake leaves no inputs");
        can_be_shown(text, &error);
    }
    for round in 0..4 {
        let mut measure = |input: usize| value(input, round);
        let result = query.is_met(&mut measure);
        let parts: Vec<_> = query.conjuncts().iter().map(|part| part.is_met(&mut measure)).collect();
        let decides = |is: fn(&Result<bool, Undefined>) -> bool| parts.iter().copied().find(is);
        let expected = decides(|part| *part == Ok(false)).or_else(|| decides(Result::is_err)).unwrap_or(Ok(true));
        assert_eq!(result, expected);
    }
    for rank in [Query::rank_best, Query::rank_near] {
        if let Err(error) = rank(&mut query, text) {
            can_be_shown(text, &error);
        }
        for round in 0..4 {
            let rank = query.rank(&mut |input| value(input, round));
            assert!(rank.unwrap_or_default().unwrap_or_default().is_finite());
        }
    }
}

/// The value of an input for the level of a round.
fn value(input: usize, round: usize) -> Option<Value> {
    let numbers = [
        Some(Value::Whole(0)),
        Some(Value::Whole(i128::MIN)),
        Some(Value::Decimal(-0.5)),
        None,
        Some(Value::Decimal(f64::MAX)),
    ];
    numbers[(input + round) % numbers.len()]
}

fn can_be_shown(text: &str, error: &Problem) {
    assert!(text.get(error.span.clone()).is_some(), "{error:?}");
    assert!(error.utf16.end <= text.encode_utf16().count() && error.utf16.start <= error.utf16.end);
    assert!(error.line >= 1 && error.column >= 1);
    assert!((error.end_line, error.end_column) >= (error.line, error.column));
    assert!(!error.source_line.contains(char::is_control));
    assert!(!error.to_string().contains(char::is_control) && format!("{error:#}").len() < 4096);
}

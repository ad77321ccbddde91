//! Expressions over the words of a preset, and a level that is known beforehand.

use std::sync::LazyLock;

use roomgen::Preset;
use roomgen_find::{LevelInput, LevelWords, Problem, Query, Undefined, Value};

/// A query on levels of the grove, which has wolves, that seeks nothing yet.
pub(crate) fn query() -> Query {
    static WORDS: LazyLock<LevelWords> =
        LazyLock::new(|| LevelWords::of(&Preset::built_in("grove").expect("a preset")));
    Query::new(WORDS.clone())
}

/// A query for the levels that meet a condition.
pub(crate) fn condition(text: &str) -> Result<Query, Box<Problem>> {
    let mut query = query();
    query.require(text)?;
    Ok(query)
}

/// A query that ranks by a number.
pub(crate) fn number(text: &str) -> Result<Query, Box<Problem>> {
    let mut query = query();
    query.rank_best(text)?;
    Ok(query)
}

/// The value of an input: `floor` is 1, `seed` 2, `bridges` 3, `linearity` 4; there is no `danger`;
/// others are 10.
pub(crate) fn value(input: &LevelInput) -> Option<Value> {
    match &*input.to_string() {
        "floor" => Some(Value::Whole(1)),
        "seed" => Some(Value::Whole(2)),
        "bridges" => Some(Value::Decimal(3.0)),
        "linearity" => Some(Value::Decimal(4.0)),
        "danger" => None,
        _ => Some(Value::Whole(10)),
    }
}

/// Whether a condition over the values of [`value`] is met.
pub(crate) fn is_met(text: &str) -> Result<bool, Undefined> {
    let query = condition(text).unwrap_or_else(|error| panic!("{error:#}"));
    query.is_met(&mut |input| value(&query.inputs()[input]))
}

/// The number of an expression over the values of [`value`].
pub(crate) fn result(text: &str) -> Result<f64, Undefined> {
    let query = number(text).unwrap_or_else(|error| panic!("{error:#}"));
    query.rank(&mut |input| value(&query.inputs()[input])).map(|rank| rank.expect("a rank"))
}

/// The names of the inputs that evaluating a condition asks for, in order.
pub(crate) fn asked(text: &str) -> Vec<String> {
    let query = condition(text).unwrap_or_else(|error| panic!("{error:#}"));
    let mut asked = Vec::new();
    let _ = query.is_met(&mut |input| {
        asked.push(query.inputs()[input].to_string());
        value(&query.inputs()[input])
    });
    asked
}

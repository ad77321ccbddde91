//! Which levels of a survey meet a condition: an expression over the values that the survey has.

use roomgen::survey::Metric;
use roomgen_find::{Conjunct, LevelInput, LevelWords, Query, Value as Measured};
use serde_json::{Value, json};

use crate::{
    fields::{OperationFields, required},
    request::Refusal,
};

/// Finds the levels that meet the condition of a request, by the values of the metrics that it asks
/// for. Without values, only says which metrics these are.
///
/// Cost: linear in the levels, times the expression.
pub(crate) fn find(fields: &OperationFields) -> Result<Value, Refusal> {
    let mut query = Query::new(LevelWords::of_surveys());
    query.require(required("expression", fields.expression.as_deref())?)?;
    let asked: Vec<Metric> = query
        .inputs()
        .iter()
        .filter_map(|input| match input {
            LevelInput::Metric(metric) => Some(*metric),
            _ => None,
        })
        .collect();
    let first = fields.seed()?.number();
    let value = |input: usize, level: usize, row: &[Option<f64>]| match query.inputs().get(input)? {
        LevelInput::Metric(metric) => {
            let value = row.get(asked.iter().position(|known| known == metric)?).copied().flatten()?;
            Some(if metric.is_whole() { Measured::Whole(value as i128) } else { Measured::Decimal(value) })
        }
        LevelInput::Seed => Some(Measured::Whole(first.wrapping_add(level as u64).into())),
        LevelInput::Floor => Some(Measured::Whole(fields.floor.unwrap_or(0).into())),
        LevelInput::Difficulty => Some(LevelInput::of_difficulty(fields.difficulty.unwrap_or(0.0))),
        // Words of surveys ask for nothing else.
        _ => None,
    };
    let mut found = Vec::new();
    let mut undefined = 0;
    for (level, row) in fields.values.iter().enumerate() {
        match query.is_met(&mut |input| value(input, level, row)) {
            Ok(true) => found.push(level),
            Ok(false) => {}
            Err(_) => undefined += 1,
        }
    }
    let columns = asked.iter().map(|asked| Metric::ALL.iter().position(|metric| metric == asked));
    let hardest = found.is_empty().then(|| hardest(query.conjuncts(), &fields.values, value)).flatten();
    Ok(json!({ "metrics": columns.collect::<Vec<_>>(), "found": found, "undefined": undefined, "hardest": hardest }))
}

/// Of several conditions that `&&` joins, the one that the fewest levels meet: its text, and how
/// many do.
fn hardest(
    conjuncts: &[Conjunct],
    levels: &[Vec<Option<f64>>],
    value: impl Fn(usize, usize, &[Option<f64>]) -> Option<Measured>,
) -> Option<Value> {
    if conjuncts.len() < 2 || levels.is_empty() {
        return None;
    }
    let met = conjuncts.iter().map(|part| {
        let is_met =
            |&(level, row): &(usize, &Vec<Option<f64>>)| part.is_met(&mut |input| value(input, level, row)) == Ok(true);
        (levels.iter().enumerate().filter(is_met).count(), part.text())
    });
    met.min_by_key(|&(levels, _)| levels).map(|(levels, text)| json!({ "condition": text, "levels": levels }))
}

//! Which levels or runs meet a condition: by the values that a survey has, or by making them.

use roomgen::survey::Metric;
use roomgen_find::{Conjunct, FindOutcome, LevelFinder, LevelInput, LevelWords, Query, Strictest, Value as Measured};
use serde_json::{Value, json};

use crate::{
    fields::{OperationFields, required},
    levels::{Levels, SearchedText},
    request::{MAX_SURVEY, Refusal, within},
};

/// The words of conditions: how each is used, what it means, and the names that its argument may
/// be.
pub(crate) fn words(words: LevelWords) -> Value {
    let arguments =
        words.arguments().map(|(function, parameter, names)| (format!("{function}({parameter})"), json!(names)));
    let arguments: Vec<_> = arguments.collect();
    let query = Query::new(words);
    let listed = query.words().iter().map(|word| {
        let usage = word.to_string();
        let names = arguments.iter().find(|(function, _)| *function == usage).map(|(_, names)| names);
        json!({ "usage": usage, "about": word.sentence(), "names": names })
    });
    json!({ "words": listed.collect::<Vec<_>>() })
}

/// Finds the levels or the runs that meet the condition of a request: with a `count` by making
/// those of so many seeds, else by the given values. Without either, only says which metrics the
/// condition asks for: null if it asks for more than metrics.
///
/// Cost: without a count, linear in the levels, times the expression; else that of making them, as
/// far as the condition needs.
pub(crate) fn find(levels: &mut Levels, fields: &OperationFields) -> Result<Value, Refusal> {
    let mut query = Query::new(levels.words(fields)?);
    query.require(required("expression", fields.expression.as_deref())?)?;
    match fields.count {
        Some(count) => by_levels(&query, levels, fields, within("count", count, 1..=MAX_SURVEY)?),
        None if fields.is_of_run() => Ok(json!({ "metrics": null })),
        None => by_values(&query, fields),
    }
}

fn by_levels(query: &Query, levels: &mut Levels, fields: &OperationFields, count: u32) -> Result<Value, Refusal> {
    let first = fields.seed()?.number();
    let seeds = || (0..u64::from(count)).map(|number| first.wrapping_add(number));
    let mut finder = LevelFinder::new(query);
    let mut searched = levels.searched(fields)?;
    let (mut found, mut undefined) = (Vec::new(), 0);
    for (number, seed) in seeds().enumerate() {
        let outcome = match &mut searched {
            SearchedText::Levels(generator, request) => finder.test_request(generator, request.clone().with_seed(seed)),
            SearchedText::Runs(run) => {
                run.restart(seed);
                finder.test_run(run)
            }
        };
        match outcome {
            FindOutcome::Found(_) => found.push(number),
            FindOutcome::NoMatch => {}
            FindOutcome::Undefined(_) => undefined += 1,
        }
    }
    let strictest = fields.hardest.then(|| match searched {
        SearchedText::Levels(generator, request) => {
            finder.strictest(seeds().map(|seed| generator.generate_to(query.stage(), request.clone().with_seed(seed))))
        }
        SearchedText::Runs(run) => finder.strictest_of_runs(run, seeds()),
    });
    let hardest = strictest
        .flatten()
        .map(|Strictest { condition, met, tested, .. }| json!({ "condition": condition, "levels": met, "of": tested }));
    Ok(json!({ "found": found, "undefined": undefined, "hardest": hardest }))
}

fn by_values(query: &Query, fields: &OperationFields) -> Result<Value, Refusal> {
    let mut asked: Vec<Metric> = Vec::new();
    for input in query.inputs() {
        match input {
            LevelInput::Metric(metric) => asked.push(*metric),
            LevelInput::Seed | LevelInput::Floor | LevelInput::Difficulty => {}
            _ => return Ok(json!({ "metrics": null })),
        }
    }
    let first = fields.seed()?.number();
    let value = |input: usize, level: usize, row: &[Option<f64>]| match query.inputs().get(input)? {
        LevelInput::Metric(metric) => {
            let value = row.get(asked.iter().position(|known| known == metric)?).copied().flatten()?;
            Some(if metric.is_whole() { Measured::Whole(value as i128) } else { Measured::Decimal(value) })
        }
        LevelInput::Seed => Some(Measured::Whole(first.wrapping_add(level as u64).into())),
        LevelInput::Floor => Some(Measured::Whole(fields.floor.unwrap_or(0).into())),
        LevelInput::Difficulty => Some(LevelInput::of_difficulty(fields.difficulty.unwrap_or(0.0))),
        // There is nothing else, as above.
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
    met.min_by_key(|&(met, _)| met).map(|(met, text)| json!({ "condition": text, "levels": met, "of": levels.len() }))
}

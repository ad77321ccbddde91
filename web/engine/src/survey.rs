//! Surveys in parts: each worker of the page measures some seeds, and one merges.

use roomgen::survey::{ExtremeLevel, Measurer, Metric, Survey};
use serde_json::{Value, json};

use crate::{
    fields::{OperationFields, required},
    levels::{Levels, SearchedText},
    request::{MAX_SURVEY, Refusal, within},
};

/// Measures levels, from the seed of the request on: the survey as text, which keeps all digits,
/// and the values of each level: null for a metric that is absent, and for all of a floor that the
/// run of the seed does not have.
pub(crate) fn survey(levels: &mut Levels, fields: &OperationFields) -> Result<Value, Refusal> {
    let count = within("count", required("count", fields.count)?, 1..=MAX_SURVEY)?;
    let mut searched = levels.searched(fields)?;
    let floor = fields.floor.unwrap_or(0);
    let mut measurer = Measurer::default();
    let mut survey = Survey::default();
    let mut values = Vec::new();
    let first = fields.seed()?.number();
    for seed in (0..u64::from(count)).map(|number| first.wrapping_add(number)) {
        let level = match &mut searched {
            SearchedText::Levels(generator, request) => Some(generator.generate(request.clone().with_seed(seed))),
            SearchedText::Runs(run) => {
                run.restart(seed);
                run.level(floor)
            }
        };
        let metrics = level.map(|level| survey.add(&level, &mut measurer));
        let present = |&metric| metrics.as_ref().and_then(|metrics| metrics.present(metric));
        values.push(Metric::ALL.iter().map(present).collect::<Vec<_>>());
    }
    let survey = serde_json::to_string(&survey).map_err(Refusal::of)?;
    Ok(json!({ "survey": survey, "values": values }))
}

/// Merges parts, and sums each metric up.
pub(crate) fn merge(parts: &[String]) -> Result<Value, Refusal> {
    let mut whole = Survey::default();
    for part in parts {
        // As bytes, like requests: one copy of the reader.
        let part: Survey =
            serde_json::from_slice(part.as_bytes()).map_err(|error| Refusal::new(format!("no survey: {error}")))?;
        whole.merge(&part);
    }
    let extreme = |extreme: Option<ExtremeLevel>| {
        extreme.map(|extreme| json!({ "value": extreme.value, "seed": extreme.seed.to_string() }))
    };
    let metrics = Metric::ALL.iter().map(|&metric| {
        let statistics = whole.statistics(metric);
        json!({
            "name": metric.name(),
            "levels": statistics.count(),
            "mean": statistics.mean(),
            "deviation": statistics.deviation(),
            "min": extreme(statistics.min()),
            "max": extreme(statistics.max()),
        })
    });
    let counts = |counts: &roomgen::survey::NameCounts| {
        counts.iter().map(|(name, count)| json!([name, count])).collect::<Vec<_>>()
    };
    Ok(json!({
        "survey": serde_json::to_string(&whole).map_err(Refusal::of)?,
        "levels": whole.levels(),
        "metrics": metrics.collect::<Vec<_>>(),
        "layouts": counts(whole.layouts()),
        "vaults": counts(whole.vaults()),
        "kinds": counts(whole.kinds()),
        "tags": counts(whole.tags()),
        "terrain": counts(whole.terrain()),
    }))
}

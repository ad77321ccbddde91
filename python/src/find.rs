//! Finding levels: the seeds that an expression describes, as a batch.

use std::sync::{Arc, Mutex, PoisonError};

use numpy::IntoPyArray;
use pyo3::{prelude::*, types::PyDict};
use roomgen::{Generator, Preset, Request, error::Problem};
use roomgen_find::{Find, FindOutcome, Finds, LevelFinder, LevelInput, LevelWords, Query, Value};

use crate::{blocks::run_blocks, errors};

/// What is sought, and where.
pub(crate) struct FindRequest<'a> {
    pub(crate) condition: Option<&'a str>,
    pub(crate) best: Option<&'a str>,
    pub(crate) near: Option<&'a str>,
    pub(crate) seeds: Vec<u64>,
    pub(crate) most: Option<usize>,
    pub(crate) request: Request,
    pub(crate) threads: usize,
}

/// The seeds of a block: each takes tens of microseconds.
const BLOCK: usize = 32;

/// The blocks of each thread between two looks at the finds: few levels are tested behind the last.
const ROUND: usize = 8;

/// The finds, and the query with its inputs.
pub(crate) fn find(py: Python<'_>, preset: &Arc<Preset>, of: &FindRequest<'_>) -> PyResult<(Query, Vec<Find>)> {
    let query = query(py, preset, of)?;
    let most = of.most.or_else(|| query.is_ranked().then_some(Finds::RANKED));
    let mut finds = Finds::new(&query, most);
    for seeds in of.seeds.chunks(BLOCK * ROUND * of.threads) {
        if finds.is_complete() {
            break;
        }
        let tested = Mutex::new(Vec::new());
        run_blocks(py, of.threads, seeds.chunks(BLOCK).enumerate().collect(), || {
            let (mut generator, mut finder) = (Generator::new(Arc::clone(preset)), LevelFinder::new(&query));
            let tested = &tested;
            move |(number, seeds): (usize, &[u64])| {
                let requests = seeds.iter().map(|&seed| of.request.clone().with_seed(seed));
                let outcomes: Vec<FindOutcome> =
                    requests.map(|request| finder.test_request(&mut generator, request)).collect();
                tested.lock().unwrap_or_else(PoisonError::into_inner).push((number, outcomes));
                Ok(())
            }
        })?;
        let mut tested = tested.into_inner().unwrap_or_else(PoisonError::into_inner);
        tested.sort_unstable_by_key(|(number, _)| *number);
        for outcome in tested.into_iter().flat_map(|(_, outcomes)| outcomes) {
            finds.add(outcome);
        }
    }
    let list = finds.list().to_vec();
    Ok((query, list))
}

/// The query of the expressions, with the spreads of its targets over the first seeds.
fn query(py: Python<'_>, preset: &Arc<Preset>, of: &FindRequest<'_>) -> PyResult<Query> {
    let mut query = Query::new(LevelWords::of(preset));
    let refused = |name: &str, error: &Problem| errors::expression(py, name, error);
    if let Some(condition) = of.condition {
        query.require(condition).map_err(|error| refused("where", &error))?;
    }
    match (of.best, of.near) {
        (Some(_), Some(_)) => return Err(errors::request(py, "best and near both rank the finds: give one of them")),
        (None, None) if of.condition.is_none() => {
            return Err(errors::request(py, "nothing is sought: give where, best or near"));
        }
        (Some(best), None) => query.rank_best(best).map_err(|error| refused("best", &error))?,
        (None, Some(near)) => {
            query.rank_near(near).map_err(|error| refused("near", &error))?;
            let mut generator = Generator::new(Arc::clone(preset));
            let stage = query.stage();
            let level = |&seed: &u64| generator.generate_to(stage, of.request.clone().with_seed(seed));
            query.measure_spreads(of.seeds.iter().map(level));
        }
        (None, None) => {}
    }
    Ok(query)
}

/// A column for each thing that the expressions name, and for the rank.
pub(crate) fn columns<'py>(py: Python<'py>, query: &Query, finds: &[Find]) -> PyResult<Bound<'py, PyDict>> {
    let columns = PyDict::new(py);
    for (position, input) in query.inputs().iter().enumerate() {
        let value = |find: &Find| find.values.get(position).copied().flatten();
        let may_be_absent = match input {
            // Batches have them.
            LevelInput::Seed | LevelInput::Floor | LevelInput::Difficulty => continue,
            LevelInput::Metric(metric) => metric.may_be_absent() || !metric.is_whole(),
            LevelInput::Steps(_) => true,
            _ => false,
        };
        let name = input.to_string();
        if may_be_absent {
            let number = |find: &Find| value(find).map_or(f64::NAN, Value::as_f64);
            columns.set_item(name, finds.iter().map(number).collect::<Vec<_>>().into_pyarray(py))?;
        } else {
            let number = |find: &Find| match value(find) {
                Some(Value::Whole(whole)) => whole as i32,
                _ => 0,
            };
            columns.set_item(name, finds.iter().map(number).collect::<Vec<_>>().into_pyarray(py))?;
        }
    }
    if let Some(rank) = query.rank_name() {
        let ranks: Vec<_> = finds.iter().map(|find| find.rank.unwrap_or(f64::NAN)).collect();
        columns.set_item(rank, ranks.into_pyarray(py))?;
    }
    Ok(columns)
}

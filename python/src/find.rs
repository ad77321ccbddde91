//! Finding levels and runs: the seeds that an expression describes.

use std::sync::{Arc, Mutex, PoisonError};

use numpy::IntoPyArray;
use pyo3::{prelude::*, types::PyDict};
use roomgen::{
    Generator, Preset, Request,
    error::Problem,
    run::{Run, RunGenerator},
};
use roomgen_find::{Find, FindOutcome, Finds, LevelFinder, LevelInput, LevelWords, Query, Value};

use crate::{arguments, blocks::run_blocks, errors};

/// What is sought, and where.
pub(crate) struct FindRequest<'a> {
    pub(crate) subject: FindSubject<'a>,
    pub(crate) condition: Option<&'a str>,
    pub(crate) best: Option<&'a str>,
    pub(crate) near: Option<&'a str>,
}

/// What is searched: of each seed the level of a request, or its run.
pub(crate) enum FindSubject<'a> {
    Levels(&'a Arc<Preset>, Request),
    Runs(&'a Arc<Run>),
}

/// Makes and tests what there is of a seed, with buffers of its own.
enum SubjectTester<'a> {
    Levels(Box<Generator<Arc<Preset>>>, &'a Request),
    Runs(Box<RunGenerator<Arc<Run>>>),
}

/// The seeds of a block: each takes tens of microseconds for a level, or milliseconds for a run.
const BLOCK: [usize; 2] = [32, 4];

/// The blocks of each thread between two looks at the finds: few levels are tested behind the last.
const ROUND: usize = 8;

impl FindRequest<'_> {
    /// The finds, and the query with its inputs.
    pub(crate) fn find(
        &self,
        py: Python<'_>,
        seeds: Option<&Bound<'_, PyAny>>,
        count: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Query, Vec<Find>)> {
        let seeds = seeds.map_or_else(|| Ok((0..10_000).collect()), arguments::seeds)?;
        let (most, threads) = (count.map(arguments::finds).transpose()?, threads.map_or(Ok(1), arguments::threads)?);
        let query = self.query(py, &seeds)?;
        let mut finds = Finds::new(&query, most.or_else(|| query.is_ranked().then_some(Finds::RANKED)));
        let block = BLOCK[matches!(self.subject, FindSubject::Runs(_)) as usize];
        for seeds in seeds.chunks(block * ROUND * threads) {
            if finds.is_complete() {
                break;
            }
            let tested = Mutex::new(Vec::new());
            run_blocks(py, threads, seeds.chunks(block).enumerate().collect(), || {
                let (mut tester, mut finder) = (self.subject.tester(), LevelFinder::new(&query));
                let tested = &tested;
                move |(number, seeds): (usize, &[u64])| {
                    let outcomes: Vec<_> = seeds.iter().map(|&seed| tester.test(&mut finder, seed)).collect();
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
    fn query(&self, py: Python<'_>, seeds: &[u64]) -> PyResult<Query> {
        let mut query = Query::new(match &self.subject {
            FindSubject::Levels(preset, _) => LevelWords::of(preset),
            FindSubject::Runs(run) => LevelWords::of_run(run),
        });
        let refused = |name: &str, error: &Problem| errors::expression(py, name, error);
        if let Some(condition) = self.condition {
            query.require(condition).map_err(|error| refused("where", &error))?;
        }
        match (self.best, self.near) {
            (Some(_), Some(_)) => {
                return Err(errors::request(py, "best and near both rank the finds: give one of them"));
            }
            (None, None) if self.condition.is_none() => {
                return Err(errors::request(py, "nothing is sought: give where, best or near"));
            }
            (Some(best), None) => query.rank_best(best).map_err(|error| refused("best", &error))?,
            (None, Some(near)) => {
                query.rank_near(near).map_err(|error| refused("near", &error))?;
                let stage = query.stage();
                py.detach(|| match self.subject.tester() {
                    SubjectTester::Levels(mut generator, request) => {
                        let level = |&seed: &u64| generator.generate_to(stage, request.clone().with_seed(seed));
                        query.measure_spreads(seeds.iter().map(level));
                    }
                    SubjectTester::Runs(mut generator) => {
                        query.measure_spreads_of_runs(&mut generator, seeds.iter().copied());
                    }
                });
            }
            (None, None) => {}
        }
        Ok(query)
    }
}

impl FindSubject<'_> {
    fn tester(&self) -> SubjectTester<'_> {
        match self {
            Self::Levels(preset, request) => {
                SubjectTester::Levels(Box::new(Generator::new(Arc::clone(preset))), request)
            }
            Self::Runs(run) => SubjectTester::Runs(Box::new(RunGenerator::new(Arc::clone(run), 0))),
        }
    }
}

impl SubjectTester<'_> {
    fn test(&mut self, finder: &mut LevelFinder<'_>, seed: u64) -> FindOutcome {
        match self {
            Self::Levels(generator, request) => finder.test_request(generator, request.clone().with_seed(seed)),
            Self::Runs(generator) => {
                generator.restart(seed);
                finder.test_run(generator)
            }
        }
    }
}

/// A column for each thing that the expressions name, and for the rank.
pub(crate) fn columns<'py>(py: Python<'py>, query: &Query, finds: &[Find]) -> PyResult<Bound<'py, PyDict>> {
    let columns = PyDict::new(py);
    for (position, input) in query.inputs().iter().enumerate() {
        let value = |find: &Find| find.values.get(position).copied().flatten();
        let may_be_absent = match input {
            // Batches and lists of runs have them.
            LevelInput::Seed | LevelInput::Floor | LevelInput::Difficulty => continue,
            LevelInput::Metric(metric) => metric.may_be_absent() || !metric.is_whole(),
            LevelInput::Steps(_) | LevelInput::Floors(_) => true,
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

//! Surveys: metrics of many levels, summed up.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use pyo3::{
    prelude::*,
    types::{PyDict, PyList},
};
use roomgen::{
    Generator, Level, Preset, Request,
    run::{Run, RunGenerator},
    survey::{ExtremeLevel, Measurer, Metric, NameCounts, PieceSurvey, Survey},
};

use crate::{blocks::run_blocks, python, shared_preset::SharedPreset};

/// The seeds of a block of a survey: each takes tens of microseconds for a level, or milliseconds
/// for a run.
const BLOCK: [usize; 2] = [32, 4];

/// The surveys of levels by floor.
type FloorSurveys = BTreeMap<u32, (Survey, PieceSurvey)>;

/// Surveys the levels of these seeds: an instance of `roomgen.tables.Survey`.
pub(crate) fn survey<'py>(
    py: Python<'py>,
    preset: &SharedPreset,
    seeds: &[u64],
    request: &Request,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let mut floors = by_floor(py, seeds.chunks(BLOCK[0]).collect(), threads, || {
        let mut generator = Generator::new(Arc::clone(&preset.rules));
        move |seed, add| add(&preset.rules, &generator.generate(request.clone().with_seed(seed)))
    })?;
    let (survey, pieces) = floors.pop_first().map(|(_, surveys)| surveys).unwrap_or_default();
    in_python(py, &survey, &pieces)
}

/// Surveys the runs of these seeds: a dictionary of instances of `roomgen.tables.Survey` by floor.
pub(crate) fn survey_runs<'py>(
    py: Python<'py>,
    run: &Arc<Run>,
    seeds: &[u64],
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let floors = by_floor(py, seeds.chunks(BLOCK[1]).collect(), threads, || {
        let mut generator = RunGenerator::new(Arc::clone(run), 0);
        move |seed, add| {
            generator.restart(seed);
            while let Some(level) = generator.next() {
                if let Some(preset) = generator.preset(level.origin().floor) {
                    add(preset, &level);
                }
            }
        }
    })?;
    let surveys = PyDict::new(py);
    for (floor, (survey, pieces)) in floors {
        surveys.set_item(floor, in_python(py, &survey, &pieces)?)?;
    }
    Ok(surveys)
}

/// Surveys what `maker` hands over for each seed: levels, each with its preset.
fn by_floor<Maker: FnMut(u64, &mut dyn FnMut(&Preset, &Level))>(
    py: Python<'_>,
    blocks: Vec<&[u64]>,
    threads: usize,
    maker: impl Fn() -> Maker + Sync,
) -> PyResult<FloorSurveys> {
    let total = Mutex::new(FloorSurveys::new());
    run_blocks(py, threads, blocks, || {
        let (mut make, mut measurer, total) = (maker(), Measurer::default(), &total);
        move |seeds: &[u64]| {
            let mut part = FloorSurveys::new();
            let mut add = |preset: &Preset, level: &Level| {
                let (survey, pieces) = part.entry(level.origin().floor).or_default();
                survey.add(level, &mut measurer);
                let mut own = PieceSurvey::new(preset.sizes());
                own.add_run([level]);
                pieces.merge(&own);
            };
            seeds.iter().for_each(|&seed| make(seed, &mut add));
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            for (floor, (survey, pieces)) in part {
                let sum = total.entry(floor).or_default();
                sum.0.merge(&survey);
                sum.1.merge(&pieces);
            }
            Ok(())
        }
    })?;
    Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn in_python<'py>(py: Python<'py>, survey: &Survey, pieces: &PieceSurvey) -> PyResult<Bound<'py, PyAny>> {
    let class = python::class(py, "roomgen.tables", "MetricSummary")?;
    let metrics = PyDict::new(py);
    for &metric in Metric::ALL {
        let spread = survey.statistics(metric);
        let value = |extreme: Option<ExtremeLevel>| extreme.map_or(f64::NAN, |extreme| extreme.value);
        let seed = |extreme: Option<ExtremeLevel>| extreme.map(|extreme| extreme.seed);
        let (min, max) = (spread.min(), spread.max());
        let of_levels = |value: f64| if spread.count() == 0 { f64::NAN } else { value };
        let (mean, deviation) = (of_levels(spread.mean()), of_levels(spread.deviation()));
        let summary = class.call1((mean, deviation, value(min), seed(min), value(max), seed(max), spread.count()))?;
        metrics.set_item(metric.column(), summary)?;
    }
    let counts = |counts: &NameCounts| {
        let rooms = PyDict::new(py);
        counts.iter().try_for_each(|(name, count)| rooms.set_item(name, count)).map(|()| rooms)
    };
    let histograms = PyDict::new(py);
    for histogram in survey.histograms() {
        let [one, other] = histogram.metrics();
        let bins = histogram.bins().map(|([x, y], count)| (histogram.value(0, x), histogram.value(1, y), count));
        histograms.set_item((one.column(), other.column()), PyList::new(py, bins)?)?;
    }
    let class = python::class(py, "roomgen.tables", "Survey")?;
    let [layouts, vaults] = [survey.layouts(), survey.vaults()].map(counts);
    let [kinds, tags, terrain] = [survey.kinds(), survey.tags(), survey.terrain()].map(counts);
    let in_levels = PyDict::new(py);
    pieces.iter().try_for_each(|(piece, counts)| in_levels.set_item(piece.name(), counts.levels))?;
    class.call1((survey.levels(), metrics, layouts?, vaults?, histograms, kinds?, tags?, in_levels, terrain?))
}

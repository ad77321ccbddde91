//! Surveys: metrics of many levels, summed up.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::{
    prelude::*,
    types::{PyDict, PyList},
};
use roomgen::{
    Generator, Request,
    survey::{ExtremeLevel, Measurer, Metric, NameCounts, PieceSurvey, Survey},
};

use crate::{blocks::run_blocks, python, shared_preset::SharedPreset};

/// The levels of a block of a survey: each takes tens of microseconds.
const BLOCK: usize = 32;

/// Surveys the levels of these seeds: an instance of `roomgen.tables.Survey`.
pub(crate) fn survey<'py>(
    py: Python<'py>,
    preset: &SharedPreset,
    seeds: &[u64],
    request: &Request,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let none = || (Survey::default(), PieceSurvey::new(preset.rules.sizes()));
    let total = Mutex::new(none());
    run_blocks(py, threads, seeds.chunks(BLOCK).collect(), || {
        let (mut generator, mut measurer) = (Generator::new(Arc::clone(&preset.rules)), Measurer::default());
        let (total, none) = (&total, &none);
        move |seeds: &[u64]| {
            let (mut part, mut pieces) = none();
            for &seed in seeds {
                let level = generator.generate(request.clone().with_seed(seed));
                part.add(&level, &mut measurer);
                pieces.add_run([level]);
            }
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            total.0.merge(&part);
            total.1.merge(&pieces);
            Ok(())
        }
    })?;
    let (survey, pieces) = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    in_python(py, &survey, &pieces)
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

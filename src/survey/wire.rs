//! Surveys as data: to send the part of one thread, worker or machine to another, which merges.
//!
//! Sums and seeds are texts, since many readers of JSON keep 53 bits of a number.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{ExtremeLevel, Histogram, Metric, MetricStatistics, NameCounts, PAIRS, Survey};
use crate::level::SeedField;

/// A survey as serde reads and writes it.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Survey", deny_unknown_fields)]
pub(super) struct SurveyFields {
    metrics: BTreeMap<String, StatisticsFields>,
    /// For each of [`PAIRS`] its bins, as `[x, y, levels]`.
    histograms: Vec<Vec<(u32, u32, u64)>>,
    layouts: BTreeMap<String, u64>,
    vaults: BTreeMap<String, u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StatisticsFields {
    count: u64,
    sum: String,
    squares: String,
    min: Option<ExtremeFields>,
    max: Option<ExtremeFields>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExtremeFields {
    value: f64,
    seed: SeedField,
}

/// Why data is no survey.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum SurveyReadError {
    #[error("the metrics are not those of this version: {0}")]
    Metrics(String),
    #[error("{given} histograms are given; a survey of this version has {}", PAIRS.len())]
    Histograms { given: usize },
    #[error("{0:?} is not a sum: expected a whole number below 2^128")]
    Sum(String),
    #[error("the metric {metric} counts {given} levels, and the first one {levels}")]
    Levels { metric: &'static str, given: u64, levels: u64 },
}

impl From<Survey> for SurveyFields {
    fn from(survey: Survey) -> Self {
        let extreme = |extreme: ExtremeLevel| ExtremeFields { value: extreme.value, seed: extreme.seed.into() };
        let statistics = |of: &MetricStatistics| StatisticsFields {
            count: of.count,
            sum: of.sum.to_string(),
            squares: of.squares.to_string(),
            min: of.min.map(extreme),
            max: of.max.map(extreme),
        };
        let bins = |histogram: &Histogram| histogram.bins().map(|([x, y], levels)| (x, y, levels)).collect();
        Self {
            metrics: Metric::ALL
                .iter()
                .map(|&metric| (metric.column().to_owned(), statistics(survey.spread(metric))))
                .collect(),
            histograms: survey.histograms().iter().map(bins).collect(),
            layouts: survey.layouts.counts,
            vaults: survey.vaults.counts,
        }
    }
}

impl TryFrom<SurveyFields> for Survey {
    type Error = SurveyReadError;

    fn try_from(mut fields: SurveyFields) -> Result<Self, SurveyReadError> {
        if fields.histograms.len() != PAIRS.len() {
            return Err(SurveyReadError::Histograms { given: fields.histograms.len() });
        }
        let mut survey = Self::default();
        for (&metric, spread) in Metric::ALL.iter().zip(&mut survey.spreads) {
            let column = metric.column();
            let given = fields.metrics.remove(column);
            *spread = given.ok_or_else(|| SurveyReadError::Metrics(format!("{column} is missing")))?.try_into()?;
        }
        if let Some(unknown) = fields.metrics.into_keys().next() {
            return Err(SurveyReadError::Metrics(format!("{unknown:?} is unknown")));
        }
        let levels = survey.levels();
        let uneven = Metric::ALL.iter().find(|&&metric| survey.spread(metric).count() != levels);
        if let Some(&metric) = uneven {
            let given = survey.spread(metric).count();
            return Err(SurveyReadError::Levels { metric: metric.column(), given, levels });
        }
        for (histogram, bins) in survey.histograms.iter_mut().zip(fields.histograms) {
            histogram.bins = bins.into_iter().map(|(x, y, levels)| ([x, y], levels)).collect();
        }
        survey.layouts = NameCounts { counts: fields.layouts };
        survey.vaults = NameCounts { counts: fields.vaults };
        Ok(survey)
    }
}

impl TryFrom<StatisticsFields> for MetricStatistics {
    type Error = SurveyReadError;

    fn try_from(fields: StatisticsFields) -> Result<Self, SurveyReadError> {
        let sum = |text: String| text.parse().map_err(|_| SurveyReadError::Sum(text));
        let extreme = |extreme: ExtremeFields| ExtremeLevel { value: extreme.value, seed: extreme.seed.value };
        Ok(Self {
            count: fields.count,
            sum: sum(fields.sum)?,
            squares: sum(fields.squares)?,
            min: fields.min.map(extreme),
            max: fields.max.map(extreme),
        })
    }
}

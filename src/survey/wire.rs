//! Surveys as data: to send the part of one thread, worker or machine to another, which merges.
//!
//! Sums and seeds are texts, since many readers of JSON keep 53 bits of a number. Metrics have the
//! names of their [columns](Metric::column). Data from elsewhere is checked: what is read can be
//! merged, shown and written like any other survey.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{ExtremeLevel, Histogram, Metric, MetricStatistics, NameCounts, Survey};
use crate::model::{Name, SeedField};

/// A survey as serde reads and writes it.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Survey", deny_unknown_fields)]
pub(super) struct SurveyForm {
    metrics: BTreeMap<String, StatisticsForm>,
    histograms: Vec<HistogramForm>,
    layouts: BTreeMap<String, u64>,
    vaults: BTreeMap<String, u64>,
    kinds: BTreeMap<String, u64>,
    tags: BTreeMap<String, u64>,
    terrain: BTreeMap<String, u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StatisticsForm {
    count: u64,
    sum: String,
    squares: String,
    min: Option<ExtremeForm>,
    max: Option<ExtremeForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExtremeForm {
    value: f64,
    seed: SeedField,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HistogramForm {
    /// The columns of the metrics, across and up.
    metrics: [String; 2],
    /// The bins that hold levels: across, up, number of levels.
    bins: Vec<(u32, u32, u64)>,
}

/// Why data is no survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum SurveyReadError {
    #[error("the metrics are not those of this version: {0} is missing")]
    Missing(&'static str),
    #[error("the metrics are not those of this version: there are more")]
    Unknown,
    #[error("the histograms are not those of this version")]
    Histograms,
    #[error("the {field} of {metric} is no whole number below 2^128")]
    Sum { metric: &'static str, field: &'static str },
    #[error("{metric} counts {given} levels; {} counts {levels}", Metric::ALL[0].column())]
    Levels { metric: &'static str, given: u64, levels: u64 },
    #[error("the extremes of {0} are not two numbers from 0 on, the smaller first, or none for no level")]
    Extremes(&'static str),
    #[error("the histogram of {0} and {1} does not count each level in one bin")]
    Bins(&'static str, &'static str),
    #[error("a layout, vault, kind, tag or terrain has no valid name, or is counted 0 times")]
    Name,
}

impl From<Survey> for SurveyForm {
    fn from(survey: Survey) -> Self {
        let extreme = |extreme: ExtremeLevel| ExtremeForm { value: extreme.value, seed: extreme.seed.into() };
        let statistics = |of: &MetricStatistics| StatisticsForm {
            count: of.count,
            sum: of.sum.to_string(),
            squares: of.squares.to_string(),
            min: of.min.map(extreme),
            max: of.max.map(extreme),
        };
        let histogram = |histogram: &Histogram| HistogramForm {
            metrics: histogram.metrics().map(|metric| metric.column().to_owned()),
            bins: histogram.bins().map(|([x, y], levels)| (x, y, levels)).collect(),
        };
        Self {
            metrics: Metric::ALL
                .iter()
                .map(|&metric| (metric.column().to_owned(), statistics(survey.statistics(metric))))
                .collect(),
            histograms: survey.histograms().iter().map(histogram).collect(),
            layouts: survey.layouts.counts,
            vaults: survey.vaults.counts,
            kinds: survey.kinds.counts,
            tags: survey.tags.counts,
            terrain: survey.terrain.counts,
        }
    }
}

impl TryFrom<SurveyForm> for Survey {
    type Error = SurveyReadError;

    fn try_from(mut form: SurveyForm) -> Result<Self, SurveyReadError> {
        let mut survey = Self::default();
        for (&metric, spread) in Metric::ALL.iter().zip(&mut survey.spreads) {
            let column = metric.column();
            let given = form.metrics.remove(column).ok_or(SurveyReadError::Missing(column))?;
            *spread = given.statistics(column)?;
        }
        if !form.metrics.is_empty() {
            return Err(SurveyReadError::Unknown);
        }
        let levels = survey.levels();
        for &metric in Metric::ALL {
            let (is_absent_somewhere, given) = (metric.may_be_absent(), survey.statistics(metric).count());
            let metric = metric.column();
            if given > levels || given < levels && !is_absent_somewhere {
                return Err(SurveyReadError::Levels { metric, given, levels });
            }
        }
        if form.histograms.len() != survey.histograms.len() {
            return Err(SurveyReadError::Histograms);
        }
        for (histogram, given) in survey.histograms.iter_mut().zip(form.histograms) {
            given.fill(histogram, levels)?;
        }
        survey.layouts = named(form.layouts)?;
        survey.vaults = named(form.vaults)?;
        survey.kinds = named(form.kinds)?;
        survey.tags = named(form.tags)?;
        survey.terrain = named(form.terrain)?;
        Ok(survey)
    }
}

impl StatisticsForm {
    /// The statistics of the metric with this column.
    fn statistics(self, metric: &'static str) -> Result<MetricStatistics, SurveyReadError> {
        let sum = |field, text: String| text.parse().map_err(|_| SurveyReadError::Sum { metric, field });
        let extreme = |given: ExtremeForm| ExtremeLevel { value: given.value, seed: given.seed.value };
        let (min, max) = (self.min.map(extreme), self.max.map(extreme));
        let is_value = |value: f64| value.is_finite() && value.is_sign_positive();
        let are_extremes = match (min, max) {
            (Some(min), Some(max)) => {
                self.count > 0 && is_value(min.value) && is_value(max.value) && min.value <= max.value
            }
            (None, None) => self.count == 0,
            _ => false,
        };
        if !are_extremes {
            return Err(SurveyReadError::Extremes(metric));
        }
        Ok(MetricStatistics {
            count: self.count,
            sum: sum("sum", self.sum)?,
            squares: sum("squares", self.squares)?,
            min,
            max,
        })
    }
}

impl HistogramForm {
    /// Fills the histogram of a survey of so many levels.
    fn fill(self, histogram: &mut Histogram, levels: u64) -> Result<(), SurveyReadError> {
        let columns = histogram.metrics().map(Metric::column);
        if self.metrics != columns {
            return Err(SurveyReadError::Histograms);
        }
        let (given, mut counted) = (self.bins.len(), 0_u64);
        for (x, y, count) in self.bins {
            counted = counted.saturating_add(count);
            histogram.bins.insert([x, y], count);
        }
        let is_each_given_once = histogram.bins.len() == given && histogram.bins.values().all(|&count| count > 0);
        let may_be_fewer = histogram.metrics().into_iter().any(Metric::may_be_absent);
        if is_each_given_once && (counted == levels || counted < levels && may_be_fewer) {
            Ok(())
        } else {
            Err(SurveyReadError::Bins(columns[0], columns[1]))
        }
    }
}

/// Counts by names as presets have them.
fn named(counts: BTreeMap<String, u64>) -> Result<NameCounts, SurveyReadError> {
    let are_valid = counts.iter().all(|(name, &count)| Name::fault(name).is_none() && count > 0);
    if are_valid { Ok(NameCounts { counts }) } else { Err(SurveyReadError::Name) }
}

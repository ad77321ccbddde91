//! How many levels have which two values.

use std::collections::BTreeMap;

use super::{Metric, Metrics};

/// Levels counted by two of their metrics.
///
/// Bins are fine and only those with levels are kept, so that parts merge exactly, and whoever shows them puts as many together as
/// there is room for. A bin holds the values that round to its number: bin `n` of a metric with `k` bins for each unit is about
/// `n / k`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// Across and down.
    metrics: [Metric; 2],
    bins: BTreeMap<[u32; 2], u64>,
}

impl Histogram {
    pub(super) fn new(metrics: [Metric; 2]) -> Self {
        Self { metrics, bins: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, level: &Metrics) {
        let bin = self.metrics.map(|metric| (level.get(metric) * f64::from(metric.grains())).round() as u32);
        *self.bins.entry(bin).or_default() += 1;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        other.bins.iter().for_each(|(&bin, count)| *self.bins.entry(bin).or_default() += count);
    }

    /// The two metrics, the one across first.
    #[must_use]
    pub fn metrics(&self) -> [Metric; 2] {
        self.metrics
    }

    /// The bins that hold levels, in order, and how many.
    pub fn bins(&self) -> impl ExactSizeIterator<Item = ([u32; 2], u64)> {
        self.bins.iter().map(|(&bin, &count)| (bin, count))
    }

    /// The middle of a bin's values along one of the metrics.
    #[must_use]
    pub fn value(&self, axis: usize, bin: u32) -> f64 {
        f64::from(bin) / f64::from(self.metrics[axis % 2].grains())
    }
}

//! Two-dimensional histograms: numbers of levels by pairs of metric values.

use std::collections::BTreeMap;

use super::{LevelMetrics, Metric};

/// Counts of levels by two of their metrics.
///
/// Sparse: only bins that hold levels are stored. Bins are narrow and the same in all surveys, so
/// that parts merge exactly and a plot can combine as many bins as it needs. Bin `n` of a metric
/// with `k` bins for each unit holds the values that round to `n / k`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// The metric of the horizontal axis, then that of the vertical axis.
    metrics: [Metric; 2],
    pub(super) bins: BTreeMap<[u32; 2], u64>,
}

impl Histogram {
    pub(super) fn new(metrics: [Metric; 2]) -> Self {
        Self { metrics, bins: BTreeMap::new() }
    }

    /// Adds a level, unless one of the two metrics is absent.
    pub(super) fn add(&mut self, level: &LevelMetrics) {
        let [Some(x), Some(y)] = self.metrics.map(|metric| {
            let value = level.present(metric)?;
            Some((value * f64::from(metric.bins_per_unit())).round() as u32)
        }) else {
            return;
        };
        let bin = [x, y];
        *self.bins.entry(bin).or_default() += 1;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (&bin, &count) in &other.bins {
            let own = self.bins.entry(bin).or_default();
            *own = own.saturating_add(count);
        }
    }

    /// The two metrics: horizontal axis first, then vertical axis.
    #[must_use]
    pub fn metrics(&self) -> [Metric; 2] {
        self.metrics
    }

    /// The bins that hold levels, sorted by their numbers on both axes, each with its number of
    /// levels.
    pub fn bins(&self) -> impl ExactSizeIterator<Item = ([u32; 2], u64)> {
        self.bins.iter().map(|(&bin, &count)| (bin, count))
    }

    /// The metric value at the centre of a bin, along one axis: 0 for the first metric, 1 for the
    /// second.
    #[must_use]
    pub fn value(&self, axis: usize, bin: u32) -> f64 {
        f64::from(bin) / f64::from(self.metrics[axis % 2].bins_per_unit())
    }
}

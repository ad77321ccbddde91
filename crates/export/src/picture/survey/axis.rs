//! An axis of a plot: the positions of values along it, and its ticks.
//!
//! Consumes histograms, and produces groups of bins of equal width.

use roomgen::survey::{Histogram, Metric};

/// An axis of a plot: the histogram bins of one metric, merged into groups of equal width.
///
/// Guarantee: at least one group, each of at least one bin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlotAxis {
    metric: Metric,
    /// The number of the first histogram bin on the axis.
    first: u64,
    /// The number of histogram bins in a group.
    width: u64,
    /// The number of groups along the axis.
    groups: u64,
    /// The number of histogram bins in one unit of the metric.
    grains: u32,
}

impl PlotAxis {
    /// The maximum and the minimum (`LEAST`) number of groups. More groups would be too narrow to
    /// see. An axis of fewer groups is lengthened.
    const MOST: u64 = 40;
    const LEAST: u64 = 10;

    /// Creates an axis of histograms of the same metrics, from the first to the last of their bins.
    ///
    /// `side` is 0 for the axis across, 1 for the axis up.
    pub(super) fn of(histograms: &[&Histogram], side: usize) -> Self {
        let metric = histograms[0].metrics()[side];
        let bins = || histograms.iter().flat_map(|histogram| histogram.bins().map(move |(bin, _)| bin[side]));
        let (least, most) = (bins().min().unwrap_or(0), bins().max().unwrap_or(0));
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|step: u64| step * 10_u64.pow(power)));
        let (least, most) = (u64::from(least), u64::from(most));
        let groups = |width: u64| most / width - least / width + 1;
        // The search ends, since some step is larger than all values.
        let width = steps.take(30).find(|&width| groups(width) <= Self::MOST).unwrap_or(most + 1);
        let (mut first, mut groups) = (least / width, groups(width));
        while groups < Self::LEAST {
            groups += 1;
            if groups.is_multiple_of(2) {
                first = first.saturating_sub(1);
            }
        }
        Self { metric, first: first * width, width, groups, grains: metric.bins_per_unit() }
    }

    pub(super) fn metric(&self) -> Metric {
        self.metric
    }

    pub(super) fn groups(&self) -> usize {
        self.groups as usize
    }

    /// The position of the group that holds a bin of the histograms.
    pub(super) fn group(&self, bin: u32) -> usize {
        (u64::from(bin).saturating_sub(self.first) / self.width).min(self.groups - 1) as usize
    }

    /// The position of a value along the axis, from 0 at its start to 1 at its end.
    pub(super) fn along(&self, value: f64) -> f64 {
        // A bin holds the values that round to its number: half a bin on either side.
        let bins = value * f64::from(self.grains) + 0.5 - self.first as f64;
        bins / (self.width * self.groups) as f64
    }

    /// The values to write along the axis, with their texts.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        /// The maximum number of intervals between ticks.
        const MOST: f64 = 6.0;
        let grains = f64::from(self.grains);
        let last = self.first + self.width * self.groups - 1;
        let (low, high) = (self.first as f64 / grains, last as f64 / grains);
        let mut steps = (-4..12).flat_map(|power| [1.0, 2.0, 5.0].map(|step| (step, power)));
        let size = |(step, power): (f64, i32)| step * 10.0_f64.powi(power);
        let is_wide =
            |&step: &(f64, i32)| (high - low) / size(step) <= MOST && (size(step) >= 1.0 || !self.metric.is_whole());
        let Some(step) = steps.find(is_wide) else { return Vec::new() };
        let decimals = usize::try_from(-step.1).unwrap_or(0);
        let size = size(step);
        let (from, to) = ((low / size).ceil() as i64, (high / size).floor() as i64);
        (from..=to).map(|number| number as f64 * size).map(|value| (value, format!("{value:.decimals$}"))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use roomgen::survey::{Measurer, Survey};

    #[test]
    fn all_bins_lie_on_the_axis_in_order_and_ticks_are_few() {
        let preset = roomgen::preset::Preset::built_in("warehouse").unwrap();
        let (mut generator, mut measurer) = (roomgen::Generator::new(&preset), Measurer::default());
        for levels in [0, 1, 2, 50] {
            let mut survey = Survey::default();
            (0..levels).for_each(|seed| {
                survey.add(&generator.generate(seed), &mut measurer);
            });
            for histogram in survey.histograms() {
                for side in 0..2 {
                    let axis = PlotAxis::of(&[histogram], side);
                    assert!((PlotAxis::LEAST..=PlotAxis::MOST).contains(&(axis.groups() as u64)), "{axis:?}");
                    for (bin, _) in histogram.bins() {
                        let along = axis.along(histogram.value(side, bin[side])) * axis.groups() as f64;
                        assert_eq!(along as usize, axis.group(bin[side]), "{axis:?}");
                    }
                    let ticks = axis.ticks();
                    assert!((2..=7).contains(&ticks.len()), "{ticks:?}");
                    assert!(ticks.iter().all(|(value, _)| (0.0..=1.0).contains(&axis.along(*value))), "{ticks:?}");
                    let read: Vec<f64> = ticks.iter().map(|(_, text)| text.parse().unwrap()).collect();
                    assert!(read.iter().zip(&ticks).all(|(read, (value, _))| (read - value).abs() < 1e-9));
                }
            }
        }
    }
}

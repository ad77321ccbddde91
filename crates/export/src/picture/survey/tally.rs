//! Counts the levels of a histogram by the groups of two axes.

use super::axis::PlotAxis;
use roomgen::survey::Histogram;

/// The number of levels in each pair of groups: one of the axis across, one of the axis up.
///
/// Guarantee: one count for each group across and group up, in rows of `columns` counts.
#[derive(Clone, Debug)]
pub(super) struct HistogramGroupCounts {
    columns: usize,
    counts: Vec<u64>,
}

impl HistogramGroupCounts {
    pub(super) fn of(histogram: &Histogram, axes: &[PlotAxis; 2]) -> Self {
        let columns = axes[0].groups();
        let mut counts = vec![0_u64; columns * axes[1].groups()];
        for (bin, count) in histogram.bins() {
            let counted = &mut counts[axes[1].group(bin[1]) * columns + axes[0].group(bin[0])];
            *counted = counted.saturating_add(count);
        }
        Self { columns, counts }
    }

    /// The number of levels in the group `column` across and the group `row` up; 0 outside the
    /// axes.
    pub(super) fn count(&self, column: i32, row: i32) -> u64 {
        let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else { return 0 };
        if column >= self.columns { 0 } else { self.counts.get(row * self.columns + column).copied().unwrap_or(0) }
    }

    /// The largest number of levels in any pair of groups, at least 1.
    pub(super) fn most(&self) -> u64 {
        self.counts.iter().copied().max().unwrap_or(0).max(1)
    }

    /// The number of levels in each group of one axis: 0 for the axis across, 1 for the axis up.
    pub(super) fn marginal(&self, side: usize) -> Vec<u64> {
        let rows = self.counts.chunks_exact(self.columns);
        if side == 0 {
            (0..self.columns).map(|column| sum(rows.clone().map(|row| row[column]))).collect()
        } else {
            rows.map(|row| sum(row.iter().copied())).collect()
        }
    }

    /// The smallest count among the fullest groups that together hold a fraction of all levels.
    ///
    /// Source: the highest density region of Hyndman, "Computing and graphing highest density
    /// regions" (1996).
    pub(super) fn densest(&self, fraction: f64) -> u64 {
        let mut counts: Vec<u64> = self.counts.iter().copied().filter(|&count| count > 0).collect();
        counts.sort_unstable_by(|one, other| other.cmp(one));
        let wanted = sum(counts.iter().copied()) as f64 * fraction;
        let mut held = 0_u64;
        counts
            .iter()
            .copied()
            .find(|count| {
                held = held.saturating_add(*count);
                held as f64 >= wanted
            })
            .unwrap_or(1)
    }
}

/// A sum that saturates, as the counts of surveys do.
fn sum(counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_densest_groups_hold_the_fraction_and_marginals_hold_all() {
        let tally = HistogramGroupCounts { columns: 3, counts: vec![50, 0, 10, 30, 6, 4] };
        assert_eq!((tally.densest(0.5), tally.densest(0.8), tally.densest(0.9), tally.densest(1.0)), (50, 30, 10, 4));
        assert_eq!((tally.marginal(0), tally.marginal(1)), (vec![80, 6, 14], vec![60, 40]));
        assert_eq!((tally.count(2, 1), tally.count(3, 0), tally.count(-1, 0), tally.count(0, 2)), (4, 0, 0, 0));
        assert_eq!(tally.most(), 50);
    }
}

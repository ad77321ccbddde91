//! Mean, deviation and extremes of one metric over many levels.

/// The smallest or largest value of a metric, and the smallest seed whose level has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExtremeLevel {
    /// The smallest or largest value of the metric.
    pub value: f64,
    /// The smallest seed whose level has this value.
    pub seed: u64,
}

/// Mean, standard deviation and extremes of the values of one metric over many levels.
///
/// Values are rounded to multiples of 2^-20 and summed as integers, so parts merge to bit-identical
/// results in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MetricStatistics {
    pub(super) count: u64,
    /// The sum of the values, in units of `1 / UNITS`.
    pub(super) sum: u128,
    /// The sum of their squares, in units of `1 / UNITS^2`. It may wrap around:
    /// [`MetricStatistics::deviation`] uses only differences that fit, and wrapping arithmetic
    /// keeps those exact.
    pub(super) squares: u128,
    pub(super) min: Option<ExtremeLevel>,
    pub(super) max: Option<ExtremeLevel>,
}

const UNITS: f64 = (1 << 20) as f64;

impl MetricStatistics {
    /// Adds the value of the level of a seed: from 0 to a million, rounded to a multiple of 2^-20.
    ///
    /// For numbers of levels that are no [`Metric`](super::Metric).
    pub fn add(&mut self, value: f64, seed: u64) {
        let parts = (value * UNITS).round() as u128;
        let here = Some(ExtremeLevel { value, seed });
        self.merge(&Self { count: 1, sum: parts, squares: parts.wrapping_mul(parts), min: here, max: here });
    }

    /// Adds the values of other levels.
    pub fn merge(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.sum = self.sum.wrapping_add(other.sum);
        self.squares = self.squares.wrapping_add(other.squares);
        self.min = more_extreme(self.min, other.min, |one, other| one < other);
        self.max = more_extreme(self.max, other.max, |one, other| one > other);
    }

    /// The number of levels whose values were added.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean of the values; 0 without values.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 / UNITS }
    }

    /// The population standard deviation of the values; 0 without values.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let Some(near) = self.sum.checked_div(self.count.into()) else { return 0.0 };
        let count = u128::from(self.count);
        // Sums squared distances from an integer near the mean, which avoids cancellation: the
        // difference of two large, nearly equal numbers.
        let about = near.wrapping_mul(near).wrapping_mul(count);
        let squares = self.squares.wrapping_sub(near.wrapping_mul(self.sum).wrapping_mul(2)).wrapping_add(about);
        let beyond = (self.sum - near * count) as f64 / self.count as f64;
        let variance = squares as f64 / self.count as f64 - beyond * beyond;
        variance.max(0.0).sqrt() / UNITS
    }

    /// The smallest value; `None` without values.
    #[must_use]
    pub fn min(&self) -> Option<ExtremeLevel> {
        self.min
    }

    /// The largest value; `None` without values.
    #[must_use]
    pub fn max(&self) -> Option<ExtremeLevel> {
        self.max
    }
}

/// The more extreme of two values, where `is_further` compares them; on a tie the one with the
/// smaller seed.
fn more_extreme(
    one: Option<ExtremeLevel>,
    other: Option<ExtremeLevel>,
    is_further: fn(f64, f64) -> bool,
) -> Option<ExtremeLevel> {
    let (Some(here), Some(there)) = (one, other) else { return one.or(other) };
    let is_there =
        is_further(there.value, here.value) || !is_further(here.value, there.value) && there.seed < here.seed;
    Some(if is_there { there } else { here })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spread(values: &[f64], seeds: impl IntoIterator<Item = u64>) -> MetricStatistics {
        let mut spread = MetricStatistics::default();
        values.iter().zip(seeds).for_each(|(&value, seed)| spread.add(value, seed));
        spread
    }

    #[test]
    fn nothing_has_no_spread_and_one_value_none_about_itself() {
        let nothing = MetricStatistics::default();
        assert_eq!((nothing.mean(), nothing.deviation(), nothing.min()), (0.0, 0.0, None));
        let one = spread(&[12.5], [7]);
        assert_eq!((one.mean(), one.deviation()), (12.5, 0.0));
        assert_eq!((one.min(), one.max()), (Some(ExtremeLevel { value: 12.5, seed: 7 }), one.min()));
    }

    #[test]
    fn values_beyond_all_levels_lose_no_digits() {
        let far = f64::from(1 << 28);
        let spread = spread(&[far, far + 2.0].repeat(1000), 0..);
        assert_eq!((spread.mean(), spread.deviation()), (far + 1.0, 1.0));
    }

    proptest! {
        #[test]
        fn it_is_what_two_plain_passes_give(values in prop::collection::vec(0.0..5000.0_f64, 1..60)) {
            let spread = spread(&values, 100..);
            let count = values.len() as f64;
            let mean = values.iter().sum::<f64>() / count;
            let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
            prop_assert!((spread.mean() - mean).abs() < 1e-5);
            prop_assert!((spread.deviation() - variance.sqrt()).abs() < 1e-4);
            let sorted = || values.iter().copied();
            prop_assert_eq!(spread.min().map(|extreme| extreme.value), sorted().reduce(f64::min));
            prop_assert_eq!(spread.max().map(|extreme| extreme.value), sorted().reduce(f64::max));
        }

        #[test]
        fn parts_merge_to_the_whole_in_any_order(
            values in prop::collection::vec((0..9_u32).prop_map(|thirds| f64::from(thirds) / 3.0), 2..40),
            cut in 0..40_usize,
        ) {
            let cut = cut % values.len();
            let (first, last) = values.split_at(cut);
            let (first, last) = (spread(first, 0..), spread(last, cut as u64..));
            let whole = spread(&values, 0..);
            let (mut forth, mut back) = (first, last);
            forth.merge(&last);
            back.merge(&first);
            prop_assert_eq!([forth, back], [whole; 2]);
            let least = whole.min().expect("a value");
            prop_assert_eq!(values.iter().position(|value| *value <= least.value), Some(least.seed as usize));
        }
    }
}

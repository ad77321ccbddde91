//! Shannon entropy of choices, in bits, and counts of chosen names.

use std::collections::BTreeMap;

/// The entropy in bits of a choice whose alternatives were chosen this often; 0 without counts.
///
/// Bit-identical on all platforms.
pub(super) fn entropy<Count: Copy + Into<u64>>(counts: &[Count]) -> f64 {
    let counts = || counts.iter().map(|&count| count.into()).filter(|&count| count > 0);
    let all = counts().fold(0, u64::saturating_add);
    if all == 0 {
        return 0.0;
    }
    let within: f64 = counts().map(|count| count as f64 * log2(count)).sum();
    // Rounding can make the difference slightly negative.
    (log2(all) - within / all as f64).max(0.0)
}

/// The binary logarithm of a positive number. Exact for powers of two, else to ten digits.
///
/// Uses multiplication and comparison only: the platform's `log2` may differ in the last digit.
///
/// Source: the digit-by-digit algorithm; squaring a number doubles its logarithm. Knuth, "The Art
/// of Computer Programming", volume 1, section 1.2.2.
fn log2(number: u64) -> f64 {
    const DIGITS: u32 = 40;
    let whole = number.max(1).ilog2();
    let mut rest = number.max(1) as f64 / (1_u64 << whole) as f64;
    let (mut digits, mut digit) = (0.0, 0.5);
    for _ in 0..DIGITS {
        rest *= rest;
        if rest >= 2.0 {
            rest /= 2.0;
            digits += digit;
        }
        digit /= 2.0;
    }
    f64::from(whole) + digits
}

/// Counts by name: how often each layout or vault was chosen, how many props a kind or tag has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameCounts {
    pub(super) counts: BTreeMap<String, u64>,
}

impl NameCounts {
    /// No counts.
    pub(super) const fn new() -> Self {
        Self { counts: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, name: &str, count: u64) {
        match self.counts.get_mut(name) {
            Some(known) => *known = known.saturating_add(count),
            None => drop(self.counts.insert(name.to_owned(), count)),
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        other.counts.iter().for_each(|(name, count)| self.add(name, *count));
    }

    /// The count of this name; 0 for a name without one.
    #[must_use]
    pub fn count(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// The sum of all counts.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.values().copied().fold(0, u64::saturating_add)
    }

    /// The names with their counts, in alphabetical order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, u64)> {
        self.counts.iter().map(|(name, count)| (name.as_str(), *count))
    }

    /// The entropy of the counts in bits: how evenly the names were chosen.
    ///
    /// 0 if always the same name was chosen; the binary logarithm of the number of names if all
    /// were chosen equally often.
    #[must_use]
    pub fn entropy(&self) -> f64 {
        let counts: Vec<u64> = self.counts.values().copied().collect();
        entropy(&counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn the_logarithm_is_the_system_s_but_for_the_last_digits() {
        for number in (1..2000).chain([65_535, 65_536, 1_000_003, u64::MAX / 3, u64::MAX]) {
            assert!(near(log2(number), (number as f64).log2()), "{number}: {}", log2(number));
        }
        assert_eq!((0..64).map(|power| log2(1 << power) as u32).collect::<Vec<_>>(), Vec::from_iter(0..64));
    }

    #[test]
    fn entropy_is_nothing_for_one_choice_and_the_logarithm_of_their_number_for_even_ones() {
        for number in 1..40_u32 {
            let even = vec![7_u32; number as usize];
            assert!(near(entropy(&even), f64::from(number).log2()), "{number}");
        }
        assert!([&[][..], &[0, 0], &[0, 9, 0]].iter().all(|counts| near(entropy::<u32>(counts), 0.0)));
        // One half, one quarter and two eighths.
        assert!(near(entropy(&[4_u32, 2, 0, 1, 1]), 1.75));
    }

    #[test]
    fn merged_counts_are_those_of_both() {
        let (mut one, mut other) = (NameCounts::default(), NameCounts::default());
        [("hall", 3), ("cave", 1), ("hall", 1)].into_iter().for_each(|(name, count)| one.add(name, count));
        [("cave", 1), ("den", 2)].into_iter().for_each(|(name, count)| other.add(name, count));
        one.merge(&other);
        assert_eq!(one.iter().collect::<Vec<_>>(), [("cave", 2), ("den", 2), ("hall", 4)]);
        assert_eq!(["hall", "tomb"].map(|name| one.count(name)), [4, 0]);
        assert_eq!(one.total(), 8);
        assert!(near(one.entropy(), 1.5));
    }
}

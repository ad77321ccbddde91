//! Sharing whole numbers in proportion, by largest remainder.

/// The parts of a unit in which shares are computed before they are rounded.
pub(super) const UNIT: u64 = 256;

/// Shares `amount` in proportion to `weights`, in multiples of 1/[`UNIT`], rounded down.
///
/// All shares are 0 if all weights are. `amount` is below 2^28 and each weight below 2^36; larger
/// ones saturate.
pub(super) fn proportional(amount: u64, weights: &[u64]) -> Vec<u64> {
    let sum: u64 = weights.iter().sum();
    let share = |weight: &u64| (amount * UNIT).saturating_mul(*weight).checked_div(sum).unwrap_or(0);
    weights.iter().map(share).collect()
}

/// Rounds shares in multiples of 1/[`UNIT`] to whole numbers with the sum `total`, by largest
/// remainder; of equal ones the first.
///
/// Only shares above 0 are rounded up. The sum is lower than `total` if the shares are.
pub(super) fn rounded(shares: &[u64], total: u32) -> Vec<u32> {
    let mut whole: Vec<u32> = shares.iter().map(|share| (share / UNIT) as u32).collect();
    let missing = u64::from(total).saturating_sub(whole.iter().copied().map(u64::from).sum());
    let mut remainders: Vec<(u64, usize)> = Vec::new();
    if missing > 0 {
        let all = shares.iter().enumerate().filter(|(_, share)| **share > 0);
        remainders.extend(all.map(|(at, share)| (UNIT - share % UNIT, at)));
        remainders.sort_unstable();
    }
    remainders.iter().take(missing as usize).for_each(|&(_, at)| whole[at] += 1);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_in_proportion_and_add_up() {
        let shares = proportional(10, &[1, 1, 1, 0, 3]);
        assert_eq!(rounded(&shares, 10), [2, 2, 1, 0, 5]);
        assert_eq!(rounded(&proportional(7, &[0, 0]), 7), [0, 0]);
        assert_eq!(rounded(&proportional(3, &[5; 7]), 3), [1, 1, 1, 0, 0, 0, 0]);
    }
}

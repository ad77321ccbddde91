//! Sharing whole numbers in proportion, by largest remainder.

/// The parts of a unit in which shares are computed before they are rounded.
pub(super) const UNIT: u64 = 256;

/// Replaces weights by shares of `amount` in proportion to them, in multiples of 1/[`UNIT`],
/// rounded down.
///
/// All shares are 0 if all weights are. `amount` is below 2^28 and each weight below 2^36; larger
/// products saturate.
pub(super) fn share_out(amount: u64, weights: &mut [u64]) {
    let sum: u64 = weights.iter().sum();
    if sum > 0 {
        weights.iter_mut().for_each(|weight| *weight = (amount * UNIT).saturating_mul(*weight) / sum);
    }
}

/// Rounds shares in multiples of 1/[`UNIT`] to whole numbers with the sum `total`, by largest
/// remainder; of equal ones the first. `remainders` is scratch memory.
///
/// Only shares above 0 are rounded up. The sum is lower than `total` if the shares are.
pub(super) fn round(shares: &mut [u64], total: u32, remainders: &mut Vec<(u64, u32)>) {
    let whole: u64 = shares.iter().map(|share| share / UNIT).sum();
    let missing = u64::from(total).saturating_sub(whole) as usize;
    remainders.clear();
    if missing > 0 {
        let all = (0..).zip(&*shares).filter(|(_, share)| **share > 0);
        remainders.extend(all.map(|(at, share)| (UNIT - share % UNIT, at)));
        if missing < remainders.len() {
            remainders.select_nth_unstable(missing);
            remainders.truncate(missing);
        }
    }
    shares.iter_mut().for_each(|share| *share /= UNIT);
    remainders.iter().for_each(|&(_, at)| shares[at as usize] += 1);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded(amount: u32, weights: &[u64]) -> Vec<u64> {
        let mut shares = weights.to_vec();
        share_out(amount.into(), &mut shares);
        round(&mut shares, amount, &mut Vec::new());
        shares
    }

    #[test]
    fn shares_are_in_proportion_and_add_up() {
        assert_eq!(rounded(10, &[1, 1, 1, 0, 3]), [2, 2, 1, 0, 5]);
        assert_eq!(rounded(7, &[0, 0]), [0, 0]);
        assert_eq!(rounded(3, &[5; 7]), [1, 1, 1, 0, 0, 0, 0]);
    }
}

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

/// Rounds shares as [`round`] does, but first the sums of the rooms of an arm, then each room
/// within its arm: so arms keep their ratio, however small the shares of their rooms are.
///
/// `arm_of` has for each room the first room of its arm. `sums` and `remainders` are scratch
/// memory.
pub(super) fn round_by_arms(
    shares: &mut [u64],
    total: u32,
    arm_of: &[u32],
    sums: &mut Vec<u64>,
    remainders: &mut Vec<(u64, u32)>,
) {
    sums.clear();
    sums.resize(shares.len(), 0);
    for (share, &arm) in shares.iter().zip(arm_of) {
        sums[arm as usize] += share;
    }
    round(sums, total, remainders);
    for (share, &arm) in shares.iter_mut().zip(arm_of) {
        // What the arm has is shared out in order of its remainders below.
        sums[arm as usize] = sums[arm as usize].saturating_sub(*share / UNIT);
    }
    remainders.clear();
    // Most rooms are an arm of their own, without a rest.
    let has_rest = |(share, arm): (&u64, &u32)| *share > 0 && sums[*arm as usize] > 0;
    let all = (0..).zip(shares.iter().zip(arm_of)).filter(|&(_, of)| has_rest(of));
    remainders.extend(all.map(|(at, (share, _))| (UNIT - share % UNIT, at)));
    remainders.sort_unstable();
    shares.iter_mut().for_each(|share| *share /= UNIT);
    for &(_, at) in &*remainders {
        let left = &mut sums[arm_of[at as usize] as usize];
        if *left > 0 {
            *left -= 1;
            shares[at as usize] += 1;
        }
    }
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

    #[test]
    fn arms_keep_their_ratio_when_rooms_have_less_than_one() {
        // Seven rooms at 6/7 and three at 2/3: alone, each would round to 1.
        let mut shares = vec![0; 10];
        shares[..7].fill(6 * UNIT / 7);
        shares[7..].fill(2 * UNIT / 3);
        let arm_of = [0, 0, 0, 0, 0, 0, 0, 7, 7, 7];
        round_by_arms(&mut shares, 8, &arm_of, &mut Vec::new(), &mut Vec::new());
        assert_eq!([&shares[..7], &shares[7..]].map(|arm| arm.iter().sum::<u64>()), [6, 2]);
        assert!(shares.iter().all(|&share| share <= 1));
    }
}

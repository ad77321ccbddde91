//! Sets of layouts, with a bit for each layout of the preset, and the weights of layouts.

use crate::rng::is_drawn;

/// The layouts of a word of a set.
pub(super) const LAYOUTS: usize = u64::BITS as usize;

/// The weights of the layouts of one word; 0 behind the last layout.
pub(super) type WordWeights = [u32; LAYOUTS];

/// The words of the set of those of the first `count` layouts that are `in_set`.
pub(super) fn set_of(count: usize, in_set: impl Fn(usize) -> bool) -> Vec<u64> {
    let mut set = vec![0; count.div_ceil(LAYOUTS)];
    (0..count).for_each(|number| set[number / LAYOUTS] |= u64::from(in_set(number)) << (number % LAYOUTS));
    set
}

/// Whether two sets have a layout in common.
pub(super) fn intersect(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

/// The positions of the bits that are set in a word, in ascending order.
#[inline]
pub(super) fn each_bit(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        // Below 64, which saves the users a check.
        let position = bits.trailing_zeros() as usize % LAYOUTS;
        (bits != 0).then(|| {
            bits &= bits - 1;
            position
        })
    })
}

/// The number of a layout from the word of its bit and the position there.
pub(super) fn number_of(word: usize, position: usize) -> u16 {
    (word * LAYOUTS + position) as u16
}

/// The sum of the weights of the layouts of a word.
#[inline]
pub(super) fn sum_of(weights: &WordWeights, mut bits: u64) -> u64 {
    let mut sum = 0;
    while bits != 0 {
        sum += u64::from(weights[bits.trailing_zeros() as usize % LAYOUTS]);
        bits &= bits - 1;
    }
    sum
}

/// The layout of a set whose interval has the number `drawn`: the intervals lie end to end from 0,
/// each as long as the layout's weight.
#[inline]
pub(super) fn layout_at(set: &[u64], weights: &[WordWeights], mut drawn: u64) -> Option<u16> {
    (0..).zip(set.iter().zip(weights)).find_map(|(word, (&bits, weights))| {
        let chosen = each_bit(bits).find(|&position| is_drawn(&mut drawn, weights[position].into()));
        chosen.map(|position| number_of(word, position))
    })
}

//! The seed contract: which random words a seed gives to each stage and each leaf of the partition,
//! and the sampling algorithms over them.
//!
//! All words come from ChaCha8. Its key is the seed (64 bits, little endian), the floor number (32
//! bits, little endian), the number of a re-roll (32 bits, little endian; 0 for what is drawn
//! first) and zeros. A stage that works on the level as a whole reads stream `stage << 32` in
//! order. Furnishing and room shapes draw for each leaf of the partition: leaf `i` reads block `i`
//! (sixteen words) of stream `stage << 32`, then block `i` of stream `stage << 32 | 1`, up to
//! `stage << 32 | 3`, and all words beyond these 64 from stream `1 << 63 | stage << 32 | i`. So the
//! words of a leaf do not depend on other leaves, reading leaf after leaf is sequential, and few
//! leaves need a stream of their own. Caves need many words, and few leaves have one: leaf `i`
//! reads stream `stage << 32 | i` in order. Stairs beside the exit read such a stream with half of
//! the digest of their name in place of `i`.
//!
//! Sampling is our own, because general libraries may change their algorithms between releases.
//! Nothing here depends on `usize`, and floating-point numbers are only multiplied and compared.

pub(crate) use leaves::LeafWordSource;
pub(crate) use rooms::RoomWordSources;

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// A stage of generation that draws random words. Its number selects its ChaCha streams, so it must
/// never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeedStage {
    Partition = 1,
    Route = 2,
    Doors = 3,
    Furnish = 4,
    Coverage = 6,
    Rooms = 7,
    Tags = 8,
    Loops = 9,
    DoorKinds = 10,
    Vaults = 11,
    Cycles = 12,
    Sizes = 13,
    Stairs = 14,
    Mission = 15,
    Allowances = 16,
    Metered = 17,
    Populate = 18,
    Pools = 19,
    PoolRooms = 20,
    Caves = 21,
    Openings = 22,
    Partings = 23,
    Crossings = 24,
    Banks = 25,
    Arms = 26,
    Spawn = 27,
    StairRooms = 29,
    StairCells = 30,
    Run = 32,
    Features = 34,
    Shapes = 5,
}

/// The source of all random words of one floor: the ChaCha key.
#[derive(Clone, Debug)]
pub(crate) struct FloorSeed {
    key: [u8; 32],
}

impl FloorSeed {
    /// The key of floor `floor` of `seed`.
    pub(crate) fn new(seed: u64, floor: u32) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..12].copy_from_slice(&floor.to_le_bytes());
        Self { key }
    }

    /// The key of floor 0 of the same seed, for what is drawn once for all floors of a run.
    pub(crate) fn run(&self) -> Self {
        let mut run = self.clone();
        run.key[8..12].fill(0);
        run
    }

    /// The key of re-roll `number` of the same floor, for the furnishing of rooms that are drawn
    /// again. That of number 0 is the key itself.
    pub(crate) fn rerolled(&self, number: u32) -> Self {
        let mut rerolled = self.clone();
        rerolled.key[12..16].copy_from_slice(&number.to_le_bytes());
        rerolled
    }

    /// The number of the floor.
    pub(crate) fn floor(&self) -> u32 {
        let [.., a, b, c, d] = *self.key.first_chunk::<12>().unwrap_or(&[0; 12]);
        u32::from_le_bytes([a, b, c, d])
    }

    /// The random words of a stage that works on the level as a whole.
    pub(crate) fn stream(&self, stage: SeedStage) -> WordStream {
        WordStream { rng: self.chacha(stage, 0) }
    }

    /// The random words of one leaf in a stage that needs many for it, or of what has this digest.
    pub(crate) fn leaf_stream(&self, stage: SeedStage, leaf: u32) -> WordStream {
        WordStream { rng: self.chacha(stage, leaf) }
    }

    fn chacha(&self, stage: SeedStage, number: u32) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::from_seed(self.key);
        rng.set_stream((stage as u64) << 32 | u64::from(number));
        rng
    }
}

/// A source of random 32-bit words, and samples drawn from it.
pub(crate) trait RandomSource {
    /// The next word: 32 random bits.
    fn word(&mut self) -> u32;

    /// The next two words, the first as the lower half.
    #[inline]
    fn two_words(&mut self) -> u64 {
        u64::from(self.word()) | u64::from(self.word()) << u32::BITS
    }

    /// A uniform number below `bound`; 0 if `bound` is 0. Takes one word, rarely more.
    ///
    /// Widening multiplication with rejection: Lemire, "Fast Random Integer Generation in an
    /// Interval", 2019.
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        let wide = u64::from(self.word()) * u64::from(bound);
        if (wide as u32) < bound { self.below_again(wide, bound) } else { (wide >> 32) as u32 }
    }

    /// The cold path of [`RandomSource::below`]: draws again while the product `wide` would bias
    /// the result.
    #[cold]
    #[inline(never)]
    fn below_again(&mut self, mut wide: u64, bound: u32) -> u32 {
        let threshold = bound.wrapping_neg() % bound;
        while (wide as u32) < threshold {
            wide = u64::from(self.word()) * u64::from(bound);
        }
        (wide >> 32) as u32
    }

    /// A uniform number from `first` to `last`, both included; `first` if the range is empty.
    #[inline]
    fn within(&mut self, first: i32, last: i32) -> i32 {
        let more = if last > first { last.abs_diff(first).min(u32::MAX - 1) } else { 0 };
        first.wrapping_add(self.below(more + 1) as i32)
    }

    /// True with probability `probability`, exact to 2^-32. Takes one word, also for 0 and 1.
    #[inline]
    fn chance(&mut self, probability: f32) -> bool {
        /// The number of possible words, of which the fraction `probability` gives true.
        const WORDS: f64 = 4_294_967_296.0;
        (f64::from(self.word())) < f64::from(probability) * WORDS
    }

    /// Draws one of `items`, each equally likely; `None` without any.
    ///
    /// Takes one word, rarely more, however many items there are. Counts the items first.
    #[inline]
    fn pick<I: Iterator + Clone>(&mut self, mut items: I) -> Option<I::Item> {
        let drawn = self.below(items.clone().count() as u32);
        items.nth(drawn as usize)
    }

    /// As [`RandomSource::pick`], but takes no word where there is at most one item.
    #[inline]
    fn pick_of_several<I: Iterator + Clone>(&mut self, mut items: I) -> Option<I::Item> {
        if items.clone().nth(1).is_some() { self.pick(items) } else { items.next() }
    }

    /// Draws an index into `weights`, with a probability in proportion to each weight; `None` if
    /// all weights are 0.
    ///
    /// The words that it takes, and what the sum of the weights must fit, are those of
    /// [`RandomSource::below_sum`].
    #[inline]
    fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone, is_wide: bool) -> Option<usize> {
        let drawn = self.below_sum(weights.clone().map(u64::from).sum(), is_wide)?;
        position_at(weights, drawn)
    }

    /// A number below a sum of weights; `None`, without a word, if that is 0.
    ///
    /// If the sum `is_wide`, it may exceed 32 bits: takes one word, uniform up to an error of
    /// 2^-32. Else takes one word, rarely more.
    #[inline]
    fn below_sum(&mut self, total: u64, is_wide: bool) -> Option<u64> {
        match total {
            0 => None,
            _ if is_wide => Some(self.below_wide(total)),
            _ => Some(self.below(total as u32).into()),
        }
    }

    /// A number below `total`, uniform up to an error of 2^-32. Takes one word.
    #[inline]
    fn below_wide(&mut self, total: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(total)) >> 32) as u64
    }

    /// Chooses `count` of `numbers`, every subset equally likely, and sorts them.
    ///
    /// A partial Fisher-Yates shuffle. Takes one word for each number chosen, rarely more; none if
    /// all are chosen.
    fn choose<'a>(&mut self, numbers: &'a mut [u32], count: usize) -> &'a [u32] {
        if count >= numbers.len() {
            return numbers;
        }
        for chosen in 0..count {
            let other = chosen + self.below((numbers.len() - chosen) as u32) as usize;
            numbers.swap(chosen, other);
        }
        let chosen = &mut numbers[..count];
        chosen.sort_unstable();
        chosen
    }

    /// Shuffles `items`, every order equally likely: Fisher-Yates from the last item down.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1);
            items.swap(last, other as usize);
        }
    }
}

/// The index of the weight whose interval contains `drawn`. The intervals lie end to end from 0,
/// each as long as its weight.
#[inline]
pub(crate) fn position_at(mut weights: impl Iterator<Item = u32>, mut drawn: u64) -> Option<usize> {
    weights.position(|weight| is_drawn(&mut drawn, weight.into()))
}

/// Whether `drawn` lies in the next interval, of the length `weight`; makes it count from the end
/// of the interval if not.
#[inline]
pub(crate) fn is_drawn(drawn: &mut u64, weight: u64) -> bool {
    let is_here = *drawn < weight;
    *drawn = drawn.wrapping_sub(weight);
    is_here
}

/// The random words of one stage, in the order of its ChaCha stream.
#[derive(Debug)]
pub(crate) struct WordStream {
    rng: ChaCha8Rng,
}

impl RandomSource for WordStream {
    #[inline]
    fn word(&mut self) -> u32 {
        self.rng.next_u32()
    }

    #[inline]
    fn two_words(&mut self) -> u64 {
        self.rng.next_u64()
    }
}

mod leaves;
mod rooms;
#[cfg(test)]
mod tests;

//! The seed contract: which random words a seed gives to each stage and each leaf of the partition,
//! and the sampling algorithms over them.
//!
//! All words come from ChaCha8. Its key is the seed (64 bits, little endian), the floor number (32
//! bits, little endian) and zeros. A stage that works on the level as a whole reads stream
//! `stage << 32` in order. Furnishing and room shapes draw for each leaf of the partition: leaf `i`
//! reads block `i` (sixteen words) of stream `stage << 32`, then block `i` of stream
//! `stage << 32 | 1`, and so on. So the words of a leaf do not depend on other leaves, and reading
//! leaf after leaf is sequential.
//!
//! Sampling is our own, because general libraries may change their algorithms between releases.
//! Nothing here depends on `usize`, and floating-point numbers are only multiplied and compared.

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

    /// The random words of a stage that works on the level as a whole.
    pub(crate) fn stream(&self, stage: SeedStage) -> WordStream {
        WordStream { rng: self.chacha(stage, 0) }
    }

    /// The random words of a stage that draws for each leaf of the partition.
    pub(crate) fn leaves(&self, stage: SeedStage) -> LeafWordSource {
        LeafWordSource { seed: self.clone(), stage, windows: Vec::new(), leaf: 0, used: 0, block: [0; BLOCK] }
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
    /// Takes one word, rarely more; none for `None`. The sum of the weights must fit 32 bits.
    #[inline]
    fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> Option<usize> {
        let total = weights.clone().sum();
        if total == 0 {
            return None;
        }
        let drawn = self.below(total);
        position_at(weights, drawn.into())
    }

    /// As [`RandomSource::weighted`], for weights whose sum may exceed 32 bits.
    ///
    /// Takes one word; none for `None`. Proportional up to an error of 2^-32.
    fn weighted_wide(&mut self, weights: impl Iterator<Item = u32> + Clone) -> Option<usize> {
        let total: u64 = weights.clone().map(u64::from).sum();
        if total == 0 {
            return None;
        }
        let drawn = self.below_wide(total);
        position_at(weights, drawn)
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
    weights.position(|weight| {
        let is_here = drawn < u64::from(weight);
        drawn = drawn.wrapping_sub(weight.into());
        is_here
    })
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
}

/// The number of 32-bit words in a ChaCha block.
const BLOCK: usize = 16;

/// The number of ChaCha blocks that a [`ChaChaBlockCache`] generates at once.
const BLOCKS: usize = 4;

const BYTES: usize = size_of::<u32>();

/// A cache of the last [`BLOCKS`] blocks generated from one ChaCha stream, one for each leaf from
/// `first` on.
#[derive(Debug)]
struct ChaChaBlockCache {
    rng: ChaCha8Rng,
    first: u64,
    bytes: [u8; BLOCKS * BLOCK * BYTES],
}

impl ChaChaBlockCache {
    #[inline]
    fn block(&mut self, leaf: u64) -> &[u8] {
        const SIDE: usize = BLOCK * BYTES;
        if leaf.wrapping_sub(self.first) >= BLOCKS as u64 {
            self.move_to(leaf);
        }
        let from = (leaf - self.first) as usize % BLOCKS * SIDE;
        &self.bytes[from..from + SIDE]
    }

    /// Generates a batch of [`BLOCKS`] blocks that contains the block of `leaf`.
    ///
    /// The batch after the current one needs no seek in the stream. Any other batch begins at
    /// `leaf`.
    fn move_to(&mut self, leaf: u64) {
        self.first = self.first.wrapping_add(BLOCKS as u64);
        if leaf.wrapping_sub(self.first) >= BLOCKS as u64 {
            self.first = leaf;
            self.rng.set_word_pos(u128::from(leaf) * BLOCK as u128);
        }
        self.rng.fill_bytes(&mut self.bytes);
    }
}

/// The random words of each leaf of the partition in one stage. Call [`LeafWordSource::move_to`]
/// for a leaf, then draw.
#[derive(Debug)]
pub(crate) struct LeafWordSource {
    seed: FloorSeed,
    stage: SeedStage,
    /// One window for each ChaCha stream of the stage that was needed so far. Window `n` gives
    /// words `16 * n` to `16 * n + 15` of a leaf.
    windows: Vec<ChaChaBlockCache>,
    leaf: u64,
    /// The number of words drawn for `leaf` since [`LeafWordSource::move_to`].
    used: usize,
    block: [u32; BLOCK],
}

impl LeafWordSource {
    /// Moves to the first word of a leaf. Generates nothing until a word is drawn. Cheapest if
    /// leaves are visited in ascending order.
    #[inline]
    pub(crate) fn move_to(&mut self, leaf: u32) {
        self.leaf = u64::from(leaf);
        self.used = 0;
    }

    fn fetch(&mut self) {
        let number = self.used / BLOCK;
        if number == self.windows.len() {
            // Adds a window that holds no block yet and stands before leaf 0. If its first batch
            // begins at leaf 0, no seek is needed.
            let (rng, first) = (self.seed.chacha(self.stage, number as u32), 0u64.wrapping_sub(BLOCKS as u64));
            self.windows.push(ChaChaBlockCache { rng, first, bytes: [0; BLOCKS * BLOCK * BYTES] });
        }
        let Some(window) = self.windows.get_mut(number) else { return };
        let words = window.block(self.leaf).chunks_exact(BYTES);
        for (word, bytes) in self.block.iter_mut().zip(words) {
            *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
    }
}

impl RandomSource for LeafWordSource {
    #[inline]
    fn word(&mut self) -> u32 {
        let position = self.used % BLOCK;
        if position == 0 {
            self.fetch();
        }
        self.used += 1;
        self.block[position]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct ScriptedWords(Vec<u32>);

    impl RandomSource for ScriptedWords {
        fn word(&mut self) -> u32 {
            self.0.remove(0)
        }
    }

    /// The first words of the partition and of one leaf, computed once with another implementation
    /// of ChaCha8 (see `tests/seed_words.py`). If these change, every level changes.
    #[test]
    fn the_first_words_of_a_seed_never_change() {
        let seed = FloorSeed::new(0x0123_4567_89ab_cdef, 7);
        let mut partition = seed.stream(SeedStage::Partition);
        let first: [u32; 4] = std::array::from_fn(|_| partition.word());
        assert_eq!(first, WORDS_OF_PARTITION);
        let mut leaves = seed.leaves(SeedStage::Furnish);
        leaves.move_to(5);
        let words: Vec<u32> = (0..18).map(|_| leaves.word()).collect();
        assert_eq!(words[..2], WORDS_OF_LEAF_5[..2], "block 5 of stream 4 << 32");
        assert_eq!(words[16..], WORDS_OF_LEAF_5[2..], "block 5 of stream 4 << 32 | 1");
    }

    const WORDS_OF_PARTITION: [u32; 4] = [0xd52c_9133, 0x82ed_a8f9, 0xefb1_eba5, 0x2d43_77ae];
    const WORDS_OF_LEAF_5: [u32; 4] = [0x45c4_a1f8, 0xd6e1_0791, 0x91a3_32ea, 0xdafe_f885];

    #[test]
    fn a_leaf_draws_the_same_words_whatever_was_drawn_before() {
        let seed = FloorSeed::new(42, 0);
        let draw = |leaves: &mut LeafWordSource, leaf: u32| {
            leaves.move_to(leaf);
            (0..40).map(|_| leaves.word()).collect::<Vec<_>>()
        };
        let alone: Vec<_> = (0..12).map(|leaf| draw(&mut seed.leaves(SeedStage::Furnish), leaf)).collect();
        let mut shared = seed.leaves(SeedStage::Furnish);
        for leaf in [0, 1, 2, 7, 3, 3, 11, 0, 4] {
            shared.move_to(leaf);
            shared.word();
            assert_eq!(draw(&mut shared, leaf), alone[leaf as usize], "leaf {leaf}");
        }
        let distinct: std::collections::BTreeSet<_> = alone.into_iter().collect();
        assert_eq!(distinct.len(), 12);
    }

    #[test]
    fn a_floor_has_words_of_its_own() {
        let words = |floor| FloorSeed::new(1, floor).stream(SeedStage::Route).word();
        assert_ne!(words(0), words(1));
    }

    #[test]
    fn bounded_numbers_reject_exactly_the_words_that_would_bias_them() {
        // 2^32 = 3 * 1431655765 + 1, so exactly one word, 0, must be rejected.
        assert_eq!(ScriptedWords(vec![0, u32::MAX]).below(3), 2);
        assert_eq!(ScriptedWords(vec![1]).below(3), 0);
        assert_eq!(ScriptedWords(vec![0]).below(4), 0, "a power of two rejects nothing");
        assert_eq!(ScriptedWords(vec![77]).below(0), 0);
        assert_eq!(ScriptedWords(vec![u32::MAX]).within(-3, 3), 3);
        assert_eq!(ScriptedWords(vec![5]).within(4, 3), 4);
    }

    #[test]
    fn chances_of_nothing_and_of_certainty_are_exact() {
        assert!(!ScriptedWords(vec![0]).chance(0.0));
        assert!(ScriptedWords(vec![u32::MAX]).chance(1.0));
        assert!(ScriptedWords(vec![(1 << 31) - 1]).chance(0.5));
        assert!(!ScriptedWords(vec![1 << 31]).chance(0.5));
    }

    #[test]
    fn weights_share_out_the_words_in_proportion() {
        let weights = [1u32, 0, 3];
        let mut counts = [0; 3];
        for word in (0..=u32::MAX).step_by(1 << 28) {
            let chosen = ScriptedWords(vec![word]).weighted(weights.iter().copied());
            counts[chosen.unwrap_or(1)] += 1;
        }
        assert_eq!(counts, [4, 0, 12]);
        assert_eq!(ScriptedWords(vec![]).weighted([0u32, 0].into_iter()), None);
        let large = [u32::MAX, 0, u32::MAX, u32::MAX, u32::MAX];
        let chosen = [0, 1 << 30, (1 << 30) + 1, u32::MAX]
            .map(|word| ScriptedWords(vec![word]).weighted_wide(large.into_iter()));
        assert_eq!(chosen, [Some(0), Some(2), Some(2), Some(4)]);
        assert_eq!(ScriptedWords(vec![]).weighted_wide([0u32, 0].into_iter()), None);
    }

    #[test]
    fn each_item_is_as_likely_as_any_other_and_takes_one_word() {
        let drawn = |word| ScriptedWords(vec![word]).pick([7, 8, 9].iter());
        assert_eq!([1, 1 << 31, u32::MAX].map(drawn), [Some(&7), Some(&8), Some(&9)]);
        for count in 0..3 {
            let mut words = ScriptedWords(vec![5; 2]);
            assert_eq!(words.pick(0..count), (count > 0).then_some(0));
            assert_eq!(words.0.len(), 1, "of {count} items");
            let _ = words.pick_of_several(0..count);
            assert_eq!(words.0.len(), usize::from(count < 2), "of {count} items");
        }
        assert_eq!(ScriptedWords(vec![]).pick_of_several(7..8), Some(7));
    }

    #[test]
    fn a_choice_has_no_number_twice_and_can_be_any() {
        let mut stream = FloorSeed::new(9, 0).stream(SeedStage::Furnish);
        let mut choices = std::collections::BTreeMap::new();
        for _ in 0..1000 {
            let mut numbers = [0, 1, 2, 3, 4];
            let chosen = stream.choose(&mut numbers, 2);
            assert!(chosen[0] < chosen[1]);
            *choices.entry([chosen[0], chosen[1]]).or_insert(0) += 1;
        }
        assert_eq!(choices.len(), 10);
        assert!(choices.values().all(|&count| (60..140).contains(&count)), "{choices:?}");
        assert_eq!(ScriptedWords(vec![]).choose(&mut [7, 8], 2), [7, 8]);
        assert!(ScriptedWords(vec![]).choose(&mut [7, 8], 0).is_empty());
    }

    #[test]
    fn a_shuffle_can_make_every_order() {
        let mut stream = FloorSeed::new(9, 0).stream(SeedStage::Route);
        let mut orders = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let mut items = [1, 2, 3, 4];
            stream.shuffle(&mut items);
            orders.insert(items);
        }
        assert_eq!(orders.len(), 24);
    }
}

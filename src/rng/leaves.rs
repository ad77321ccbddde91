//! The random words of the leaves of the partition in one stage.

use rand_chacha::{ChaCha8Rng, rand_core::Rng};

use super::{FloorSeed, RandomSource, SeedStage};

impl FloorSeed {
    /// The random words of a stage that draws for each leaf of the partition.
    pub(crate) fn leaves(&self, stage: SeedStage) -> LeafWordSource {
        let (windows, block) = (Vec::new(), [0; BLOCK]);
        LeafWordSource { seed: self.clone(), stage, windows, beyond: None, leaf: 0, used: 0, block }
    }
}

/// The number of 32-bit words in a ChaCha block.
const BLOCK: usize = 16;

/// The number of ChaCha blocks that a [`ChaChaBlockCache`] generates at once.
const BLOCKS: usize = 4;

/// The number of blocks of a leaf that it has in streams shared with other leaves.
const WINDOWS: usize = 4;

/// The bit that marks streams with the words of single leaves beyond those blocks.
const BEYOND: u64 = 1 << 63;

pub(super) const BYTES: usize = size_of::<u32>();

/// The number of bytes in a ChaCha block.
pub(super) const BLOCK_BYTES: usize = BLOCK * BYTES;

/// A cache of the last [`BLOCKS`] blocks generated from one ChaCha stream, one for each leaf from
/// `first` on.
#[derive(Debug)]
struct ChaChaBlockCache {
    rng: ChaCha8Rng,
    first: u64,
    bytes: [u8; BLOCKS * BLOCK_BYTES],
}

impl ChaChaBlockCache {
    #[inline]
    fn block(&mut self, leaf: u64) -> &[u8; BLOCK_BYTES] {
        if leaf.wrapping_sub(self.first) >= BLOCKS as u64 {
            self.move_to(leaf);
        }
        let from = (leaf - self.first) as usize % BLOCKS * BLOCK_BYTES;
        self.bytes[from..].first_chunk().unwrap_or(&[0; BLOCK_BYTES])
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
    /// One window for each ChaCha stream of the stage that was needed so far, at most [`WINDOWS`].
    /// Window `n` gives words `16 * n` to `16 * n + 15` of a leaf.
    windows: Vec<ChaChaBlockCache>,
    /// The stream of the last leaf that needed more, and the block that comes next.
    beyond: Option<(u64, usize, ChaCha8Rng)>,
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

    /// The number of words drawn for the leaf.
    #[cfg(feature = "parallel")]
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    /// Goes past the first words of a leaf, as if they were drawn. Call it after
    /// [`LeafWordSource::move_to`].
    #[inline]
    pub(crate) fn skip(&mut self, words: usize) {
        self.used = words;
        if !words.is_multiple_of(BLOCK) {
            self.fetch();
        }
    }

    fn fetch(&mut self) {
        let bytes = self.bytes(self.used / BLOCK);
        let words = bytes.chunks_exact(BYTES);
        self.block.iter_mut().zip(words).for_each(|(word, bytes)| *word = word_of(bytes));
    }

    /// The block of the leaf with a number.
    pub(super) fn bytes(&mut self, number: usize) -> [u8; BLOCK_BYTES] {
        if number >= WINDOWS {
            return self.bytes_beyond(number);
        }
        while number >= self.windows.len() {
            // Adds a window that holds no block yet and stands before leaf 0. If its first batch
            // begins at leaf 0, no seek is needed.
            let window = self.windows.len() as u32;
            let (rng, first) = (self.seed.chacha(self.stage, window), 0u64.wrapping_sub(BLOCKS as u64));
            self.windows.push(ChaChaBlockCache { rng, first, bytes: [0; BLOCKS * BLOCK_BYTES] });
        }
        self.windows.get_mut(number).map_or([0; BLOCK_BYTES], |window| *window.block(self.leaf))
    }

    /// The block with a number from [`WINDOWS`] on.
    #[cold]
    fn bytes_beyond(&mut self, number: usize) -> [u8; BLOCK_BYTES] {
        let (leaf, next, mut rng) = self.beyond.take().filter(|&(leaf, ..)| leaf == self.leaf).unwrap_or_else(|| {
            let mut rng = self.seed.chacha(self.stage, self.leaf as u32);
            rng.set_stream(rng.get_stream() | BEYOND);
            (self.leaf, WINDOWS, rng)
        });
        if next != number {
            rng.set_word_pos(((number - WINDOWS) * BLOCK) as u128);
        }
        let mut bytes = [0; BLOCK_BYTES];
        rng.fill_bytes(&mut bytes);
        self.beyond = Some((leaf, number + 1, rng));
        bytes
    }

    /// The word of a leaf at a position from 0. Changes where the source stands.
    #[cold]
    pub(super) fn word_at(&mut self, leaf: u32, position: usize) -> u32 {
        if self.leaf != u64::from(leaf) || self.used != position {
            self.move_to(leaf);
            self.skip(position);
        }
        self.word()
    }
}

/// A word from the bytes of a stream.
#[inline]
pub(super) fn word_of(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.first_chunk().copied().unwrap_or_default())
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

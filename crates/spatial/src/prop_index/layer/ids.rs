//! Packed storage for the object ids of the tiles of one quadtree.

use super::IndexTile;
use crate::set_bits::SetBits;

/// Number of ids in an [`IdCacheLine`]: 64 bytes, a cache line of most processors.
pub(super) const LINE: usize = 16;

/// A cache line of ids, in the order of their cells. Slots after the last id are unspecified.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct IdCacheLine([u32; LINE]);

impl IdCacheLine {
    const ZERO: Self = Self([0; LINE]);

    /// Inserts an id at slot `place` modulo [`LINE`]. Ids from that slot on move up by one slot;
    /// the id in the last slot is dropped.
    #[inline]
    fn insert(&mut self, place: usize, id: u32) {
        let before = self.0;
        let behind = &SHIFT_MASKS[LINE - 1 - place % LINE..][..LINE];
        for at in 0..LINE {
            self.0[at] = before[at.max(1) - 1] & behind[at] | before[at] & !behind[at];
        }
        self.0[place % LINE] = id;
    }

    /// Removes the id at slot `place` modulo [`LINE`]. The ids after it move down by one slot; the
    /// last slot keeps its value.
    #[inline]
    fn remove(&mut self, place: usize) {
        let before = self.0;
        let from = &SHIFT_MASKS[LINE - place % LINE..][..LINE];
        for at in 0..LINE {
            self.0[at] = before[(at + 1).min(LINE - 1)] & from[at] | before[at] & !from[at];
        }
    }
}

/// Masks for shifts within an [`IdCacheLine`]: the [`LINE`] elements from index [`LINE`] - *n* on
/// select the slots from *n* on.
///
/// With a mask, every slot of a line is written whether its id moves or not. That compiles to a few
/// SIMD instructions without a branch.
static SHIFT_MASKS: [u32; 2 * LINE] = {
    let mut masks = [0; 2 * LINE];
    let mut at = LINE;
    while at < 2 * LINE {
        masks[at] = u32::MAX;
        at += 1;
    }
    masks
};

/// The ids of all tiles of an `OriginTree`, one for each occupied cell.
///
/// The ids of a tile are in the order of its cells, without gaps, in a block of 1, 2 or 4 adjacent
/// lines. So the ids of most tiles that a query meets lie in one cache line. An [`IndexTile`] has
/// the index of the block's first line and the block's class: the block has `1 << class` lines. No
/// line belongs to two tiles. Freed blocks are reused for tiles that need a block of the same
/// class.
#[derive(Clone, Debug, Default)]
pub(super) struct TileIds {
    /// The lines of all blocks, freed ones included.
    lines: Vec<IdCacheLine>,
    /// For each block class, the indices in `lines` at which freed blocks begin.
    free: [Vec<u32>; 3],
}

impl TileIds {
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.free.iter_mut().for_each(Vec::clear);
    }

    /// The id of an occupied cell: that of bit `bit` in the tile's word.
    #[inline]
    pub(super) fn get(&self, tile: &IndexTile, bit: u32) -> u32 {
        let rank = tile.rank(bit);
        self.lines[tile.first as usize + rank / LINE].0[rank % LINE]
    }

    /// Replaces the id of an occupied cell: that of bit `bit` in the tile's word.
    #[inline]
    pub(super) fn set(&mut self, tile: &IndexTile, bit: u32, id: u32) {
        let rank = tile.rank(bit);
        self.lines[tile.first as usize + rank / LINE].0[rank % LINE] = id;
    }

    /// Reserves memory for this number of tiles of at most [`LINE`] ids each.
    pub(super) fn reserve(&mut self, tiles: usize) {
        self.lines.reserve(tiles);
    }

    /// Creates a tile from the word of its occupied cells. `ids` has the id of each cell, by bit.
    pub(super) fn add(&mut self, occupied: u64, ids: &[u32; 64]) -> IndexTile {
        let first = self.lines.len();
        let mut bits = SetBits(occupied);
        while bits.0 != 0 {
            let mut line = IdCacheLine::ZERO;
            line.0.iter_mut().zip(&mut bits).for_each(|(place, bit)| *place = ids[bit as usize & 63]);
            self.lines.push(line);
        }
        let tile = IndexTile::new(occupied, first as u32);
        self.lines.resize(first + (1 << tile.class), IdCacheLine::ZERO);
        tile
    }

    /// Whether a tile may need a call of [`TileIds::make_room`] before another id is inserted: its
    /// lines are full.
    #[inline]
    pub(super) fn may_be_full(tile: &IndexTile) -> bool {
        usize::from(tile.count) % LINE == 0
    }

    /// Moves the tile's ids to a larger block if its block has no space for one more id.
    pub(super) fn make_room(&mut self, tile: &mut IndexTile) {
        let before = *tile;
        if before.count > 0 && usize::from(before.count) < LINE << before.class {
            return;
        }
        tile.class = IndexTile::class(tile.count + 1);
        tile.first = self.free[usize::from(tile.class)].pop().unwrap_or_else(|| {
            let first = self.lines.len();
            self.lines.resize(first + (1 << tile.class), IdCacheLine::ZERO);
            first as u32
        });
        if before.count > 0 {
            let (from, to) = (before.first as usize, tile.first as usize);
            self.lines.copy_within(from..from + (1 << before.class), to);
            self.free[usize::from(before.class)].push(before.first);
        }
    }

    /// Marks a free cell as occupied and inserts its id. The tile's block must have space for it.
    #[inline]
    pub(super) fn insert(&mut self, tile: &mut IndexTile, bit: u32, id: u32) {
        let rank = tile.rank(bit);
        let first = tile.first as usize;
        let (mut at, wanted) = (first + usize::from(tile.count) / LINE, first + rank / LINE);
        tile.set(bit);
        // Each line after the one of the new id takes over the last id of the line before it.
        while at > wanted {
            let last = self.lines[at - 1].0[LINE - 1];
            self.lines[at].insert(0, last);
            at -= 1;
        }
        self.lines[at].insert(rank % LINE, id);
    }

    /// Marks an occupied cell as free and removes its id. If the tile is then empty, the caller
    /// must pass it to [`TileIds::free_block`].
    #[inline]
    pub(super) fn remove(&mut self, tile: &mut IndexTile, bit: u32) {
        let rank = tile.rank(bit);
        let first = tile.first as usize;
        tile.unset(bit);
        let (mut at, last) = (first + rank / LINE, first + usize::from(tile.count) / LINE);
        self.lines[at].remove(rank % LINE);
        while at < last {
            self.lines[at].0[LINE - 1] = self.lines[at + 1].0[0];
            at += 1;
            self.lines[at].remove(0);
        }
    }

    /// Frees the block of ids of an empty tile.
    pub(super) fn free_block(&mut self, tile: &mut IndexTile) {
        self.free[usize::from(tile.class)].push(tile.first);
        *tile = IndexTile::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl TileIds {
        /// Panics unless each line belongs to exactly one of `tiles` or to a freed block.
        pub(in super::super) fn verify<'a>(&self, tiles: impl Iterator<Item = &'a IndexTile>) {
            let free =
                self.free.iter().zip(0u8..).flat_map(|(free, class)| free.iter().map(move |&first| (first, class)));
            let mut blocks: Vec<_> = tiles.map(|tile| (tile.first, tile.class)).chain(free).collect();
            blocks.sort_unstable();
            let mut end = 0;
            for (first, class) in blocks {
                assert_eq!(first, end, "each line serves one tile or is free");
                end = first + (1 << class);
            }
            assert_eq!(end as usize, self.lines.len());
        }
    }
}

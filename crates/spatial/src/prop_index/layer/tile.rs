//! Tiles: squares of 8 by 8 cells, which are the lowest three levels of a quadtree as one word.

use super::ids::LINE;

/// A word with the first bit of each row of 8 bits set.
const ROWS: u64 = 0x0101_0101_0101_0101;

/// A square of 8 by 8 cells, the leaf of an `OriginTree`. The ids of its cells are in `TileIds`.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct IndexTile {
    /// The occupied cells: those that are the top left cell of an object. One bit each, in row
    /// order.
    pub(in super::super) occupied: u64,
    /// Cached prefix sums: for each row a byte with the number of occupied cells in earlier rows.
    row_ranks: u64,
    /// The index in `TileIds` of the first line of the tile's ids; unspecified while the tile is
    /// empty.
    pub(super) first: u32,
    /// The number of occupied cells.
    pub(super) count: u8,
    /// The class of the tile's block of ids in `TileIds`: the block has `1 << class` lines.
    pub(super) class: u8,
    /// Whether a cell of the tile may be the top left cell of several objects. Set at the first
    /// such cell, cleared when the tile becomes empty.
    pub(super) stacked: bool,
}

impl IndexTile {
    pub(super) const EMPTY: Self = Self { occupied: 0, row_ranks: 0, first: 0, count: 0, class: 0, stacked: false };

    /// Creates a tile from its occupied cells. Its block of ids begins at line `first` of
    /// `TileIds`.
    pub(super) fn new(occupied: u64, first: u32) -> Self {
        // Counts the bits set in each pair, nibble and byte (Hacker's Delight, 5-1), then prefix
        // sums.
        let twos = occupied - (occupied >> 1 & 0x5555_5555_5555_5555);
        let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
        let through = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ROWS);
        let count = (through >> 56) as u8;
        Self { occupied, row_ranks: through << 8, first, count, class: Self::class(count), stacked: false }
    }

    /// The class of the smallest block for `count` ids: a block of class `n` has `1 << n` lines.
    pub(super) fn class(count: u8) -> u8 {
        match usize::from(count).div_ceil(LINE) {
            0 | 1 => 0,
            2 => 1,
            _ => 2,
        }
    }

    /// The number of occupied cells before the cell of bit `bit`: the position of that cell's id
    /// among the tile's ids.
    #[inline]
    pub(super) fn rank(&self, bit: u32) -> usize {
        let row = bit & 56;
        let cells = (self.occupied >> row) as u8;
        usize::from((self.row_ranks >> row) as u8) + usize::from(BITS_BEFORE[(bit & 7) as usize][usize::from(cells)])
    }

    /// Marks a free cell as occupied.
    #[inline]
    pub(super) fn set(&mut self, bit: u32) {
        self.occupied |= 1 << bit;
        self.row_ranks = self.row_ranks.wrapping_add(ROWS << 8 << (bit & 56));
        self.count += 1;
    }

    /// Marks an occupied cell as free.
    #[inline]
    pub(super) fn unset(&mut self, bit: u32) {
        self.occupied &= !(1 << bit);
        self.row_ranks = self.row_ranks.wrapping_sub(ROWS << 8 << (bit & 56));
        self.count -= 1;
    }
}

/// `BITS_BEFORE[column][row]` is the number of set bits of the byte `row` below bit `column`.
static BITS_BEFORE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 * 256 {
        table[at / 256][at % 256] = ((at % 256) & ((1 << (at / 256)) - 1)).count_ones() as u8;
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    impl IndexTile {
        /// Panics unless the cached counts are right.
        pub(in super::super) fn verify(&self) {
            let again = Self::new(self.occupied, self.first);
            assert_eq!((self.row_ranks, self.count), (again.row_ranks, again.count));
            assert!(self.class >= again.class);
        }
    }

    #[test]
    fn a_tile_counts_the_cells_before_each() {
        let words = [0, 1, u64::MAX, 0x8000_0000_0000_0000, 0x0123_4567_89ab_cdef, 0xf0e1_d2c3_b4a5_9687];
        for occupied in words {
            let tile = IndexTile::new(occupied, 0);
            assert_eq!(u32::from(tile.count), occupied.count_ones());
            for bit in 0..64 {
                assert_eq!(tile.rank(bit), (0..bit).filter(|at| occupied >> at & 1 != 0).count());
            }
            let mut again = IndexTile::EMPTY;
            (0..64).filter(|at| occupied >> at & 1 != 0).for_each(|at| again.set(at));
            assert_eq!((again.occupied, again.row_ranks, again.count), (tile.occupied, tile.row_ranks, tile.count));
            (0..64).filter(|at| occupied >> at & 1 != 0).for_each(|at| again.unset(at));
            assert_eq!((again.occupied, again.row_ranks, again.count), (0, 0, 0));
        }
    }
}

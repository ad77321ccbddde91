//! The ids of a layer's tiles, packed.

use super::Tile;

/// So many ids fill a line of most processors' caches.
const LINE: usize = 16;

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([u32; LINE]);

impl Line {
    const ZERO: Self = Self([0; LINE]);
}

/// The ids of all tiles. Those of one are in the order of its cells and without gaps, in a block of 1, 2 or 4 lines; so
/// the ids of most tiles that a query meets are in one line.
///
/// The tile says where its block begins, and of what class it is: it has `1 << class` lines. No block is ever
/// given to two tiles; those given back are kept for others of their class.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    lines: Vec<Line>,
    /// The first lines of the blocks given back, for each class.
    free: [Vec<u32>; Self::CLASSES],
}

impl Ids {
    pub(super) const CLASSES: usize = 3;

    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.free.iter_mut().for_each(Vec::clear);
    }

    /// The id of an occupied cell.
    #[inline]
    pub(super) fn get(&self, tile: &Tile, bit: u32) -> u32 {
        let rank = tile.rank(bit);
        self.lines[tile.first as usize + rank / LINE].0[rank % LINE]
    }

    /// Replaces the id of an occupied cell.
    #[inline]
    pub(super) fn set(&mut self, tile: &Tile, bit: u32, id: u32) {
        let rank = tile.rank(bit);
        self.lines[tile.first as usize + rank / LINE].0[rank % LINE] = id;
    }

    /// Enters an id for a cell of a tile that is not occupied yet; the tile's block may become another one.
    #[inline]
    pub(super) fn insert(&mut self, tile: &mut Tile, bit: u32, id: u32) {
        if usize::from(tile.count) & (LINE - 1) == 0 {
            self.make_room(tile);
        }
        let rank = tile.rank(bit);
        tile.count += 1;
        if tile.class > 0 {
            self.insert_long(tile, rank, id);
            return;
        }
        // All places, whatever the rank: that takes a few instructions for several at a time, and no decision.
        let Line(line) = &mut self.lines[tile.first as usize];
        let before = *line;
        for at in 1..LINE {
            line[at] = if at > rank { before[at - 1] } else { before[at] };
        }
        line[rank % LINE] = id;
    }

    /// Takes out the id of an occupied cell, with its block if the tile has no other.
    #[inline]
    pub(super) fn remove(&mut self, tile: &mut Tile, bit: u32) {
        let rank = tile.rank(bit);
        tile.count -= 1;
        if tile.class > 0 {
            self.remove_long(tile, rank);
        } else if tile.count > 0 {
            let Line(line) = &mut self.lines[tile.first as usize];
            let before = *line;
            for at in 0..LINE - 1 {
                line[at] = if at >= rank { before[at + 1] } else { before[at] };
            }
        }
        if tile.count == 0 {
            self.give_back(tile);
        }
    }

    #[cold]
    fn insert_long(&mut self, tile: &Tile, rank: usize, id: u32) {
        let lines = &mut self.lines[tile.first as usize..];
        for at in (rank + 1..usize::from(tile.count)).rev() {
            lines[at / LINE].0[at % LINE] = lines[(at - 1) / LINE].0[(at - 1) % LINE];
        }
        lines[rank / LINE].0[rank % LINE] = id;
    }

    #[cold]
    fn remove_long(&mut self, tile: &Tile, rank: usize) {
        let lines = &mut self.lines[tile.first as usize..];
        for at in rank..usize::from(tile.count) {
            lines[at / LINE].0[at % LINE] = lines[(at + 1) / LINE].0[(at + 1) % LINE];
        }
    }

    /// Gives blocks to tiles that have no ids yet, one next to the other, for as many as they count.
    pub(super) fn lay_out<'a>(&mut self, tiles: impl Iterator<Item = &'a mut Tile>) {
        let mut end = self.lines.len();
        for tile in tiles {
            tile.class = class(tile.count);
            tile.first = end as u32;
            end += 1 << tile.class;
        }
        self.lines.resize(end, Line::ZERO);
    }

    /// Gives a tile the block that it needs for one id more.
    #[cold]
    fn make_room(&mut self, tile: &mut Tile) {
        let before = *tile;
        if before.count > 0 && usize::from(before.count) < LINE << before.class {
            return;
        }
        tile.class = class(tile.count + 1);
        tile.first = self.free[usize::from(tile.class)].pop().unwrap_or_else(|| {
            let first = self.lines.len();
            self.lines.resize(first + (1 << tile.class), Line::ZERO);
            first as u32
        });
        if before.count > 0 {
            let (from, to) = (before.first as usize, tile.first as usize);
            self.lines.copy_within(from..from + (1 << before.class), to);
            self.free[usize::from(before.class)].push(before.first);
        }
    }

    #[cold]
    fn give_back(&mut self, tile: &mut Tile) {
        self.free[usize::from(tile.class)].push(tile.first);
        tile.class = 0;
        tile.stacked = false;
    }

    /// Fails the test that calls it unless each line belongs to one of these tiles or is free.
    #[cfg(test)]
    pub(super) fn verify<'a>(&self, tiles: impl Iterator<Item = &'a Tile>) {
        let free = self.free.iter().zip(0u8..).flat_map(|(free, class)| free.iter().map(move |&first| (first, class)));
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

/// The class of a block for so many ids, of which there is one at least.
fn class(count: u8) -> u8 {
    match usize::from(count).div_ceil(LINE) {
        1 => 0,
        2 => 1,
        _ => 2,
    }
}

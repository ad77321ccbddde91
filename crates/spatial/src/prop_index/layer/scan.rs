//! Read access to the words of an `OriginTree`: the occupied cells of an area or of a part of a
//! row, and searches for the next occupied word.

use super::{
    super::words::{self, QuadtreeArea, corner},
    IndexTile, OriginTree,
    ids::TileIds,
};
use crate::set_bits::SetBits;

/// The occupied cells of an area of at most 8 by 8 cells. A cell is occupied if it is the top left
/// cell of an object.
pub(in super::super) struct AreaOccupancy<'layer> {
    ids: &'layer TileIds,
    /// The occupied cells, as a word whose bit 0 is the area's top left cell.
    pub(in super::super) bits: u64,
    /// Whether one of the cells may be the top left cell of several objects.
    pub(in super::super) stacked: bool,
    /// Column and row of the area's top left cell.
    left: u32,
    top: u32,
    /// The tiles that hold the area's top left, top right, bottom left and bottom right cell. Some
    /// are equal if the area lies in fewer than four tiles.
    tiles: [&'layer IndexTile; 4],
}

impl AreaOccupancy<'_> {
    /// Column, row and largest id of the occupied cell of bit `at` of `bits`.
    #[inline]
    pub(in super::super) fn object(&self, at: u32) -> (u32, u32, u32) {
        // Index of the cell in a square of 16 by 16 cells that begins at the first tile's corner.
        let place = at + (at & 56) + (self.top & 7) * 16 + (self.left & 7);
        let tile = self.tiles[(place >> 3 & 1 | place >> 6 & 2) as usize];
        let id = self.ids.get(tile, place >> 1 & 56 | place & 7);
        (self.left + (at & 7), self.top + (at >> 3), id)
    }
}

impl OriginTree {
    /// The occupied cells of `area`, which has at most 8 by 8 cells.
    #[inline]
    pub(in super::super) fn window(&self, area: QuadtreeArea) -> AreaOccupancy<'_> {
        let QuadtreeArea { left, top, right, bottom } = area;
        // The array of tiles is built in its final place: a copy right after writing it would stall
        // the processor.
        let tiles = self.four_tiles(area.parents());
        let mut window = AreaOccupancy { ids: &self.ids, bits: 0, stacked: false, left, top, tiles };
        let words = window.tiles.map(|tile| tile.occupied);
        window.bits = words::window(words, left & 7, top & 7) & corner(right - left, bottom - top);
        window.stacked = self.stacked && window.tiles.iter().any(|tile| tile.stacked);
        window
    }

    /// The tiles at the four corners of an area of at most two by two tiles. The area is in tiles.
    #[inline]
    fn four_tiles(&self, QuadtreeArea { left, top, right, bottom }: QuadtreeArea) -> [&IndexTile; 4] {
        let (right, bottom) = (right - 1, bottom - 1);
        if (left ^ right | top ^ bottom) >= 8 {
            return self.tiles_of_several_pages([(left, top), (right, top), (left, bottom), (right, bottom)]);
        }
        let page = &self.pages[self.page(left >> 3, top >> 3)];
        let tile = |x: u32, y: u32| &page[((y & 7) * 8 + (x & 7)) as usize];
        [tile(left, top), tile(right, top), tile(left, bottom), tile(right, bottom)]
    }

    #[inline(never)]
    fn tiles_of_several_pages(&self, tiles: [(u32, u32); 4]) -> [&IndexTile; 4] {
        tiles.map(|(x, y)| self.tile(x, y))
    }

    /// The occupied cells among the 64 cells of row `y` from column `64 * page` on, one bit each.
    #[inline]
    pub(in super::super) fn segment(&self, page: u32, y: u32) -> u64 {
        let number = self.page(page, y >> 6);
        let first = y >> 3 & 7;
        let shift = 8 * (y & 7);
        let occupied_tiles = self.summaries[number] >> (8 * first) & 0xff;
        let page = &self.pages[number];
        SetBits(occupied_tiles)
            .fold(0, |row, at| row | (page[(8 * first + at) as usize].occupied >> shift & 0xff) << (8 * at))
    }

    /// The first column, from column `x` on, whose word in row `y` of a level is not 0; `None` if
    /// all these words are 0.
    pub(in super::super) fn next_in_row(&self, level: u32, mut x: u32, y: u32) -> Option<u32> {
        if level + 1 >= self.levels() {
            // The root is the only word of its level.
            return (x == 0).then_some(0);
        }
        loop {
            let parent = self.next_in_row(level + 1, x >> 3, y >> 3)?;
            x = x.max(8 * parent);
            let row = self.word(level + 1, parent, y >> 3) >> (8 * (y & 7)) & 0xff;
            let rest = row >> (x & 7);
            if rest != 0 {
                return Some(x + rest.trailing_zeros());
            }
            x = 8 * (parent + 1);
        }
    }

    /// Whether the top left cell of any object lies in `area`.
    pub(in super::super) fn any(&self, area: QuadtreeArea) -> bool {
        if area.right - area.left <= 8 && area.bottom - area.top <= 8 {
            return self.window(area).bits != 0;
        }
        let tiles = area.parents();
        let pages = tiles.parents();
        (pages.top..pages.bottom).any(|y| {
            let mut x = pages.left;
            while let Some(at) = self.next_in_row(1, x, y).filter(|&at| at < pages.right) {
                let number = self.page(at, y);
                let page = &self.pages[number];
                let met =
                    |bit: u32| page[bit as usize].occupied & area.mask(8 * at + (bit & 7), 8 * y + (bit >> 3)) != 0;
                if SetBits(self.summaries[number] & tiles.mask(at, y)).any(met) {
                    return true;
                }
                x = at + 1;
            }
            false
        })
    }
}

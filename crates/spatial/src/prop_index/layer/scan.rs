//! Read access to the words of a layer: windows, row segments and searches for occupied words.

use super::{
    super::words::{self, LevelArea, SetBits, corner},
    IndexTile, OriginTree,
    ids::TileIds,
};

/// The occupied cells of an area of at most 8 by 8 cells.
pub(in super::super) struct AreaWindow<'layer> {
    ids: &'layer TileIds,
    /// The occupied cells, as a word whose bit 0 is the area's top left cell.
    pub(in super::super) bits: u64,
    /// Whether several objects may begin in one of the cells.
    pub(in super::super) stacked: bool,
    /// The area's top left cell.
    left: u32,
    top: u32,
    /// The tiles under the area: top left, top right, bottom left, bottom right. They coincide
    /// where the area lies in fewer than four.
    tiles: [&'layer IndexTile; 4],
}

impl AreaWindow<'_> {
    /// The column and row of a bit's cell, and the largest id there.
    #[inline]
    pub(in super::super) fn object(&self, at: u32) -> (u32, u32, u32) {
        // Position in a grid of 16 by 16 cells that begins at the first tile's corner.
        let place = at + (at & 56) + (self.top & 7) * 16 + (self.left & 7);
        let tile = self.tiles[(place >> 3 & 1 | place >> 6 & 2) as usize];
        let id = self.ids.get(tile, place >> 1 & 56 | place & 7);
        (self.left + (at & 7), self.top + (at >> 3), id)
    }
}

impl OriginTree {
    /// The window of an area of at most 8 by 8 cells.
    #[inline]
    pub(in super::super) fn window(&self, area: LevelArea) -> AreaWindow<'_> {
        let LevelArea { left, top, right, bottom } = area;
        // The tiles are written in place: a copy right after the writes would stall.
        let tiles = self.four_tiles(area.parents());
        let mut window = AreaWindow { ids: &self.ids, bits: 0, stacked: false, left, top, tiles };
        let words = window.tiles.map(|tile| tile.occupied);
        window.bits = words::window(words, left & 7, top & 7) & corner(right - left, bottom - top);
        window.stacked = self.stacked && window.tiles.iter().any(|tile| tile.stacked);
        window
    }

    /// The tiles at the four corners of an area of at most two by two tiles.
    #[inline]
    fn four_tiles(&self, LevelArea { left, top, right, bottom }: LevelArea) -> [&IndexTile; 4] {
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

    /// The 64 cells of row `y` in column `page` of pages, as a word.
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

    /// The first occupied position from column `x` on in row `y` of a level; `None` if none is.
    pub(in super::super) fn next_in_row(&self, level: u32, mut x: u32, y: u32) -> Option<u32> {
        if level + 1 >= self.levels() {
            // The root is the only position of its level.
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

    /// Whether an object begins in an area.
    pub(in super::super) fn any(&self, area: LevelArea) -> bool {
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

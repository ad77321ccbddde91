//! An implicit quadtree over the cells in which objects begin.

use super::words::{Area, Bits, corner, window};
use crate::geom::Size;

#[cfg(test)]
mod verify;

/// The ids of a tile's cells; where several objects begin in a cell, the largest of their ids.
type Block = [u32; 64];

/// 8 by 8 cells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tile {
    /// The cells in which an object begins.
    pub(super) occupied: u64,
    /// The cells in which several do.
    pub(super) stacked: u64,
    /// The position of the tile's ids among the blocks; no matter while nothing is occupied.
    pub(super) block: u32,
}

/// 8 by 8 tiles.
#[derive(Clone, Debug)]
struct Page {
    /// The tiles that hold something.
    summary: u64,
    tiles: [Tile; 64],
}

impl Page {
    const EMPTY: Self = Self { summary: 0, tiles: [Tile { occupied: 0, stacked: 0, block: 0 }; 64] };
}

/// The quadtree: level 0 are tiles of 8 by 8 cells, each level above has a word for 8 by 8 words of the one below, up
/// to the first level that is a single word.
///
/// Guarantees: the bit of a word is set exactly if the word (or cell) that it stands for holds something; tiles that
/// hold nothing have no block, and pages that hold nothing no memory. Page 0 is always empty and stands for all of
/// these, so that looking a tile up takes no decision.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    /// Pages in a row.
    columns: u32,
    /// The position of each page among the pages, in row order; 0 for one that is empty. Made with the first object.
    directory: Vec<u32>,
    pages: Vec<Page>,
    free_pages: Vec<u32>,
    blocks: Vec<Block>,
    free_blocks: Vec<u32>,
    /// The words of level 2 and above, in row order.
    above: Vec<Words>,
}

/// The words of one level.
#[derive(Clone, Debug)]
struct Words {
    columns: u32,
    words: Vec<u64>,
}

impl Layer {
    /// Makes the directory and the words above it.
    #[cold]
    fn prepare(&mut self, size: Size) {
        let mut columns = size.width().unsigned_abs().div_ceil(64);
        let mut rows = size.height().unsigned_abs().div_ceil(64);
        self.columns = columns;
        self.directory = vec![0; (columns * rows) as usize];
        self.pages.push(Page::EMPTY);
        while columns * rows > 1 {
            (columns, rows) = (columns.div_ceil(8), rows.div_ceil(8));
            self.above.push(Words { columns, words: vec![0; (columns * rows) as usize] });
        }
    }

    /// Makes room for objects, as if each began in a tile of its own where there are so many.
    pub(super) fn reserve(&mut self, size: Size, count: usize) {
        let side = |cells: i32| cells.unsigned_abs().div_ceil(8) as usize;
        self.blocks.reserve(count.min(side(size.width()) * side(size.height())));
    }

    /// Forgets all objects; keeps the memory. Cost: linear in the pages of the world.
    pub(super) fn clear(&mut self) {
        self.directory.fill(0);
        self.pages.truncate(1);
        self.free_pages.clear();
        self.blocks.clear();
        self.free_blocks.clear();
        self.above.iter_mut().for_each(|level| level.words.fill(0));
    }

    /// The number of levels, that of tiles included; 0 before the first object.
    pub(super) fn levels(&self) -> u32 {
        if self.pages.is_empty() { 0 } else { 2 + self.above.len() as u32 }
    }

    #[inline]
    fn page(&self, x: u32, y: u32) -> &Page {
        &self.pages[self.directory[(y * self.columns + x) as usize] as usize]
    }

    /// The tile at a position in tiles. Like all that looks, it is for layers with an object, and for positions of the
    /// world.
    #[inline]
    pub(super) fn tile(&self, x: u32, y: u32) -> &Tile {
        &self.page(x >> 3, y >> 3).tiles[(y & 7) as usize * 8 + (x & 7) as usize]
    }

    /// The word at a position in words of its level.
    #[inline]
    pub(super) fn word(&self, level: u32, x: u32, y: u32) -> u64 {
        match level {
            0 => self.tile(x, y).occupied,
            1 => self.page(x, y).summary,
            _ => {
                let level = &self.above[level as usize - 2];
                level.words[(y * level.columns + x) as usize]
            }
        }
    }

    /// The largest of the ids of a tile's cell, and whether there are others; `None` if no object begins there.
    #[inline]
    pub(super) fn ids(&self, tile: &Tile, bit: u32) -> Option<(u32, bool)> {
        let held = tile.occupied >> bit & 1 != 0;
        held.then(|| (self.blocks[tile.block as usize][bit as usize & 63], tile.stacked >> bit & 1 != 0))
    }

    /// The largest of the ids at a cell, and whether there are others.
    #[inline]
    pub(super) fn ids_at(&self, x: u32, y: u32) -> Option<(u32, bool)> {
        self.ids(self.tile(x >> 3, y >> 3), (y & 7) * 8 + (x & 7))
    }

    /// Whether several objects begin at a cell.
    #[inline]
    pub(super) fn is_stacked(&self, x: u32, y: u32) -> bool {
        self.tile(x >> 3, y >> 3).stacked >> ((y & 7) * 8 + (x & 7)) & 1 != 0
    }

    /// Enters an object at a cell where none begins; otherwise gives the largest of the ids there, and changes nothing.
    #[inline]
    pub(super) fn insert(&mut self, size: Size, x: u32, y: u32, id: u32) -> Result<(), u32> {
        if self.pages.is_empty() {
            self.prepare(size);
        }
        let entry = (y >> 6) * self.columns + (x >> 6);
        let mut number = self.directory[entry as usize] as usize;
        if number == 0 {
            number = self.add_page(x >> 6, y >> 6);
        }
        let page = &mut self.pages[number];
        let place = (y >> 3 & 7) * 8 + (x >> 3 & 7);
        let tile = &mut page.tiles[place as usize];
        let bit = (y & 7) * 8 + (x & 7);
        if tile.occupied == 0 {
            page.summary |= 1 << place;
            tile.block = self.free_blocks.pop().unwrap_or_else(|| {
                self.blocks.push([0; 64]);
                self.blocks.len() as u32 - 1
            });
        } else if tile.occupied >> bit & 1 != 0 {
            return Err(self.blocks[tile.block as usize][bit as usize]);
        }
        tile.occupied |= 1 << bit;
        self.blocks[tile.block as usize][bit as usize] = id;
        Ok(())
    }

    /// Replaces the largest id at a cell in which something begins, and says whether there are others now.
    pub(super) fn restack(&mut self, x: u32, y: u32, largest: u32, stacked: bool) {
        let number = self.directory[((y >> 6) * self.columns + (x >> 6)) as usize] as usize;
        let tile = &mut self.pages[number].tiles[((y >> 3 & 7) * 8 + (x >> 3 & 7)) as usize];
        let bit = (y & 7) * 8 + (x & 7);
        self.blocks[tile.block as usize][bit as usize] = largest;
        tile.stacked = tile.stacked & !(1 << bit) | u64::from(stacked) << bit;
    }

    /// Empties a cell in which something begins.
    #[inline]
    pub(super) fn remove(&mut self, x: u32, y: u32) {
        let entry = ((y >> 6) * self.columns + (x >> 6)) as usize;
        let page = &mut self.pages[self.directory[entry] as usize];
        let place = (y >> 3 & 7) * 8 + (x >> 3 & 7);
        let tile = &mut page.tiles[place as usize];
        let bit = (y & 7) * 8 + (x & 7);
        tile.occupied &= !(1 << bit);
        tile.stacked &= !(1 << bit);
        if tile.occupied == 0 {
            self.free_blocks.push(tile.block);
            page.summary &= !(1 << place);
            if page.summary == 0 {
                self.free_pages.push(std::mem::take(&mut self.directory[entry]));
                self.mark_page(x >> 6, y >> 6, false);
            }
        }
    }

    #[cold]
    fn add_page(&mut self, x: u32, y: u32) -> usize {
        let number = self.free_pages.pop().unwrap_or_else(|| {
            self.pages.push(Page::EMPTY);
            self.pages.len() as u32 - 1
        });
        self.directory[(y * self.columns + x) as usize] = number;
        self.mark_page(x, y, true);
        number as usize
    }

    /// Says in the words above whether a page holds something.
    fn mark_page(&mut self, mut x: u32, mut y: u32, holds: bool) {
        for level in &mut self.above {
            let bit = (y & 7) * 8 + (x & 7);
            (x, y) = (x >> 3, y >> 3);
            let word = &mut level.words[(y * level.columns + x) as usize];
            let before = *word;
            *word = before & !(1 << bit) | u64::from(holds) << bit;
            // The words above know already, unless this one was empty or is now.
            if before != 0 && *word != 0 {
                return;
            }
        }
    }

    /// The cells in which something begins, of an area of at most 8 by 8 cells, as a word that begins at its top left.
    #[inline]
    pub(super) fn window(&self, area: Area) -> u64 {
        let tiles = self.four_tiles(area);
        let words = tiles.map(|tile| tile.occupied);
        window(words, area.left & 7, area.top & 7) & corner(area.right - area.left, area.bottom - area.top)
    }

    /// The four tiles, or fewer and some twice, that an area of at most 8 by 8 cells lies across.
    #[inline]
    pub(super) fn four_tiles(&self, area: Area) -> [&Tile; 4] {
        let Area { left, top, right, bottom } = area.parents();
        [self.tile(left, top), self.tile(right - 1, top), self.tile(left, bottom - 1), self.tile(right - 1, bottom - 1)]
    }

    /// Of row `y`, the 64 cells of a column of pages, as a word.
    #[inline]
    pub(super) fn segment(&self, page: u32, y: u32) -> u64 {
        let page = self.page(page, y >> 6);
        let first = y >> 3 & 7;
        let shift = 8 * (y & 7);
        let held = page.summary >> (8 * first) & 0xff;
        Bits(held).fold(0, |row, at| row | (page.tiles[(8 * first + at) as usize].occupied >> shift & 0xff) << (8 * at))
    }

    /// The first position from `x` on in row `y` of the words of a level that holds something; `None` if none does.
    pub(super) fn next_in_row(&self, level: u32, mut x: u32, y: u32) -> Option<u32> {
        if level + 1 >= self.levels() {
            // The root's only position.
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

    /// Whether something begins in an area.
    pub(super) fn any(&self, area: Area) -> bool {
        if area.right - area.left <= 8 && area.bottom - area.top <= 8 {
            return self.window(area) != 0;
        }
        let tiles = area.parents();
        let pages = tiles.parents();
        (pages.top..pages.bottom).any(|y| {
            let mut x = pages.left;
            while let Some(at) = self.next_in_row(1, x, y).filter(|&at| at < pages.right) {
                let page = self.page(at, y);
                let met = |bit: u32| {
                    let tile = &page.tiles[bit as usize];
                    tile.occupied & area.mask(8 * at + (bit & 7), 8 * y + (bit >> 3)) != 0
                };
                if Bits(page.summary & tiles.mask(at, y)).any(met) {
                    return true;
                }
                x = at + 1;
            }
            false
        })
    }
}

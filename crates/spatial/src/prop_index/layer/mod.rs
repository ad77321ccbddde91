//! An implicit quadtree over the cells in which objects begin.

mod above;
mod ids;
mod scan;
mod sketch;
mod tile;

#[cfg(test)]
mod verify;

use above::Above;
use ids::Ids;
pub(super) use sketch::{Pen, Sketch};
use tile::Tile;

use crate::geom::Size;

/// 8 by 8 tiles.
type Page = [Tile; 64];

/// The quadtree: level 0 are tiles of 8 by 8 cells, each level above has a word for 8 by 8 words of the one below, up
/// to the first level that is a single word.
///
/// Guarantees: the bit of a word is set exactly if the word (or cell) that it stands for holds something; tiles that
/// hold nothing have no ids, and pages that hold nothing no memory. Page 0 is always empty and stands for all of
/// these, so that looking a tile up takes no decision.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    /// Pages in a row.
    columns: u32,
    /// The position of each page among the pages, in row order; 0 for one that is empty. Made with the first object.
    directory: Vec<u32>,
    pages: Vec<Page>,
    /// Level 1: of each page, the tiles that hold something.
    summaries: Vec<u64>,
    free_pages: Vec<u32>,
    ids: Ids,
    /// Whether there may be a tile in which several objects begin in a cell.
    stacked: bool,
    above: Above,
}

/// Where a cell is: its page's entry in the directory, its tile in the page, its bit in the tile.
#[derive(Clone, Copy)]
struct Place {
    entry: usize,
    tile: usize,
    bit: u32,
}

impl Layer {
    /// Makes the directory and the words above it, unless they are made already.
    fn prepare(&mut self, size: Size) {
        if !self.pages.is_empty() {
            return;
        }
        let columns = size.width().unsigned_abs().div_ceil(64);
        let rows = size.height().unsigned_abs().div_ceil(64);
        self.columns = columns;
        self.directory = vec![0; (columns * rows) as usize];
        self.pages.push([Tile::EMPTY; 64]);
        self.summaries.push(0);
        self.above = Above::new(columns, rows);
    }

    /// Forgets all objects; keeps the memory. Cost: linear in the pages of the world.
    pub(super) fn clear(&mut self) {
        self.directory.fill(0);
        self.pages.truncate(1);
        self.summaries.truncate(1);
        self.free_pages.clear();
        self.ids.clear();
        self.stacked = false;
        self.above.clear();
    }

    /// The number of levels, that of tiles included; 0 before the first object.
    pub(super) fn levels(&self) -> u32 {
        if self.pages.is_empty() { 0 } else { 2 + self.above.levels() }
    }

    #[inline]
    fn place(&self, x: u32, y: u32) -> Place {
        Place {
            entry: ((y >> 6) * self.columns + (x >> 6)) as usize,
            tile: ((y & 56) | (x >> 3 & 7)) as usize,
            bit: (y & 7) * 8 + (x & 7),
        }
    }

    /// The number of the page at a position in pages.
    #[inline]
    fn page(&self, x: u32, y: u32) -> usize {
        self.directory[(y * self.columns + x) as usize] as usize
    }

    /// The tile at a position in tiles. Like all that looks, it is for layers with an object, and for positions of the
    /// world.
    #[inline]
    fn tile(&self, x: u32, y: u32) -> &Tile {
        &self.pages[self.page(x >> 3, y >> 3)][((y & 7) * 8 + (x & 7)) as usize]
    }

    /// The word at a position in words of its level.
    #[inline]
    pub(super) fn word(&self, level: u32, x: u32, y: u32) -> u64 {
        match level {
            0 => self.tile(x, y).occupied,
            1 => self.summaries[self.page(x, y)],
            _ => self.above.word(level - 2, x, y),
        }
    }

    /// The largest of the ids at a cell, and whether there may be others; `None` if no object begins there.
    #[inline]
    pub(super) fn ids_at(&self, x: u32, y: u32) -> Option<(u32, bool)> {
        let Place { entry, tile, bit } = self.place(x, y);
        let tile = &self.pages[self.directory[entry] as usize][tile];
        (tile.occupied >> bit & 1 != 0).then(|| (self.ids.get(tile, bit), tile.stacked))
    }

    /// Whether several objects may begin at a cell.
    #[inline]
    pub(super) fn is_stacked(&self, x: u32, y: u32) -> bool {
        self.tile(x >> 3, y >> 3).stacked
    }

    /// Enters an object at a cell where none begins; otherwise gives the largest of the ids there, and changes nothing.
    #[inline]
    pub(super) fn insert(&mut self, size: Size, x: u32, y: u32, id: u32) -> Result<(), u32> {
        let Place { entry, tile: at, bit } = self.place(x, y);
        let number = match self.directory.get(entry) {
            Some(&number) if number != 0 => number as usize,
            _ => self.add_page(size, x >> 6, y >> 6),
        };
        let tile = &mut self.pages[number][at];
        if tile.occupied >> bit & 1 != 0 {
            return Err(self.ids.get(tile, bit));
        }
        if Ids::may_be_full(tile) {
            self.make_room(number, at);
        }
        self.ids.insert(&mut self.pages[number][at], bit, id);
        Ok(())
    }

    /// Replaces the largest id at a cell in which something begins, where there are several now.
    pub(super) fn restack(&mut self, x: u32, y: u32, largest: u32) {
        let Place { entry, tile, bit } = self.place(x, y);
        let tile = &mut self.pages[self.directory[entry] as usize][tile];
        tile.stacked = true;
        self.stacked = true;
        self.ids.set(tile, bit, largest);
    }

    /// Empties a cell in which something begins.
    #[inline]
    pub(super) fn remove(&mut self, x: u32, y: u32) {
        let Place { entry, tile: at, bit } = self.place(x, y);
        let number = self.directory[entry] as usize;
        let tile = &mut self.pages[number][at];
        self.ids.remove(tile, bit);
        if tile.occupied == 0 {
            self.close(entry, at, x >> 6, y >> 6);
        }
    }

    /// Gives a tile room for one id more.
    #[cold]
    fn make_room(&mut self, number: usize, at: usize) {
        self.summaries[number] |= 1 << at;
        self.ids.make_room(&mut self.pages[number][at]);
    }

    /// Takes its memory from a tile that is empty, and from its page if that is now.
    #[cold]
    fn close(&mut self, entry: usize, at: usize, x: u32, y: u32) {
        let number = self.directory[entry];
        self.ids.give_back(&mut self.pages[number as usize][at]);
        let summary = &mut self.summaries[number as usize];
        *summary &= !(1 << at);
        if *summary == 0 {
            self.directory[entry] = 0;
            self.free_pages.push(number);
            self.above.mark(x, y, false);
        }
    }

    /// The number of a new page at a position in pages.
    #[cold]
    fn add_page(&mut self, size: Size, x: u32, y: u32) -> usize {
        self.prepare(size);
        let number = self.free_pages.pop().unwrap_or_else(|| {
            self.pages.push([Tile::EMPTY; 64]);
            self.summaries.push(0);
            self.pages.len() as u32 - 1
        });
        self.directory[(y * self.columns + x) as usize] = number;
        self.above.mark(x, y, true);
        number as usize
    }
}

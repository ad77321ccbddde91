//! The quadtree of one size class: an implicit quadtree over the cells in which objects begin.
//!
//! Level 0 are tiles of 8 by 8 cells, and each page holds 8 by 8 tiles. Stores for each cell the
//! largest id that begins there; the ring of `ObjectRecords` gives the others.

mod ids;
mod scan;
mod sketch;
mod tile;
mod upper_levels;

#[cfg(test)]
mod verify;

use ids::TileIds;
pub(super) use sketch::{SketchPen, TileSketch};
use tile::IndexTile;
use upper_levels::UpperLevels;

use crate::geom::Size;

/// A page: 8 by 8 tiles.
type TilePage = [IndexTile; 64];

/// The quadtree over the cells in which objects begin.
///
/// Level 0 are tiles of 8 by 8 cells. Each level above has one word for 8 by 8 words of the level
/// below, up to the first level that is a single word.
///
/// Guarantees: a bit of a word is set exactly if the word or cell below it is occupied. Empty tiles
/// have no ids. Empty pages have no memory: they share page 0, which is always empty, so that the
/// lookup of a tile needs no branch.
#[derive(Clone, Debug, Default)]
pub(super) struct OriginTree {
    /// The number of pages in a row of the world.
    columns: u32,
    /// For each page of the world, in row order, its position in `pages`, or 0 if it is empty.
    /// Allocated with the first object.
    directory: Vec<u32>,
    pages: Vec<TilePage>,
    /// Level 1: for each of `pages`, its occupied tiles.
    summaries: Vec<u64>,
    free_pages: Vec<u32>,
    ids: TileIds,
    /// Whether a cell has held several objects since the last [`OriginTree::clear`].
    stacked: bool,
    above: UpperLevels,
}

/// The position of a cell: its page in the directory, its tile in the page, its bit in the tile.
#[derive(Clone, Copy)]
struct CellAddress {
    entry: usize,
    tile: usize,
    bit: u32,
}

impl OriginTree {
    /// Allocates the directory and the levels above it on first use.
    fn prepare(&mut self, size: Size) {
        if !self.pages.is_empty() {
            return;
        }
        let columns = size.width().unsigned_abs().div_ceil(64);
        let rows = size.height().unsigned_abs().div_ceil(64);
        self.columns = columns;
        self.directory = vec![0; (columns * rows) as usize];
        self.pages.push([IndexTile::EMPTY; 64]);
        self.summaries.push(0);
        self.above = UpperLevels::new(columns, rows);
    }

    /// Removes all objects and keeps the memory. Cost: linear in the pages of the world.
    pub(super) fn clear(&mut self) {
        self.directory.fill(0);
        self.pages.truncate(1);
        self.summaries.truncate(1);
        self.free_pages.clear();
        self.ids.clear();
        self.stacked = false;
        self.above.clear();
    }

    /// The number of levels, including that of tiles; 0 before the first object.
    pub(super) fn levels(&self) -> u32 {
        if self.pages.is_empty() { 0 } else { 2 + self.above.levels() }
    }

    #[inline]
    fn place(&self, x: u32, y: u32) -> CellAddress {
        CellAddress {
            entry: ((y >> 6) * self.columns + (x >> 6)) as usize,
            tile: ((y & 56) | (x >> 3 & 7)) as usize,
            bit: (y & 7) * 8 + (x & 7),
        }
    }

    /// The position in `pages` of the page at column `x` and row `y`.
    #[inline]
    fn page(&self, x: u32, y: u32) -> usize {
        self.directory[(y * self.columns + x) as usize] as usize
    }

    /// The tile at column `x` and row `y`.
    ///
    /// Like all lookups, it requires that the layer has held an object and that the position lies
    /// in the world.
    #[inline]
    fn tile(&self, x: u32, y: u32) -> &IndexTile {
        &self.pages[self.page(x >> 3, y >> 3)][((y & 7) * 8 + (x & 7)) as usize]
    }

    /// The word at column `x` and row `y` of a level.
    #[inline]
    pub(super) fn word(&self, level: u32, x: u32, y: u32) -> u64 {
        match level {
            0 => self.tile(x, y).occupied,
            1 => self.summaries[self.page(x, y)],
            _ => self.above.word(level - 2, x, y),
        }
    }

    /// The largest id at a cell, and whether there may be others; `None` if no object begins there.
    #[inline]
    pub(super) fn ids_at(&self, x: u32, y: u32) -> Option<(u32, bool)> {
        let CellAddress { entry, tile, bit } = self.place(x, y);
        let tile = &self.pages[self.directory[entry] as usize][tile];
        (tile.occupied >> bit & 1 != 0).then(|| (self.ids.get(tile, bit), tile.stacked))
    }

    /// Whether several objects may begin in the cell's tile at one cell.
    #[inline]
    pub(super) fn is_stacked(&self, x: u32, y: u32) -> bool {
        self.tile(x >> 3, y >> 3).stacked
    }

    /// Adds an object at a free cell. Otherwise returns the largest id there and changes nothing.
    #[inline]
    pub(super) fn insert(&mut self, size: Size, x: u32, y: u32, id: u32) -> Result<(), u32> {
        let CellAddress { entry, tile: at, bit } = self.place(x, y);
        let number = match self.directory.get(entry) {
            Some(&number) if number != 0 => number as usize,
            _ => self.add_page(size, x >> 6, y >> 6),
        };
        let tile = &mut self.pages[number][at];
        if tile.occupied >> bit & 1 != 0 {
            return Err(self.ids.get(tile, bit));
        }
        if TileIds::may_be_full(tile) {
            self.make_room(number, at);
        }
        self.ids.insert(&mut self.pages[number][at], bit, id);
        Ok(())
    }

    /// Replaces the largest id of an occupied cell and marks the cell's tile as stacked.
    pub(super) fn restack(&mut self, x: u32, y: u32, largest: u32) {
        let CellAddress { entry, tile, bit } = self.place(x, y);
        let tile = &mut self.pages[self.directory[entry] as usize][tile];
        tile.stacked = true;
        self.stacked = true;
        self.ids.set(tile, bit, largest);
    }

    /// Clears an occupied cell.
    #[inline]
    pub(super) fn remove(&mut self, x: u32, y: u32) {
        let CellAddress { entry, tile: at, bit } = self.place(x, y);
        let number = self.directory[entry] as usize;
        let tile = &mut self.pages[number][at];
        self.ids.remove(tile, bit);
        if tile.occupied == 0 {
            self.free_tile(entry, at, x >> 6, y >> 6);
        }
    }

    /// Makes space for one more id in a tile.
    #[cold]
    fn make_room(&mut self, number: usize, at: usize) {
        self.summaries[number] |= 1 << at;
        self.ids.make_room(&mut self.pages[number][at]);
    }

    /// Frees the memory of an empty tile, and of its page if that is now empty.
    #[cold]
    fn free_tile(&mut self, entry: usize, at: usize, x: u32, y: u32) {
        let number = self.directory[entry];
        self.ids.free_block(&mut self.pages[number as usize][at]);
        let summary = &mut self.summaries[number as usize];
        *summary &= !(1 << at);
        if *summary == 0 {
            self.directory[entry] = 0;
            self.free_pages.push(number);
            self.above.mark(x, y, false);
        }
    }

    /// Allocates the page at column `x` and row `y`, and returns its position in `pages`.
    #[cold]
    fn add_page(&mut self, size: Size, x: u32, y: u32) -> usize {
        self.prepare(size);
        let number = self.free_pages.pop().unwrap_or_else(|| {
            self.pages.push([IndexTile::EMPTY; 64]);
            self.summaries.push(0);
            self.pages.len() as u32 - 1
        });
        self.directory[(y * self.columns + x) as usize] = number;
        self.above.mark(x, y, true);
        number as usize
    }
}

//! The quadtree of one size class: an implicit quadtree over the top left cells of its objects.
//!
//! Level 0 consists of tiles of 8 by 8 cells, and each page holds 8 by 8 tiles. The tree stores for
//! each cell the largest id of the objects with that top left cell (a stack); the links in
//! `ObjectRecords` give the others.

mod ids;
mod scan;
mod sketch;
mod tile;
mod upper_levels;

#[cfg(test)]
mod tests;

use ids::TileIds;
pub(super) use sketch::TileBuffer;
use tile::IndexTile;
use upper_levels::UpperLevels;

use crate::geom::Size;

/// A page: 8 by 8 tiles in row order, so 64 by 64 cells.
type TilePage = [IndexTile; 64];

/// The quadtree of one size class, over the top left cells of the class's objects.
///
/// A cell is occupied if it is the top left cell of an object. Level 0 consists of tiles of 8 by 8
/// cells, a 64-bit word each. Each level above has one word for 8 by 8 words of the level below, up
/// to the first level that is a single word.
///
/// Guarantees: a bit of a word is set exactly if the cell is occupied or the word below is not 0.
/// Empty tiles have no ids. Empty pages have no memory: they share page 0, which is always empty,
/// so that the lookup of a tile needs no branch.
#[derive(Clone, Debug, Default)]
pub(super) struct OriginTree {
    /// The number of pages in a row of the world. A page is 64 cells wide.
    columns: u32,
    /// For each page of the world, in row order, its position in `pages`, or 0 if it is empty.
    /// Allocated with the first object.
    directory: Vec<u32>,
    /// Page 0, which is always empty, and the allocated pages.
    pages: Vec<TilePage>,
    /// Level 1 of the quadtree: for each of `pages` a word with a bit for each occupied tile.
    summaries: Vec<u64>,
    /// Positions in `pages` of freed pages, which may be reused.
    free_pages: Vec<u32>,
    /// For each occupied cell, the largest id of the objects with that top left cell.
    ids: TileIds,
    /// Whether any cell has been the top left cell of several objects at once since the last
    /// [`OriginTree::clear`].
    stacked: bool,
    /// Level 2 of the quadtree and the levels above.
    above: UpperLevels,
}

/// The position of a cell in an [`OriginTree`].
#[derive(Clone, Copy)]
struct CellAddress {
    /// Index in `directory` of the cell's page.
    entry: usize,
    /// Index of the cell's tile in its page.
    tile: usize,
    /// The cell's bit in the word of its tile.
    bit: u32,
}

impl OriginTree {
    /// Allocates `directory`, page 0 and the upper levels on first use. `size` is the world's size.
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

    /// Removes all objects and keeps the memory. Cost: linear in the number of pages, which are
    /// squares of 64 by 64 cells.
    pub(super) fn clear(&mut self) {
        self.directory.fill(0);
        self.pages.truncate(1);
        self.summaries.truncate(1);
        self.free_pages.clear();
        self.ids.clear();
        self.stacked = false;
        self.above.clear();
    }

    /// The number of levels of the quadtree, including level 0; 0 before the first object.
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

    /// The position in `pages` of the page at column `x` and row `y`, both counted in pages.
    #[inline]
    fn page(&self, x: u32, y: u32) -> usize {
        self.directory[(y * self.columns + x) as usize] as usize
    }

    /// The tile at column `x` and row `y`, both counted in tiles.
    ///
    /// Like all lookups, this requires that the tree has held an object and that the position lies
    /// in the world; otherwise it panics.
    #[inline]
    fn tile(&self, x: u32, y: u32) -> &IndexTile {
        &self.pages[self.page(x >> 3, y >> 3)][((y & 7) * 8 + (x & 7)) as usize]
    }

    /// The word at column `x` and row `y` of a level, both counted in words of that level.
    #[inline]
    pub(super) fn word(&self, level: u32, x: u32, y: u32) -> u64 {
        match level {
            0 => self.tile(x, y).occupied,
            1 => self.summaries[self.page(x, y)],
            _ => self.above.word(level - 2, x, y),
        }
    }

    /// The largest id of the objects with the top left cell `(x, y)`, and whether there may be
    /// several; `None` if there is no such object.
    #[inline]
    pub(super) fn ids_at(&self, x: u32, y: u32) -> Option<(u32, bool)> {
        let CellAddress { entry, tile, bit } = self.place(x, y);
        let tile = &self.pages[self.directory[entry] as usize][tile];
        (tile.occupied >> bit & 1 != 0).then(|| (self.ids.get(tile, bit), tile.stacked))
    }

    /// Whether a cell of the tile of cell `(x, y)` may be the top left cell of several objects.
    #[inline]
    pub(super) fn is_stacked(&self, x: u32, y: u32) -> bool {
        self.tile(x >> 3, y >> 3).stacked
    }

    /// Adds an object with the top left cell `(x, y)`. If that cell is occupied, returns its
    /// largest id as the error and changes nothing. `size` is the world's size.
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

    /// Marks an occupied cell as free and removes its id.
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

    /// Marks tile `at` of page `number` as occupied and makes space for one more id in it.
    #[cold]
    fn make_room(&mut self, number: usize, at: usize) {
        self.summaries[number] |= 1 << at;
        self.ids.make_room(&mut self.pages[number][at]);
    }

    /// Frees the memory of the empty tile `at` of a page, and the page if all its tiles are empty.
    /// `entry` is the page's index in `directory`, `x` and `y` its column and row in pages.
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

    /// Allocates the page at column `x` and row `y`, both counted in pages. Returns its position in
    /// `pages`.
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

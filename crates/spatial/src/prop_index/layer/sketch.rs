//! Bulk insertion of single-cell objects into an `OriginTree`, for `PropIndex::build`.
//!
//! A `TileBuffer` collects ids by cell. Each tile's ids are then written once, next to those of the
//! neighbouring tiles, instead of being shifted by every insertion.

use super::OriginTree;
use crate::geom::Size;

/// A buffer of single-cell objects in some rows of tiles, with at most one object in each cell.
pub(in super::super) struct TileBuffer {
    /// The number of tiles in a row.
    columns: usize,
    /// A word of occupied cells for each tile; tiles are in row order.
    words: Vec<u64>,
    /// The ids of each tile's cells, by bit of the tile's word; unspecified for free cells.
    ids: Vec<[u32; 64]>,
}

impl TileBuffer {
    pub(in super::super) fn new(columns: usize, rows: usize) -> Self {
        Self { columns, words: vec![0; columns * rows], ids: vec![[0; 64]; columns * rows] }
    }

    pub(in super::super) fn tiles(&self) -> usize {
        self.words.len()
    }

    pub(in super::super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Inserts an object at the cell `(x, y)`, relative to the sketch's first cell. If the cell is
    /// occupied, returns false and changes nothing.
    #[inline]
    pub(in super::super) fn insert(&mut self, x: u32, y: u32, id: u32) -> bool {
        let tile = (y >> 3) as usize * self.columns + (x >> 3) as usize;
        let bit = (y & 7) * 8 + (x & 7);
        let word = &mut self.words[tile];
        if *word >> bit & 1 != 0 {
            return false;
        }
        *word |= 1 << bit;
        self.ids[tile][bit as usize] = id;
        true
    }
}

impl OriginTree {
    /// Reserves the memory for objects in `tiles` tiles, which are squares of 8 by 8 cells. `size`
    /// is the world's size.
    pub(in super::super) fn reserve(&mut self, size: Size, tiles: usize) {
        self.prepare(size);
        self.pages.reserve(self.directory.len());
        self.summaries.reserve(self.directory.len());
        // If 20 % of the cells are occupied, one tile in eight has over 16 ids: it needs two lines.
        self.ids.reserve(tiles + tiles / 4);
    }

    /// Inserts the objects of a sketch. The sketch's first row of tiles is row `top` of tiles in
    /// the world. The tiles must be empty before.
    pub(in super::super) fn enter(&mut self, size: Size, sketch: &TileBuffer, top: u32) {
        let columns = sketch.columns;
        // Page by page, so that ids of neighbouring tiles are neighbours in memory.
        for (top, rows) in (top..).step_by(8).zip(sketch.words.chunks(8 * columns).zip(sketch.ids.chunks(8 * columns)))
        {
            for x in 0..columns.div_ceil(8) {
                for (y, (words, ids)) in (top..).zip(rows.0.chunks(columns).zip(rows.1.chunks(columns))) {
                    let (start, end) = (8 * x, columns.min(8 * x + 8));
                    self.enter_row(size, x as u32, y, &words[start..end], &ids[start..end]);
                }
            }
        }
    }

    /// Inserts one row of tiles of a page: `y` is the row, in tiles, and `x` the page's column, in
    /// pages. `words` and `ids` are those of the sketch.
    fn enter_row(&mut self, size: Size, x: u32, y: u32, words: &[u64], ids: &[[u32; 64]]) {
        if words.iter().all(|&word| word == 0) {
            return;
        }
        let number = match self.directory.get(((y >> 3) * self.columns + x) as usize) {
            Some(&number) if number != 0 => number as usize,
            _ => self.add_page(size, x, y >> 3),
        };
        let first = (y & 7) as usize * 8;
        for (at, (&word, ids)) in (first..).zip(words.iter().zip(ids)) {
            if word != 0 {
                self.summaries[number] |= 1 << at;
                self.pages[number][at] = self.ids.add(word, ids);
            }
        }
    }
}

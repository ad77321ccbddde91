//! Bulk insertion of single-cell objects into a layer.
//!
//! A sketch collects ids by cell. Each tile's ids are then laid out once, next to those of its
//! neighbours, instead of being shifted by every insertion.

use super::OriginTree;
use crate::geom::Size;

/// A buffer of some rows of tiles, with at most one object in each cell.
pub(in super::super) struct TileSketch {
    /// The number of tiles in a row.
    columns: usize,
    /// The occupied cells of each tile, in row order.
    words: Vec<u64>,
    /// The ids of each tile, by cell; unspecified for free cells.
    ids: Vec<[u32; 64]>,
}

impl TileSketch {
    pub(in super::super) fn new(columns: usize, rows: usize) -> Self {
        Self { columns, words: vec![0; columns * rows], ids: vec![[0; 64]; columns * rows] }
    }

    pub(in super::super) fn tiles(&self) -> usize {
        self.words.len()
    }

    pub(in super::super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Direct access to the fields, for a loop of insertions.
    #[inline]
    pub(in super::super) fn pen(&mut self) -> SketchPen<'_> {
        SketchPen { columns: self.columns, words: &mut self.words, ids: &mut self.ids }
    }
}

/// Inserts objects into a sketch.
pub(in super::super) struct SketchPen<'sketch> {
    columns: usize,
    words: &'sketch mut [u64],
    ids: &'sketch mut [[u32; 64]],
}

impl SketchPen<'_> {
    /// Inserts an object at a cell of the sketch; false, without effect, if the cell is occupied.
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
    /// Reserves memory for objects in all tiles of a world.
    pub(in super::super) fn reserve(&mut self, size: Size, tiles: usize) {
        self.prepare(size);
        self.pages.reserve(self.directory.len());
        self.summaries.reserve(self.directory.len());
        // At a density of 20 % one tile in eight needs two lines.
        self.ids.reserve(tiles + tiles / 4);
    }

    /// Inserts the objects of a sketch at row `top` of tiles, where the layer must be empty.
    pub(in super::super) fn enter(&mut self, size: Size, sketch: &TileSketch, top: u32) {
        let columns = sketch.columns;
        // Page by page, so that neighbours in the world are neighbours in memory.
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

    /// Inserts row `y` of tiles of the page in column `x`.
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

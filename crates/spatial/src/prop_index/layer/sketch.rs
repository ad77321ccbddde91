//! Entering many objects at once.
//!
//! Their ids are kept by cell for a while; so those of each tile are laid out once, next to those of its neighbours, instead
//! of being moved up for every one that comes between.

use super::Layer;
use crate::geom::Size;

/// Some rows of tiles, and the objects that begin in them, one in a cell.
pub(in super::super) struct Sketch {
    /// Tiles in a row.
    columns: usize,
    /// The occupied cells of each tile, in row order.
    words: Vec<u64>,
    /// The ids of each tile by cell; of no matter where a cell is not occupied.
    ids: Vec<[u32; 64]>,
}

impl Sketch {
    /// Empty tiles.
    pub(in super::super) fn new(columns: usize, rows: usize) -> Self {
        Self { columns, words: vec![0; columns * rows], ids: vec![[0; 64]; columns * rows] }
    }

    /// The number of tiles.
    pub(in super::super) fn tiles(&self) -> usize {
        self.words.len()
    }

    pub(in super::super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// What is needed to enter objects.
    #[inline]
    pub(in super::super) fn pen(&mut self) -> Pen<'_> {
        Pen { columns: self.columns, words: &mut self.words, ids: &mut self.ids }
    }
}

/// Enters objects into a sketch.
pub(in super::super) struct Pen<'sketch> {
    columns: usize,
    words: &'sketch mut [u64],
    ids: &'sketch mut [[u32; 64]],
}

impl Pen<'_> {
    /// Enters an object; false, and nothing changes, if another begins there. The cell lies in the sketch.
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

impl Layer {
    /// Makes room for objects in all of a world of so many tiles.
    pub(in super::super) fn reserve(&mut self, size: Size, tiles: usize) {
        self.prepare(size);
        self.pages.reserve(self.directory.len());
        self.summaries.reserve(self.directory.len());
        // At 20 % density one tile in eight needs two lines.
        self.ids.reserve(tiles + tiles / 4);
    }

    /// Enters the objects of a sketch that begins at a row of tiles, of which the layer has none yet.
    pub(in super::super) fn enter(&mut self, size: Size, sketch: &Sketch, top: u32) {
        let columns = sketch.columns;
        // Page by page: what is near in the world is then near in memory.
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

    /// Enters a row of tiles of the page in a column of pages.
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

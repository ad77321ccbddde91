//! The levels of the quadtree above the pages of 64 by 64 cells.

/// The words of level 2 of an `OriginTree` and of the levels above, up to the first level that is a
/// single word.
///
/// A bit on level 2 is set if its page is occupied, a bit on a higher level if its word on the
/// level below is not 0.
#[derive(Clone, Debug, Default)]
pub(super) struct UpperLevels(pub(super) Vec<QuadtreeLevelWords>);

/// The words of one level of the quadtree, in row order.
#[derive(Clone, Debug)]
pub(super) struct QuadtreeLevelWords {
    /// The number of words in a row.
    pub(super) columns: u32,
    pub(super) words: Vec<u64>,
}

impl UpperLevels {
    /// Creates empty levels above a grid of `columns` by `rows` pages; no level for a single page.
    pub(super) fn new(mut columns: u32, mut rows: u32) -> Self {
        let mut levels = Vec::new();
        while columns * rows > 1 {
            (columns, rows) = (columns.div_ceil(8), rows.div_ceil(8));
            levels.push(QuadtreeLevelWords { columns, words: vec![0; (columns * rows) as usize] });
        }
        Self(levels)
    }

    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(|level| level.words.fill(0));
    }

    pub(super) fn levels(&self) -> u32 {
        self.0.len() as u32
    }

    /// The word at column `x` and row `y` of a level. Here `level` 0 is level 2 of the quadtree.
    pub(super) fn word(&self, level: u32, x: u32, y: u32) -> u64 {
        let level = &self.0[level as usize];
        level.words[(y * level.columns + x) as usize]
    }

    /// Records that the page at column `x` and row `y`, in pages, is occupied if `holds`, else
    /// empty.
    pub(super) fn mark(&mut self, mut x: u32, mut y: u32, holds: bool) {
        for level in &mut self.0 {
            let bit = (y & 7) * 8 + (x & 7);
            (x, y) = (x >> 3, y >> 3);
            let word = &mut level.words[(y * level.columns + x) as usize];
            let before = *word;
            *word = before & !(1 << bit) | u64::from(holds) << bit;
            // The levels above change only if this word was empty or became empty.
            if before != 0 && *word != 0 {
                return;
            }
        }
    }
}

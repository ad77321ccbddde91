//! The levels above the pages.

/// The words of level 2 and above, up to the first level that is a single word: a bit says whether what it stands for
/// on the level below holds something.
#[derive(Clone, Debug, Default)]
pub(super) struct Above(pub(super) Vec<Words>);

/// The words of one level, in row order.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub(super) columns: u32,
    pub(super) words: Vec<u64>,
}

impl Above {
    /// The levels above so many columns and rows of pages; none above a single one.
    pub(super) fn new(mut columns: u32, mut rows: u32) -> Self {
        let mut levels = Vec::new();
        while columns * rows > 1 {
            (columns, rows) = (columns.div_ceil(8), rows.div_ceil(8));
            levels.push(Words { columns, words: vec![0; (columns * rows) as usize] });
        }
        Self(levels)
    }

    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(|level| level.words.fill(0));
    }

    pub(super) fn levels(&self) -> u32 {
        self.0.len() as u32
    }

    /// The word at a position in words of its level, counted from the lowest of these.
    pub(super) fn word(&self, level: u32, x: u32, y: u32) -> u64 {
        let level = &self.0[level as usize];
        level.words[(y * level.columns + x) as usize]
    }

    /// Says whether the page at a position in pages holds something.
    pub(super) fn mark(&mut self, mut x: u32, mut y: u32, holds: bool) {
        for level in &mut self.0 {
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
}

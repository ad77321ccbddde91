//! `CellWords`: the cells of a room as plain words, in which one stage hands them on to the next.

use std::{iter, ops::Range};

use super::{CellBlock, words::WORD};
use crate::geom::Extent;

/// Some of the cells of a room's rectangle: all of them, or those of the words of a set.
///
/// The words are those of a [`CellBlock`] if the rectangle fits one, else of a
/// [`BitGrid`](super::BitGrid). Columns and rows count from the rectangle's top left cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellWords<'words> {
    /// Empty if all cells are in the set.
    words: &'words [u64],
    extent: Extent,
    /// Whether the words are those of a block.
    is_block: bool,
}

impl<'words> CellWords<'words> {
    /// All cells of a rectangle.
    pub(crate) const fn whole(extent: Extent) -> Self {
        Self { words: &[], extent, is_block: CellBlock::fits(extent.width, extent.height) }
    }

    /// The cells of a set; `words` begin with those of a set of this extent.
    pub(crate) fn of(words: &'words [u64], extent: Extent) -> Self {
        Self { words: &words[..Self::number(extent)], ..Self::whole(extent) }
    }

    /// The cells of a grid of this extent, of any size.
    pub(super) fn of_grid(words: &'words [u64], extent: Extent) -> Self {
        Self { words, extent, is_block: false }
    }

    /// Whether the words are those of a block.
    pub(super) fn is_block(self) -> bool {
        self.is_block
    }

    /// Appends the words of a set of this extent to `words`. `rows` has the cells of each row, at
    /// most 64 columns; column 0 is the lowest bit.
    pub(crate) fn pack(rows: impl Iterator<Item = u64>, extent: Extent, words: &mut Vec<u64>) {
        if !CellBlock::fits(extent.width, extent.height) {
            return words.extend(rows);
        }
        for (y, row) in (0..).zip(rows) {
            let shift = CellBlock::SIDE * (y % CellBlock::ROWS_PER_WORD);
            match words.last_mut().filter(|_| shift > 0) {
                Some(word) => *word |= row << shift,
                None => words.push(row),
            }
        }
    }

    /// The number of words for a rectangle of this extent.
    fn number(Extent { width, height }: Extent) -> usize {
        let (width, height) = (width.unsigned_abs() as usize, height.unsigned_abs() as usize);
        if CellBlock::fits(width as i32, height as i32) {
            height.div_ceil(CellBlock::ROWS_PER_WORD as usize)
        } else {
            width.div_ceil(WORD as usize) * height
        }
    }

    pub(crate) fn extent(self) -> Extent {
        self.extent
    }

    /// The words of the set; `None` if all cells of the rectangle are in it.
    #[inline]
    pub(crate) fn words(self) -> Option<&'words [u64]> {
        (!self.words.is_empty()).then_some(self.words)
    }

    /// Whether a cell is in the set; false outside the rectangle.
    #[inline]
    pub(crate) fn contains(self, x: i32, y: i32) -> bool {
        let Extent { width, height } = self.extent;
        (0..width).contains(&x) && (0..height).contains(&y) && self.row_word(x, y) >> (x % WORD) & 1 == 1
    }

    /// The cells of a row of at most 64 as bits, of which the lowest is column 0; none outside the
    /// rectangle.
    #[inline]
    pub(crate) fn row(self, y: i32) -> u64 {
        let Extent { width, height } = self.extent;
        if (0..height).contains(&y) { self.row_word(0, y) & u64::MAX >> (WORD - width.min(WORD)) } else { 0 }
    }

    /// The runs of a row: its cells in the set, from west to east; none outside the rectangle.
    #[inline]
    pub(crate) fn runs(self, y: i32) -> impl Iterator<Item = Range<i32>> + use<'words> {
        let Extent { width, height } = self.extent;
        // Most rooms have one word in a row.
        let is_narrow = width <= WORD;
        let mut runs = runs_of(if is_narrow { self.row(y) } else { 0 });
        let mut x = if (0..height).contains(&y) { 0 } else { width };
        iter::from_fn(move || {
            if is_narrow {
                return runs.next();
            }
            let start = self.next(x, y, 0);
            x = self.next(start, y, u64::MAX);
            (start < width).then_some(start..x)
        })
    }

    /// From the first cell of a row in the set to the last one; empty if there are none.
    pub(crate) fn span(self, y: i32) -> Range<i32> {
        if self.extent.width <= WORD {
            let row = self.row(y);
            let start = row.trailing_zeros() as i32 % WORD;
            return start..(WORD - row.leading_zeros() as i32).max(start);
        }
        let mut runs = self.runs(y);
        let Range { start, end } = runs.next().unwrap_or(0..0);
        start..runs.last().map_or(end, |last| last.end)
    }

    /// Whether a row has all cells of a run; false outside the rectangle.
    pub(crate) fn has_run(self, y: i32, run: &Range<i32>) -> bool {
        (0..self.extent.height).contains(&y) && self.next(run.start, y, u64::MAX) >= run.end
    }

    /// Calls `visit` with each column of a row that is in the set and was not in the row above.
    pub(crate) fn for_each_new(self, y: i32, mut visit: impl FnMut(i32)) {
        for x in (0..self.extent.width).step_by(WORD as usize) {
            let above = if y > 0 { self.row_word(x, y - 1) } else { 0 };
            let columns = u64::MAX >> (WORD - (self.extent.width - x).min(WORD));
            let mut new = self.row_word(x, y) & columns & !above;
            while new != 0 {
                visit(x + new.trailing_zeros() as i32);
                new &= new - 1;
            }
        }
    }

    /// The first column from `x` on whose bit differs from that of `flip`; the width if there is
    /// none.
    fn next(self, mut x: i32, y: i32, flip: u64) -> i32 {
        let width = self.extent.width;
        while x < width {
            let bits = (self.row_word(x, y) ^ flip) >> (x % WORD);
            if bits != 0 {
                return width.min(x + bits.trailing_zeros() as i32);
            }
            x = (x / WORD + 1) * WORD;
        }
        width
    }

    /// The bits of the cells of row `y` in the 64 columns around `x` that share a word of a grid.
    #[inline]
    fn row_word(self, x: i32, y: i32) -> u64 {
        if self.words.is_empty() {
            u64::MAX
        } else if self.is_block {
            let row = self.words[(y / CellBlock::ROWS_PER_WORD) as usize];
            row >> (CellBlock::SIDE * (y % CellBlock::ROWS_PER_WORD)) & 0xffff
        } else {
            let stride = self.extent.width.unsigned_abs().div_ceil(WORD as u32) as usize;
            self.words[y as usize * stride + (x / WORD) as usize]
        }
    }
}

/// The runs of set bits, from the lowest.
#[inline]
pub(crate) fn runs_of(mut bits: u64) -> impl Iterator<Item = Range<i32>> {
    iter::from_fn(move || {
        let start = bits.trailing_zeros();
        let end = start + bits.checked_shr(start)?.trailing_ones();
        bits &= u64::MAX.checked_shl(end).unwrap_or(0);
        Some(start as i32..end as i32)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::grid::{BitGrid, CellSet};

    fn agree<S: CellSet>(extent: Extent, cells: &[(i32, i32)]) {
        let (Extent { width, height }, mut set, mut copy) = (extent, S::default(), S::default());
        set.reset(width, height);
        cells.iter().for_each(|&(x, y)| set.insert(x, y));
        let words = CellWords::of(set.as_words(), extent);
        copy.assign_words(words);
        for y in -1..=height {
            let row: Vec<_> = (-1..=width).filter(|&x| set.contains(x, y)).collect();
            assert!(
                (-1..=width)
                    .all(|x| words.contains(x, y) == row.contains(&x) && copy.contains(x, y) == row.contains(&x))
            );
            let runs: Vec<_> = words.runs(y).collect();
            assert_eq!(runs.iter().cloned().flatten().collect::<Vec<_>>(), row);
            assert!(runs.windows(2).all(|pair| pair[0].end < pair[1].start));
            let ends = row.first().zip(row.last()).map_or(0..0, |(&first, &last)| first..last + 1);
            assert_eq!(words.span(y), ends);
            runs.iter().for_each(|run| {
                let is_below = run.clone().all(|x| words.contains(x, y + 1));
                assert_eq!(words.has_run(y + 1, run), is_below, "{run:?} below row {y}");
            });
            let mut new = Vec::new();
            if (0..height).contains(&y) {
                words.for_each_new(y, |x| new.push(x));
            }
            assert_eq!(new, row.iter().copied().filter(|&x| !words.contains(x, y - 1)).collect::<Vec<_>>());
            let whole: Vec<_> = CellWords::whole(extent).runs(y).collect();
            assert_eq!(whole, Vec::from_iter((0..height).contains(&y).then_some(0..width)));
        }
    }

    proptest! {
        #[test]
        fn words_hold_the_cells_of_their_set(
            (width, height) in (1..200i32, 1..20i32), cells in prop::collection::vec((0..200i32, 0..20i32), 0..300),
        ) {
            agree::<BitGrid>(Extent::new(width.max(17), height), &cells);
            agree::<CellBlock>(Extent::new(width.min(16), height.min(16)), &cells);
        }

        #[test]
        fn rows_are_packed_into_the_words_of_their_set(
            (width, height) in (1..=64i32, 1..20i32), cells in prop::collection::vec((0..64i32, 0..20i32), 0..300),
        ) {
            let mut rows = vec![0; height as usize];
            let inside = cells.iter().filter(|&&(x, y)| x < width && y < height);
            inside.for_each(|&(x, y)| rows[y as usize] |= 1 << x);
            let (extent, mut packed) = (Extent::new(width, height), vec![7]);
            CellWords::pack(rows.iter().copied(), extent, &mut packed);
            prop_assert_eq!(packed[0], 7);
            let words = CellWords::of(&packed[1..], extent);
            prop_assert_eq!(words.words().map(<[u64]>::len), Some(packed.len() - 1));
            prop_assert!((0..height).all(|y| words.row(y) == rows[y as usize]));
        }
    }
}

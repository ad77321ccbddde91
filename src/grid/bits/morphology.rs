//! Floods, erosions and dilations of sets of any size.

use super::{BitGrid, WORD};
use crate::{
    geom::{Direction, Rect},
    grid::{
        CellSet, Morphology,
        morphology::doubling,
        words::{shift_left, shift_right},
    },
};

impl Morphology for BitGrid {
    /// A worklist of words: each step fills one word along its row and passes new cells to its four
    /// neighbour words. A word is queued again only with a new cell, so the number of steps is
    /// linear in cells.
    fn flood(&mut self, free: &Self, work: &mut Vec<u32>) -> u64 {
        work.clear();
        work.extend((0..).zip(&self.words).filter(|(_, word)| **word != 0).map(|(position, _): (u32, _)| position));
        self.words() + self.spread(free, work)
    }

    fn flood_rect(&mut self, rect: Rect, free: &Self, work: &mut Vec<u32>) -> u64 {
        work.clear();
        Self::for_words(self.clip(rect), self.stride(), |position, bits| {
            self.words[position] |= bits;
            work.push(position as u32);
            true
        });
        self.spread(free, work)
    }

    fn assign_eroded(&mut self, other: &Self) {
        self.assign(other);
        let stride = self.stride();
        if stride == 0 {
            return;
        }
        // Cells outside the grid are not in the set, so the first and the last row have no inner
        // cells.
        let rows = self.words.chunks_exact_mut(stride);
        for (row, inner) in other.words.chunks_exact(stride).zip(rows) {
            for (at, inner) in inner.iter_mut().enumerate() {
                let before = if at > 0 { row[at - 1] >> (WORD - 1) } else { 0 };
                let after = row.get(at + 1).map_or(0, |word| word << (WORD - 1));
                *inner &= (row[at] << 1 | before) & (row[at] >> 1 | after);
            }
        }
        let (first, last) = (stride.min(self.words.len()), self.words.len().saturating_sub(stride));
        self.words[..first].fill(0);
        self.words[last..].fill(0);
        for (inner, above) in self.words[first..].iter_mut().zip(&other.words) {
            *inner &= above;
        }
        for (inner, below) in self.words.iter_mut().zip(&other.words[first..]) {
            *inner &= below;
        }
    }

    fn keep_checkerboard(&mut self, is_odd: bool) {
        /// The bits of the even columns in a word of 64 columns.
        const EVEN: u64 = u64::MAX / 3;
        let rows = self.words.chunks_exact_mut(self.width.unsigned_abs().div_ceil(WORD as u32).max(1) as usize);
        for (row, kept) in rows.zip([EVEN, !EVEN].into_iter().cycle().skip(is_odd.into())) {
            row.iter_mut().for_each(|word| *word &= kept);
        }
    }

    fn extend(&mut self, side: Direction, cells: i32) {
        let stride = self.stride();
        if stride == 0 {
            return;
        }
        // The bits of the last word of a row, which the shifts of a row may pass.
        let last = u64::MAX >> (stride as i32 * WORD - self.width);
        let reach = if side.is_east_west() { self.width } else { self.height };
        for step in doubling(cells.min(reach)) {
            // Words are visited from the far end on, so that the bits added in this step are not
            // shifted again.
            match side {
                // Most rooms have one word in a row.
                Direction::East if stride == 1 => self.words.iter_mut().for_each(|row| *row |= *row << step & last),
                Direction::West if stride == 1 => self.words.iter_mut().for_each(|row| *row |= *row >> step),
                Direction::East => {
                    for row in self.words.chunks_exact_mut(stride) {
                        shift_right(row, step);
                        row[stride - 1] &= last;
                    }
                }
                Direction::West => self.words.chunks_exact_mut(stride).for_each(|row| shift_left(row, step)),
                Direction::South => {
                    let words = step as usize * stride;
                    (words..self.words.len()).rev().for_each(|at| self.words[at] |= self.words[at - words]);
                }
                Direction::North => {
                    let words = step as usize * stride;
                    (words..self.words.len()).for_each(|at| self.words[at - words] |= self.words[at]);
                }
            }
        }
    }
}

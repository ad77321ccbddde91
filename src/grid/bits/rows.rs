//! The rows of a `BitGrid` as words, from any column on.

use super::{BitGrid, WORD};

impl BitGrid {
    /// The cells of row `y` in the 64 columns from `x` on, as bits: column `x` is the lowest. `x`
    /// may be negative.
    ///
    /// Cells outside the rectangle are 0.
    #[inline]
    pub(crate) fn row_bits(&self, x: i32, y: i32) -> u64 {
        if y < 0 || y >= self.height || x >= self.width || x <= -WORD {
            return 0;
        }
        let stride = self.stride();
        let row = y as usize * stride;
        let word = |number: i32| {
            if number < 0 || number as usize >= stride { 0 } else { self.words[row + number as usize] }
        };
        let (number, offset) = (x.div_euclid(WORD), x.rem_euclid(WORD));
        let low = word(number) >> offset;
        if offset == 0 { low } else { low | word(number + 1) << (WORD - offset) }
    }

    /// Replaces the cells of row `y` in the 64 columns from `x` on, a multiple of 64: column `x` is
    /// the lowest bit. Cells outside the rectangle stay none.
    pub(crate) fn set_row_bits(&mut self, x: i32, y: i32, bits: u64) {
        if self.holds(x, y) {
            let position = self.position(x, y);
            self.words[position] = bits & u64::MAX >> (WORD - (self.width - x).min(WORD));
        }
    }

    /// Replaces all cells: `bits` gives those of row `y` in the 64 columns from `x` on.
    pub(crate) fn set_rows(&mut self, mut bits: impl FnMut(i32, i32) -> u64) {
        for y in 0..self.height {
            for x in (0..self.width).step_by(WORD as usize) {
                self.set_row_bits(x, y, bits(x, y));
            }
        }
    }
}

//! `BitGrid`: a set of cells of a rectangle of any size, one bit for each cell.

mod flood;
mod morphology;
mod rows;

use super::{
    CellSet, CellWords, FormationMask, Grid,
    words::{WORD, nth_bit},
};
use crate::geom::{Cell, Extent, Rect};

/// A set of cells of a rectangle with its top left cell at `(0, 0)`.
///
/// One bit for each cell, rows aligned to 64-bit words; set operations are word-parallel.
///
/// Guarantee: bits outside the rectangle are never set. Memory: `ceil(width / 64) * height` words.
///
/// serde writes a text for each row, with `#` for each cell of the set, and checks them when it
/// reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitGrid {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) words: Vec<u64>,
}

impl BitGrid {
    /// The maximum side of the rectangle, in cells: that of a mask that fills the largest room.
    pub(super) const MAX_SIDE: i32 = 1 << 17;

    /// Creates the empty set of a rectangle. Its sides are clamped to the range 0 (no cells) to
    /// 131072.
    #[must_use]
    pub fn new(width: i32, height: i32) -> Self {
        let mut grid = Self::default();
        grid.reset(width, height);
        grid
    }

    /// The cells of `grid` whose values satisfy `is_wanted`. Cost: linear in cells.
    pub(crate) fn of<T: Copy>(grid: &Grid<T>, is_wanted: impl Fn(T) -> bool) -> Self {
        Self::of_part(grid, grid.bounds(), is_wanted)
    }

    /// The same for a part of `grid`, in coordinates of the part.
    pub(crate) fn of_part<T: Copy>(grid: &Grid<T>, part: Rect, is_wanted: impl Fn(T) -> bool) -> Self {
        let word = |values: &[T]| {
            let mut flags = [0; WORD as usize];
            flags.iter_mut().zip(values).for_each(|(flag, &value)| *flag = u8::from(is_wanted(value)));
            // The product has the lowest bits of the eight bytes in its highest byte.
            let bits = |flags: &[u8; 8]| u64::from_le_bytes(*flags).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            flags.as_chunks().0.iter().rev().fold(0, |word, flags| word << 8 | bits(flags))
        };
        let rows = (part.top()..part.bottom()).map(|y| grid.row_part(y, part.left(), part.right()));
        let words = rows.flat_map(|row| row.chunks(WORD as usize)).map(word).collect();
        Self { width: part.width(), height: part.height(), words }
    }

    /// The number of columns of the rectangle.
    #[must_use]
    pub fn width(&self) -> i32 {
        self.width
    }

    /// The number of rows of the rectangle.
    #[must_use]
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Whether `cell` is in the set; false outside the rectangle.
    #[must_use]
    pub fn get(&self, cell: Cell) -> bool {
        self.contains(cell.x, cell.y)
    }

    /// Adds or removes `cell`; no effect outside the rectangle.
    pub fn set(&mut self, cell: Cell, value: bool) {
        if !self.holds(cell.x, cell.y) {
            return;
        }
        let bit = 1u64 << (cell.x % WORD);
        let position = self.position(cell.x, cell.y);
        if let Some(word) = self.words.get_mut(position) {
            *word = if value { *word | bit } else { *word & !bit };
        }
    }

    /// Adds the cells of `other` that lie in this set's rectangle.
    pub fn union_with(&mut self, other: &Self) {
        self.combine(other, |own, others| own | others);
    }

    /// Removes the cells that are not in `other`.
    pub fn intersect_with(&mut self, other: &Self) {
        self.combine(other, |own, others| own & others);
    }

    /// Removes the cells of `other`.
    pub fn difference_with(&mut self, other: &Self) {
        self.combine(other, |own, others| own & !others);
    }

    /// Combines each word with the bits of `other` at the same cells, within this rectangle.
    fn combine(&mut self, other: &Self, op: impl Fn(u64, u64) -> u64) {
        let (stride, bounds) = (self.stride(), Rect::from_xywh(0, 0, self.width, self.height));
        Self::for_words(bounds, stride, |position, bits| {
            let (column, row) = ((position % stride) as i32 * WORD, (position / stride) as i32);
            self.words[position] = op(self.words[position], other.row_bits(column, row)) & bits;
            true
        });
    }

    /// The number of cells in the set.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The smallest rectangle that holds all cells of the set; `None` without cells.
    ///
    /// Cost: linear in words.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        let stride = self.stride().max(1);
        let is_used = |row: &[u64]| row.iter().any(|&word| word != 0);
        let rows = || self.words.chunks_exact(stride);
        let (top, bottom) = (rows().position(is_used)?, rows().rposition(is_used)?);
        let columns = (0..stride).map(|number| rows().fold(0, |word, row| word | row[number]));
        let used = (0..).zip(columns).filter(|&(_, word)| word != 0);
        let ends = |(number, word): (i32, u64)| {
            let column = number * WORD;
            (column + word.trailing_zeros() as i32, column + WORD - word.leading_zeros() as i32)
        };
        let (left, right) = used.map(ends).reduce(|(left, _), (_, right)| (left, right))?;
        Rect::from_ltrb(left, top as i32, right, bottom as i32 + 1)
    }

    /// The cells of the set in row order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        let stride = self.stride().max(1);
        self.words.iter().enumerate().flat_map(move |(position, &word)| {
            let (x, y) = ((position % stride) as i32 * WORD, (position / stride) as i32);
            std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| Cell::new(x + rest.trailing_zeros() as i32, y))
        })
    }

    fn holds(&self, x: i32, y: i32) -> bool {
        x >= 0 && y >= 0 && x < self.width && y < self.height
    }

    /// The number of 64-bit words in a row.
    fn stride(&self) -> usize {
        self.width.unsigned_abs().div_ceil(WORD as u32) as usize
    }

    /// The index in `words` of the word that holds a cell. The cell must lie inside the rectangle.
    fn position(&self, x: i32, y: i32) -> usize {
        y as usize * self.stride() + (x / WORD) as usize
    }

    /// Calls `op` with the index of each word that `rect` overlaps and the bits of `rect` in it,
    /// until `op` returns false.
    fn for_words(rect: Option<Rect>, stride: usize, mut op: impl FnMut(usize, u64) -> bool) {
        let Some(rect) = rect else { return };
        let (first, last) = (rect.left() / WORD, (rect.right() - 1) / WORD);
        let bits = |number: i32| {
            let from = (rect.left() - number * WORD).max(0);
            let to = (rect.right() - number * WORD).min(WORD);
            u64::MAX << from & u64::MAX >> (WORD - to)
        };
        let mut row = rect.top() as usize * stride;
        if first == last {
            // The common case: `rect` needs one word in each row.
            let bits = bits(first);
            for _ in rect.top()..rect.bottom() {
                if !op(row + first as usize, bits) {
                    return;
                }
                row += stride;
            }
            return;
        }
        for _ in rect.top()..rect.bottom() {
            for number in first..=last {
                if !op(row + number as usize, bits(number)) {
                    return;
                }
            }
            row += stride;
        }
    }

    /// The index of the word for the first row of `rect`, and the bits of `rect` in it; `None`
    /// unless `rect` lies inside the grid and needs one word in each row.
    ///
    /// A fast path, since most footprints need one word in each row.
    #[inline]
    fn in_one_column(&self, rect: Rect) -> Option<(usize, u64)> {
        let (left, last) = (rect.left(), rect.right() - 1);
        if !self.holds_rect(rect) || left / WORD != last / WORD {
            return None;
        }
        let bits = u64::MAX >> (WORD - rect.width()) << (left % WORD);
        Some((self.position(left, rect.top()), bits))
    }

    fn holds_rect(&self, rect: Rect) -> bool {
        rect.left() >= 0 && rect.top() >= 0 && rect.right() <= self.width && rect.bottom() <= self.height
    }

    fn clip(&self, rect: Rect) -> Option<Rect> {
        // As most rectangles are.
        if self.holds_rect(rect) {
            return Some(rect);
        }
        Rect::from_xywh(0, 0, self.width, self.height)?.intersection(rect)
    }
}

impl CellSet for BitGrid {
    fn words(&self) -> u64 {
        self.words.len() as u64
    }

    fn reset(&mut self, width: i32, height: i32) {
        self.width = width.clamp(0, Self::MAX_SIDE);
        self.height = height.clamp(0, Self::MAX_SIDE);
        self.words.clear();
        self.words.resize(self.stride() * self.height as usize, 0);
    }

    fn assign(&mut self, other: &Self) {
        self.clone_from(other);
    }

    fn insert(&mut self, x: i32, y: i32) {
        self.set(Cell::new(x, y), true);
    }

    fn remove(&mut self, x: i32, y: i32) {
        self.set(Cell::new(x, y), false);
    }

    fn insert_rect(&mut self, rect: Rect) {
        if let Some((mut position, bits)) = self.in_one_column(rect) {
            let stride = self.stride();
            for _ in rect.top()..rect.bottom() {
                self.words[position] |= bits;
                position += stride;
            }
            return;
        }
        Self::for_words(self.clip(rect), self.stride(), |position, bits| {
            self.words[position] |= bits;
            true
        });
    }

    fn remove_rect(&mut self, rect: Rect) {
        Self::for_words(self.clip(rect), self.stride(), |position, bits| {
            self.words[position] &= !bits;
            true
        });
    }

    fn assign_words(&mut self, cells: CellWords<'_>) {
        let Extent { width, height } = cells.extent();
        self.reset(width, height);
        match cells.words() {
            Some(words) if !cells.is_block() => self.words.copy_from_slice(words),
            Some(_) => (0..).zip(&mut self.words).for_each(|(y, word)| *word = cells.row(y)),
            None => self.insert_rect(Rect::of(0, 0, width, height)),
        }
    }

    fn contains(&self, x: i32, y: i32) -> bool {
        self.holds(x, y) && self.words[self.position(x, y)] >> (x % WORD) & 1 == 1
    }

    fn as_words(&self) -> &[u64] {
        &self.words
    }

    fn cells(&self) -> CellWords<'_> {
        CellWords::of_grid(&self.words, Extent::new(self.width, self.height))
    }

    fn contains_rect(&self, rect: Rect) -> bool {
        let mut holds = true;
        Self::for_words(self.clip(rect), self.stride(), |position, bits| {
            holds = self.words[position] & bits == bits;
            holds
        });
        holds
    }

    fn intersects_rect(&self, rect: Rect) -> bool {
        if let Some((mut position, bits)) = self.in_one_column(rect) {
            let stride = self.stride();
            return (rect.top()..rect.bottom()).any(|_| {
                let found = self.words[position] & bits != 0;
                position += stride;
                found
            });
        }
        let mut found = false;
        Self::for_words(self.clip(rect), self.stride(), |position, bits| {
            found = self.words[position] & bits != 0;
            !found
        });
        found
    }

    fn unite(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    fn subtract(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
    }

    fn intersect(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    fn insert_mask(&mut self, mask: &FormationMask, x: i32, y: i32, within: &Self) {
        let mask = mask.bits();
        let covered = Rect::from_xywh(x, y, mask.width, mask.height).and_then(|rect| self.clip(rect));
        let stride = self.stride();
        Self::for_words(covered, stride, |position, bits| {
            let (column, row) = ((position % stride) as i32 * WORD, (position / stride) as i32);
            self.words[position] |= mask.row_bits(column - x, row - y) & bits & within.words[position];
            true
        });
    }

    fn count_cells(&self) -> u32 {
        self.count() as u32
    }

    fn cell_in_word(&self, word: usize, position: u32) -> Cell {
        let stride = self.stride().max(1);
        let Some(bit) = self.words.get(word).and_then(|&word| nth_bit(word, position)) else { return Cell::default() };
        Cell::new((word % stride) as i32 * WORD + bit, (word / stride) as i32)
    }

    fn take_rect(&mut self, rect: Rect, mut visit: impl FnMut(usize, u64)) {
        Self::for_words(self.clip(rect), self.stride(), |position, bits| {
            let taken = self.words[position] & bits;
            if taken != 0 {
                self.words[position] ^= taken;
                visit(position, taken);
            }
            true
        });
    }

    fn for_each(&self, mut visit: impl FnMut(i32, i32)) {
        let rows = self.words.chunks_exact(self.stride().max(1));
        for (y, row) in (0..).zip(rows) {
            for (number, &word) in (0..).zip(row) {
                let mut rest = word;
                while rest != 0 {
                    visit(number * WORD + rest.trailing_zeros() as i32, y);
                    rest &= rest - 1;
                }
            }
        }
    }
}

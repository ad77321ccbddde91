//! `CellBlock`: a set of cells of a room of up to 16 by 16 cells, in four words.

use super::{CellSet, CellWords, FormationMask, Morphology, morphology::doubling, words::nth_bit};
use crate::geom::{Cell, Direction, Extent, Rect};

/// A set of cells of a room of up to 16 by 16 cells; cell `(x, y)` is bit `16 * y + x` of 256.
///
/// Guarantee: bits outside the room are never set. Width and height are stored only for clipping;
/// code that needs the room's area keeps it as a set of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CellBlock {
    words: [u64; 4],
    width: u8,
    height: u8,
}

/// The bits of the first column in a word, which holds four rows of 16 cells.
const FIRST_COLUMN: u64 = 0x0001_0001_0001_0001;
const LAST_COLUMN: u64 = FIRST_COLUMN << 15;

/// `FIRST_ROWS[n]` is the set of all cells of the first `n` rows, for `n` from 0 to 16.
const FIRST_ROWS: [[u64; 4]; 17] = {
    let mut sets = [[0; 4]; 17];
    let mut rows = 1;
    while rows < sets.len() {
        sets[rows] = sets[rows - 1];
        sets[rows][(rows - 1) / 4] |= 0xffff << (16 * ((rows - 1) % 4));
        rows += 1;
    }
    sets
};

impl CellBlock {
    /// The maximum side, in cells, of a room whose cells fit a block of 256 bits.
    pub(crate) const SIDE: i32 = 16;
    /// The number of rows of 16 cells in a word; the first is the lowest.
    pub(super) const ROWS_PER_WORD: i32 = 4;

    /// Whether the cells of a room of `width` by `height` cells fit a block of 256 bits.
    pub(crate) const fn fits(width: i32, height: i32) -> bool {
        width <= Self::SIDE && height <= Self::SIDE
    }

    /// The index of a cell's word and the cell's bit; `None` outside the room.
    #[inline]
    fn bit(&self, x: i32, y: i32) -> Option<(usize, u64)> {
        // As unsigned numbers, negative coordinates are too large.
        let inside = (x as u32) < u32::from(self.width) && (y as u32) < u32::from(self.height);
        inside.then(|| ((y as usize / 4) % 4, 1 << ((16 * y + x) % 64)))
    }

    /// The cells of a rectangle, clipped to the room, as the four words of a set.
    #[inline]
    fn words_of(&self, rect: Rect) -> [u64; 4] {
        let left = rect.left().clamp(0, i32::from(self.width));
        let right = rect.right().clamp(left, i32::from(self.width));
        let top = rect.top().clamp(0, i32::from(self.height));
        let bottom = rect.bottom().clamp(top, i32::from(self.height));
        let row = ((1u64 << right) - (1u64 << left)).wrapping_mul(FIRST_COLUMN);
        zip(FIRST_ROWS[bottom as usize], FIRST_ROWS[top as usize], |until, before| row & until & !before)
    }

    /// The set `words` with each cell moved by `(dx, dy)`, without cells that leave the 16 by 16
    /// square.
    #[inline(always)]
    fn shifted(words: [u64; 4], dx: i32, dy: i32) -> [u64; 4] {
        if dx.abs() >= Self::SIDE || dy.abs() >= Self::SIDE {
            return [0; 4];
        }
        // Once the columns that leave are masked out, the move is one shift of a 256-bit number.
        let staying = if dx >= 0 { 0xffff >> dx } else { (0xffff << -dx) & 0xffff } * FIRST_COLUMN;
        let [a, b, c, d] = words.map(|word| word & staying);
        let bits = 16 * dy + dx;
        let (whole, part) = (bits.unsigned_abs() as usize / 64, bits.unsigned_abs() % 64);
        // Two shifts, because a shift by 64 overflows.
        if bits >= 0 {
            let from = [0, 0, 0, 0, a, b, c, d];
            let at = |word: usize| from[word + 4 - whole] << part | from[word + 3 - whole] >> 1 >> (63 - part);
            [at(0), at(1), at(2), at(3)]
        } else {
            let from = [a, b, c, d, 0, 0, 0, 0];
            let at = |word: usize| from[word + whole] >> part | from[word + 1 + whole] << 1 << (63 - part);
            [at(0), at(1), at(2), at(3)]
        }
    }

    /// Moves each cell of the set `w` one column east, without clipping to the room.
    #[inline]
    fn moved_east(w: [u64; 4]) -> [u64; 4] {
        w.map(|word| (word & !LAST_COLUMN) << 1)
    }

    /// Moves each cell of the set `w` one row south, without clipping to the room.
    #[inline]
    fn moved_south(w: [u64; 4]) -> [u64; 4] {
        [w[0] << 16, w[1] << 16 | w[0] >> 48, w[2] << 16 | w[1] >> 48, w[3] << 16 | w[2] >> 48]
    }

    /// Moves each cell of the set `w` one row north, without clipping to the room.
    #[inline]
    fn moved_north(w: [u64; 4]) -> [u64; 4] {
        [w[0] >> 16 | w[1] << 48, w[1] >> 16 | w[2] << 48, w[2] >> 16 | w[3] << 48, w[3] >> 16]
    }

    /// The cells of the set `w` and their four neighbours, without clipping to the room.
    #[inline]
    fn dilated(w: [u64; 4]) -> [u64; 4] {
        let across = w.map(|word| word | (word & !LAST_COLUMN) << 1 | (word & !FIRST_COLUMN) >> 1);
        [
            across[0] | w[0] << 16 | w[0] >> 16 | w[1] << 48,
            across[1] | w[1] << 16 | w[0] >> 48 | w[1] >> 16 | w[2] << 48,
            across[2] | w[2] << 16 | w[1] >> 48 | w[2] >> 16 | w[3] << 48,
            across[3] | w[3] << 16 | w[2] >> 48 | w[3] >> 16,
        ]
    }
}

/// The only cell of a rectangle of 1 by 1 cells; `None` for larger ones. A fast path, since most
/// footprints cover one cell.
#[inline]
fn single(rect: Rect) -> Option<(i32, i32)> {
    ((rect.width(), rect.height()) == (1, 1)).then(|| (rect.left(), rect.top()))
}

#[inline]
fn zip(a: [u64; 4], b: [u64; 4], op: impl Fn(u64, u64) -> u64) -> [u64; 4] {
    [op(a[0], b[0]), op(a[1], b[1]), op(a[2], b[2]), op(a[3], b[3])]
}

impl CellSet for CellBlock {
    #[inline]
    fn words(&self) -> u64 {
        self.words.len() as u64
    }

    #[inline]
    fn reset(&mut self, width: i32, height: i32) {
        debug_assert!(Self::fits(width, height));
        *self = Self { words: [0; 4], width: width as u8, height: height as u8 };
    }

    #[inline]
    fn fill(&mut self, width: i32, height: i32) {
        debug_assert!(Self::fits(width, height));
        let row = ((1u64 << width) - 1) * FIRST_COLUMN;
        *self = Self {
            words: FIRST_ROWS[height as usize].map(|rows| rows & row),
            width: width as u8,
            height: height as u8,
        };
    }

    #[inline]
    fn assign(&mut self, other: &Self) {
        *self = *other;
    }

    #[inline]
    fn insert(&mut self, x: i32, y: i32) {
        if let Some((word, bit)) = self.bit(x, y) {
            self.words[word] |= bit;
        }
    }

    #[inline]
    fn remove(&mut self, x: i32, y: i32) {
        if let Some((word, bit)) = self.bit(x, y) {
            self.words[word] &= !bit;
        }
    }

    #[inline]
    fn insert_rect(&mut self, rect: Rect) {
        if let Some((x, y)) = single(rect) {
            return self.insert(x, y);
        }
        self.words = zip(self.words, self.words_of(rect), |a, b| a | b);
    }

    #[inline]
    fn remove_rect(&mut self, rect: Rect) {
        if let Some((x, y)) = single(rect) {
            return self.remove(x, y);
        }
        self.words = zip(self.words, self.words_of(rect), |a, b| a & !b);
    }

    #[inline]
    fn contains(&self, x: i32, y: i32) -> bool {
        self.bit(x, y).is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    #[inline]
    fn as_words(&self) -> &[u64] {
        &self.words
    }

    fn cells(&self) -> CellWords<'_> {
        CellWords::of(&self.words, Extent::new(self.width.into(), self.height.into()))
    }

    #[inline]
    fn assign_words(&mut self, cells: CellWords<'_>) {
        let Extent { width, height } = cells.extent();
        match cells.words() {
            None => self.fill(width, height),
            Some(words) => {
                self.reset(width, height);
                self.words.iter_mut().zip(words).for_each(|(word, cells)| *word = *cells);
            }
        }
    }

    #[inline]
    fn contains_rect(&self, rect: Rect) -> bool {
        if let Some((x, y)) = single(rect) {
            return self.contains(x, y);
        }
        zip(self.words_of(rect), self.words, |a, b| a & !b) == [0; 4]
    }

    #[inline]
    fn intersects_rect(&self, rect: Rect) -> bool {
        if let Some((x, y)) = single(rect) {
            return self.contains(x, y);
        }
        zip(self.words, self.words_of(rect), |a, b| a & b) != [0; 4]
    }

    #[inline]
    fn unite(&mut self, other: &Self) {
        self.words = zip(self.words, other.words, |a, b| a | b);
    }

    #[inline]
    fn subtract(&mut self, other: &Self) {
        self.words = zip(self.words, other.words, |a, b| a & !b);
    }

    #[inline]
    fn intersect(&mut self, other: &Self) {
        self.words = zip(self.words, other.words, |a, b| a & b);
    }

    #[inline]
    fn retain_rect(&mut self, rect: Rect) {
        self.words = zip(self.words, self.words_of(rect), |a, b| a & b);
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.words == [0; 4]
    }

    // Always inlined, since stamping formations spends most of its time here.
    #[inline(always)]
    fn insert_mask(&mut self, mask: &FormationMask, x: i32, y: i32, within: &Self) {
        let moved = match mask.block() {
            Some(block) => Self::shifted(block.words, x, y),
            None => {
                let mut words = [0; 4];
                for row in 0..i32::from(self.height) {
                    let cells = mask.bits().row_bits(-x, row - y) & 0xffff;
                    words[(row / Self::ROWS_PER_WORD) as usize] |= cells << (16 * (row % Self::ROWS_PER_WORD));
                }
                words
            }
        };
        self.words = zip(self.words, zip(moved, within.words, |a, b| a & b), |a, b| a | b);
    }

    #[inline]
    fn count_cells(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn cell_in_word(&self, word: usize, position: u32) -> Cell {
        let Some(bit) = self.words.get(word).and_then(|&word| nth_bit(word, position)) else { return Cell::default() };
        Cell::new(bit % 16, word as i32 * Self::ROWS_PER_WORD + bit / 16)
    }

    #[inline]
    fn take_rect(&mut self, rect: Rect, mut visit: impl FnMut(usize, u64)) {
        let taken = zip(self.words, self.words_of(rect), |a, b| a & b);
        self.words = zip(self.words, taken, |a, b| a & !b);
        taken.into_iter().enumerate().filter(|(_, taken)| *taken != 0).for_each(|(word, taken)| visit(word, taken));
    }

    #[inline]
    fn for_each(&self, mut visit: impl FnMut(i32, i32)) {
        for (number, mut word) in (0i32..).zip(self.words) {
            while word != 0 {
                let bit = word.trailing_zeros() as i32;
                word &= word - 1;
                visit(bit % 16, number * Self::ROWS_PER_WORD + bit / 16);
            }
        }
    }
}

impl Morphology for CellBlock {
    #[inline]
    fn flood(&mut self, free: &Self, _work: &mut Vec<u32>) -> u64 {
        let mut reached = self.words;
        let mut flooded = 0;
        loop {
            flooded += self.words();
            let next = zip(zip(Self::dilated(reached), free.words, |a, b| a & b), reached, |a, b| a | b);
            if next == reached {
                break;
            }
            reached = next;
        }
        self.words = reached;
        flooded
    }

    fn flood_rect(&mut self, rect: Rect, free: &Self, work: &mut Vec<u32>) -> u64 {
        self.insert_rect(rect);
        self.flood(free, work)
    }

    /// Whether the cells are surely connected: bounds the number of components by Euler's formula,
    /// in word operations alone.
    ///
    /// Components are the Euler number plus the holes. The Euler number is cells, minus pairs of
    /// neighbours, plus 2 by 2 squares. A hole does not touch the edge. Its first cell in row order
    /// has no other cell of the complement to the west, north-west, north or north-east. So the
    /// number of such cells is at least that of holes. If it plus the Euler number is at most 1,
    /// there is at most one component.
    #[inline]
    fn is_known_connected(&self) -> bool {
        let cells = self.words;
        let and_not = |a: u64, b: u64| a & !b;
        // In each row, cells minus pairs of neighbours are the starts of runs. Likewise, vertical
        // pairs minus squares are the starts of runs of pairs.
        let starts = zip(cells, Self::moved_east(cells), and_not);
        let pairs = zip(cells, Self::moved_south(cells), |a, b| a & b);
        let pair_starts = zip(pairs, Self::moved_east(pairs), and_not);
        let (width, height) = (u32::from(self.width), usize::from(self.height));
        let row = ((1u64 << width) - 1) * FIRST_COLUMN;
        let others = zip(FIRST_ROWS[height].map(|rows| rows & row), cells, and_not);
        let before = {
            let east = Self::moved_east(others);
            let west = others.map(|word| (word & !FIRST_COLUMN) >> 1);
            let across = zip(zip(east, west, |a, b| a | b), others, |a, b| a | b);
            zip(Self::moved_south(across), east, |a, b| a | b)
        };
        let inner_row = ((((1u64 << width) - 1) >> 1) & !1) * FIRST_COLUMN;
        let off_edge = zip(FIRST_ROWS[height.saturating_sub(1)], FIRST_ROWS[1], |a, b| a & !b & inner_row);
        let firsts = zip(zip(others, off_edge, |a, b| a & b), before, and_not);
        let number = |words: [u64; 4]| words.into_iter().map(u64::count_ones).sum::<u32>();
        number(starts) + number(firsts) <= 1 + number(pair_starts)
    }

    #[inline]
    fn extend(&mut self, side: Direction, cells: i32) {
        if cells == 0 {
            return;
        }
        for step in doubling(cells.min(Self::SIDE - 1)) {
            let moved = match side {
                Direction::East => self.words.map(|word| (word & (FIRST_COLUMN * (0xffff >> step))) << step),
                Direction::West => self.words.map(|word| (word >> step) & (FIRST_COLUMN * (0xffff >> step))),
                Direction::South if step == 1 => Self::moved_south(self.words),
                Direction::North if step == 1 => Self::moved_north(self.words),
                Direction::South => Self::shifted(self.words, 0, step),
                Direction::North => Self::shifted(self.words, 0, -step),
            };
            self.words = zip(self.words, moved, |a, b| a | b);
        }
        if matches!(side, Direction::East | Direction::South) {
            let row = FIRST_COLUMN * ((1u64 << self.width) - 1);
            self.words = zip(self.words, FIRST_ROWS[usize::from(self.height)], |a, b| a & b & row);
        }
    }

    #[inline]
    fn assign_eroded(&mut self, other: &Self) {
        let w = other.words;
        let (up, down) = (Self::shifted(w, 0, 1), Self::shifted(w, 0, -1));
        let (left, right) = (Self::shifted(w, 1, 0), Self::shifted(w, -1, 0));
        let all = zip(zip(up, down, |a, b| a & b), zip(left, right, |a, b| a & b), |a, b| a & b);
        *self = Self { words: zip(all, w, |a, b| a & b), ..*other };
    }

    fn keep_checkerboard(&mut self, is_odd: bool) {
        /// Even columns in even rows, odd columns in odd rows: one colour of a checkerboard.
        const EVEN: u64 = 0xaaaa_5555_aaaa_5555;
        let kept = if is_odd { !EVEN } else { EVEN };
        self.words = self.words.map(|word| word & kept);
    }
}

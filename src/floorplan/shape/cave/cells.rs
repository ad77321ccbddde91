//! A set of cells of a room of up to 64 by 64, some rows to a word.

use super::PARTS;
use crate::{
    geom::{Cell, Extent, Rect},
    rng::RandomSource,
};

/// A set of cells of a room of at most `COLUMNS` columns, in `WORDS` words.
///
/// Rows of `COLUMNS` bits lie end to end: four rows of 16 columns to a word, or one of 64. Column 0
/// of the first row is the lowest bit. Guarantee: but for [`CaveCells::dilate`], bits outside of
/// the room are never set.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaveCells<const COLUMNS: u32, const WORDS: usize> {
    words: [u64; WORDS],
    extent: Extent,
}

impl<const COLUMNS: u32, const WORDS: usize> Default for CaveCells<COLUMNS, WORDS> {
    fn default() -> Self {
        Self::new(Extent::default())
    }
}

impl<const COLUMNS: u32, const WORDS: usize> CaveCells<COLUMNS, WORDS> {
    /// The rows of a word.
    const ROWS: u32 = u64::BITS / COLUMNS;

    /// All columns of the first row of a word.
    const ROW: u64 = u64::MAX >> (u64::BITS - COLUMNS);

    /// The first column of all rows of a word, and the last.
    const FIRST: u64 = u64::MAX / Self::ROW;
    const LAST: u64 = Self::FIRST << (COLUMNS - 1);

    /// The empty set of a room.
    #[inline]
    pub(super) fn new(extent: Extent) -> Self {
        Self { words: [0; WORDS], extent }
    }

    /// All cells of a room.
    pub(super) fn whole(extent: Extent) -> Self {
        let mut all = Self::new(extent);
        let columns = Self::FIRST * (u64::MAX >> (u64::BITS as i32 - extent.width));
        for number in 0..all.looped() {
            let rows = (extent.height - Self::first_row(number)).clamp(0, Self::ROWS as i32) as u32;
            let empty = (Self::ROWS - rows) * COLUMNS;
            all.set_word(number, columns & u64::MAX.checked_shr(empty).unwrap_or_default());
        }
        all
    }

    #[inline]
    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    /// The number of words that have rows of the room.
    #[inline]
    fn used(&self) -> usize {
        (self.extent.height as u32).div_ceil(Self::ROWS) as usize
    }

    /// The number of words to loop over. A loop over few is unrolled, and visits empty ones too.
    #[inline]
    pub(super) fn looped(&self) -> usize {
        if WORDS <= 4 { WORDS } else { self.used().min(WORDS) }
    }

    /// A word by its number; 0 behind the last.
    #[inline]
    pub(super) fn word(&self, number: usize) -> u64 {
        if number < WORDS { self.words[number] } else { 0 }
    }

    #[inline]
    pub(super) fn set_word(&mut self, number: usize, cells: u64) {
        if number < WORDS {
            self.words[number] = cells;
        }
    }

    /// Adds cells of a word.
    #[inline]
    pub(super) fn insert_word(&mut self, number: usize, cells: u64) {
        self.words[number % WORDS] |= cells;
    }

    /// The first row of a word.
    #[inline]
    fn first_row(number: usize) -> i32 {
        number as i32 * Self::ROWS as i32
    }

    /// The number of a row's word, and the row's first bit.
    #[inline]
    fn place(y: i32) -> (usize, u32) {
        (y as usize / Self::ROWS as usize % WORDS, y as u32 % Self::ROWS * COLUMNS)
    }

    /// The cells of a row, of which the lowest bit is column 0.
    #[inline]
    fn row(&self, y: i32) -> u64 {
        let (number, bit) = Self::place(y);
        self.words[number] >> bit & Self::ROW
    }

    #[inline]
    pub(super) fn rows(&self) -> impl Iterator<Item = u64> {
        (0..self.extent.height).map(|y| self.row(y))
    }

    #[inline]
    fn insert_row(&mut self, y: i32, cells: u64) {
        let (number, bit) = Self::place(y);
        self.insert_word(number, cells << bit);
    }

    #[inline]
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.row(cell.y) >> cell.x & 1 == 1
    }

    /// Adds a cell of the room.
    #[inline]
    pub(super) fn insert(&mut self, cell: Cell) {
        self.insert_row(cell.y, 1 << cell.x);
    }

    #[inline]
    fn columns_of(rect: Rect) -> u64 {
        u64::MAX >> (u64::BITS as i32 - rect.width()) << rect.left()
    }

    /// Whether the set has all cells of a rectangle of the room.
    #[inline]
    pub(super) fn contains_rect(&self, rect: Rect) -> bool {
        let columns = Self::columns_of(rect);
        (rect.top()..rect.bottom()).all(|y| self.row(y) & columns == columns)
    }

    /// Adds the cells of a rectangle of the room.
    #[inline]
    pub(super) fn insert_rect(&mut self, rect: Rect) {
        let columns = Self::columns_of(rect);
        (rect.top()..rect.bottom()).for_each(|y| self.insert_row(y, columns));
    }

    #[inline]
    pub(super) fn unite(&mut self, other: &Self) {
        (0..self.looped()).for_each(|number| self.insert_word(number, other.word(number)));
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        (0..self.looped()).map(|number| self.word(number).count_ones()).sum()
    }

    /// Keeps random cells of the set: each by this chance, in multiples of 1 / [`PARTS`], and
    /// neither none of them nor all.
    ///
    /// Draws two random words for each plane of random bits of each word that has rows of the room.
    /// Planes below the lowest bit of `chance` would change nothing, and are not drawn.
    pub(super) fn thin(&mut self, chance: u32, draw: &mut impl RandomSource) {
        for number in 0..self.used() {
            let planes = chance.trailing_zeros()..PARTS.trailing_zeros();
            let kept = planes.fold(0, |kept, plane| {
                let bits = draw.two_words();
                if chance >> plane & 1 == 1 { kept | bits } else { kept & bits }
            });
            self.set_word(number, self.word(number) & kept);
        }
    }

    /// The cells of a word, one column further east.
    #[inline]
    pub(super) fn east(word: u64) -> u64 {
        (word & !Self::LAST) << 1
    }

    /// The cells of a word, one column further west.
    #[inline]
    pub(super) fn west(word: u64) -> u64 {
        (word & !Self::FIRST) >> 1
    }

    /// What comes into a word if its cells, and those of the word before it, go one row south.
    #[inline]
    pub(super) fn south(before: u64, word: u64) -> u64 {
        word.checked_shl(COLUMNS).unwrap_or_default() | before >> (u64::BITS - COLUMNS)
    }

    /// What comes into a word if its cells, and those of the word behind it, go one row north.
    #[inline]
    pub(super) fn north(word: u64, behind: u64) -> u64 {
        word.checked_shr(COLUMNS).unwrap_or_default() | behind << (u64::BITS - COLUMNS)
    }

    /// Replaces each word by what `rule` makes of the word before it, it, and the word behind it.
    #[inline]
    fn replace(&mut self, rule: impl Fn(u64, u64, u64) -> u64) {
        let mut before = 0;
        for number in 0..self.looped() {
            let word = self.word(number);
            self.set_word(number, rule(before, word, self.word(number + 1)));
            before = word;
        }
    }

    /// Adds the neighbours of cells in four directions, also those outside of the room.
    #[inline]
    pub(super) fn dilate(&mut self) {
        self.replace(|before, word, behind| {
            word | Self::east(word) | Self::west(word) | Self::south(before, word) | Self::north(word, behind)
        });
    }

    /// A word whose rows have these columns, by the number of the row.
    #[inline]
    fn pattern(number: usize, columns: impl Fn(i32) -> u64) -> u64 {
        let row = |row: u32| (columns(Self::first_row(number) + row as i32) & Self::ROW) << (row * COLUMNS);
        (0..Self::ROWS).fold(0, |word, number| word | row(number))
    }

    /// Adds a quarter of the neighbours in four directions that are in the room: every fourth
    /// column of each row, from a column that differs by two from row to row.
    pub(super) fn grow(&mut self, quarter: i32, room: &Self) {
        /// Every fourth column.
        const FOURTH: u64 = u64::MAX / 15;
        let mut new = *self;
        new.dilate();
        for number in 0..self.looped() {
            let columns = Self::pattern(number, |y| FOURTH << ((quarter + 2 * y) % 4));
            self.insert_word(number, new.word(number) & room.word(number) & columns);
        }
    }

    /// The cells at odd columns of odd rows whose eight neighbours are in the set, as they are.
    fn lattice(&self) -> Self {
        /// The odd columns.
        const ODD: u64 = u64::MAX / 3 * 2;
        let mut inner = *self;
        inner.replace(|_, word, _| word & Self::east(word) & Self::west(word));
        inner.replace(|before, word, behind| word & Self::south(before, word) & Self::north(word, behind));
        for number in 0..inner.looped() {
            let columns = Self::pattern(number, |y| if y % 2 == 1 { ODD } else { 0 });
            inner.set_word(number, inner.word(number) & columns);
        }
        inner
    }

    /// Sets pillars of one cell by this chance where all eight neighbours are in the set, at odd
    /// columns of odd rows, but not in `kept`. No two of them are neighbours, so that the cells
    /// around each stay joined. Draws random words as [`CaveCells::thin`] does.
    pub(super) fn set_pillars(&mut self, chance: u32, kept: &Self, draw: &mut impl RandomSource) {
        let mut pillars = self.lattice();
        pillars.thin(chance, draw);
        for number in 0..self.looped() {
            self.set_word(number, self.word(number) & (!pillars.word(number) | kept.word(number)));
        }
    }

    /// The first cell in row-major order that is in this set and another.
    #[inline]
    pub(super) fn first_shared(&self, other: &Self) -> Option<Cell> {
        (0..self.looped()).find_map(|number| {
            let shared = self.word(number) & other.word(number);
            let bit = shared.trailing_zeros();
            let cell = Cell::new((bit % COLUMNS) as i32, Self::first_row(number) + (bit / COLUMNS) as i32);
            (shared != 0).then_some(cell)
        })
    }

    /// The first cell in row-major order that is at most `steps` steps across and down from a cell.
    #[inline]
    pub(super) fn first_near(&self, cell: Cell, steps: i32) -> Option<Cell> {
        let mut rows = (cell.y - steps).max(0)..(cell.y + steps + 1).min(self.extent.height);
        rows.find_map(|y| {
            let reach = steps - (y - cell.y).abs();
            let (from, to) = ((cell.x - reach).max(0), (cell.x + reach + 1).min(u64::BITS as i32));
            let near = self.row(y) & u64::MAX >> (u64::BITS as i32 - to) & u64::MAX << from;
            (near != 0).then(|| Cell::new(near.trailing_zeros() as i32, y))
        })
    }
}

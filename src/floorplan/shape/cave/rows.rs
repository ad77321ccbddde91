//! A set of cells of a room of up to 64 by 64, one word for each row.

use super::PARTS;
use crate::{
    geom::{Cell, Extent, Rect},
    rng::RandomSource,
};

/// The most rows and columns.
const SIDE: usize = u64::BITS as usize;

/// The columns up to which four rows share the random words of one.
pub(super) const NARROW: i32 = 16;

/// The rows of a narrow room that share random words.
pub(super) const LANES: i32 = u64::BITS as i32 / NARROW;

/// A set of cells of a room of at most 64 columns and rows; column 0 is the lowest bit.
///
/// Guarantee: bits outside the room are never set, and the rows before and behind it are empty.
#[derive(Clone, Debug)]
pub(super) struct CaveRows {
    /// An empty row, the rows of the room, and empty rows.
    words: [u64; SIDE + 2],
    extent: Extent,
}

impl Default for CaveRows {
    fn default() -> Self {
        Self { words: [0; SIDE + 2], extent: Extent::default() }
    }
}

impl CaveRows {
    /// Makes this the empty set of a room.
    pub(super) fn reset(&mut self, extent: Extent) {
        let used = self.extent.height.max(extent.height) as usize;
        self.words[1..=used].fill(0);
        self.extent = extent;
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    pub(super) fn rows(&self) -> &[u64] {
        &self.words[1..=self.height()]
    }

    pub(super) fn rows_mut(&mut self) -> &mut [u64] {
        let height = self.height();
        &mut self.words[1..=height]
    }

    fn height(&self) -> usize {
        self.extent.height as usize
    }

    /// All columns of the room.
    pub(super) fn columns(&self) -> u64 {
        u64::MAX >> (SIDE as i32 - self.extent.width)
    }

    /// The columns of a rectangle.
    fn columns_of(rect: Rect) -> u64 {
        u64::MAX >> (SIDE as i32 - rect.width()) << rect.left()
    }

    /// Whether the set has all cells of a rectangle of the room.
    pub(super) fn contains_rect(&self, rect: Rect) -> bool {
        let columns = Self::columns_of(rect);
        self.words[rect.top() as usize + 1..=rect.bottom() as usize].iter().all(|row| row & columns == columns)
    }

    /// Adds the cells of a rectangle of the room.
    pub(super) fn insert_rect(&mut self, rect: Rect) {
        let columns = Self::columns_of(rect);
        self.words[rect.top() as usize + 1..=rect.bottom() as usize].iter_mut().for_each(|row| *row |= columns);
    }

    /// Makes this the set of all cells of the room.
    pub(super) fn fill(&mut self) {
        let columns = self.columns();
        self.rows_mut().fill(columns);
    }

    /// A row of the room, or the one before or behind it.
    pub(super) fn row(&self, y: i32) -> u64 {
        self.words[(y + 1) as usize]
    }

    pub(super) fn set_row(&mut self, y: i32, bits: u64) {
        self.words[y as usize + 1] = bits;
    }

    pub(super) fn insert_row(&mut self, y: i32, bits: u64) {
        self.words[y as usize + 1] |= bits;
    }

    pub(super) fn unite(&mut self, other: &Self) {
        self.rows_mut().iter_mut().zip(other.rows()).for_each(|(row, other)| *row |= other);
    }

    pub(super) fn count(&self) -> u32 {
        self.rows().iter().map(|row| row.count_ones()).sum()
    }

    /// Makes this a random set: each cell is in it by this chance, in multiples of 1 / [`PARTS`],
    /// and neither none of them nor all.
    ///
    /// Draws two words for each plane of random bits and 64 columns; four rows of up to 16 columns
    /// share them. Planes below the lowest bit of `chance` would change nothing, and are not drawn.
    pub(super) fn scatter(&mut self, chance: u32, draw: &mut impl RandomSource) {
        let (columns, lanes) = (self.columns(), if self.extent.width <= NARROW { LANES } else { 1 });
        for rows in self.rows_mut().chunks_mut(lanes as usize) {
            let planes = chance.trailing_zeros()..PARTS.trailing_zeros();
            let mut cells = planes.fold(0, |cells, plane| {
                let bits = u64::from(draw.word()) | u64::from(draw.word()) << u32::BITS;
                if chance >> plane & 1 == 1 { cells | bits } else { cells & bits }
            });
            for row in rows {
                *row = cells & columns;
                cells = cells.checked_shr(NARROW as u32).unwrap_or(0);
            }
        }
    }

    /// Adds the neighbours of cells in four directions.
    pub(super) fn dilate(&mut self) {
        let columns = self.columns();
        let mut above = 0;
        for place in 1..=self.height() {
            let row = self.words[place];
            self.words[place] = (row | row << 1 | row >> 1 | above | self.words[place + 1]) & columns;
            above = row;
        }
    }

    /// Adds a quarter of the neighbours in four directions: every fourth column of each row, from a
    /// column that differs by two from row to row.
    pub(super) fn grow(&mut self, quarter: u32) {
        /// Every fourth column.
        const FOURTH: u64 = u64::MAX / 15;
        let mut grown = self.clone();
        grown.dilate();
        for (y, (row, new)) in (0..).zip(self.rows_mut().iter_mut().zip(grown.rows())) {
            *row |= new & FOURTH << ((quarter + 2 * y) % 4);
        }
    }

    /// Removes the cells of `pillars` at odd columns of odd rows whose eight neighbours are in the
    /// set, except those of `kept`.
    pub(super) fn remove_pillars(&mut self, pillars: &Self, kept: &Self) {
        /// The odd columns.
        const ODD: u64 = u64::MAX / 3 * 2;
        let height = self.height();
        let mut inner = [0; SIDE + 2];
        for (inner, row) in inner.iter_mut().zip(&self.words[..height + 2]) {
            *inner = row & row << 1 & row >> 1;
        }
        for y in (1..height).step_by(2) {
            let place = y + 1;
            let all = inner[place - 1] & inner[place] & inner[place + 1];
            self.words[place] &= !(all & pillars.words[place] & !kept.words[place] & ODD);
        }
    }

    /// The first cell in row-major order that is in this set and another.
    pub(super) fn first_shared(&self, other: &Self) -> Option<Cell> {
        let mut rows = (0..).zip(self.rows().iter().zip(other.rows()));
        let (y, both) = rows.find_map(|(y, (row, other))| Some((y, row & other)).filter(|(_, both)| *both != 0))?;
        Some(Cell::new(both.trailing_zeros() as i32, y))
    }

    /// The first cell in row-major order that is at most `steps` steps across and down from a cell.
    pub(super) fn first_near(&self, cell: Cell, steps: i32) -> Option<Cell> {
        let rows = (cell.y - steps).max(0)..(cell.y + steps + 1).min(self.extent.height);
        rows.into_iter().find_map(|y| {
            let reach = steps - (y - cell.y).abs();
            let (from, to) = ((cell.x - reach).max(0), (cell.x + reach + 1).min(SIDE as i32));
            let near = self.words[y as usize + 1] & u64::MAX >> (SIDE as i32 - to) & u64::MAX << from;
            (near != 0).then(|| Cell::new(near.trailing_zeros() as i32, y))
        })
    }
}

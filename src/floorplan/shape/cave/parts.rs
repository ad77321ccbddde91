//! The parts of a cave: cells that are connected in four directions.

use super::cells::CaveCells;
use crate::geom::{Cell, Extent};

/// A part of a floor.
#[derive(Clone, Copy, Debug)]
pub(super) struct CavePart<const COLUMNS: u32, const WORDS: usize> {
    pub(super) cells: CaveCells<COLUMNS, WORDS>,
    /// The number of its cells; 0 once it is one with an earlier part.
    pub(super) count: u32,
}

/// The parts of a floor, in the order of their first cells.
///
/// Source: the union of runs of Wu, Otoo and Suzuki, "Optimizing two-pass connected-component
/// labeling algorithms", 2009. Here the cells of parts are united at once, since few parts meet.
#[derive(Clone, Debug)]
pub(super) struct CaveParts<const COLUMNS: u32, const WORDS: usize> {
    parts: Vec<CavePart<COLUMNS, WORDS>>,
    /// For the first cell of each run in this word and in the one before it, the position of the
    /// run's part. Even words have the first half, odd words the other.
    part_of_start: [u16; 2 * BITS],
}

const BITS: usize = u64::BITS as usize;

/// The rows above those of a word, each in the place of the row below it.
#[derive(Clone, Copy)]
struct RowsAbove {
    /// The position in `part_of_start` of the first bit of the first row.
    place: usize,
    /// The first cells of their runs.
    starts: u64,
}

impl<const COLUMNS: u32, const WORDS: usize> Default for CaveParts<COLUMNS, WORDS> {
    fn default() -> Self {
        Self { parts: Vec::new(), part_of_start: [0; 2 * BITS] }
    }
}

impl<const COLUMNS: u32, const WORDS: usize> CaveParts<COLUMNS, WORDS> {
    /// Finds the parts of a floor. Cost: linear in words and runs, and in words for each part.
    pub(super) fn find(&mut self, floor: &CaveCells<COLUMNS, WORDS>) {
        self.parts.clear();
        let mut before = 0;
        for number in 0..floor.looped() {
            let word = floor.word(number);
            self.add_word(number, [before, word], floor.extent());
            before = word;
        }
    }

    /// Adds the runs of a word: each is in the part of the runs that it touches above, which become
    /// one part.
    #[inline]
    fn add_word(&mut self, number: usize, [before, word]: [u64; 2], extent: Extent) {
        let place = number % 2 * BITS;
        let above = CaveCells::<COLUMNS, WORDS>::south(before, word);
        let touched = Self::starts_of(word & above);
        let above = RowsAbove { place: place + 2 * BITS - COLUMNS as usize, starts: Self::starts_of(above) };
        let (mut starts, mut ends) = (Self::starts_of(word), Self::ends_of(word));
        while starts != 0 {
            let (start, end) = (lowest(starts), lowest(ends));
            (starts, ends) = (starts ^ start, ends ^ end);
            let cells = (end << 1).wrapping_sub(start);
            let part = self.part_of(touched & cells, above).unwrap_or_else(|| {
                self.parts.push(CavePart { cells: CaveCells::new(extent), count: 0 });
                self.parts.len() - 1
            });
            let bit = start.trailing_zeros();
            self.part_of_start[(place + bit as usize) % (2 * BITS)] = part as u16;
            let part = &mut self.parts[part];
            part.cells.insert_word(number, cells);
            part.count += end.trailing_zeros() + 1 - bit;
        }
    }

    /// The part of the runs above that are touched at these cells; `None` without any.
    #[inline]
    fn part_of(&mut self, mut touched: u64, above: RowsAbove) -> Option<usize> {
        let mut part = None;
        while touched != 0 {
            // The last run that starts at or before the first of the cells.
            let start = BITS - 1 - (above.starts & (touched ^ (touched - 1))).leading_zeros() as usize;
            let other = usize::from(self.part_of_start[(above.place + start) % (2 * BITS)]);
            part = match part {
                Some(part) if part != other => Some(self.unite(part, other)),
                _ => Some(other),
            };
            touched &= touched - 1;
        }
        part
    }

    /// Makes two parts one: the earlier, whose position it returns.
    #[cold]
    fn unite(&mut self, one: usize, other: usize) -> usize {
        let (one, other) = (one.min(other), one.max(other));
        let (earlier, later) = self.parts.split_at_mut(other);
        if let (Some(one), Some(other)) = (earlier.get_mut(one), later.first_mut()) {
            one.cells.unite(&other.cells);
            (one.count, other.count) = (one.count + other.count, 0);
        }
        let [from, to] = [other, one].map(|part| part as u16);
        for part in &mut self.part_of_start {
            *part = if *part == from { to } else { *part };
        }
        one
    }

    /// The first cells of the runs of a word.
    #[inline]
    fn starts_of(word: u64) -> u64 {
        word & !CaveCells::<COLUMNS, WORDS>::east(word)
    }

    /// The last cells of the runs of a word.
    #[inline]
    fn ends_of(word: u64) -> u64 {
        word & !CaveCells::<COLUMNS, WORDS>::west(word)
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &CavePart<COLUMNS, WORDS>> {
        self.parts.iter().filter(|part| part.count > 0)
    }

    /// The part with the most cells, the first of several; `None` without floor.
    pub(super) fn largest(&self) -> Option<&CavePart<COLUMNS, WORDS>> {
        self.iter().rev().max_by_key(|part| part.count)
    }

    /// The part of a cell; `None` for a cell that is no floor.
    pub(super) fn part_at(&self, cell: Cell) -> Option<&CavePart<COLUMNS, WORDS>> {
        self.iter().find(|part| part.cells.contains(cell))
    }
}

/// The lowest bit that is set.
#[inline]
fn lowest(word: u64) -> u64 {
    word & word.wrapping_neg()
}

//! Draws cells of a set, each equally likely: by their rank among the cells that are left.

use crate::{
    geom::{Cell, Rect},
    grid::CellSet,
};

/// The number of words in a block. To remove a cell takes a step for its word, and one for each
/// doubling of the number of blocks. To find one also takes a step for each word of its block.
const BLOCK: usize = 16;

/// The number of cells in each word of a set, so that a cell is found by its rank.
///
/// Over blocks of words stands a Fenwick tree (Fenwick, "A new data structure for cumulative
/// frequency tables", 1994). Sets of a room are mostly empty but for a few rows, which are all that
/// is counted.
#[derive(Clone, Debug, Default)]
pub(super) struct CellRanks {
    /// The index of the first word that is counted.
    first: usize,
    /// The number of cells of each word.
    counts: Vec<u8>,
    /// The sum of the cells of the blocks that end at each block, as many as its number from 1 has
    /// as its lowest bit.
    sums: Vec<u32>,
    left: u32,
}

impl CellRanks {
    /// Counts the cells of a set; reuses the memory.
    pub(super) fn begin(&mut self, cells: &impl CellSet) {
        let Self { first, counts, sums, left } = self;
        let words = cells.as_words();
        let is_used = |word: &u64| *word != 0;
        *first = words.iter().position(is_used).unwrap_or(words.len());
        let end = words.iter().rposition(is_used).map_or(*first, |last| last + 1);
        counts.clear();
        counts.extend(words[*first..end].iter().map(|word| word.count_ones() as u8));
        sums.clear();
        sums.extend(counts.chunks(BLOCK).map(|block| block.iter().copied().map(u32::from).sum::<u32>()));
        *left = sums.iter().sum();
        for block in 1..=sums.len() {
            if let Some(sum) = (block & block.wrapping_neg()).checked_add(block).filter(|&above| above <= sums.len()) {
                sums[sum - 1] += sums[block - 1];
            }
        }
    }

    /// The number of cells that are left.
    pub(super) fn left(&self) -> u32 {
        self.left
    }

    /// The cell with a rank, counted from 0 in the order of words. The rank is less than the number
    /// of cells that are left.
    pub(super) fn cell(&self, mut rank: u32, cells: &impl CellSet) -> Cell {
        let mut block = 0;
        for step in (0..=self.sums.len().checked_ilog2().unwrap_or(0)).rev().map(|bit| 1 << bit) {
            if let Some(&sum) = self.sums.get(block + step - 1).filter(|&&sum| sum <= rank) {
                block += step;
                rank -= sum;
            }
        }
        let mut word = block * BLOCK;
        while let Some(count) = self.counts.get(word).copied().map(u32::from).filter(|&count| count <= rank) {
            word += 1;
            rank -= count;
        }
        cells.cell_in_word(self.first + word, rank)
    }

    /// Removes the cells of a rectangle from the set that was counted.
    pub(super) fn remove_rect<S: CellSet>(&mut self, rect: Rect, cells: &mut S) {
        let Self { first, counts, sums, left } = self;
        cells.take_rect(rect, |word, taken| {
            let (word, count) = (word - *first, taken.count_ones());
            *left -= count;
            counts[word] -= count as u8;
            let mut sum = word / BLOCK + 1;
            while sum <= sums.len() {
                sums[sum - 1] -= count;
                sum += sum & sum.wrapping_neg();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{BitGrid, CellBlock};

    /// Removes cells by rank and rectangles, and compares with a list of cells after each step.
    fn ranks_are_those_of_a_list<S: CellSet>(width: i32, height: i32) {
        let mut cells = S::default();
        cells.fill(width, height);
        cells.keep_checkerboard(width > 1);
        let mut list: Vec<Cell> = Vec::new();
        cells.for_each(|x, y| list.push(Cell::new(x, y)));
        let mut ranks = CellRanks::default();
        ranks.begin(&cells);
        let mut step = 0i32;
        while !list.is_empty() {
            assert_eq!(ranks.left() as usize, list.len());
            (0..).zip(&list).for_each(|(rank, &cell)| assert_eq!(ranks.cell(rank, &cells), cell));
            let cell = list[step as usize * 7 % list.len()];
            let rect = Rect::of(cell.x - step % 3, cell.y - step % 2, 1 + step % 5, 1 + step % 4);
            ranks.remove_rect(rect, &mut cells);
            list.retain(|&cell| !rect.contains(cell));
            step += 1;
        }
        assert_eq!(ranks.left(), 0);
    }

    #[test]
    fn the_cell_of_a_rank_is_that_of_a_list_without_the_removed_cells() {
        for (width, height) in [(1, 1), (5, 4), (16, 16), (16, 3), (2, 15)] {
            ranks_are_those_of_a_list::<CellBlock>(width, height);
            ranks_are_those_of_a_list::<BitGrid>(width, height);
        }
        ranks_are_those_of_a_list::<BitGrid>(150, 9);
        ranks_are_those_of_a_list::<BitGrid>(3, 70);
    }
}

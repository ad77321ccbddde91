//! Erosion: the cells of a set whose four neighbours are all in it.

use super::BitGrid;
use crate::grid::words::WORD;

impl BitGrid {
    /// Removes the cells that have a neighbour outside of `other`, of which this is a copy.
    pub(super) fn erode(&mut self, other: &Self) {
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
}

//! A set of cells as runs: rectangles one cell high.

use std::iter;

use super::BitGrid;
use crate::geom::{Cell, Rect};

impl BitGrid {
    /// The set as runs in row order: each is a rectangle one cell high, with no cell of the set
    /// beside its ends.
    ///
    /// Cost: linear in the cells of the set, and in words.
    pub fn runs(&self) -> impl Iterator<Item = Rect> {
        let mut cells = self.iter().peekable();
        iter::from_fn(move || {
            let first = cells.next()?;
            let mut length = 1;
            while cells.next_if_eq(&Cell::new(first.x + length, first.y)).is_some() {
                length += 1;
            }
            Rect::from_xywh(first.x, first.y, length, 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn runs_are_the_cells_of_the_set_and_no_two_of_them_touch_in_a_row(
            width in 1..200i32, cells in prop::collection::vec((0..200i32, 0..6i32), 0..300),
        ) {
            let mut grid = BitGrid::new(width, 6);
            cells.iter().for_each(|&(x, y)| grid.set(Cell::new(x, y), true));
            let runs: Vec<_> = grid.runs().collect();
            prop_assert!(runs.iter().flat_map(|run| run.cells()).eq(grid.iter()));
            prop_assert!(runs.iter().all(|run| run.height() == 1));
            prop_assert!(runs.windows(2).all(|pair| pair[0].top() < pair[1].top() || pair[0].right() < pair[1].left()));
        }
    }
}

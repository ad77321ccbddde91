//! A set of cells as runs: rectangles one cell high.

use std::{collections::VecDeque, iter};

use super::{BitGrid, cells::runs_of};
use crate::geom::Rect;

impl BitGrid {
    /// The set as runs in row order: each is a rectangle one cell high, with no cell of the set
    /// beside its ends.
    ///
    /// Cost: linear in runs, and in words.
    pub fn runs(&self) -> impl Iterator<Item = Rect> {
        let of_word = |x: i32, y: i32| {
            runs_of(self.row_bits(x, y)).map(move |run| Rect::of(x + run.start, y, run.end - run.start, 1))
        };
        let words = (0..self.height).flat_map(|y| (0..self.width).step_by(u64::BITS as usize).map(move |x| (x, y)));
        let mut parts = words.flat_map(move |(x, y)| of_word(x, y)).peekable();
        iter::from_fn(move || {
            let mut run = parts.next()?;
            while let Some(next) = parts.next_if(|next| next.top() == run.top() && next.left() == run.right()) {
                run = Rect::of(run.left(), run.top(), run.width() + next.width(), 1);
            }
            Some(run)
        })
    }

    /// Rectangles that are together the set, each cell once, in the row order of their top left
    /// cells: a run grows downwards as long as the next row has the same one.
    ///
    /// Cost: linear in runs, and in words.
    #[must_use]
    pub fn rectangles(&self) -> Vec<Rect> {
        let mut rectangles: Vec<Rect> = Vec::new();
        // The positions of those that reach the row above or this one, in the order of runs.
        let mut open = VecDeque::new();
        for run in self.runs() {
            let (y, place) = (run.top(), (run.left(), run.width()));
            let is_passed = |rect: &Rect| rect.bottom() < y || rect.bottom() == y && rect.left() < run.left();
            while open.front().is_some_and(|&above: &usize| is_passed(&rectangles[above])) {
                open.pop_front();
            }
            let same = |above: &usize| {
                let rect = rectangles[*above];
                rect.bottom() == y && (rect.left(), rect.width()) == place
            };
            let above = open.front().copied().filter(same);
            open.push_back(above.unwrap_or(rectangles.len()));
            if let Some(above) = above {
                open.pop_front();
                rectangles[above] = Rect::of(place.0, rectangles[above].top(), place.1, rectangles[above].height() + 1);
            } else {
                rectangles.push(run);
            }
        }
        rectangles
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geom::Cell;

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
            let rectangles = grid.rectangles();
            let mut covered: Vec<_> = rectangles.iter().flat_map(|rect| rect.cells()).collect();
            covered.sort_unstable_by_key(|cell| (cell.y, cell.x));
            prop_assert!(covered.into_iter().eq(grid.iter()));
            prop_assert!(rectangles.is_sorted_by_key(|rect| (rect.top(), rect.left())));
            // None ends where it could grow.
            let grown = |rect: &Rect| Rect::of(rect.left(), rect.bottom(), rect.width(), 1);
            prop_assert!(!rectangles.iter().any(|rect| runs.contains(&grown(rect))));
        }
    }
}

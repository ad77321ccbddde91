//! Grids over cells: values, and sets of cells as bits with word-parallel operations.
//!
//! [`BitGrid`] has any size. `CellBlock` is the same set for rooms of up to 16 by 16 cells, as four
//! words that stay in registers. Furnishing is written once, over the trait `CellSet` that both
//! implement.

mod bits;
mod block;
mod cells;
mod dense;
mod mask;
mod morphology;
mod runs;
mod wire;
mod words;

pub use bits::BitGrid;
pub(crate) use block::CellBlock;
pub(crate) use cells::{CellWords, runs_of};
pub use dense::{Grid, GridCells};
pub(crate) use mask::FormationMask;
pub(crate) use morphology::{Morphology, doubling};

use crate::geom::{Cell, Rect};

/// A set of cells of one room, in coordinates relative to the room's top left cell.
///
/// Every operation ignores cells outside the room, so no set ever contains one. Sets that are
/// combined must belong to rooms of the same size. Cost: linear in the set's words, except where
/// noted.
pub(crate) trait CellSet: Clone + Default + Morphology {
    /// The number of 64-bit words that store the set; counts as the work of one operation.
    fn words(&self) -> u64;
    /// Makes this the empty set of a room of `width` by `height` cells; reuses its memory.
    fn reset(&mut self, width: i32, height: i32);
    /// Makes this the set of all cells of a room of `width` by `height` cells; reuses its memory.
    fn fill(&mut self, width: i32, height: i32) {
        self.reset(width, height);
        self.insert_rect(Rect::of(0, 0, width, height));
    }

    /// Makes this a copy of `other`; reuses its memory.
    fn assign(&mut self, other: &Self);
    fn insert(&mut self, x: i32, y: i32);
    fn remove(&mut self, x: i32, y: i32);
    fn insert_rect(&mut self, rect: Rect);
    fn remove_rect(&mut self, rect: Rect);
    /// The words of the set, in the order of rows.
    fn as_words(&self) -> &[u64];
    /// The cells of the set, to read by rows.
    fn cells(&self) -> CellWords<'_>;
    /// Makes this the set of these cells; reuses its memory.
    fn assign_words(&mut self, cells: CellWords<'_>);
    fn contains(&self, x: i32, y: i32) -> bool;
    /// Whether all cells of a rectangle are in the set. The rectangle lies inside the room.
    fn contains_rect(&self, rect: Rect) -> bool;
    fn intersects_rect(&self, rect: Rect) -> bool;
    fn unite(&mut self, other: &Self);
    fn subtract(&mut self, other: &Self);
    /// Removes the cells that are not in `other`.
    fn intersect(&mut self, other: &Self);
    /// Removes the cells outside of a rectangle.
    fn retain_rect(&mut self, rect: Rect) {
        let mut outside = self.clone();
        outside.remove_rect(rect);
        self.subtract(&outside);
    }

    fn is_empty(&self) -> bool;
    /// Adds the cells of `mask` that are in `within`, with the mask's top left cell at column `x`
    /// and row `y` of the room.
    fn insert_mask(&mut self, mask: &FormationMask, x: i32, y: i32, within: &Self);
    /// The number of cells in the set.
    fn count_cells(&self) -> u32;
    /// The cell at a position of the set in row order; the first cell of the room if there is none.
    fn nth(&self, mut position: u32) -> Cell {
        for (number, &word) in self.as_words().iter().enumerate() {
            let count = word.count_ones();
            if position < count {
                return self.cell_in_word(number, position);
            }
            position -= count;
        }
        Cell::default()
    }

    /// The cell at a position of the set among those of a word; the first cell of the room if there
    /// is none.
    fn cell_in_word(&self, word: usize, position: u32) -> Cell;
    /// Removes the cells of a rectangle. Calls `visit` with the index of each word that changes,
    /// and the bits of the cells that it loses.
    fn take_rect(&mut self, rect: Rect, visit: impl FnMut(usize, u64));
    /// Calls `visit` with every cell of the set, in row order.
    fn for_each(&self, visit: impl FnMut(i32, i32));
}

#[cfg(test)]
mod tests;

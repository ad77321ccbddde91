//! Grids over cells: a dense one for values, bit grids for sets of cells with word-parallel operations.
//!
//! [`BitGrid`] serves any size; the crate's `Block` is the same set for rooms of up to 16 by 16 cells, held in four words
//! that stay in registers. What furnishes a room is written once, over the trait `CellSet` that both keep.

mod bits;
mod block;
mod dense;
mod mask;
mod words;

pub use bits::BitGrid;
pub(crate) use block::Block;
pub use dense::Grid;
pub(crate) use mask::Mask;

use crate::geom::{Direction, Rect};

/// A set of cells of one room, in coordinates that count from the room's top left cell.
///
/// Every operation ignores cells outside the room, so no set ever holds one. Sets that are combined belong to rooms of the
/// same size. Cost: proportional to the number of words, except where noted.
pub(crate) trait CellSet: Clone + Default {
    /// The words that such a set takes, for counting work.
    fn words(&self) -> u64;
    /// Makes this the empty set of a room of `width` by `height` cells; keeps the memory.
    fn reset(&mut self, width: i32, height: i32);
    /// Makes this all cells of such a room; keeps the memory.
    fn fill(&mut self, width: i32, height: i32) {
        self.reset(width, height);
        self.insert_rect(Rect::of(0, 0, width, height));
    }

    /// Makes this a copy of `other`; keeps the memory.
    fn assign(&mut self, other: &Self);
    /// Adds the cell at `(x, y)`.
    fn insert(&mut self, x: i32, y: i32);
    /// Takes the cell at `(x, y)` away.
    fn remove(&mut self, x: i32, y: i32);
    /// Adds all cells of `rect`.
    fn insert_rect(&mut self, rect: Rect);
    /// Takes all cells of `rect` away.
    fn remove_rect(&mut self, rect: Rect);
    /// Whether the cell at `(x, y)` is in the set.
    fn contains(&self, x: i32, y: i32) -> bool;
    /// Whether any cell of `rect` is in the set.
    fn intersects_rect(&self, rect: Rect) -> bool;
    /// Adds the cells of `other`.
    fn unite(&mut self, other: &Self);
    /// Takes the cells of `other` away.
    fn subtract(&mut self, other: &Self);
    /// Whether the set holds no cell.
    fn is_empty(&self) -> bool;
    /// Adds the true cells of `mask`, its top left cell at `(x, y)`, that are in `within`.
    fn insert_mask(&mut self, mask: &Mask, x: i32, y: i32, within: &Self);
    /// Grows the set through edges inside `free` until it grows no more: a flood fill. Cells of the set that are not in
    /// `free` are kept and grown from. `work` is scratch. Gives the number of words flooded. Cost: linear in the room's cells at the worst.
    fn flood(&mut self, free: &Self, work: &mut Vec<u32>) -> u64;
    /// Whether the cells are one area, connected through edges, as far as that can be told much faster than by a flood; `false`
    /// also where it cannot. True of the empty set.
    fn is_surely_connected(&self) -> bool {
        false
    }

    /// Makes this the cells of `other` whose four neighbours are all in `other` too; what lies outside the room is not.
    fn assign_inner(&mut self, other: &Self);
    /// Takes away the cells whose column and row have an odd sum.
    fn keep_even(&mut self);
    /// Number of cells in the set.
    fn number(&self) -> u32;
    /// Adds the cells that lie up to `cells` beyond a cell of the set on one side; no less than 0. Cost: the words, for each
    /// doubling of the distance.
    fn extend(&mut self, side: Direction, cells: i32);
    /// Adds all cells up to `cells` away from a cell of the set, a diagonal step counting as one: a dilation by a square.
    fn grow(&mut self, cells: i32) {
        Direction::ALL.into_iter().for_each(|side| self.extend(side, cells));
    }
    /// Calls `visit` with every cell of the set, in row order.
    fn for_each(&self, visit: impl FnMut(i32, i32));
}

/// The steps in which a set is extended by `cells`: each is at most one more than the sum of those before, so that no cell is
/// left out.
fn doubling(cells: i32) -> impl Iterator<Item = i32> {
    let mut done = 0;
    std::iter::from_fn(move || {
        let step = (done + 1).min(cells - done);
        done += step;
        (step > 0).then_some(step)
    })
}

#[cfg(test)]
mod tests;

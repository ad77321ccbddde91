//! Sets of cells as shapes: floods, erosions and dilations.

use crate::geom::{Direction, Rect};

/// What furnishing does with sets of cells as shapes: floods, erosions and dilations.
///
/// Apart from [`CellSet`](super::CellSet), so that `check` can have the sets and share no search.
pub(crate) trait Morphology: Sized {
    /// Flood fill: repeatedly adds the cells of `free` that share an edge with a cell of the set.
    ///
    /// Cells of the set outside `free` stay and are grown from. `work` is scratch memory. Returns
    /// the number of 64-bit words visited, which counts as work. Cost: linear in the room's cells
    /// in the worst case.
    fn flood(&mut self, free: &Self, work: &mut Vec<u32>) -> u64;
    /// Adds the cells of a rectangle, and what is connected to them in `free`.
    ///
    /// Requires that the set has all or none of the cells of each other connected part of `free`.
    /// `work` is scratch memory. Returns the number of 64-bit words visited. Cost: linear in the
    /// cells that are added.
    fn flood_rect(&mut self, rect: Rect, free: &Self, work: &mut Vec<u32>) -> u64;
    /// A fast sufficient test of whether the cells are connected by shared edges.
    ///
    /// `false` means not connected, or not known without a flood fill. True for the empty set.
    fn is_known_connected(&self) -> bool {
        false
    }

    /// Makes this the set of cells of `other` whose four neighbours are all in `other`: an erosion.
    ///
    /// Cells outside the room count as not in `other`.
    fn assign_eroded(&mut self, other: &Self);
    /// Leaves a checkerboard: removes the cells with an odd sum of column and row, or those with an
    /// even one.
    fn keep_checkerboard(&mut self, is_odd: bool);
    /// For each cell of the set, adds the next `cells` cells in the direction `side`. `cells` is at
    /// least 0.
    ///
    /// Cost: linear in the words, for each doubling of the distance.
    fn extend(&mut self, side: Direction, cells: i32);
    /// Adds all cells up to `cells` away, diagonal steps included: a dilation by a square.
    fn grow(&mut self, cells: i32) {
        Direction::ALL.into_iter().for_each(|side| self.extend(side, cells));
    }
}

/// The distances of the shifts that together extend a set by `cells` cells.
///
/// Each distance is at most one more than the sum of those before it, so that no cell is left out.
pub(crate) fn doubling(cells: i32) -> impl Iterator<Item = i32> {
    let mut done = 0;
    std::iter::from_fn(move || {
        let step = (done + 1).min(cells - done);
        done += step;
        (step > 0).then_some(step)
    })
}

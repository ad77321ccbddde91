//! An index from rows of cells to the items that touch them.

use roomgen::{geom::Rect, level::Level};

/// Cells beyond the window that may be read: fine scales blend pixels with their neighbours.
pub(super) const MARGIN_CELLS: i32 = 1;

/// The items that each row of cells has to draw, in the order of their list.
#[derive(Debug)]
pub(super) struct RowIndex(Vec<Vec<u32>>);

impl RowIndex {
    /// Builds the index from the cells that each item may touch, clipped to the level.
    pub(super) fn new(level: &Level, things: impl Iterator<Item = Option<Rect>>) -> Self {
        let mut rows = vec![Vec::new(); level.height().unsigned_abs() as usize];
        for (number, touched) in (0..).zip(things) {
            let Some(inside) = touched.and_then(|rect| rect.intersection(level.tiles().bounds())) else { continue };
            for row in &mut rows[inside.top() as usize..inside.bottom() as usize] {
                row.push(number);
            }
        }
        Self(rows)
    }

    /// The positions of the items to draw in row `y`.
    pub(super) fn row(&self, y: i32) -> impl Iterator<Item = usize> {
        self.0.get(y as usize).into_iter().flatten().map(|&number| number as usize)
    }
}

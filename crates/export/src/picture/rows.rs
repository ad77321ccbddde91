//! An index from rows of cells to the items that touch them.

use roomgen::{geom::Rect, level::Level};

/// Cells around the window that painters also draw: scales above 16 blend pixels with their
/// neighbours.
pub(super) const MARGIN_CELLS: i32 = 1;

/// For each row of cells, the positions in a list of the items that touch it, ascending. Items are
/// props, doors and the like.
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

    /// The positions of the items that touch row `y`.
    pub(super) fn row(&self, y: i32) -> impl Iterator<Item = usize> {
        self.0.get(y as usize).into_iter().flatten().map(|&number| number as usize)
    }
}

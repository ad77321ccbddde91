//! Things by the rows of cells that they touch.

use roomgen::{geom::Rect, level::Level};

/// What is beyond the window, in cells, and may still be looked at: finer scales mix pixels with those beside them.
pub(super) const BESIDE: i32 = 1;

/// Which of a list of things each row of cells has to draw, in the list's order.
#[derive(Debug)]
pub(super) struct Rows(Vec<Vec<u32>>);

impl Rows {
    /// From the cells that each thing may touch; what lies outside the level is left out.
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

    /// The positions of the things to draw in row `y`.
    pub(super) fn row(&self, y: i32) -> impl Iterator<Item = usize> {
        self.0.get(y as usize).into_iter().flatten().map(|&number| number as usize)
    }
}

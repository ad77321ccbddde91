//! Lines, circles and ellipses on cells, by the textbook integer algorithms.
//!
//! Each function calls `plot` with the cells of a curve. Circles and ellipses pass the step of each
//! cell along the part that they mirror: the cells of that part follow each other, and the first
//! lies at the vertical axis.

use crate::geom::Cell;

/// Plots every cell of the line from `from` to `to`, both included.
///
/// Bresenham, "Algorithm for computer control of a digital plotter", 1965, with one error term for
/// all octants. Cost: one step for each cell.
pub(super) fn line(from: Cell, to: Cell, mut plot: impl FnMut(Cell)) {
    let (dx, dy) = ((to.x - from.x).abs(), -(to.y - from.y).abs());
    let (step_x, step_y) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    let mut error = dx + dy;
    let mut at = from;
    loop {
        plot(at);
        if at == to {
            return;
        }
        let twice = 2 * error;
        if twice >= dy {
            error += dy;
            at.x += step_x;
        }
        if twice <= dx {
            error += dx;
            at.y += step_y;
        }
    }
}

/// Plots every cell of the circle inscribed in a square of `side` cells with its top left cell at
/// `(0, 0)`.
///
/// The midpoint algorithm (Pitteway 1967, Van Aken 1984) on doubled coordinates. The centre is then
/// an integer for even sides too: a cell is two units, and x and y have the parity of the radius.
/// Walks one octant and mirrors it. Cost: one step for each cell.
pub(super) fn circle(side: i32, mut plot: impl FnMut(Cell, i32)) {
    let radius = i64::from(side) - 1;
    let outside = |x: i64, y: i64| x * x + y * y >= radius * radius;
    let (mut x, mut y, mut step) = (radius % 2, radius, 0);
    while x <= y {
        for (x, y) in [(x, y), (y, x)] {
            mirrored(x, y, radius, radius, |cell| plot(cell, step));
        }
        step += 1;
        x += 2;
        if outside(x, y - 1) {
            y -= 2;
        }
    }
}

/// Plots every cell of the ellipse inscribed in `width` by `height` cells with its top left cell at
/// `(0, 0)`.
///
/// The midpoint algorithm (Kappel 1985) on doubled coordinates as in [`circle`]: column by column
/// while the curve falls by at most one cell between columns, then row by row. Walks one quadrant
/// and mirrors it. Cost: one step for each cell.
pub(super) fn ellipse(width: i32, height: i32, mut plot: impl FnMut(Cell, i32)) {
    let (a, b) = (i64::from(width) - 1, i64::from(height) - 1);
    // Masks have at most 2^15 cells a side, so all terms stay below 2^62.
    let outside = |x: i64, y: i64| b * b * x * x + a * a * y * y >= a * a * b * b;
    let (mut x, mut y) = (a % 2, b);
    let mut step = 0;
    let mut plot_next = |x: i64, y: i64| {
        mirrored(x, y, a, b, |cell| plot(cell, step));
        step += 1;
    };
    plot_next(x, y);
    while x < a && (y <= 2 || !outside(x + 2, y - 3)) {
        x += 2;
        if y >= 2 && outside(x, y - 1) {
            y -= 2;
        }
        plot_next(x, y);
    }
    while y >= 2 {
        y -= 2;
        if !outside(x + 1, y) {
            x += 2;
        }
        plot_next(x, y);
    }
}

/// Plots the four cells at `(±x, ±y)` half cells from the centre of a box that extends `a` and `b`
/// half cells from it.
fn mirrored(x: i64, y: i64, a: i64, b: i64, mut plot: impl FnMut(Cell)) {
    for (x, y) in [(a - x, b - y), (a + x, b - y), (a - x, b + y), (a + x, b + y)] {
        plot(Cell::new((x / 2) as i32, (y / 2) as i32));
    }
}

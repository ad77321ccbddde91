//! Symmetric shadow casting in whole numbers.
//!
//! Around the cell of the viewer lie four quadrants, one in each direction. Each is scanned row by
//! row. A row has spans between two slopes that nothing nearer hides, and its walls cut them into
//! those of the next row. Slopes are fractions, which are compared by cross products.
//!
//! Source: Albert Ford, "Symmetric Shadowcasting", <https://www.albertford.com/shadowcasting/>.

use crate::{
    geom::{Cell, Direction},
    grid::{BitGrid, CellSet},
};

/// The cells in view from a cell, at most `radius` away: the sum of the squares of both distances
/// is at most the square of the radius.
///
/// `opaque` has the cells that block sight; so do the cells outside of it, which are not in view.
/// Of two cells that do not block sight, each is in view from the other or neither is. The nearest
/// cells that block sight are in view too. `from` is always in view, and may block sight, as a door
/// does in which one stands.
///
/// Empty if `from` lies outside of `opaque`, or if the radius is negative. Cost: linear in the
/// cells of the square around the circle, and in the words of `opaque`.
///
/// ```
/// use roomgen::{Preset, generate, sight};
///
/// let level = generate(&Preset::built_in("crypt")?, 42);
/// let in_view = sight::view(level.opaque(), level.entry(), 9);
/// assert!(in_view.get(level.entry()) && in_view.count() > 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn view(opaque: &BitGrid, from: Cell, radius: i32) -> BitGrid {
    let mut seen = BitGrid::default();
    view_into(&mut seen, opaque, from, radius);
    seen
}

/// Makes `seen` the cells in view, as [`view`] has them. Reuses its memory.
pub fn view_into(seen: &mut BitGrid, opaque: &BitGrid, from: Cell, radius: i32) {
    seen.reset(opaque.width(), opaque.height());
    if radius < 0 || !holds(opaque, from) {
        return;
    }
    seen.set(from, true);
    let mut spans = Vec::new();
    for quadrant in Direction::ALL.map(|direction| Quadrant::new(opaque, from, direction)) {
        spans.push(Span::WHOLE);
        quadrant.scan(&mut spans, radius, |cell| seen.set(cell, true));
    }
}

/// Whether `to` is in view from `from`, at any distance, exactly as [`view`] says.
///
/// Cost: linear in the rows between both, with two cells in each.
#[must_use]
pub fn sees(opaque: &BitGrid, from: Cell, to: Cell) -> bool {
    if !holds(opaque, from) || !holds(opaque, to) {
        return false;
    }
    // A cell on a diagonal lies in two quadrants.
    let mut quadrants = Direction::ALL.into_iter().map(|direction| Quadrant::new(opaque, from, direction));
    from == to
        || quadrants.any(|quadrant| {
            let (depth, column) = quadrant.place(to);
            let (mut spans, mut is_seen) = (Vec::new(), false);
            if column.abs() <= depth {
                spans.push(Span::around(column, depth));
                quadrant.scan(&mut spans, i32::MAX, |cell| is_seen |= cell == to);
            }
            is_seen
        })
}

fn holds(opaque: &BitGrid, cell: Cell) -> bool {
    (0..opaque.width()).contains(&cell.x) && (0..opaque.height()).contains(&cell.y)
}

/// The cells in one direction from a viewer, and to both sides of it as far as they are deep.
struct Quadrant<'grid> {
    opaque: &'grid BitGrid,
    from: Cell,
    /// The step from a row to the next one.
    ahead: Cell,
    /// The step from a column to the next one.
    aside: Cell,
}

impl<'grid> Quadrant<'grid> {
    fn new(opaque: &'grid BitGrid, from: Cell, direction: Direction) -> Self {
        let ahead = Cell::new(0, 0).step(direction);
        Self { opaque, from, ahead, aside: Cell::new(ahead.y.abs(), ahead.x.abs()) }
    }

    fn cell(&self, depth: i32, column: i32) -> Cell {
        let at = |from: i32, ahead: i32, aside: i32| from + depth * ahead + column * aside;
        Cell::new(at(self.from.x, self.ahead.x, self.aside.x), at(self.from.y, self.ahead.y, self.aside.y))
    }

    /// The depth and the column of a cell; the depth of one behind the viewer is negative.
    fn place(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = (cell.x - self.from.x, cell.y - self.from.y);
        (x * self.ahead.x + y * self.ahead.y, x * self.aside.x + y * self.aside.y)
    }

    /// The rows ahead in the grid, and the columns of the grid to the left and to the right.
    fn extent(&self) -> [i32; 3] {
        let Cell { x, y } = self.from;
        let [west, north, east, south] = [x, y, self.opaque.width() - 1 - x, self.opaque.height() - 1 - y];
        match (self.ahead.x, self.ahead.y) {
            (0, -1) => [north, west, east],
            (0, _) => [south, west, east],
            (1, _) => [east, north, south],
            _ => [west, north, south],
        }
    }

    /// Visits the cells in view between the slopes of `spans`, which are those of the first row.
    /// A cell on a diagonal is visited by two quadrants. Leaves no spans.
    ///
    /// Cells outside of the grid and of the circle hide only cells that lie outside too, so that
    /// rows end there.
    fn scan(&self, spans: &mut Vec<Span>, radius: i32, mut visit: impl FnMut(Cell)) {
        let [rows, left, right] = self.extent();
        let square = |side: i32| i64::from(side) * i64::from(side);
        let (mut next, mut half) = (Vec::new(), radius);
        for depth in 1..=rows.min(radius) {
            while square(half) + square(depth) > square(radius) {
                half -= 1;
            }
            for Span { mut start, end } in spans.drain(..) {
                let mut before = None;
                for column in
                    start.first_column(depth).max(-left.min(half))..=end.last_column(depth).min(right.min(half))
                {
                    let cell = self.cell(depth, column);
                    let is_wall = self.opaque.contains(cell.x, cell.y);
                    let edge = || Slope::before(column, depth);
                    match before {
                        Some(true) if !is_wall => start = edge(),
                        Some(false) if is_wall => next.push(Span { start, end: edge() }),
                        _ => {}
                    }
                    // Floor is in view by its middle, so that sight is symmetric.
                    if is_wall || start.order(column, depth) >= 0 && end.order(column, depth) <= 0 {
                        visit(cell);
                    }
                    before = Some(is_wall);
                }
                if before == Some(false) {
                    next.push(Span { start, end });
                }
            }
            if next.is_empty() {
                return;
            }
            std::mem::swap(spans, &mut next);
        }
        spans.clear();
    }
}

/// A part of a row that nothing nearer hides, between two slopes.
#[derive(Clone, Copy)]
struct Span {
    start: Slope,
    end: Slope,
}

impl Span {
    /// All of a quadrant.
    const WHOLE: Self = Self { start: Slope { rise: -1, run: 1 }, end: Slope { rise: 1, run: 1 } };

    /// The part of a quadrant through which one sees a cell of it. Wider spans show no more of the
    /// cell: walls beside this one have their edges outside of it.
    fn around(column: i32, depth: i32) -> Self {
        let start = if column == -depth { Self::WHOLE.start } else { Slope::before(column, depth) };
        let end = if column == depth { Self::WHOLE.end } else { Slope::before(column + 1, depth) };
        Self { start, end }
    }
}

/// A line from the middle of the viewer's cell: `rise` columns in `run` rows.
///
/// Sides of a grid have at most 2^17 cells. So products with a depth take 36 bits.
#[derive(Clone, Copy)]
struct Slope {
    rise: i64,
    run: i64,
}

impl Slope {
    /// Through the middle of the edge between a cell and the one in the column before.
    fn before(column: i32, depth: i32) -> Self {
        Self { rise: 2 * i64::from(column) - 1, run: 2 * i64::from(depth) }
    }

    /// The column at a depth that is nearest to the line; of two, the second.
    fn first_column(self, depth: i32) -> i32 {
        (2 * i64::from(depth) * self.rise + self.run).div_euclid(2 * self.run) as i32
    }

    /// The column at a depth that is nearest to the line; of two, the first.
    fn last_column(self, depth: i32) -> i32 {
        -(self.run - 2 * i64::from(depth) * self.rise).div_euclid(2 * self.run) as i32
    }

    /// Positive if the middle of a cell lies beyond the line, 0 if it lies on it.
    fn order(self, column: i32, depth: i32) -> i64 {
        i64::from(column) * self.run - i64::from(depth) * self.rise
    }
}

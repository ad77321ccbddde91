//! Outlines: which cells of a room's rectangle are floor.
//!
//! Consumes a shape and the size of its cut at each corner. Answers which cells of a row are floor,
//! where a wall's middle is, and which floor is nearest to a point, all without storing cells.

use crate::{
    geom::{Cell, Corner, Direction},
    model::RoomShape,
};

/// Which cells of a room's rectangle are floor.
///
/// Guarantees: every row and every column is one run of floor that touches the run of the next one.
/// So the floor is connected and touches all four sides of the rectangle. Columns and rows count
/// from the rectangle's top left cell. `sides` is always the (width, height) of the rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    shape: RoomShape,
    /// For each corner, in the order of [`Corner::ALL`], how many columns and how many rows lose
    /// cells.
    pub(super) legs: [(u16, u16); 4],
}

/// The (width, height) of a room's rectangle, in cells.
pub(super) type RoomExtent = (i32, i32);

impl Outline {
    /// The outline of a shape that cuts `legs` columns and rows at each corner.
    ///
    /// The whole rectangle if nothing is cut. The caller must leave enough floor for the
    /// guarantees.
    pub(super) fn new(shape: RoomShape, legs: [(i32, i32); 4]) -> Self {
        let outline = Self { shape, legs: legs.map(|(across, down)| (across.max(0) as u16, down.max(0) as u16)) };
        let is_cut = Corner::ALL.into_iter().any(|corner| outline.columns(corner) > 0);
        if is_cut { outline } else { Self::default() }
    }

    pub(crate) fn shape(&self) -> RoomShape {
        self.shape
    }

    #[inline]
    pub(crate) fn is_whole(&self) -> bool {
        self.shape == RoomShape::Rectangle
    }

    /// The half-open range of floor columns in row `y`. Constant time.
    #[inline(never)]
    pub(crate) fn row(&self, y: i32, (width, height): RoomExtent) -> (i32, i32) {
        let [north_west, north_east, south_east, south_west] =
            Corner::ALL.map(|corner| self.cut(corner, if corner.sides().1 { height - 1 - y } else { y }));
        (north_west.max(south_west), width - north_east.max(south_east))
    }

    /// How many cells a row loses at a corner, `depth` rows from the wall.
    fn cut(&self, corner: Corner, depth: i32) -> i32 {
        let (across, down) = self.legs[corner as usize];
        let (across, down) = (i32::from(across), i32::from(down));
        if depth >= down {
            return 0;
        }
        match self.shape {
            RoomShape::Rectangle | RoomShape::Vault => 0,
            RoomShape::L | RoomShape::Plus => across,
            RoomShape::Octagon => across - depth,
            RoomShape::Round => rounded(across, down, depth),
        }
    }

    /// The middle of the remaining wall on one side, as a column or row in half cells. Constant
    /// time.
    #[inline]
    pub(crate) fn middle(&self, side: Direction, (width, height): RoomExtent) -> i32 {
        let length = if matches!(side, Direction::North | Direction::South) { width } else { height };
        if self.is_whole() { length } else { length + self.aside(side) }
    }

    /// How far corner cuts shift the middle of a wall, in half cells.
    #[cold]
    fn aside(&self, side: Direction) -> i32 {
        match side {
            Direction::North => self.columns(Corner::NorthWest) - self.columns(Corner::NorthEast),
            Direction::South => self.columns(Corner::SouthWest) - self.columns(Corner::SouthEast),
            Direction::West => self.rows(Corner::NorthWest) - self.rows(Corner::SouthWest),
            Direction::East => self.rows(Corner::NorthEast) - self.rows(Corner::SouthEast),
        }
    }

    /// How many cells the first or last row loses at a corner.
    fn columns(&self, corner: Corner) -> i32 {
        self.cut(corner, 0)
    }

    /// How many cells the first or last column loses at a corner.
    fn rows(&self, corner: Corner) -> i32 {
        let (across, down) = self.legs[corner as usize];
        match self.shape {
            RoomShape::Round if down > 0 => rounded(down.into(), across.into(), 0),
            _ => down.into(),
        }
    }

    /// The floor point nearest to `point`, both in half cells.
    ///
    /// `point` itself if it touches a floor cell, else the centre of the nearest floor cell. Ties
    /// go to the cell nearest to the middle column, then to the middle row, so that mirrored points
    /// stay mirrored. Cost: linear in the rows up to the result.
    #[cold]
    pub(crate) fn nearest(&self, point: Cell, sides: RoomExtent) -> Cell {
        let (width, height) = sides;
        let mut best: Option<((i64, i32, i32), Cell)> = None;
        // The row of the point, or the lower one if the point lies between two rows.
        let middle = (point.y / 2).clamp(0, height - 1);
        for step in 0..=height {
            // From this step on, the centres of rows are at least this many half cells away.
            let least = i64::from(2 * step - 2).max(0);
            if best.is_some_and(|((distance, ..), _)| distance < least * least) {
                break;
            }
            let rows = [middle - step, middle + step];
            for y in rows.into_iter().filter(|y| (0..height).contains(y)).take(if step == 0 { 1 } else { 2 }) {
                let (first, end) = self.row(y, sides);
                // For a point between two columns, the column towards the middle.
                let between = i32::from(point.x % 2 == 0) * if point.x < width { 1 } else { -1 };
                let centre = Cell::new((point.x + between).clamp(2 * first + 1, 2 * end - 1), 2 * y + 1);
                let (across, down) = (centre.x - point.x, centre.y - point.y);
                if across.abs() <= 1 && down.abs() <= 1 {
                    return point;
                }
                let distance = i64::from(across).pow(2) + i64::from(down).pow(2);
                let order = (distance, (centre.x - width).abs(), (centre.y - height).abs());
                if best.is_none_or(|(best, _)| order < best) {
                    best = Some((order, centre));
                }
            }
        }
        best.map_or(point, |(_, nearest)| nearest)
    }
}

/// How many cells a row loses to a quarter ellipse that ends `across` columns and `down` rows from
/// the corner.
///
/// A cell is lost if its centre lies outside. `depth` is the row's distance from the wall and below
/// `down`.
///
/// The ellipse is centred on the centre of cell `(across, down)`, and its semi-axes reach the
/// walls. In half cells they are `a = 2 * across + 1` and `b = 2 * down + 1`. With `dx = 2 *
/// (across - x)` and `dy = 2 * (down - depth)`, a cell is outside where `dx^2 / a^2 + dy^2 / b^2 >
/// 1`. Sides are below 2^14, so all terms fit 64 bits.
pub(super) fn rounded(across: i32, down: i32, depth: i32) -> i32 {
    let square = |cells: i32| u64::from(cells.unsigned_abs()).pow(2);
    let (a, b, dy) = (square(2 * across + 1), square(2 * down + 1), square(2 * (down - depth)));
    across - (a * (b - dy) / (4 * b)).isqrt() as i32
}

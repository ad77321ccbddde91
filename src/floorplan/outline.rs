//! Outlines: which cells of a room's rectangle are floor.
//!
//! Consumes a shape and the size of its cut at each corner. Answers which cells of a row are floor,
//! where a wall's middle is, and which floor is nearest to a point, all without storing cells.

use std::ops::Range;

use crate::{
    geom::{Direction, Extent, HalfCell, RectCorner},
    model::RoomShape,
};

/// Which cells of a room's rectangle are floor.
///
/// Guarantees: every row and every column is one run of floor that touches the run of the next one.
/// So the floor is connected and touches all four sides of the rectangle. Columns and rows count
/// from the rectangle's top left cell. `extent` is always that of the rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RoomOutline {
    shape: RoomShape,
    /// For each corner, in the order of [`RectCorner::ALL`], the number of columns and the number
    /// of rows that lose cells. As `u16` to save memory: large levels have millions of rooms.
    legs: [(u16, u16); 4],
}

impl RoomOutline {
    /// The outline of a room of the shape `shape`. `legs` are the columns and rows that each corner
    /// loses, in the order of [`RectCorner::ALL`].
    ///
    /// It is the whole rectangle if no corner loses a cell. The caller must leave enough floor for
    /// the guarantees.
    pub(crate) fn new(shape: RoomShape, legs: [Extent; 4]) -> Self {
        let outline = Self { shape, legs: legs.map(|leg| (leg.width.max(0) as u16, leg.height.max(0) as u16)) };
        let is_cut = RectCorner::ALL.into_iter().any(|corner| outline.columns(corner) > 0);
        if is_cut { outline } else { Self::default() }
    }

    pub(crate) fn shape(&self) -> RoomShape {
        self.shape
    }

    #[inline]
    pub(crate) fn is_whole(&self) -> bool {
        self.shape == RoomShape::Rectangle
    }

    /// The number of columns and the number of rows that lose cells at a corner of the room.
    #[inline]
    pub(super) fn leg(&self, corner: RectCorner) -> Extent {
        let (columns, rows) = self.legs[corner as usize];
        Extent::new(columns.into(), rows.into())
    }

    /// The columns that are floor in row `y` of a room of this extent. Constant time.
    #[inline(never)]
    pub(crate) fn row(&self, y: i32, Extent { width, height }: Extent) -> Range<i32> {
        let from_south = height - 1 - y;
        let west = self.cut(RectCorner::NorthWest, y).max(self.cut(RectCorner::SouthWest, from_south));
        let east = self.cut(RectCorner::NorthEast, y).max(self.cut(RectCorner::SouthEast, from_south));
        west..width - east
    }

    /// Whether no corner cuts row `y` of a room of this height.
    #[inline]
    #[cfg(test)]
    fn is_whole_row(&self, y: i32, height: i32) -> bool {
        let [north_west, north_east, south_east, south_west] = self.legs.map(|(_, rows)| i32::from(rows));
        (north_west.max(north_east)..height - south_west.max(south_east)).contains(&y)
    }

    /// How many cells a row of the room loses at a corner. `depth` is the number of rows between it
    /// and the wall.
    #[inline]
    fn cut(&self, corner: RectCorner, depth: i32) -> i32 {
        let leg = self.leg(corner);
        if depth >= leg.height {
            return 0;
        }
        match self.shape {
            RoomShape::Rectangle | RoomShape::Vault => 0,
            RoomShape::L | RoomShape::Plus => leg.width,
            RoomShape::Octagon => leg.width - depth,
            RoomShape::Round => rounded(leg, depth),
        }
    }

    /// The middle of the wall on one side of a room, without the parts that corner cuts take, as a
    /// column or row in half cells. Constant time.
    #[inline]
    #[cfg(test)]
    pub(crate) fn middle(&self, side: Direction, extent: Extent) -> i32 {
        let length = if side.is_east_west() { extent.height } else { extent.width };
        if self.is_whole() { length } else { length + self.shift_of_middle(side) }
    }

    /// How far corner cuts shift the middle of a wall, in half cells.
    #[cold]
    #[cfg(test)]
    fn shift_of_middle(&self, side: Direction) -> i32 {
        match side {
            Direction::North => self.columns(RectCorner::NorthWest) - self.columns(RectCorner::NorthEast),
            Direction::South => self.columns(RectCorner::SouthWest) - self.columns(RectCorner::SouthEast),
            Direction::West => self.rows(RectCorner::NorthWest) - self.rows(RectCorner::SouthWest),
            Direction::East => self.rows(RectCorner::NorthEast) - self.rows(RectCorner::SouthEast),
        }
    }

    /// How many cells the first or last row loses at a corner.
    fn columns(&self, corner: RectCorner) -> i32 {
        self.cut(corner, 0)
    }

    /// How many cells the first or last column loses at a corner.
    #[cfg(test)]
    fn rows(&self, corner: RectCorner) -> i32 {
        let leg = self.leg(corner);
        match self.shape {
            RoomShape::Round if leg.height > 0 => rounded(leg.turned(Direction::East), 0),
            RoomShape::Rectangle | RoomShape::Vault | RoomShape::L => leg.height,
            RoomShape::Plus | RoomShape::Octagon | RoomShape::Round => leg.height,
        }
    }

    /// Whether a point in the room's rectangle lies in a floor cell or on the edge of one.
    #[cfg(test)]
    pub(crate) fn touches(&self, point: HalfCell, extent: Extent) -> bool {
        // The cells on either side of an edge, twice the same within a cell.
        let sides = |at: i32| [(at - 1) / 2, at / 2];
        let is_floor = |x: i32, y: i32| self.row(y, extent).contains(&x);
        self.is_whole() || sides(point.y).into_iter().any(|y| sides(point.x).into_iter().any(|x| is_floor(x, y)))
    }

    /// The point of a room's floor nearest to `point`, both in half cells from the room's top left
    /// corner.
    ///
    /// `point` itself if it touches a floor cell, else the centre of the nearest floor cell. Ties
    /// go to the cell nearest to the middle column, then to the middle row, so that mirrored points
    /// stay mirrored. Cost: linear in the rows up to the result.
    #[cold]
    #[cfg(test)]
    pub(crate) fn nearest(&self, point: HalfCell, extent: Extent) -> HalfCell {
        let Extent { width, height } = extent;
        let mut best: Option<((i64, i32, i32), HalfCell)> = None;
        // The row of the point, or the lower one if the point lies between two rows.
        let middle = (point.y / 2).clamp(0, height - 1);
        let is_inside = (0..=2 * width).contains(&point.x) && (0..=2 * height).contains(&point.y);
        if is_inside && self.is_whole_row(middle, height) {
            return point;
        }
        for step in 0..=height {
            // From this step on, the centres of rows are at least this many half cells away.
            let least = i64::from(2 * step - 2).max(0);
            if best.is_some_and(|((distance, ..), _)| distance < least * least) {
                break;
            }
            let rows = [middle - step, middle + step];
            for y in rows.into_iter().filter(|y| (0..height).contains(y)).take(if step == 0 { 1 } else { 2 }) {
                let floor = self.row(y, extent);
                // For a point on the edge between two columns, takes the column nearer to the
                // middle of the room.
                let between = i32::from(point.x % 2 == 0) * if point.x < width { 1 } else { -1 };
                let centre =
                    HalfCell::new((point.x + between).clamp(2 * floor.start + 1, 2 * floor.end - 1), 2 * y + 1);
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

/// How many cells a row loses to a quarter ellipse that spans the columns and rows of `leg`.
///
/// A cell is lost if its centre lies outside. `depth` is the row's distance from the wall, and less
/// than the rows of `leg`.
///
/// Let `across` and `down` be the columns and rows of `leg`. The ellipse is centred on the centre
/// of cell `(across, down)`, and its semi-axes reach the walls. In half cells they are
/// `a = 2 * across + 1` and `b = 2 * down + 1`. With `dx = 2 * (across - x)` and
/// `dy = 2 * (down - depth)`, a cell is outside where `dx^2 / a^2 + dy^2 / b^2 > 1`. Sides are
/// below 2^14, so all terms fit 64 bits.
pub(super) fn rounded(leg: Extent, depth: i32) -> i32 {
    let Extent { width: across, height: down } = leg;
    let square = |cells: i32| u64::from(cells.unsigned_abs()).pow(2);
    let (a, b, dy) = (square(2 * across + 1), square(2 * down + 1), square(2 * (down - depth)));
    across - (a * (b - dy) / (4 * b)).isqrt() as i32
}

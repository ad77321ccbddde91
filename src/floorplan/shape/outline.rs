//! Outlines: which cells of a room's rectangle a shape leaves.
//!
//! Consumes a shape and the size of its cut at each corner. Answers which cells of a row are floor,
//! without storing cells.

use std::ops::Range;

use crate::{
    geom::{Extent, RectCorner},
    model::RoomShape,
};

/// Which cells of a room's rectangle are floor.
///
/// Guarantees: every row and every column is one run of floor that touches the run of the next one.
/// So the floor is connected and touches all four sides of the rectangle. Columns and rows count
/// from the rectangle's top left cell. `extent` is always that of the rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RoomOutline {
    shape: RoomShape,
    /// For each corner, in the order of [`RectCorner::ALL`], the number of columns and the number
    /// of rows that lose cells.
    legs: [Extent; 4],
}

impl RoomOutline {
    /// The outline of a room of the shape `shape`. `legs` are the columns and rows that each corner
    /// loses, in the order of [`RectCorner::ALL`].
    ///
    /// It is the whole rectangle if no corner loses a cell. The caller must leave enough floor for
    /// the guarantees.
    pub(super) fn new(shape: RoomShape, legs: [Extent; 4]) -> Self {
        let outline = Self { shape, legs: legs.map(|leg| Extent::new(leg.width.max(0), leg.height.max(0))) };
        let is_cut = RectCorner::ALL.into_iter().any(|corner| outline.cut(corner, 0) > 0);
        if is_cut { outline } else { Self::default() }
    }

    pub(super) fn shape(&self) -> RoomShape {
        self.shape
    }

    #[inline]
    pub(super) fn is_whole(&self) -> bool {
        self.shape == RoomShape::Rectangle
    }

    /// The number of columns and the number of rows that lose cells at a corner of the room.
    #[inline]
    pub(super) fn leg(&self, corner: RectCorner) -> Extent {
        self.legs[corner as usize]
    }

    /// The columns that are floor in row `y` of a room of this extent. Constant time.
    pub(super) fn row(&self, y: i32, Extent { width, height }: Extent) -> Range<i32> {
        let from_south = height - 1 - y;
        let west = self.cut(RectCorner::NorthWest, y).max(self.cut(RectCorner::SouthWest, from_south));
        let east = self.cut(RectCorner::NorthEast, y).max(self.cut(RectCorner::SouthEast, from_south));
        west..width - east
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
            RoomShape::Rectangle
            | RoomShape::Vault
            | RoomShape::Cave
            | RoomShape::Tunnels
            | RoomShape::Ruin
            | RoomShape::Bank
            | RoomShape::Shore => 0,
            RoomShape::L | RoomShape::Plus => leg.width,
            RoomShape::Octagon => leg.width - depth,
            RoomShape::Round => rounded(leg, depth),
        }
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

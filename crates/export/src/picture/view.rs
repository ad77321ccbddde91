//! The point of view, and the projection from cells to pixels.
//!
//! Consumes a view, a scale and a window of cells, and produces a [`Viewport`]: the picture's size
//! and where each point of the floor lies in it.

use super::{
    Picture,
    canvas::{SHADOW, mix},
};
use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::{Level, Tile},
};

roomgen_text::named! {
/// The point of view of a picture: from above or isometric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum View: "view" {
    /// From above and slightly from the south. Every cell is a square.
    #[default]
    Top => "top",
    /// From the south-east and above, in the 2:1 isometric projection.
    ///
    /// Every cell is a rhombus twice as wide as high. Walls are cut low enough to look into the
    /// rooms.
    Iso => "iso",
}
}

/// Metres of height shown above the northernmost cell of an isometric picture.
const HEADROOM: i32 = 2;

/// The part of a level that a picture shows, and its projection to pixels.
///
/// Guarantee: at most [`Picture::MAX_PIXELS`] pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Viewport {
    view: View,
    /// The side of a cell in pixels; in the isometric view, half the width of a cell.
    scale: i32,
    window: Rect,
    /// The pixel of the level's top left corner, which may lie outside the picture.
    origin: [i32; 2],
    /// Width and height of the picture, in pixels.
    size: [u32; 2],
}

impl Viewport {
    /// Creates a viewport at a scale of at least 1; `None` if the picture would have too many
    /// pixels.
    pub(crate) fn new(view: View, scale: u32, window: Rect) -> Option<Self> {
        let (left, top, right, bottom) = (window.left(), window.top(), window.right(), window.bottom());
        // The range of x - y and of x + y over the window's cells.
        Self::from_range(view, scale, window, [left - bottom + 1, right - 1 - top, left + top, right + bottom - 2])
    }

    /// Crops an isometric viewport to the cells that are not rock.
    ///
    /// The viewport of the view from above keeps its size.
    pub(super) fn cropped(self, level: &Level) -> Self {
        let mut reach: Option<[i32; 4]> = None;
        for Cell { x, y } in self.window.cells().filter(|&cell| level.tile(cell) != Tile::Rock) {
            let [west, east, north, south] = reach.unwrap_or([x - y, x - y, x + y, x + y]);
            reach = Some([west.min(x - y), east.max(x - y), north.min(x + y), south.max(x + y)]);
        }
        let fitted = reach.and_then(|reach| Self::from_range(self.view, self.scale.unsigned_abs(), self.window, reach));
        fitted.unwrap_or(self)
    }

    /// Creates a viewport. `reach` is the range of `x - y`, then of `x + y`, over the cells to
    /// show.
    ///
    /// The view from above ignores `reach`.
    fn from_range(view: View, scale: u32, window: Rect, reach: [i32; 4]) -> Option<Self> {
        let side = i64::from(scale);
        let (sides, origin) = match view {
            View::Top => {
                let [left, top, width, height] =
                    [window.left(), window.top(), window.width(), window.height()].map(|at| i64::from(at) * side);
                ([width, height], [-left, -top])
            }
            View::Iso => {
                let [west, east, north, south] = reach.map(i64::from);
                let margin = side.div_euclid(2) + 1;
                let across = (east - west + 2) * side + 2 * margin;
                let down = ((south - north + 2) * side + 1) / 2 + i64::from(HEADROOM) * side + side / 4 + 2 * margin;
                let x = margin - (west - 1) * side;
                let y = margin + i64::from(HEADROOM) * side - (north * side).div_euclid(2);
                ([across, down], [x, y])
            }
        };
        let is_small = sides[0] * sides[1] <= Picture::MAX_PIXELS as i64;
        is_small.then(|| Self {
            view,
            scale: scale as i32,
            window,
            origin: origin.map(|at| at as i32),
            size: sides.map(|side| side as u32),
        })
    }

    pub(crate) fn width(&self) -> u32 {
        self.size[0]
    }

    pub(crate) fn height(&self) -> u32 {
        self.size[1]
    }

    pub(crate) fn scale(&self) -> i32 {
        self.scale
    }

    pub(crate) fn view(&self) -> View {
        self.view
    }

    /// The cells that the picture shows.
    pub(crate) fn window(&self) -> Rect {
        self.window
    }

    /// The pixel of the level's top left corner, which may lie outside the picture.
    pub(super) fn origin(&self) -> [i32; 2] {
        self.origin
    }

    /// The top left pixel of a cell of the window, in the view from above.
    pub(super) fn corner(&self, x: i32, y: i32) -> [usize; 2] {
        [x * self.scale + self.origin[0], y * self.scale + self.origin[1]].map(|at| at.max(0) as usize)
    }

    /// Whether a point of the floor, in cells, lies in the window.
    pub(super) fn shows(&self, [x, y]: [f32; 2]) -> bool {
        let (left, right) = (self.window.left() as f32, self.window.right() as f32);
        let (top, bottom) = (self.window.top() as f32, self.window.bottom() as f32);
        (left..=right).contains(&x) && (top..=bottom).contains(&y)
    }

    /// Projects a point of the floor, in cells from the level's top left corner, to pixels.
    pub(crate) fn at(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let side = self.scale as f32;
        let [left, top] = self.origin.map(|at| at as f32);
        match self.view {
            View::Top => [left + x * side, top + y * side],
            View::Iso => [left + (x - y) * side, top + (x + y) * side / 2.0],
        }
    }

    /// The point of the floor, in cells, that [`Viewport::at`] projects to a pixel.
    pub(super) fn point_at(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let side = self.scale as f32;
        let [left, top] = self.origin.map(|at| at as f32);
        let [across, down] = [(x - left) / side, (y - top) / side];
        match self.view {
            View::Top => [across, down],
            View::Iso => [down + across / 2.0, down - across / 2.0],
        }
    }

    /// Dims everything but a room and its walls. Does nothing in the isometric view.
    pub(crate) fn dim_all_but(&self, room: Rect, picture: &mut Picture) {
        let (View::Top, Some(walls)) = (self.view, room.grown(1)) else { return };
        let [left, top] = self.origin;
        let columns = walls.left() * self.scale + left..walls.right() * self.scale + left;
        let rows = walls.top() * self.scale + top..walls.bottom() * self.scale + top;
        let width = picture.width as usize;
        for (y, row) in (0..).zip(picture.bytes.chunks_exact_mut(width * 3)) {
            for (x, pixel) in (0..).zip(row.as_chunks_mut::<3>().0) {
                if !(rows.contains(&y) && columns.contains(&x)) {
                    let Color { r, g, b } = mix(Color::new(pixel[0], pixel[1], pixel[2]), SHADOW, DIM);
                    *pixel = [r, g, b];
                }
            }
        }
    }
}

/// Opacity of the shadow over dimmed cells, in 256ths.
pub(super) const DIM: u32 = 150;

//! From where a level is seen, and where its cells lie in the picture then.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::{
    Picture,
    canvas::{SHADOW, mix},
};
use roomgen::{
    geom::{Cell, Rect},
    interp::Color,
    level::{Level, Tile},
};

/// From where a level is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum View {
    /// From above and a little from the south: every cell is a square.
    #[default]
    Top,
    /// From the south-east and above, in the 2:1 projection: every cell is a rhombus twice as wide as high, and walls are cut
    /// off low enough to look into the rooms.
    Iso,
}

impl View {
    /// All views.
    pub const ALL: &'static [Self] = &[Self::Top, Self::Iso];

    /// The name, as the command line has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Iso => "iso",
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No view has the name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no view {given:?}; there are top and iso")]
pub struct UnknownView {
    /// The name given.
    pub given: String,
}

impl FromStr for View {
    type Err = UnknownView;

    fn from_str(name: &str) -> Result<Self, UnknownView> {
        let named = Self::ALL.iter().copied().find(|view| view.name() == name);
        named.ok_or_else(|| UnknownView { given: name.to_owned() })
    }
}

/// How far what stands is seen above the northernmost cell of an isometric picture, in metres.
const HEADROOM: i32 = 2;

/// The part of a level that a picture shows, and where its cells lie in it.
///
/// Guarantee: at most [`Picture::MAX_PIXELS`] pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    view: View,
    scale: i32,
    window: Rect,
    /// The pixel in which the level's top left corner lies, or would lie.
    origin: [i32; 2],
    sides: [u32; 2],
}

impl Frame {
    /// A window of a level at a scale of at least 1; `None` if the picture would have too many pixels.
    pub(crate) fn new(view: View, scale: u32, window: Rect) -> Option<Self> {
        let (left, top, right, bottom) = (window.left(), window.top(), window.right(), window.bottom());
        // The differences and the sums of the coordinates of its corner cells.
        Self::about(view, scale, window, [left - bottom + 1, right - 1 - top, left + top, right + bottom - 2])
    }

    /// The same, no larger than what there is to be seen asks for: of the isometric view corners without anything are left out.
    pub(super) fn fitted(self, level: &Level) -> Self {
        let mut reach: Option<[i32; 4]> = None;
        for Cell { x, y } in self.window.cells().filter(|&cell| level.tile(cell) != Tile::Rock) {
            let [west, east, north, south] = reach.unwrap_or([x - y, x - y, x + y, x + y]);
            reach = Some([west.min(x - y), east.max(x - y), north.min(x + y), south.max(x + y)]);
        }
        let fitted = reach.and_then(|reach| Self::about(self.view, self.scale.unsigned_abs(), self.window, reach));
        fitted.unwrap_or(self)
    }

    /// The frame of a window; the isometric one of the cells whose coordinates differ by so much and have such sums.
    fn about(view: View, scale: u32, window: Rect, reach: [i32; 4]) -> Option<Self> {
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
            sides: sides.map(|side| side as u32),
        })
    }

    /// Columns of the picture.
    pub(crate) fn width(&self) -> u32 {
        self.sides[0]
    }

    /// Rows of the picture.
    pub(crate) fn height(&self) -> u32 {
        self.sides[1]
    }

    pub(crate) fn scale(&self) -> i32 {
        self.scale
    }

    pub(crate) fn view(&self) -> View {
        self.view
    }

    /// The cells that are shown.
    pub(crate) fn window(&self) -> Rect {
        self.window
    }

    /// The pixel in which the level's top left corner lies, or would lie.
    pub(super) fn origin(&self) -> [i32; 2] {
        self.origin
    }

    /// From above, the top left pixel of a cell of the window.
    pub(super) fn corner(&self, x: i32, y: i32) -> [usize; 2] {
        [x * self.scale + self.origin[0], y * self.scale + self.origin[1]].map(|at| at.max(0) as usize)
    }

    /// Whether a point of the floor is shown, in cells.
    pub(super) fn sees(&self, [x, y]: [f32; 2]) -> bool {
        let (left, right) = (self.window.left() as f32, self.window.right() as f32);
        let (top, bottom) = (self.window.top() as f32, self.window.bottom() as f32);
        (left..=right).contains(&x) && (top..=bottom).contains(&y)
    }

    /// Where a point of the floor lies in the picture, in pixels; the point in cells from the level's top left corner.
    pub(crate) fn at(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let side = self.scale as f32;
        let [left, top] = self.origin.map(|at| at as f32);
        match self.view {
            View::Top => [left + x * side, top + y * side],
            View::Iso => [left + (x - y) * side, top + (x + y) * side / 2.0],
        }
    }

    /// From above, lays the dark over all but a room and its walls.
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

/// How much of the dark lies over what is not the room asked for.
pub(super) const DIM: u32 = 150;

//! Draws the faces of boxes pixel by pixel, in exact integers.
//!
//! Guarantee: faces that meet leave no gap and no overlap.
//!
//! Lengths are sixteenths of a metre, [`CELL`] to a cell: the same units as drawn pixels of floors
//! and sprites. With `n` pixels from a cell's middle to its east corner, a point `(x, y, z)` is
//! projected `(x - y) * n / 16` pixels to the right of the level's north corner and `(x + y) * n /
//! 32 - z * n / 16` pixels below it. This module computes the inverse on each plane, for the middle
//! of every pixel, in sixteenths of a pixel.

use super::super::{
    Picture, Viewport,
    canvas::{CELL, SHADOW, TransparentImage, mix},
    view::DIM,
};
use crate::light::{Amount, Lighting, lit};
use roomgen::{
    color::Color,
    geom::{Cell, Rect},
};

/// An axis-aligned box, from its lowest to its highest coordinates, in sixteenths of a metre.
#[derive(Clone, Copy, Debug)]
pub(super) struct IsoBox {
    pub(super) from: [i32; 3],
    pub(super) to: [i32; 3],
}

/// The visible faces of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IsoBoxFace {
    Top,
    /// The face towards the south, seen at the left.
    South,
    /// The face towards the east, seen at the right.
    East,
}

/// Draws floors, boxes and upright images into an isometric picture.
pub(super) struct IsoBrush<'picture> {
    /// Pixels to the right from a cell's middle to its east corner.
    scale: i32,
    /// The pixel of the level's north corner, which may lie outside the picture.
    origin: [i32; 2],
    picture: &'picture mut Picture,
    /// The only cells that are not dimmed; `None` if no cell is dimmed.
    bright: Option<Rect>,
    /// Whether the current cell is dimmed.
    is_dim: bool,
    lighting: Option<&'picture Lighting>,
    /// The light on the current cell; `None` for even light.
    amount: Option<Amount>,
}

impl<'picture> IsoBrush<'picture> {
    pub(super) fn new(
        viewport: &Viewport,
        bright: Option<Rect>,
        lighting: Option<&'picture Lighting>,
        picture: &'picture mut Picture,
    ) -> Self {
        let (scale, origin) = (viewport.scale(), viewport.origin());
        Self { scale, origin, picture, bright, is_dim: false, lighting, amount: None }
    }

    /// Pixels to the right from a cell's middle to its east corner.
    pub(super) fn scale(&self) -> i32 {
        self.scale
    }

    /// Sets the cell that the following drawing stands on, which decides how it is lit and whether
    /// it is dimmed.
    pub(super) fn turn_to(&mut self, cell: Cell) {
        self.is_dim = self.bright.is_some_and(|bright| !bright.contains(cell));
        self.amount = self.lighting.map(|lighting| lighting.in_steps_at(cell));
    }

    /// Blends a colour over a pixel. `amount` is the opacity, in 256ths. Does nothing outside the
    /// picture.
    fn blend(&mut self, x: i32, y: i32, color: Color, amount: u32) {
        let (width, height) = (self.picture.width as i32, self.picture.height as i32);
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return;
        }
        let color = self.amount.map_or(color, |amount| lit(color, amount));
        let color = if self.is_dim { mix(color, SHADOW, DIM) } else { color };
        let start = (y as usize * width as usize + x as usize) * 3;
        if let Some([r, g, b]) = self.picture.bytes.get_mut(start..start + 3) {
            let mixed = if amount >= 256 { color } else { mix(Color::new(*r, *g, *b), color, amount) };
            (*r, *g, *b) = (mixed.r, mixed.g, mixed.b);
        }
    }

    /// The bounding box of a box's pixels as [left, top, right, bottom], clipped to the picture.
    fn bounds(&self, block: &IsoBox) -> [i32; 4] {
        let ([x0, y0, z0], [x1, y1, z1]) = (block.from, block.to);
        let n = self.scale;
        let [left, right] = [(x0 - y1) * n, (x1 - y0) * n].map(|at| at.div_euclid(CELL) + self.origin[0]);
        let [top, bottom] =
            [(x0 + y0) * n - 2 * z1 * n, (x1 + y1) * n - 2 * z0 * n].map(|at| at.div_euclid(2 * CELL) + self.origin[1]);
        let (width, height) = (self.picture.width as i32, self.picture.height as i32);
        [(left - 1).max(0), (top - 1).max(0), (right + 2).min(width), (bottom + 2).min(height)]
    }

    /// Draws the floor of a cell, which is lit already. `drawn` gives the colour of a pixel in the
    /// view from above, and every pixel of the picture is the mean of four such colours.
    pub(super) fn floor(&mut self, cell: Cell, drawn: impl Fn(i32, i32) -> Color) {
        self.amount = None;
        let n = self.scale;
        let (x0, y0) = (cell.x * CELL, cell.y * CELL);
        let block = IsoBox { from: [x0, y0, 0], to: [x0 + CELL, y0 + CELL, 0] };
        let [left, top, right, bottom] = self.bounds(&block);
        for row in top..bottom {
            for column in left..right {
                let (a, b) = (16 * (column - self.origin[0]) + 8, 16 * (row - self.origin[1]) + 8);
                let at = |a: i32, b: i32| [(a + 2 * b).div_euclid(2 * n), (2 * b - a).div_euclid(2 * n)];
                let [x, y] = at(a, b);
                if !(x0..x0 + CELL).contains(&x) || !(y0..y0 + CELL).contains(&y) {
                    continue;
                }
                let mut sum = [0; 3];
                for (da, db) in [(-4, -4), (4, -4), (-4, 4), (4, 4)] {
                    let [x, y] = at(a + da, b + db);
                    let Color { r, g, b } = drawn(x.clamp(x0, x0 + CELL - 1), y.clamp(y0, y0 + CELL - 1));
                    sum = [sum[0] + u32::from(r), sum[1] + u32::from(g), sum[2] + u32::from(b)];
                }
                let [r, g, b] = sum.map(|sum| (sum / 4) as u8);
                self.blend(column, row, Color::new(r, g, b), 256);
            }
        }
    }

    /// Draws the three visible faces of a box.
    ///
    /// `look` gives the colour at a point of a face, or `None` for transparent. Its coordinates are
    /// x and y on the top, x and z on the south face, y and z on the east face.
    pub(super) fn block(&mut self, block: IsoBox, look: impl Fn(IsoBoxFace, i32, i32) -> Option<Color>) {
        let ([x0, y0, z0], [x1, y1, z1]) = (block.from, block.to);
        let n = self.scale;
        let [left, top, right, bottom] = self.bounds(&block);
        for row in top..bottom {
            for column in left..right {
                let (a, b) = (16 * (column - self.origin[0]) + 8, 16 * (row - self.origin[1]) + 8);
                let lifted = 2 * b + 2 * z1 * n;
                let (x, y) = ((a + lifted).div_euclid(2 * n), (lifted - a).div_euclid(2 * n));
                // A point on an edge of the box belongs to the face below it, or to the left one.
                let seen = if (x0..x1).contains(&x) && (y0..y1).contains(&y) {
                    look(IsoBoxFace::Top, x, y)
                } else if a >= (x0 - y1) * n && a <= (x1 - y1) * n {
                    let height = a + 2 * y1 * n - 2 * b;
                    let is_inside = height >= 2 * n * z0 && height <= 2 * n * z1;
                    let x = (a.div_euclid(n) + y1).min(x1 - 1);
                    is_inside.then(|| look(IsoBoxFace::South, x, height.div_euclid(2 * n).min(z1 - 1))).flatten()
                } else if a > (x1 - y1) * n && a <= (x1 - y0) * n {
                    let height = 2 * x1 * n - a - 2 * b;
                    let is_inside = height >= 2 * n * z0 && height <= 2 * n * z1;
                    let y = (x1 * n - a).div_euclid(n).max(y0);
                    is_inside.then(|| look(IsoBoxFace::East, y, height.div_euclid(2 * n).min(z1 - 1))).flatten()
                } else {
                    None
                };
                if let Some(color) = seen {
                    self.blend(column, row, color, 256);
                }
            }
        }
    }

    /// Draws an image upright, facing the viewer, `width` by `height` pixels large.
    ///
    /// The middle of its lower edge is at a point of the level, in sixteenths of a metre.
    pub(super) fn billboard(&mut self, stamp: &TransparentImage, [x, y, z]: [i32; 3], [width, height]: [i32; 2]) {
        /// The number of samples of the image along each side of a pixel.
        const SAMPLES: i32 = 3;
        let n = self.scale;
        let middle = ((x - y) * n).div_euclid(CELL) + self.origin[0];
        let foot = ((x + y) * n - 2 * z * n).div_euclid(2 * CELL) + self.origin[1];
        let (left, top) = (middle - width / 2, foot - height);
        for row in 0..height {
            for column in 0..width {
                let (mut sum, mut weight) = ([0; 3], 0);
                for part in 0..SAMPLES * SAMPLES {
                    let u = (2 * (column * SAMPLES + part % SAMPLES) + 1) * stamp.width() / (2 * width * SAMPLES);
                    let v = (2 * (row * SAMPLES + part / SAMPLES) + 1) * stamp.height() / (2 * height * SAMPLES);
                    let Some((color, amount)) = stamp.pixel(u, v) else { continue };
                    let amount = u32::from(amount);
                    let Color { r, g, b } = color;
                    sum = [
                        sum[0] + u32::from(r) * amount,
                        sum[1] + u32::from(g) * amount,
                        sum[2] + u32::from(b) * amount,
                    ];
                    weight += amount;
                }
                if weight > 0 {
                    let [r, g, b] = sum.map(|sum| (sum / weight) as u8);
                    let amount = weight * 256 / (255 * (SAMPLES * SAMPLES) as u32);
                    self.blend(left + column, top + row, Color::new(r, g, b), amount);
                }
            }
        }
    }
}

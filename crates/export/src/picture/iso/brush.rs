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
use crate::light::{Amount, LightQuarters, Lighting, QUARTERS, lit};
use roomgen::{
    color::Color,
    geom::{Cell, Rect},
};

/// The colour of the links of a chain.
const CHAIN: Color = Color::new(0xb8, 0xae, 0x9c);

/// An axis-aligned box, from its lowest to its highest coordinates, in sixteenths of a metre.
#[derive(Clone, Copy, Debug)]
pub(super) struct IsoBox {
    pub(super) from: [i32; 3],
    pub(super) to: [i32; 3],
}

/// The visible faces of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// The light on the faces of the wall on the current cell, if there is one.
    wall: Option<WallLight>,
}

/// The light on the visible faces of a wall, in quarters of a cell.
#[derive(Clone, Copy, Debug)]
struct WallLight {
    top: LightQuarters,
    /// That of the floor before the south face, from west to east.
    south: [Amount; 4],
    /// That of the floor before the east face, from north to south.
    east: [Amount; 4],
}

impl WallLight {
    /// The light at a point of a face, in sixteenths of a metre.
    fn at(&self, face: IsoBoxFace, along: i32, up: i32) -> Amount {
        let quarter = |at: i32| (at.rem_euclid(CELL) * QUARTERS / CELL) as usize;
        match face {
            IsoBoxFace::Top => self.top[quarter(up)][quarter(along)],
            IsoBoxFace::South => self.south[quarter(along)],
            IsoBoxFace::East => self.east[quarter(along)],
        }
    }
}

impl<'picture> IsoBrush<'picture> {
    pub(super) fn new(
        viewport: &Viewport,
        bright: Option<Rect>,
        lighting: Option<&'picture Lighting>,
        picture: &'picture mut Picture,
    ) -> Self {
        let (scale, origin) = (viewport.scale(), viewport.origin());
        Self { scale, origin, picture, bright, is_dim: false, lighting, amount: None, wall: None }
    }

    /// Pixels to the right from a cell's middle to its east corner.
    pub(super) fn scale(&self) -> i32 {
        self.scale
    }

    /// The pixel of the level's north corner, which may lie outside the picture.
    pub(super) fn origin(&self) -> [i32; 2] {
        self.origin
    }

    /// Sets the cell that the following drawing stands on, which decides how it is lit and whether
    /// it is dimmed.
    pub(super) fn turn_to(&mut self, cell: Cell) {
        self.is_dim = self.bright.is_some_and(|bright| !bright.contains(cell));
        self.amount = self.lighting.map(|lighting| lighting.in_steps_at(cell));
        self.wall = None;
    }

    /// Lights the faces of the boxes that follow as those of a wall on the cell: each in the light
    /// of the cell before it. `is_free` says whether the cells in the south and in the east show a
    /// face.
    pub(super) fn light_wall(&mut self, cell: Cell, is_free: [bool; 2]) {
        self.wall = self.lighting.map(|lighting| {
            let of = |is_free: bool, dx: i32, dy: i32| match Cell::new(cell.x + dx, cell.y + dy) {
                _ if !is_free => lighting.quarters(cell),
                // What blocks light takes that of the floor before it; rock takes none.
                before if lighting.is_opaque(before) => [[lighting.in_steps_at(before); 4]; 4],
                before => lighting.quarters(before),
            };
            let (south, east) = (of(is_free[0], 0, 1), of(is_free[1], 1, 0));
            WallLight { top: lighting.quarters(cell), south: south[0], east: east.map(|row| row[0]) }
        });
    }

    /// Takes the light of a wall at a point of a face for what follows.
    pub(super) fn turn_to_face(&mut self, face: IsoBoxFace, along: i32, up: i32) {
        if let Some(light) = &self.wall {
            self.amount = Some(light.at(face, along, up));
        }
    }

    /// Blends a colour over a pixel. `amount` is the opacity, in 256ths. Does nothing outside the
    /// picture.
    pub(super) fn blend(&mut self, x: i32, y: i32, color: Color, amount: u32) {
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
    pub(super) fn bounds(&self, block: &IsoBox) -> [i32; 4] {
        let ([x0, y0, z0], [x1, y1, z1]) = (block.from, block.to);
        let n = self.scale;
        let [left, right] = [(x0 - y1) * n, (x1 - y0) * n].map(|at| at.div_euclid(CELL) + self.origin[0]);
        let [top, bottom] =
            [(x0 + y0) * n - 2 * z1 * n, (x1 + y1) * n - 2 * z0 * n].map(|at| at.div_euclid(2 * CELL) + self.origin[1]);
        let (width, height) = (self.picture.width as i32, self.picture.height as i32);
        [(left - 1).max(0), (top - 1).max(0), (right + 2).min(width), (bottom + 2).min(height)]
    }

    /// Draws the ground of a cell at the height `z`, which is lit already. `drawn` gives the colour
    /// of a pixel in the view from above, and every pixel of the picture is the mean of four such
    /// colours.
    pub(super) fn ground(&mut self, cell: Cell, z: i32, drawn: impl Fn(i32, i32) -> Color) {
        self.amount = None;
        let n = self.scale;
        let (x0, y0) = (cell.x * CELL, cell.y * CELL);
        let block = IsoBox { from: [x0, y0, z], to: [x0 + CELL, y0 + CELL, z] };
        let [left, top, right, bottom] = self.bounds(&block);
        for row in top..bottom {
            for column in left..right {
                let (a, b) = (16 * (column - self.origin[0]) + 8, 16 * (row - self.origin[1]) + 8);
                let at = |a: i32, b: i32| {
                    let lifted = 2 * b + 2 * z * n;
                    [(a + lifted).div_euclid(2 * n), (lifted - a).div_euclid(2 * n)]
                };
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
                    Some((IsoBoxFace::Top, x, y))
                } else if a >= (x0 - y1) * n && a <= (x1 - y1) * n {
                    let height = a + 2 * y1 * n - 2 * b;
                    let is_inside = height >= 2 * n * z0 && height <= 2 * n * z1;
                    let x = (a.div_euclid(n) + y1).min(x1 - 1);
                    is_inside.then(|| (IsoBoxFace::South, x, height.div_euclid(2 * n).min(z1 - 1)))
                } else if a > (x1 - y1) * n && a <= (x1 - y0) * n {
                    let height = 2 * x1 * n - a - 2 * b;
                    let is_inside = height >= 2 * n * z0 && height <= 2 * n * z1;
                    let y = (x1 * n - a).div_euclid(n).max(y0);
                    is_inside.then(|| (IsoBoxFace::East, y, height.div_euclid(2 * n).min(z1 - 1)))
                } else {
                    None
                };
                let Some((face, along, up)) = seen else { continue };
                if let Some(color) = look(face, along, up) {
                    self.turn_to_face(face, along, up);
                    self.blend(column, row, color, 256);
                }
            }
        }
    }

    /// Draws a chain that hangs above a point of the floor, between two heights, the upper one
    /// first. All lengths are sixteenths of a metre.
    pub(super) fn chain(&mut self, [x, y]: [i32; 2], [top, bottom]: [i32; 2]) {
        let n = self.scale;
        let column = ((x - y) * n).div_euclid(CELL) + self.origin[0];
        let row = |z: i32| ((x + y) * n - 2 * z * n).div_euclid(2 * CELL) + self.origin[1];
        let (wide, link) = ((n / 16).max(1), (n / 8).max(1));
        for (number, row) in (row(top)..row(bottom)).enumerate() {
            let color = if number as i32 / link % 2 == 0 { CHAIN } else { SHADOW };
            for column in column - wide / 2..column - wide / 2 + wide {
                self.blend(column, row, color, 170);
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

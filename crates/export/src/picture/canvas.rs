//! The pixels of one row of cells, and the drawing primitives that every painter uses.
//!
//! Coordinates are pixels from the top left corner of the whole level, whose cells are [`CELL`] by
//! [`CELL`] pixels. Everything outside the canvas is clipped.

use std::ops::Range;

use roomgen::{color::Color, geom::Cell};

use crate::light::{Lighting, QUARTERS, lit};

/// Side of a cell on the canvas, in pixels. A picture's scale applies later, when these drawn
/// pixels are resampled.
pub(super) const CELL: i32 = 16;

/// The colour that shadows blend to. It is not quite black, so that shaded colours keep some hue.
pub(super) const SHADOW: Color = Color::new(0x08, 0x06, 0x10);

/// The colour that lit edges blend to.
pub(super) const LIGHT: Color = Color::new(0xff, 0xf6, 0xe4);

/// Full opacity, as an amount of [`mix`]; 0 is fully transparent.
pub(super) const WHOLE: u32 = 256;

/// The pixels of one row of cells, or of a part of the row.
///
/// Guarantee: `pixels` has `width * CELL` elements.
#[derive(Debug)]
pub(super) struct CellRowCanvas {
    /// The first column of pixels, counted from the left edge of the whole level.
    left: i32,
    /// The number of columns of pixels.
    width: i32,
    /// The first row of pixels, counted from the top edge of the whole level.
    top: i32,
    pixels: Vec<Color>,
}

impl CellRowCanvas {
    /// Creates a black canvas of some columns of cells, at the level's first row.
    pub(super) fn new(columns: &Range<i32>) -> Self {
        let width = (columns.end - columns.start).max(0) * CELL;
        let pixels = vec![Color::default(); width as usize * CELL as usize];
        Self { left: columns.start * CELL, width, top: 0, pixels }
    }

    /// Moves the canvas to the row of cells `y`. The pixels keep their values.
    pub(super) fn turn_to(&mut self, y: i32) {
        self.top = y * CELL;
    }

    /// All pixels, row-major.
    pub(super) fn pixels(&self) -> &[Color] {
        &self.pixels
    }

    /// The columns of cells that the canvas shows.
    pub(super) fn columns(&self) -> Range<i32> {
        self.left / CELL..(self.left + self.width) / CELL
    }

    /// The first row of pixels on the canvas, counted from the top edge of the whole level.
    pub(super) fn top(&self) -> i32 {
        self.top
    }

    /// Returns the `width` pixels from `(x, y)` to the right that lie on the canvas, and the number
    /// of pixels clipped on the left.
    #[inline]
    pub(super) fn run(&mut self, x: i32, y: i32, width: i32) -> (&mut [Color], usize) {
        let x = x - self.left;
        let (left, right) = (x.clamp(0, self.width), (x + width).clamp(0, self.width));
        let row = y - self.top;
        if !(0..CELL).contains(&row) || left >= right {
            return (&mut [], 0);
        }
        let start = row as usize * self.width as usize;
        (&mut self.pixels[start + left as usize..start + right as usize], (left - x) as usize)
    }

    pub(super) fn fill(&mut self, [x, y, width, height]: [i32; 4], color: Color) {
        for row in y.max(self.top)..(y + height).min(self.top + CELL) {
            self.run(x, row, width).0.fill(color);
        }
    }

    /// Blends a colour over a rectangle. `amount` is the opacity, from 0 to [`WHOLE`].
    pub(super) fn blend(&mut self, [x, y, width, height]: [i32; 4], color: Color, amount: u32) {
        for row in y.max(self.top)..(y + height).min(self.top + CELL) {
            for pixel in self.run(x, row, width).0 {
                *pixel = mix(*pixel, color, amount);
            }
        }
    }

    /// Turns a rectangle grey and blends a colour over it, so that the colour has the same hue over
    /// every ground.
    pub(super) fn blend_over_grey(&mut self, [x, y, width, height]: [i32; 4], color: Color, amount: u32) {
        for row in y.max(self.top)..(y + height).min(self.top + CELL) {
            for pixel in self.run(x, row, width).0 {
                *pixel = mix(grey(*pixel), color, amount);
            }
        }
    }

    /// Blends a colour over one pixel. `amount` is the opacity, from 0 to [`WHOLE`].
    pub(super) fn dot(&mut self, x: i32, y: i32, color: Color, amount: u32) {
        if let [pixel] = self.run(x, y, 1).0 {
            *pixel = mix(*pixel, color, amount);
        }
    }

    /// Shows all pixels in the light that falls on their cells.
    pub(super) fn light(&mut self, lighting: &Lighting) {
        /// The side of a quarter of a cell, in pixels.
        const SIDE: usize = (CELL / QUARTERS) as usize;
        let (columns, y) = (self.columns(), self.top / CELL);
        let lights: Vec<_> = columns.map(|x| lighting.quarters(Cell::new(x, y))).collect();
        for (row, pixels) in self.pixels.chunks_exact_mut(self.width.max(1) as usize).enumerate() {
            for (cell, pixels) in lights.iter().zip(pixels.chunks_exact_mut(CELL as usize)) {
                for (&amount, pixels) in cell[row / SIDE].iter().zip(pixels.chunks_exact_mut(SIDE)) {
                    pixels.iter_mut().for_each(|pixel| *pixel = lit(*pixel, amount));
                }
            }
        }
    }

    /// The colour of a pixel; black outside the canvas.
    pub(super) fn pixel(&self, x: i32, y: i32) -> Color {
        let (x, y) = (x - self.left, y - self.top);
        let is_inside = (0..self.width).contains(&x) && (0..CELL).contains(&y);
        if is_inside { self.pixels[(y * self.width + x) as usize] } else { Color::default() }
    }

    /// Draws an image, the stamp, with its top left pixel at `(x, y)`.
    pub(super) fn stamp(&mut self, stamp: &TransparentImage, x: i32, y: i32) {
        self.stamp_within(stamp, x, y, [x, x + stamp.width]);
    }

    /// Draws the part of an image, the stamp, in the columns `left..right`, with its top left pixel
    /// at `(x, y)`.
    pub(super) fn stamp_within(&mut self, stamp: &TransparentImage, x: i32, y: i32, [left, right]: [i32; 2]) {
        let (left, right) = (left.max(x), right.min(x + stamp.width));
        let rows = (y.max(self.top) - y).max(0)..(self.top + CELL - y).min(stamp.height);
        for row in rows {
            let (run, skipped) = self.run(left, y + row, right - left);
            let start = row as usize * stamp.width as usize + (left - x) as usize + skipped;
            for (pixel, &(color, amount)) in run.iter_mut().zip(&stamp.pixels[start..]) {
                match amount {
                    0 => {}
                    255.. => *pixel = color,
                    amount => *pixel = mix(*pixel, color, amount.into()),
                }
            }
        }
    }
}

/// A small picture with transparency, drawn once and placed many times.
///
/// Guarantee: `width * height` pixels, each a colour and its opacity from 0 to 255.
#[derive(Clone, Debug)]
pub(super) struct TransparentImage {
    width: i32,
    height: i32,
    pixels: Vec<(Color, u8)>,
}

impl TransparentImage {
    /// Creates an image of fully transparent pixels. Negative sides count as 0.
    pub(super) fn new(width: i32, height: i32) -> Self {
        let (width, height) = (width.max(0), height.max(0));
        Self { width, height, pixels: vec![(SHADOW, 0); width as usize * height as usize] }
    }

    pub(super) fn width(&self) -> i32 {
        self.width
    }

    pub(super) fn height(&self) -> i32 {
        self.height
    }

    fn position(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| y as usize * self.width as usize + x as usize)
    }

    /// The colour and opacity at `(x, y)`; `None` outside the image.
    pub(super) fn pixel(&self, x: i32, y: i32) -> Option<(Color, u8)> {
        self.position(x, y).map(|position| self.pixels[position])
    }

    /// The colour at `(x, y)` if the image is opaque there.
    pub(super) fn solid(&self, x: i32, y: i32) -> Option<Color> {
        self.position(x, y)
            .map(|position| self.pixels[position])
            .filter(|pixel| pixel.1 == u8::MAX)
            .map(|pixel| pixel.0)
    }

    pub(super) fn is_solid(&self, x: i32, y: i32) -> bool {
        self.solid(x, y).is_some()
    }

    /// Sets the colour and opacity at `(x, y)`. Does nothing outside the image.
    pub(super) fn set(&mut self, x: i32, y: i32, color: Color, amount: u8) {
        if let Some(position) = self.position(x, y) {
            self.pixels[position] = (color, amount);
        }
    }
}

/// Blends the colour `over` onto `under`. `amount` is the opacity, from 0 to [`WHOLE`].
#[inline]
pub(crate) fn mix(under: Color, over: Color, amount: u32) -> Color {
    let part = |under: u8, over: u8| ((u32::from(under) * (WHOLE - amount) + u32::from(over) * amount) >> 8) as u8;
    Color { r: part(under.r, over.r), g: part(under.g, over.g), b: part(under.b, over.b) }
}

/// The grey that is about as bright as a colour.
pub(super) fn grey(color: Color) -> Color {
    let part = ((2 * u32::from(color.r) + 5 * u32::from(color.g) + u32::from(color.b)) / 8) as u8;
    Color::new(part, part, part)
}

/// Blends [`SHADOW`] onto a colour. `amount` is the opacity, from 0 to [`WHOLE`].
pub(super) fn darker(color: Color, amount: u32) -> Color {
    mix(color, SHADOW, amount)
}

/// Blends [`LIGHT`] onto a colour. `amount` is the opacity, from 0 to [`WHOLE`].
pub(super) fn lighter(color: Color, amount: u32) -> Color {
    mix(color, LIGHT, amount)
}

/// Hashes the point `(x, y)` to 32 bits, the same on every platform.
///
/// Source: the finalizer `lowbias32` by Chris Wellons.
#[inline]
pub(super) fn hash(x: i32, y: i32) -> u32 {
    let mut bits = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
    bits = (bits ^ bits >> 16).wrapping_mul(0x7feb_352d);
    bits = (bits ^ bits >> 15).wrapping_mul(0x846c_a68b);
    bits ^ bits >> 16
}

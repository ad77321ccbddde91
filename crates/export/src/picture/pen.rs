//! Draws lines and shapes over a finished picture, in its own pixels: crisp at every scale.
//!
//! Uses only + - * / and square roots, which give the same pixels on every platform.

use super::{
    Picture, Viewport,
    canvas::{SHADOW, WHOLE, mix},
};
use roomgen::{color::Color, geom::Rect};

/// A point in pixels from the picture's top left corner, or in cells where a function says so.
pub(crate) type Point = [f32; 2];

/// Draws lines and shapes over a picture.
pub(crate) struct LinePen<'picture> {
    pub(super) viewport: Viewport,
    picture: &'picture mut Picture,
}

/// The style of a line that a pen draws.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineStyle {
    pub(super) color: Color,
    /// Opacity of the line, from 0 to [`WHOLE`].
    pub(super) amount: u32,
    /// Width of the line in pixels.
    pub(super) width: f32,
    /// Length of a dash and of a gap, in pixels; 0 for a solid line.
    pub(super) dash: f32,
}

impl LineStyle {
    pub(crate) fn new(color: Color, width: f32) -> Self {
        Self { color, amount: WHOLE, width, dash: 0.0 }
    }

    pub(crate) fn faint(self, amount: u32) -> Self {
        Self { amount, ..self }
    }

    pub(super) fn dashed(self, dash: f32) -> Self {
        Self { dash, ..self }
    }
}

/// The opacity of the dark casing around lines and shapes, which keeps them visible on any ground.
const CASING: u32 = 170;

impl<'picture> LinePen<'picture> {
    pub(crate) fn new(viewport: Viewport, picture: &'picture mut Picture) -> Self {
        Self { viewport, picture }
    }

    /// The width of the picture, in pixels.
    pub(super) fn columns(&self) -> i32 {
        self.picture.width as i32
    }

    /// Converts sixteenths of a cell to pixels, with a minimum of `least`.
    pub(super) fn width(&self, sixteenths: f32, least: f32) -> f32 {
        (self.viewport.scale() as f32 * sixteenths / 16.0).max(least)
    }

    /// Blends a colour over a pixel. `amount` is the opacity, from 0 to [`WHOLE`]. Does nothing
    /// outside the picture.
    pub(super) fn dot(&mut self, x: i32, y: i32, color: Color, amount: u32) {
        let (width, height) = (self.picture.width as i32, self.picture.height as i32);
        if !(0..width).contains(&x) || !(0..height).contains(&y) || amount == 0 {
            return;
        }
        let start = (y as usize * width as usize + x as usize) * 3;
        if let Some([r, g, b]) = self.picture.bytes.get_mut(start..start + 3) {
            let mixed = mix(Color::new(*r, *g, *b), color, amount.min(WHOLE));
            (*r, *g, *b) = (mixed.r, mixed.g, mixed.b);
        }
    }

    /// Draws a line with a dark casing through points of the floor, given in cells, clipped to the
    /// window.
    pub(super) fn draw(&mut self, cells: &[Point], line: LineStyle) {
        let legs = self.legs(cells);
        self.stroke_legs(&legs, line);
    }

    /// Draws a line with a dark casing through points of the picture, in pixels.
    pub(crate) fn stroke(&mut self, points: &[Point], line: LineStyle) {
        let legs: Vec<[Point; 2]> = points.windows(2).map(|leg| [leg[0], leg[1]]).collect();
        self.stroke_legs(&legs, line);
    }

    /// Draws a line without a dark casing through points of the floor, given in cells, clipped to
    /// the window.
    pub(super) fn draw_bare(&mut self, cells: &[Point], line: LineStyle) {
        let mut travelled = 0.0;
        for [from, to] in self.legs(cells) {
            travelled = self.leg(from, to, line, travelled);
        }
    }

    fn stroke_legs(&mut self, legs: &[[Point; 2]], line: LineStyle) {
        let casing = LineStyle { color: SHADOW, amount: CASING * line.amount / WHOLE, width: line.width + 2.0, ..line };
        for line in [casing, line] {
            let mut travelled = 0.0;
            for &[from, to] in legs {
                travelled = self.leg(from, to, line, travelled);
            }
        }
    }

    /// The segments in pixels of a line through points of the floor, given in cells, clipped to the
    /// window.
    fn legs(&self, cells: &[Point]) -> Vec<[Point; 2]> {
        let window = self.viewport.window();
        let legs = cells.windows(2).filter_map(|leg| clipped(window, leg[0], leg[1]));
        legs.map(|leg| leg.map(|cell| self.viewport.at(cell))).collect()
    }

    /// Draws the four sides of a rectangle of cells, `inset` cells inside its edges.
    pub(super) fn frame(&mut self, cells: Rect, inset: f32, line: LineStyle) {
        let (left, top) = (cells.left() as f32 + inset, cells.top() as f32 + inset);
        let (right, bottom) = (cells.right() as f32 - inset, cells.bottom() as f32 - inset);
        self.draw(&[[left, top], [right, top], [right, bottom], [left, bottom], [left, top]], line);
    }

    /// Draws a segment that begins `gone` pixels along its line, and returns how far along the line
    /// it ends. This length places the dashes.
    fn leg(&mut self, from: Point, to: Point, line: LineStyle, gone: f32) -> f32 {
        let ([x0, y0], [dx, dy]) = (from, [to[0] - from[0], to[1] - from[1]]);
        let length = (dx * dx + dy * dy).sqrt();
        let radius = line.width / 2.0;
        let reach = radius + 1.0;
        let (top, bottom) = (y0.min(to[1]) - reach, y0.max(to[1]) + reach);
        let rows = top.max(0.0) as i32..=bottom.min(self.picture.height as f32 - 1.0) as i32;
        for row in rows {
            let y = row as f32 + 0.5;
            // The part of the segment that may touch the row, as fractions of its length.
            let (first, last) = if dy.abs() < 1e-3 {
                (0.0, 1.0)
            } else {
                let (one, other) = ((y - reach - y0) / dy, (y + reach - y0) / dy);
                (one.min(other).clamp(0.0, 1.0), one.max(other).clamp(0.0, 1.0))
            };
            let (one, other) = (x0 + dx * first, x0 + dx * last);
            let left = (one.min(other) - reach).max(0.0) as i32;
            let right = (one.max(other) + reach).min(self.picture.width as f32 - 1.0) as i32;
            for column in left..=right {
                let (px, py) = (column as f32 + 0.5 - x0, y - y0);
                let along = if length < 1e-3 { 0.0 } else { ((px * dx + py * dy) / length).clamp(0.0, length) };
                if line.dash > 0.0 && (gone + along) % (2.0 * line.dash) >= line.dash {
                    continue;
                }
                let fraction = if length < 1e-3 { 0.0 } else { along / length };
                let (ox, oy) = (px - dx * fraction, py - dy * fraction);
                let covered = (radius + 0.5 - (ox * ox + oy * oy).sqrt()).clamp(0.0, 1.0);
                self.dot(column, row, line.color, (line.amount as f32 * covered) as u32);
            }
        }
        gone + length
    }

    /// Draws a disc with a dark casing around a point of the picture, in pixels.
    pub(crate) fn disc(&mut self, [x, y]: Point, radius: f32, color: Color) {
        for (radius, color, amount) in [(radius + 1.0, SHADOW, CASING), (radius, color, WHOLE)] {
            self.ring([x, y], [0.0, radius], color, amount);
        }
    }

    /// Draws a ring between two radii around a point of the picture.
    pub(super) fn ring(&mut self, [x, y]: Point, [inner, outer]: [f32; 2], color: Color, amount: u32) {
        let columns = (x - outer - 1.0) as i32..=(x + outer + 1.0) as i32;
        for row in (y - outer - 1.0) as i32..=(y + outer + 1.0) as i32 {
            for column in columns.clone() {
                let (dx, dy) = (column as f32 + 0.5 - x, row as f32 + 0.5 - y);
                let far = (dx * dx + dy * dy).sqrt();
                let covered = (outer + 0.5 - far).clamp(0.0, 1.0).min((far - inner + 0.5).clamp(0.0, 1.0));
                self.dot(column, row, color, (amount as f32 * covered) as u32);
            }
        }
    }

    /// Draws an arrow head of `size` pixels with its point at `tip`, pointing away from `from`.
    pub(super) fn head(&mut self, from: Point, tip: Point, size: f32, color: Color) {
        let (dx, dy) = (tip[0] - from[0], tip[1] - from[1]);
        let length = (dx * dx + dy * dy).sqrt();
        if length < 1e-3 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        for (grown, color, amount) in [(1.5, SHADOW, CASING), (0.0, color, WHOLE)] {
            let reach = size + 2.0 + grown;
            for row in (tip[1] - reach) as i32..=(tip[1] + reach) as i32 {
                for column in (tip[0] - reach) as i32..=(tip[0] + reach) as i32 {
                    let (px, py) = (column as f32 + 0.5 - tip[0], row as f32 + 0.5 - tip[1]);
                    // The distance of the pixel behind the tip of the arrow head, and from the
                    // arrow's axis.
                    let (behind, beside) = (-(px * ux + py * uy), (px * uy - py * ux).abs());
                    let inside = (behind * 0.6 + grown + 0.5 - beside)
                        .min(size + grown + 0.5 - behind)
                        .min(behind + grown + 0.5);
                    self.dot(column, row, color, (amount as f32 * inside.clamp(0.0, 1.0)) as u32);
                }
            }
        }
    }

    /// Draws a cross of two diagonal strokes around a point of the picture.
    pub(crate) fn cross(&mut self, [x, y]: Point, radius: f32, line: LineStyle) {
        for [dx, dy] in [[radius, radius], [radius, -radius]] {
            self.stroke(&[[x - dx, y - dy], [x + dx, y + dy]], line);
        }
    }
}

/// The part of a segment that lies in a rectangle; `None` if there is none. Source: Liang and
/// Barsky's line clipping.
fn clipped(rect: Rect, from: Point, to: Point) -> Option<[Point; 2]> {
    let low = [rect.left() as f32, rect.top() as f32];
    let high = [rect.right() as f32, rect.bottom() as f32];
    let (mut first, mut last) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let way = to[axis] - from[axis];
        if way.abs() < 1e-6 {
            if from[axis] < low[axis] || from[axis] > high[axis] {
                return None;
            }
            continue;
        }
        let (one, other) = ((low[axis] - from[axis]) / way, (high[axis] - from[axis]) / way);
        first = first.max(one.min(other));
        last = last.min(one.max(other));
    }
    let at = |fraction: f32| [from[0] + (to[0] - from[0]) * fraction, from[1] + (to[1] - from[1]) * fraction];
    (first <= last).then(|| [at(first), at(last)])
}

//! The figure that a sprite shows: what is seen of the thing itself, and what shape it has.
//!
//! Consumes the image of a prop, and answers what its isometric form is built from: which pixels
//! are the thing's, where its outline is, and how it is mirrored. Sprites show things from the
//! front and a little from above.

use super::super::canvas::{SHADOW, TransparentImage};
use roomgen::color::Color;

/// The relative brightness, of 255, below which a pixel counts as outline.
const DARK: u32 = 48;

/// The part of a figure that may be ground, in percent. Outside of it, what looks like ground is
/// the thing.
const GROUND: std::ops::RangeInclusive<usize> = 12..=60;

/// The pixels of a sprite within their bounding box.
///
/// Guarantee: `width * height` pixels; no outer row or column is empty, unless all are.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    width: i32,
    height: i32,
    pixels: Vec<Option<Color>>,
    /// The offset of the box from the sprite's first column and row.
    offset: [i32; 2],
}

impl Figure {
    /// The figure of an image that has one pixel of outline on each side.
    pub(super) fn of(stamp: &TransparentImage) -> Self {
        let (width, height) = ((stamp.width() - 2).max(1), (stamp.height() - 2).max(1));
        // Outlines of what one walks on are soft; the outline around a prop is shadow.
        let is_own = |pixel: &(Color, u8)| pixel.1 == u8::MAX || pixel.1 > 0 && pixel.0 != SHADOW;
        let own = |x: i32, y: i32| stamp.pixel(x + 1, y + 1).filter(is_own).map(|(color, _)| color);
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| own(x, y))).collect();
        Self { width, height, pixels, offset: [0, 0] }.trimmed()
    }

    /// The figure without the ground that the sprite shows around it; `None` if it shows none.
    ///
    /// A sprite that covers its square footprint may show a thing with an outline on sand or grass.
    /// In the isometric view the ground would stand upright beside the thing.
    pub(super) fn without_ground(&self) -> Option<Self> {
        let (right, bottom) = (self.width - 1, self.height - 1);
        let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
        if self.width != self.height || corners.iter().any(|&(x, y)| self.color(x, y).is_none()) {
            return None;
        }
        let on_rim = |x: i32, y: i32| x == 0 || y == 0 || x == right || y == bottom;
        let cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let rim: Vec<(i32, i32)> = cells.filter(|&(x, y)| on_rim(x, y)).collect();
        let mut grounds: Vec<Color> = rim.iter().filter_map(|&(x, y)| self.color(x, y)).collect();
        grounds.retain(|&color| brightness(color) >= DARK);
        let is_ground = |x: i32, y: i32| self.color(x, y).is_some_and(|color| grounds.contains(&color));
        let mut is_left_out = vec![false; self.pixels.len()];
        let mut open = rim;
        let mut count = 0;
        while let Some((x, y)) = open.pop() {
            let position = (y * self.width + x) as usize;
            if is_ground(x, y) && !std::mem::replace(&mut is_left_out[position], true) {
                count += 1;
                open.extend(
                    [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
                        .into_iter()
                        .filter(|&(x, y)| (0..self.width).contains(&x) && (0..self.height).contains(&y)),
                );
            }
        }
        if !GROUND.contains(&(count * 100 / self.pixels.len().max(1))) {
            return None;
        }
        let pixels = self.pixels.iter().zip(&is_left_out).map(|(&pixel, &out)| pixel.filter(|_| !out)).collect();
        Some(Self { pixels, ..*self }.trimmed())
    }

    /// The figure alone, as an image of the size of its sprite's.
    pub(super) fn image(&self, stamp: &TransparentImage) -> TransparentImage {
        let mut image = TransparentImage::new(stamp.width(), stamp.height());
        let [left, top] = self.offset;
        for (x, y) in (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y))) {
            if let Some(color) = self.color(x, y) {
                image.set(left + x + 1, top + y + 1, color, u8::MAX);
            }
        }
        image
    }

    /// The figure in the smallest box that holds it.
    fn trimmed(self) -> Self {
        let row_is_used = |&y: &i32| (0..self.width).any(|x| self.color(x, y).is_some());
        let column_is_used = |&x: &i32| (0..self.height).any(|y| self.color(x, y).is_some());
        let (Some(top), Some(bottom)) = ((0..self.height).find(row_is_used), (0..self.height).rfind(row_is_used))
        else {
            return self;
        };
        let left = (0..self.width).find(column_is_used).unwrap_or(0);
        let right = (0..self.width).rfind(column_is_used).unwrap_or(0);
        let (width, height) = (right + 1 - left, bottom + 1 - top);
        let pixels = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
        let pixels = pixels.map(|(x, y)| self.color(x, y)).collect();
        Self { width, height, pixels, offset: [self.offset[0] + left, self.offset[1] + top] }
    }

    pub(super) fn width(&self) -> i32 {
        self.width
    }

    pub(super) fn height(&self) -> i32 {
        self.height
    }

    /// The offset of the figure's box from the sprite's first column and row.
    pub(super) fn offset(&self) -> [i32; 2] {
        self.offset
    }

    /// The colour at `(x, y)`; `None` outside of the figure.
    pub(super) fn color(&self, x: i32, y: i32) -> Option<Color> {
        let is_inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if is_inside { self.pixels[(y * self.width + x) as usize] } else { None }
    }

    fn is_rim(&self, x: i32, y: i32) -> bool {
        [(-1, 0), (1, 0), (0, -1), (0, 1)].iter().any(|(dx, dy)| self.color(x + dx, y + dy).is_none())
    }

    /// The colour of the thing's surface at `(x, y)`: that of the next pixel inwards where the
    /// sprite has its outline.
    pub(super) fn surface(&self, x: i32, y: i32) -> Option<Color> {
        let own = self.color(x, y)?;
        if brightness(own) >= DARK || !self.is_rim(x, y) {
            return Some(own);
        }
        let (dx, dy) = ((self.width / 2 - x).signum(), (self.height / 2 - y).signum());
        let steps = [(dx, dy), (dx, 0), (0, dy), (2 * dx, 2 * dy), (2 * dx, 0), (0, 2 * dy)];
        let inner = steps.iter().map(|(dx, dy)| (x + dx, y + dy)).find(|&(x, y)| !self.is_rim(x, y));
        inner.and_then(|(x, y)| self.color(x, y)).or(Some(own))
    }

    /// The first and the last used column of a row; `None` if there is none.
    pub(super) fn extent(&self, y: i32) -> Option<[i32; 2]> {
        let is_used = |&x: &i32| self.color(x, y).is_some();
        Some([(0..self.width).find(is_used)?, (0..self.width).rfind(is_used)?])
    }

    /// The number of pixels of the figure in a row.
    pub(super) fn count(&self, y: i32) -> i32 {
        (0..self.width).filter(|&x| self.color(x, y).is_some()).count() as i32
    }

    /// The part of its box that the figure fills, in percent.
    pub(super) fn filled(&self) -> i32 {
        (0..self.height).map(|y| self.count(y)).sum::<i32>() * 100 / (self.width * self.height).max(1)
    }

    /// Whether the figure stands on a wide foot, as a barrel does and a ball does not.
    pub(super) fn has_foot(&self) -> bool {
        self.count(self.height - 1) * 10 >= self.width * 6
    }

    /// Whether the figure's outline is its own mirror image, from left to right, without gaps: as
    /// that of a barrel, an urn or a column.
    pub(super) fn is_round(&self) -> bool {
        let rows = (0..self.height).filter_map(|y| self.extent(y).map(|extent| (y, extent)));
        let (mut uneven, mut gaps) = (0, 0);
        for (y, [first, last]) in rows {
            uneven += (first - (self.width - 1 - last)).abs();
            gaps += i32::from(self.count(y) != last + 1 - first);
        }
        uneven <= self.height / 8 && gaps <= 1
    }
}

/// The relative brightness of a colour, 0 to 255.
fn brightness(color: Color) -> u32 {
    (54 * u32::from(color.r) + 183 * u32::from(color.g) + 19 * u32::from(color.b)) / 256
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figure of a drawing: a space is transparent, `k` is outline, other letters are colours.
    fn figure(rows: &[&str]) -> Figure {
        let mut stamp = TransparentImage::new(rows[0].len() as i32 + 2, rows.len() as i32 + 2);
        for (y, row) in (1..).zip(rows) {
            for (x, letter) in (1..).zip(row.bytes()).filter(|(_, letter)| *letter != b' ') {
                let bright = if letter == b'k' { 0 } else { letter };
                stamp.set(x, y, Color::new(bright, bright, bright), u8::MAX);
            }
        }
        Figure::of(&stamp)
    }

    #[test]
    fn a_figure_is_trimmed_and_says_where_it_lay() {
        let urn = figure(&["      ", "  oo  ", " oooo ", "      "]);
        assert_eq!((urn.width(), urn.height(), urn.offset()), (4, 2, [1, 1]));
        assert_eq!((urn.filled(), urn.extent(0), urn.count(1)), (75, Some([1, 2]), 4));
    }

    #[test]
    fn the_ground_around_an_outlined_thing_is_left_out_and_a_thing_without_outline_stays() {
        let rows = ["gggggg", "gkkkkg", "gkookg", "gkookg", "gkkkkg", "gggggg"];
        let stake = figure(&rows).without_ground().expect("a figure on ground");
        assert_eq!((stake.width(), stake.height(), stake.filled()), (4, 4, 100));
        assert!(figure(&["ghghgh"; 6]).without_ground().is_none(), "a bed of flowers is all thing");
        assert!(figure(&["kkkkkk", "kooook", "kooook", "kooook", "kooook", "kkkkkk"]).without_ground().is_none());
    }

    #[test]
    fn the_surface_below_the_outline_has_the_colour_beside_it() {
        let chest = figure(&["kkkk", "kopk", "kopk", "kkkk"]);
        let letter = |x: i32, y: i32| chest.surface(x, y).map(|color| color.r);
        assert_eq!([letter(0, 1), letter(3, 1), letter(0, 0)], [Some(b'o'), Some(b'p'), Some(b'o')]);
        assert_eq!(letter(4, 0), None);
    }

    #[test]
    fn figures_that_mirror_themselves_without_gaps_are_round() {
        assert!(figure(&[" oo ", "oooo", "oooo", " oo "]).is_round());
        assert!(!figure(&["oooo", "o  o", "o  o", "oooo"]).is_round());
        assert!(!figure(&["oo  ", "oo  ", "oo  ", "oooo", "oooo"]).is_round());
    }
}

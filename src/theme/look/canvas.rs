//! The canvas on which looks are drawn: pixels of a few tones of one colour.

use super::super::Sprite;
use crate::{color::Color, model::PropKind};

/// The side of a cell, in pixels.
pub(super) const CELL: i32 = 16;

/// The colours that shaded and lit tones blend to: those of pictures.
const SHADOW: Color = Color::new(0x08, 0x06, 0x10);
const LIGHT: Color = Color::new(0xff, 0xf6, 0xe4);

/// The tones of a kind's colour from the darkest to the brightest, and a few materials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    /// The outline of what stands.
    Outline,
    Deep,
    Shade,
    /// The kind's own colour.
    Base,
    Light,
    Bright,
    DarkIron,
    Iron,
    DarkWood,
    Wood,
    Gold,
    BrightGold,
}

impl Tone {
    /// The tones of one colour, from the darkest to the brightest.
    const SCALE: [Self; 6] = [Self::Outline, Self::Deep, Self::Shade, Self::Base, Self::Light, Self::Bright];

    /// The tone of a character of a figure; `None` for a transparent pixel.
    pub(super) fn of(character: u8) -> Option<Self> {
        Some(match character {
            b'0'..=b'5' => Self::SCALE[usize::from(character - b'0')],
            b'i' => Self::DarkIron,
            b'I' => Self::Iron,
            b'w' => Self::DarkWood,
            b'W' => Self::Wood,
            b'g' => Self::Gold,
            b'G' => Self::BrightGold,
            _ => return None,
        })
    }

    /// The tone of one colour at a brightness from 0, which is clamped to the scale.
    pub(super) fn at(brightness: i32) -> Self {
        Self::SCALE[brightness.clamp(0, 5) as usize]
    }

    fn color(self, own: Color) -> Color {
        match self {
            Self::Outline => mix(own, SHADOW, 214),
            Self::Deep => mix(own, SHADOW, 138),
            Self::Shade => mix(own, SHADOW, 68),
            Self::Base => own,
            Self::Light => mix(own, LIGHT, 62),
            Self::Bright => mix(own, LIGHT, 138),
            Self::DarkIron => Color::new(0x3c, 0x3f, 0x4a),
            Self::Iron => Color::new(0x72, 0x78, 0x86),
            Self::DarkWood => Color::new(0x4a, 0x32, 0x22),
            Self::Wood => Color::new(0x7d, 0x57, 0x38),
            Self::Gold => Color::new(0xb8, 0x86, 0x2c),
            Self::BrightGold => Color::new(0xf2, 0xcf, 0x6a),
        }
    }
}

/// Blends `over` onto `under`; `amount` is the opacity, of 256.
fn mix(under: Color, over: Color, amount: u32) -> Color {
    let part = |under: u8, over: u8| ((u32::from(under) * (256 - amount) + u32::from(over) * amount) >> 8) as u8;
    Color::new(part(under.r, over.r), part(under.g, over.g), part(under.b, over.b))
}

/// A number from 0 to 255 for a point, without a visible pattern.
pub(super) fn speckle(x: i32, y: i32) -> i32 {
    let mut bits = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
    bits = (bits ^ bits >> 15).wrapping_mul(0x2c1b_3c6d);
    (bits ^ bits >> 13) as i32 & 255
}

/// The pixels of a look, transparent at first.
#[derive(Debug)]
pub(super) struct LookCanvas {
    width: i32,
    height: i32,
    color: Color,
    pixels: Vec<Option<Tone>>,
}

impl LookCanvas {
    /// A canvas of the footprint of a kind, whose sides are clamped to those of footprints.
    pub(super) fn new(kind: &PropKind) -> Self {
        let side = |cells: u8| i32::from(cells.clamp(1, PropKind::MAX_SIDE)) * CELL;
        let (width, height) = (side(kind.width), side(kind.height));
        Self { width, height, color: kind.color, pixels: vec![None; (width * height) as usize] }
    }

    pub(super) fn width(&self) -> i32 {
        self.width
    }

    pub(super) fn height(&self) -> i32 {
        self.height
    }

    /// All points, row by row from the top.
    pub(super) fn points(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    fn position(&self, x: i32, y: i32) -> Option<usize> {
        let is_inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        is_inside.then(|| (y * self.width + x) as usize)
    }

    /// The tone of a pixel; `None` if it is transparent or outside.
    pub(super) fn tone(&self, x: i32, y: i32) -> Option<Tone> {
        self.position(x, y).and_then(|position| self.pixels[position])
    }

    /// Sets a pixel. Does nothing outside of the canvas.
    pub(super) fn set(&mut self, x: i32, y: i32, tone: Tone) {
        if let Some(position) = self.position(x, y) {
            self.pixels[position] = Some(tone);
        }
    }

    /// Makes a pixel transparent.
    pub(super) fn clear(&mut self, x: i32, y: i32) {
        if let Some(position) = self.position(x, y) {
            self.pixels[position] = None;
        }
    }

    /// Fills a rectangle, given as left, top, width and height.
    pub(super) fn fill(&mut self, [left, top, width, height]: [i32; 4], tone: Tone) {
        for y in top..top + height {
            (left..left + width).for_each(|x| self.set(x, y, tone));
        }
    }

    /// Draws a ball over a rectangle, given as left, top, width and height. It is lit from the
    /// north-west: `brightness` in the middle, up to two tones brighter and darker around it.
    pub(super) fn ball(&mut self, [left, top, width, height]: [i32; 4], brightness: i32) {
        for (x, y) in (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y))) {
            // Distances from the middle, in 256ths of the radius.
            let across = (2 * (x - left) + 1 - width) * 256 / width.max(1);
            let down = (2 * (y - top) + 1 - height) * 256 / height.max(1);
            if across * across + down * down > 256 * 256 {
                continue;
            }
            let step = match -across - 2 * down {
                360.. => 2,
                150..360 => 1,
                -120..150 => 0,
                -330..-120 => -1,
                _ => -2,
            };
            self.set(x, y, Tone::at((brightness + step).max(1)));
        }
    }

    /// Draws an outline around what is opaque.
    pub(super) fn outline(&mut self) {
        let beside = |(x, y): &(i32, i32)| [(*x, y - 1), (x + 1, *y), (*x, y + 1), (x - 1, *y)];
        let free = self.points().filter(|&(x, y)| self.tone(x, y).is_none());
        let around: Vec<_> =
            free.filter(|point| beside(point).iter().any(|&(x, y)| self.tone(x, y).is_some())).collect();
        around.into_iter().for_each(|(x, y)| self.set(x, y, Tone::Outline));
    }

    /// Draws a figure, which has the size of one cell, and makes the canvas as large.
    pub(super) fn figure(&mut self, rows: &[&str; CELL as usize]) {
        let pixels = rows.iter().flat_map(|row| row.bytes().map(Tone::of));
        *self = Self { width: CELL, height: CELL, color: self.color, pixels: pixels.collect() };
    }

    /// The sprite of what was drawn.
    pub(super) fn into_sprite(self) -> Sprite {
        let pixels = self.pixels.iter().map(|tone| tone.map(|tone| tone.color(self.color)));
        Sprite { width: self.width as u8, pixels: pixels.collect() }
    }
}

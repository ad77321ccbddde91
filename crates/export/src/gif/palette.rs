//! The palette of an animation: at most 255 colours for all frames, chosen from what it shows.
//!
//! Source: median cut, Heckbert, "Color image quantization for frame buffer display" (1982).
//! Colours are weighted by the square root of their pixel count, so that small objects keep their
//! colours.

use crate::picture::Picture;
use roomgen::color::Color;

/// The palette index of a transparent pixel, which keeps its colour of the previous frame.
pub(super) const SAME: u8 = 255;

/// The maximum number of colours besides [`SAME`].
const COLORS: usize = SAME as usize;

/// The number of high bits of each channel that select the bin of a colour. Colours of one bin are
/// counted and looked up as one.
const BITS: u32 = 6;

/// A histogram of colours, from which a [`Palette`] is chosen.
#[derive(Clone, Debug)]
pub(super) struct ColorHistogram {
    /// The number of pixels in each bin of colours, indexed by [`bin`].
    counts: Vec<u64>,
}

impl ColorHistogram {
    pub(super) fn new() -> Self {
        Self { counts: vec![0; 1 << (3 * BITS)] }
    }

    pub(super) fn add(&mut self, picture: &Picture) {
        for &[r, g, b] in picture.bytes().as_chunks::<3>().0 {
            self.counts[bin([r, g, b])] += 1;
        }
    }

    pub(super) fn add_color(&mut self, Color { r, g, b }: Color, pixels: u64) {
        self.counts[bin([r, g, b])] += pixels;
    }

    pub(super) fn palette(&self) -> Palette {
        let seen: Vec<([u8; 3], u64)> = (0..)
            .zip(&self.counts)
            .filter(|(_, count)| **count > 0)
            .map(|(bin, count)| (color(bin), root(*count)))
            .collect();
        let mut boxes = vec![ColorBox::new(seen)];
        while boxes.len() < COLORS {
            let widest = (0..boxes.len())
                .filter(|&number| boxes[number].colors.len() > 1)
                .max_by_key(|&number| boxes[number].worth());
            let Some(widest) = widest else { break };
            let other = boxes[widest].cut();
            boxes.push(other);
        }
        let colors = boxes.iter().filter_map(ColorBox::mean).collect();
        Palette { colors, known: vec![None; 1 << (3 * BITS)] }
    }
}

fn bin([r, g, b]: [u8; 3]) -> usize {
    let part = |value: u8| usize::from(value >> (8 - BITS));
    part(r) << (2 * BITS) | part(g) << BITS | part(b)
}

/// The colour at the centre of a bin of the histogram.
fn color(bin: usize) -> [u8; 3] {
    let part = |shift: u32| {
        let value = (bin >> shift) as u8 & ((1 << BITS) - 1);
        value << (8 - BITS) | value >> (2 * BITS - 8)
    };
    [part(2 * BITS), part(BITS), part(0)]
}

fn root(count: u64) -> u64 {
    (count << 10).isqrt().max(1)
}

/// A box of the median cut method: neighbouring colours with their weights.
#[derive(Debug)]
struct ColorBox {
    colors: Vec<([u8; 3], u64)>,
    /// The channel with the largest weighted spread: 0 for red, 1 for green, 2 for blue.
    axis: usize,
    /// The weighted spread of the channel `axis`: the difference of its largest and smallest value,
    /// times its perceptual weight.
    spread: u64,
    /// The sum of the weights of `colors`.
    weight: u64,
}

impl ColorBox {
    fn new(colors: Vec<([u8; 3], u64)>) -> Self {
        let spreads = [0, 1, 2].map(|axis| {
            let values = || colors.iter().map(|(color, _)| u64::from(color[axis]));
            // Perceptual weights of red, green and blue: the eye is most sensitive to green.
            (values().max().unwrap_or(0) - values().min().unwrap_or(0)) * [3, 4, 2][axis]
        });
        let axis = (0..3).max_by_key(|&axis| spreads[axis]).unwrap_or(0);
        let weight = colors.iter().map(|(_, weight)| weight).sum();
        Self { colors, axis, spread: spreads[axis], weight }
    }

    /// The priority for cutting this box of colours in two.
    fn worth(&self) -> u64 {
        self.spread * self.spread * (self.weight.isqrt() + 1)
    }

    /// Cuts the box in two: keeps the colours up to the mean of the widest channel, and returns the
    /// others.
    fn cut(&mut self) -> Self {
        let axis = self.axis;
        let sum: u64 = self.colors.iter().map(|(color, weight)| u64::from(color[axis]) * weight).sum();
        let mean = sum / self.weight.max(1);
        let colors = std::mem::take(&mut self.colors);
        let (low, high) = colors.into_iter().partition(|(color, _)| u64::from(color[axis]) <= mean);
        *self = Self::new(low);
        Self::new(high)
    }

    fn mean(&self) -> Option<[u8; 3]> {
        let sum = |axis: usize| self.colors.iter().map(|(color, weight)| u64::from(color[axis]) * weight).sum::<u64>();
        (self.weight > 0).then(|| [0, 1, 2].map(|axis| ((sum(axis) + self.weight / 2) / self.weight) as u8))
    }
}

/// The palette of an animation: at most 255 colours, with nearest-colour lookup.
#[derive(Clone, Debug)]
pub(super) struct Palette {
    colors: Vec<[u8; 3]>,
    /// For each bin the position in `colors` of the nearest colour, cached at the first lookup.
    known: Vec<Option<u8>>,
}

impl Palette {
    /// The RGB bytes of the palette's 256 entries, unused ones black.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.concat();
        bytes.resize(3 * (COLORS + 1), 0);
        bytes
    }

    pub(super) fn index(&mut self, pixel: [u8; 3]) -> u8 {
        let bin = bin(pixel);
        if let Some(index) = self.known[bin] {
            return index;
        }
        let wanted = color(bin);
        let far = |known: &[u8; 3]| {
            let [r, g, b] = [0, 1, 2].map(|axis| u32::from(known[axis].abs_diff(wanted[axis])));
            3 * r * r + 4 * g * g + 2 * b * b
        };
        let nearest = (0..).zip(&self.colors).min_by_key(|(_, color)| far(color)).map_or(0, |(index, _)| index);
        self.known[bin] = Some(nearest);
        nearest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are_up_to_the_bits_that_count() {
        let mut census = ColorHistogram::new();
        let colors = [Color::new(255, 0, 0), Color::new(12, 200, 90), Color::new(0, 0, 0), Color::new(250, 250, 255)];
        colors.iter().for_each(|&color| census.add_color(color, 1000));
        let mut palette = census.palette();
        for Color { r, g, b } in colors {
            let index = usize::from(palette.index([r, g, b]));
            let shown = palette.colors[index];
            assert!([r, g, b].iter().zip(shown).all(|(part, shown)| part.abs_diff(shown) <= 4), "{shown:?}");
        }
        assert_eq!(palette.bytes().len(), 768);
    }

    #[test]
    fn a_rare_colour_is_not_lost_among_many_shades_of_another() {
        let mut census = ColorHistogram::new();
        (0..=255).for_each(|value| census.add_color(Color::new(value / 2, value, value / 3), 10_000));
        (0..=255).for_each(|value| census.add_color(Color::new(value, value, value / 2), 10_000));
        census.add_color(Color::new(250, 10, 230), 3);
        let mut palette = census.palette();
        let index = usize::from(palette.index([250, 10, 230]));
        let shown = palette.colors[index];
        assert!(shown[0] > 230 && shown[1] < 40 && shown[2] > 210, "{shown:?}");
        assert!(palette.colors.len() <= COLORS);
    }
}

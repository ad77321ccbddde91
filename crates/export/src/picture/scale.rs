//! Resamples rows of cells from the drawn size to the requested scale, by area, in integers.

use roomgen::color::Color;

/// Resamples rows of cells by area: each pixel is the mean of the drawn pixels it covers.
///
/// The mean is weighted by the covered areas. A multiple of the drawn size repeats pixels exactly,
/// and at a smaller scale every drawn pixel counts.
#[derive(Debug)]
pub(super) struct Resampler {
    /// The number of drawn pixels along a cell's side.
    side: usize,
    /// For each output pixel along a cell's side, the drawn pixels that it covers.
    taps: Vec<ResamplerWeights>,
}

/// The drawn pixels that one output pixel covers along an axis, each with its weight.
#[derive(Debug, PartialEq)]
struct ResamplerWeights {
    /// The position of the first covered pixel.
    first: usize,
    /// The weight of each covered pixel. The sum is the number of drawn pixels along a cell.
    amounts: Vec<u32>,
}

impl Resampler {
    /// Creates a resampler from `side` drawn pixels a cell to `scale` pixels a cell.
    ///
    /// Both are at least 1.
    pub(super) fn new(scale: usize, side: usize) -> Self {
        let taps = (0..scale).map(|number| {
            // In units of 1 / (side * scale) of a cell: an output pixel is `side` long, a drawn
            // pixel `scale`.
            let (from, to) = (number * side, (number + 1) * side);
            let (first, last) = (from / scale, (to - 1) / scale);
            let cover = |drawn: usize| (to.min((drawn + 1) * scale) - from.max(drawn * scale)) as u32;
            ResamplerWeights { first, amounts: (first..=last).map(cover).collect() }
        });
        Self { side, taps: taps.collect() }
    }

    /// Resamples a row of cells into `out`, as RGB bytes. `drawn` is row-major.
    pub(super) fn resample(&self, drawn: &[Color], out: &mut [u8]) {
        let width = drawn.len() / self.side;
        let row_bytes = out.len() / self.taps.len();
        let mut sums = vec![[0; 3]; width];
        let mut done: Option<(&ResamplerWeights, &mut [u8])> = None;
        for (tap, out) in self.taps.iter().zip(out.chunks_exact_mut(row_bytes)) {
            match &done {
                Some((same, row)) if *same == tap => out.copy_from_slice(row),
                _ if self.taps.len() == self.side => copy(&drawn[tap.first * width..][..width], out),
                _ => {
                    add_rows(drawn, width, tap, &mut sums);
                    self.write_row(&sums, out);
                }
            }
            done = Some((tap, out));
        }
    }

    fn write_row(&self, sums: &[[u32; 3]], out: &mut [u8]) {
        // The sum of the weights of all drawn pixels that one output pixel covers.
        let area = (self.side * self.side) as u32;
        let cells = out.chunks_exact_mut(self.taps.len() * 3);
        for (cell, sums) in cells.zip(sums.chunks_exact(self.side)) {
            for (tap, pixel) in self.taps.iter().zip(cell.as_chunks_mut::<3>().0) {
                for (part, byte) in pixel.iter_mut().enumerate() {
                    let weighted = sums[tap.first..].iter().zip(&tap.amounts).map(|(sum, amount)| sum[part] * amount);
                    *byte = ((weighted.sum::<u32>() + area / 2) / area) as u8;
                }
            }
        }
    }
}

/// Sums the rows of drawn pixels that a row of output pixels covers, each by its weight.
fn add_rows(drawn: &[Color], width: usize, tap: &ResamplerWeights, sums: &mut [[u32; 3]]) {
    sums.fill([0; 3]);
    for (row, amount) in drawn.chunks_exact(width).skip(tap.first).zip(&tap.amounts) {
        for (sum, color) in sums.iter_mut().zip(row) {
            sum[0] += u32::from(color.r) * amount;
            sum[1] += u32::from(color.g) * amount;
            sum[2] += u32::from(color.b) * amount;
        }
    }
}

fn copy(drawn: &[Color], out: &mut [u8]) {
    for (pixel, color) in out.as_chunks_mut::<3>().0.iter_mut().zip(drawn) {
        *pixel = [color.r, color.g, color.b];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: usize = 16;

    fn resample(scale: usize, drawn: &[Color]) -> Vec<u8> {
        let mut out = vec![0; scale * scale * 3];
        Resampler::new(scale, SIDE).resample(drawn, &mut out);
        out
    }

    #[test]
    fn one_color_stays_itself_at_every_scale() {
        for color in [Color::new(255, 255, 255), Color::new(1, 128, 254), Color::default()] {
            for scale in 1..=64 {
                let out = resample(scale, &[color; SIDE * SIDE]);
                assert!(out.chunks(3).all(|pixel| pixel == [color.r, color.g, color.b]), "{color} at {scale}");
            }
        }
    }

    #[test]
    fn whole_multiples_repeat_pixels_and_halves_average_four() {
        let drawn: Vec<Color> = (0..=255).map(|value| Color::new(value, 255 - value, 7)).collect();
        let red = |scale: usize, x: usize, y: usize| resample(scale, &drawn)[(y * scale + x) * 3];
        for (scale, times) in [(16, 1), (32, 2), (64, 4)] {
            for (x, y) in [(0, 0), (5, 3), (scale - 1, scale - 1)] {
                assert_eq!(usize::from(red(scale, x, y)), y / times * SIDE + x / times, "({x}, {y}) at {scale}");
            }
        }
        assert_eq!(red(8, 0, 0), 9, "0, 1, 16 and 17, rounded from 8.5");
        assert_eq!(red(1, 0, 0), 128);
    }
}

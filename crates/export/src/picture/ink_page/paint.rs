//! Paints the shapes of a page into pixels, with smooth edges, in whole numbers.
//!
//! A length in parts times the scale is a length in 256ths of a pixel, so no point is rounded.

use roomgen::color::Color;

use super::super::{Picture, mix};
use super::{
    lettering,
    shape::{InkPoint, InkShape},
};

/// The units of a pixel.
const PIXEL: i64 = 256;
/// Rows of samples in a pixel of an area's edge.
const ROWS: i64 = 4;

/// Paints shapes over a picture at a scale, in pixels of a cell. The picture begins at row `top` of
/// the page.
pub(super) fn paint(shapes: &[InkShape], scale: u32, top: u32, picture: &mut Picture) {
    let at =
        |[x, y]: InkPoint| [i64::from(x) * i64::from(scale), i64::from(y) * i64::from(scale) - i64::from(top) * PIXEL];
    for shape in shapes {
        match shape {
            InkShape::Fill { loops, color } => {
                let scaled = |corners: &Vec<InkPoint>| corners.iter().copied().map(at).collect();
                fill(picture, &loops.iter().map(scaled).collect::<Vec<_>>(), *color);
            }
            InkShape::Lines { lines, width, color } => {
                let width = i64::from(*width) * i64::from(scale);
                lines.iter().for_each(|line| stroke(picture, line, at, width, *color));
            }
            InkShape::Text { text, at: [x, y], height, color } => {
                // A letter, with its strokes, is less than a capital's height above and below its
                // line.
                let [above, below] = [y - 2 * height, y + height].map(|y| at([0, y])[1]);
                if below < 0 || above > i64::from(picture.height()) * PIXEL {
                    continue;
                }
                let width = i64::from(lettering::stroke_width(*height)) * i64::from(scale);
                for line in lettering::lines(text, [*x, *y], *height) {
                    stroke(picture, &line, at, width, *color);
                }
            }
            InkShape::Group { shapes, .. } => paint(shapes, scale, top, picture),
        }
    }
}

/// Blends a colour over a run of pixels of a row, which the picture has. `amount` is at most 256.
fn blend(picture: &mut Picture, [from, to]: [i64; 2], y: i64, color: Color, amount: i64) {
    let width = i64::from(picture.width());
    let [start, end] = [from, to].map(|x| (y * width + x.clamp(0, width)) as usize * 3);
    let pixels = picture.bytes_mut().get_mut(start..end).unwrap_or_default().as_chunks_mut::<3>().0;
    if amount >= PIXEL {
        pixels.fill([color.r, color.g, color.b]);
    } else if amount > 0 {
        pixels.iter_mut().for_each(|pixel| blend_pixel(pixel, color, amount));
    }
}

#[inline]
fn blend_pixel(pixel: &mut [u8; 3], color: Color, amount: i64) {
    let mixed = mix(Color::new(pixel[0], pixel[1], pixel[2]), color, amount as u32);
    *pixel = [mixed.r, mixed.g, mixed.b];
}

/// Fills the area inside loops; what two loops enclose is a hole.
fn fill(picture: &mut Picture, loops: &[Vec<[i64; 2]>], color: Color) {
    let points = || loops.iter().flatten();
    let (Some(top), Some(bottom)) = (points().map(|at| at[1]).min(), points().map(|at| at[1]).max()) else { return };
    let step = PIXEL / ROWS;
    let first = (top.div_euclid(step)).max(0);
    let last = bottom.div_euclid(step).min(i64::from(picture.height()) * ROWS - 1);
    // The columns at which each row of samples crosses the loops.
    let mut crossings: Vec<Vec<i64>> = vec![Vec::new(); (last - first + 1).max(0) as usize];
    for corners in loops {
        for (&from, &to) in corners.iter().zip(corners.iter().cycle().skip(1)).filter(|(from, to)| from[1] != to[1]) {
            let [high, low] = if from[1] < to[1] { [from, to] } else { [to, from] };
            // A row of samples lies in the middle of its step.
            let rows = (high[1] + step / 2 - 1).div_euclid(step)..(low[1] + step / 2 - 1).div_euclid(step);
            for row in rows.start.max(first)..rows.end.min(last + 1) {
                let y = row * step + step / 2;
                let x = high[0] + ((low[0] - high[0]) * (y - high[1])).div_euclid(low[1] - high[1]);
                if let Some(crossed) = crossings.get_mut((row - first) as usize) {
                    crossed.push(x);
                }
            }
        }
    }
    let width = i64::from(picture.width());
    // Where the covered part of pixels changes in a row, and by how much.
    let mut changes: Vec<(i64, i64)> = Vec::new();
    for line in first.div_euclid(ROWS)..=last.div_euclid(ROWS) {
        changes.clear();
        for row in (line * ROWS).max(first)..((line + 1) * ROWS).min(last + 1) {
            let Some(crossed) = crossings.get_mut((row - first) as usize) else { continue };
            crossed.sort_unstable();
            for &[from, to] in crossed.as_chunks::<2>().0 {
                let ends = [from, to].map(|x| x.clamp(0, width * PIXEL));
                for (x, sign) in ends.into_iter().zip([1, -1]) {
                    // The pixel of an end is covered in part, those behind it as a whole.
                    let (pixel, part) = (x.div_euclid(PIXEL), PIXEL - x.rem_euclid(PIXEL));
                    changes.extend([(pixel, sign * part), (pixel + 1, sign * (PIXEL - part))]);
                }
            }
        }
        changes.sort_unstable();
        let mut covered = 0;
        for (&(x, change), next) in changes.iter().zip(changes.iter().skip(1).map(|(x, _)| *x)) {
            covered += change;
            blend(picture, [x, next], line, color, covered / ROWS);
        }
    }
}

/// Draws a line with round ends and joints. A line thinner than a pixel is paler.
fn stroke(picture: &mut Picture, points: &[InkPoint], at: impl Fn(InkPoint) -> [i64; 2], width: i64, color: Color) {
    let amount = width.clamp(1, PIXEL);
    let radius = width.max(PIXEL) / 2;
    for leg in points.windows(2) {
        segment(picture, [at(leg[0]), at(leg[1])], radius, color, amount);
    }
}

fn segment(picture: &mut Picture, [from, to]: [[i64; 2]; 2], radius: i64, color: Color, amount: i64) {
    let way = [to[0] - from[0], to[1] - from[1]];
    let reach = radius + PIXEL / 2;
    let first = (from[1].min(to[1]) - reach).div_euclid(PIXEL).max(0);
    let last = (from[1].max(to[1]) + reach).div_euclid(PIXEL).min(i64::from(picture.height()) - 1);
    if first > last {
        return;
    }
    let squared = way[0] * way[0] + way[1] * way[1];
    let length = squared.isqrt().max(1);
    for row in first..=last {
        let y = row * PIXEL + PIXEL / 2 - from[1];
        // The ends of the part of the segment that reaches the row.
        let [near, far] = if way[1] == 0 {
            [0, way[0]]
        } else {
            [y - reach, y + reach].map(|y| {
                let y = y.clamp(way[1].min(0), way[1].max(0));
                (way[0] * y).div_euclid(way[1])
            })
        };
        let left = (from[0] + near.min(far) - reach).div_euclid(PIXEL).max(0);
        let right = (from[0] + near.max(far) + reach).div_euclid(PIXEL).min(i64::from(picture.width()) - 1);
        if left > right {
            continue;
        }
        let start = (row * i64::from(picture.width()) + left) as usize * 3;
        let pixels = picture.bytes_mut()[start..][..(right - left + 1) as usize * 3].as_chunks_mut::<3>().0;
        for (column, pixel) in (left..).zip(pixels) {
            let x = column * PIXEL + PIXEL / 2 - from[0];
            let along = x * way[0] + y * way[1];
            let far = match () {
                () if along <= 0 => Err(x * x + y * y),
                () if along >= squared => Err((x - way[0]) * (x - way[0]) + (y - way[1]) * (y - way[1])),
                () => Ok((x * way[1] - y * way[0]).abs() / length),
            };
            let distance = match far {
                Ok(distance) => distance,
                // Most pixels about an end lie beyond it, or are covered as a whole.
                Err(square) if square >= reach * reach => continue,
                Err(square) if square <= (radius - PIXEL / 2) * (radius - PIXEL / 2) => 0,
                Err(square) => square.isqrt(),
            };
            let covered = (reach - distance).clamp(0, PIXEL);
            if covered > 0 {
                blend_pixel(pixel, color, covered * amount / PIXEL);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: Color = Color::new(200, 200, 200);
    const INK: Color = Color::new(0, 0, 0);

    fn painted(shapes: &[InkShape], scale: u32) -> Picture {
        let mut picture = Picture::filled(4 * scale, 4 * scale, PAPER);
        paint(shapes, scale, 0, &mut picture);
        picture
    }

    /// The darkness of a picture, in whole black pixels.
    fn darkness(picture: &Picture) -> f64 {
        picture.bytes().iter().map(|&byte| f64::from(200 - byte)).sum::<f64>() / 600.0
    }

    #[test]
    fn an_area_is_as_dark_as_it_is_large_at_every_scale() {
        // A triangle with a square hole: half of 2 by 2 cells, less a quarter of a cell.
        let triangle = vec![[256, 256], [768, 256], [256, 768]];
        let hole = vec![[300, 300], [428, 300], [428, 428], [300, 428]];
        for scale in [7, 16, 50] {
            let shape = InkShape::Fill { loops: vec![triangle.clone(), hole.clone()], color: INK };
            let expected = 1.75 * f64::from(scale * scale);
            let found = darkness(&painted(&[shape], scale));
            assert!((found - expected).abs() < expected * 0.02, "{scale}: {found}, {expected}");
        }
    }

    #[test]
    fn a_line_is_as_dark_as_it_is_long_and_wide_also_if_it_is_thinner_than_a_pixel() {
        for (width, scale) in [(64, 16), (64, 40), (8, 16), (16, 100)] {
            let line = InkShape::Lines { lines: vec![vec![[256, 300], [768, 600]]], width, color: INK };
            let length = f64::from(512 * 512 + 300 * 300).sqrt() / 256.0;
            let side = f64::from(scale);
            let wide = f64::from(width) / 256.0;
            let ends = std::f64::consts::PI * (wide * side).max(1.0) / 4.0 / side * wide;
            let expected = (length * wide + ends) * side * side;
            let found = darkness(&painted(&[line], scale));
            assert!((found - expected).abs() < expected * 0.06, "{width} at {scale}: {found}, {expected}");
        }
    }

    #[test]
    fn shapes_beyond_the_picture_are_left_out() {
        let far = 1_000_000;
        let line = InkShape::Lines { lines: vec![vec![[-far, 300], [far, 300]]], width: 64, color: INK };
        let area = InkShape::Fill { loops: vec![vec![[-far, -far], [far, -far], [far, 512], [-far, 512]]], color: INK };
        let both = painted(&[line, area], 16);
        assert!((darkness(&both) - f64::from(4 * 16 * 2 * 16)).abs() < 1.0);
    }
}

//! Colours of a survey's picture, and the key to them.

use super::TitledSurvey;
use crate::picture::{
    canvas::{WHOLE, mix},
    ink::{EDGE, FAINT, PLOT, TEXT, fill, fitted, outline, write, write_before},
    pen::LinePen,
};
use roomgen::color::Color;

/// The colours of the first and the second survey, if there are two.
///
/// Source: orange and sky blue of Okabe and Ito, "Color universal design" (2008), which readers of
/// any colour vision distinguish.
pub(super) const HUES: [Color; 2] = [Color::new(0xe6, 0x9f, 0x00), Color::new(0x56, 0xb4, 0xe9)];

/// The heat map of a single survey, from few levels to many, with rising lightness.
///
/// So the order is visible without a key, and in greyscale too.
const RAMP: [Color; 6] = [
    Color::new(0x3a, 0x2b, 0x55),
    Color::new(0x6c, 0x34, 0x6b),
    Color::new(0xa8, 0x45, 0x66),
    Color::new(0xdd, 0x6b, 0x50),
    Color::new(0xf6, 0xa7, 0x57),
    Color::new(0xfc, 0xea, 0xb0),
];

/// The heat map's colour for a bin's fraction of the fullest bin, above 0.
///
/// The scale is a square root, since most bins hold few levels.
pub(super) fn heat(fraction: f64) -> Color {
    let along = fraction.clamp(0.0, 1.0).sqrt() * (RAMP.len() - 1) as f64;
    let step = (along as usize).min(RAMP.len() - 2);
    RAMP[step].lerp(RAMP[step + 1], (along - step as f64) as f32)
}

/// The heat map's colour for a bin of two surveys, from its fraction of each one's fullest bin.
///
/// The light of both hues is added.
pub(super) fn both(fractions: [f64; 2]) -> Color {
    /// The amount of a survey's hue in a bin with a single level.
    const LEAST: f64 = 0.16;
    let amounts =
        fractions.map(|fraction| if fraction > 0.0 { LEAST + (1.0 - LEAST) * fraction.min(1.0).sqrt() } else { 0.0 });
    let part = |of: fn(Color) -> u8| {
        let light: f64 = HUES.iter().zip(amounts).map(|(&hue, amount)| f64::from(of(hue)) * amount).sum();
        let under = f64::from(of(PLOT)) * (1.0 - amounts[0].max(amounts[1]));
        (light * 0.86 + under).min(255.0) as u8
    };
    Color::new(part(|color| color.r), part(|color| color.g), part(|color| color.b))
}

/// The colour of the bars, lines and dots of survey `number` among `of` surveys.
pub(super) fn mark(number: usize, of: usize) -> Color {
    if of > 1 { HUES[number % HUES.len()] } else { RAMP[4] }
}

/// The key to the colours of a survey's picture.
pub(super) enum ColorKey {
    /// The key to the heat map of one survey: the number of levels in a bin.
    Heat,
    /// The key to the colours of two surveys, by their titles.
    Hues([String; 2]),
}

impl ColorKey {
    pub(super) fn of(all: &[&TitledSurvey]) -> Self {
        match all {
            [first, second, ..] => Self::Hues([first.title.clone(), second.title.clone()]),
            _ => Self::Heat,
        }
    }

    /// Draws the key with its top right corner at `(right, top)`.
    pub(super) fn draw(&self, pen: &mut LinePen<'_>, [right, top]: [i32; 2]) {
        const BAR: [i32; 2] = [320, 14];
        const LINE: i32 = 26;
        let left = right - BAR[0];
        match self {
            Self::Heat => {
                for x in 0..BAR[0] {
                    let fraction = f64::from(x) / f64::from(BAR[0]);
                    fill(pen, [left + x, top, 1, BAR[1]], heat(fraction * fraction));
                }
                outline(pen, [left, top, BAR[0], BAR[1]], EDGE);
                write(pen, "one level", [left, top + LINE - 4], 2, FAINT);
                write_before(pen, "most levels", [right, top + LINE - 4], 2, FAINT);
            }
            Self::Hues(titles) => {
                for (number, title) in (0..).zip(titles) {
                    let y = top + number * LINE;
                    let fractions = if number == 0 { [1.0, 0.0] } else { [0.0, 1.0] };
                    fill(pen, [left, y, 40, BAR[1]], mix(both(fractions), HUES[number as usize], WHOLE / 2));
                    write(pen, &fitted(title, BAR[0] - 56, 2), [left + 56, y], 2, HUES[number as usize]);
                }
                fill(pen, [left, top + 2 * LINE, 40, BAR[1]], both([1.0; 2]));
                write(pen, "both", [left + 56, top + 2 * LINE], 2, TEXT);
                for (number, hue) in (0..).zip(HUES) {
                    outline(pen, [left + 4 * number, top + 3 * LINE + 3 * number, 36 - 4 * number, 10], hue);
                }
                write(pen, "about nine tenths", [left + 56, top + 3 * LINE], 2, FAINT);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, by the weights of ITU-R BT.709.
    fn light(color: Color) -> f32 {
        let [r, g, b] = color.to_linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    #[test]
    fn more_levels_are_lighter_all_along() {
        let lights: Vec<f32> = (0..=60).map(|step| light(heat(f64::from(step) / 60.0))).collect();
        assert!(lights.is_sorted(), "{lights:?}");
        assert!(lights[0] > light(PLOT), "a single level is seen");
        let of = |step: u32, side: usize| {
            let mut fractions = [0.0; 2];
            fractions[side] = f64::from(step) / 20.0;
            light(both(fractions))
        };
        for side in 0..2 {
            assert!((1..20).all(|step| of(step, side) < of(step + 1, side)));
            assert!(of(1, side) > light(PLOT) && light(both([1.0; 2])) > of(20, side));
        }
    }
}

//! Colours of pictures as those of terminals.

use anstyle::{Ansi256Color, Color as Ink, RgbColor};
use roomgen::color::Color;

use super::TerminalColors;

/// A colour as the terminal has it.
pub(super) fn ink(color: Color, colors: TerminalColors) -> Ink {
    let rgb = RgbColor(color.r, color.g, color.b);
    match colors {
        TerminalColors::True => Ink::Rgb(rgb),
        TerminalColors::Palette => Ink::Ansi256(palette(rgb)),
    }
}

/// The nearest colour of the palette.
///
/// Dark colours lie nearest to greys in the plain distance, which would lose their hues: here a
/// difference in chroma counts three times one in luma.
fn palette(color: RgbColor) -> Ansi256Color {
    let distance = |number: &Ansi256Color| {
        let near = anstyle_lossy::xterm_to_rgb(*number, anstyle_lossy::palette::DEFAULT);
        let part = |own: u8, near: u8| i32::from(own) - i32::from(near);
        let [r, g, b] = [part(color.0, near.0), part(color.1, near.1), part(color.2, near.2)];
        let luma = (299 * r + 587 * g + 114 * b) / 1000;
        luma * luma + 3 * ((r - luma).pow(2) + (b - luma).pow(2))
    };
    // Terminals have other colours for the first 16.
    (16..=u8::MAX).map(Ansi256Color).min_by_key(distance).unwrap_or(Ansi256Color(16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_the_palette_colours_keep_their_hue_rather_than_their_brightness() {
        let is_grey = |color: Color| {
            let Ansi256Color(number) = palette(RgbColor(color.r, color.g, color.b));
            number >= 232 || [16, 59, 102, 145, 188, 231].contains(&number)
        };
        // Floors in the light of blue fires, of candles and of moss, and a violet wall.
        for color in [0x484a8c, 0x7a4030, 0x3c6440, 0x806bbf].map(|rgb: u32| rgb.to_be_bytes()) {
            let color = Color::new(color[1], color[2], color[3]);
            assert!(!is_grey(color), "{color:?}");
        }
        assert!((0..=u8::MAX).all(|level| is_grey(Color::new(level, level, level))));
        for (color, number) in [([255, 0, 0], 196), ([0, 0, 0], 16), ([95, 135, 215], 68), ([38, 38, 38], 235)] {
            assert_eq!(palette(RgbColor(color[0], color[1], color[2])), Ansi256Color(number), "{color:?}");
        }
    }
}

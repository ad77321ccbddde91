//! `Color`: sRGB colours, their text form, and interpolation in RGB and HSL.

use std::{
    fmt::{self, Write},
    str::FromStr,
};

use thiserror::Error;

use crate::interp::{clamp_fraction, lerp};

/// An opaque colour with eight bits each for red, green and blue (sRGB), written `#rrggbb`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Color {
    /// The red component.
    pub r: u8,
    /// The green component.
    pub g: u8,
    /// The blue component.
    pub b: u8,
}

impl Color {
    /// Creates a colour from its components.
    #[must_use]
    pub const fn new(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b }
    }

    /// The text of the colour, `#rrggbb` in lower case, as ASCII.
    pub(crate) fn ascii(self) -> [u8; 7] {
        let digit = |value: u8| b"0123456789abcdef"[usize::from(value & 15)];
        let [r, g, b] = [self.r, self.g, self.b].map(|part| [digit(part >> 4), digit(part)]);
        [b'#', r[0], r[1], g[0], g[1], b[0], b[1]]
    }

    /// The colour at the fraction `t` of the way from this colour to `other`, by red, green and
    /// blue. `t` is clamped to 0..=1.
    ///
    /// Exact at both ends. Good for shades of one colour and for blending. Between two hues it
    /// passes through grey; [`Color::lerp_hsl`] does not.
    #[must_use]
    pub fn lerp(self, other: Self, t: f32) -> Self {
        let t = clamp_fraction(t);
        let part = |a: u8, b: u8| byte(lerp(a.into(), b.into(), t));
        Self { r: part(self.r, other.r), g: part(self.g, other.g), b: part(self.b, other.b) }
    }

    /// The colour at the fraction `t` of the way from this colour to `other`, by hue, saturation
    /// and lightness.
    ///
    /// `t` is clamped to 0..=1. Exact at both ends. The hue takes the shorter way round the circle;
    /// between opposite hues it ascends. A grey has no hue and takes that of the other colour.
    #[must_use]
    pub fn lerp_hsl(self, other: Self, t: f32) -> Self {
        if t >= 1.0 {
            return other;
        }
        let t = clamp_fraction(t);
        if t <= 0.0 {
            return self;
        }
        let (a, b) = (Hsl::from(self), Hsl::from(other));
        let (from, to) = match (a.hue, b.hue) {
            (Some(from), Some(to)) => (from, to),
            (hue, None) | (None, hue) => (hue.unwrap_or(0.0), hue.unwrap_or(0.0)),
        };
        let way = match to - from {
            way if way > SEXTANTS / 2.0 => way - SEXTANTS,
            way if way <= -SEXTANTS / 2.0 => way + SEXTANTS,
            way => way,
        };
        let hue = match from + way * t {
            hue if hue < 0.0 => hue + SEXTANTS,
            hue if hue >= SEXTANTS => hue - SEXTANTS,
            hue => hue,
        };
        let (saturation, lightness) = (lerp(a.saturation, b.saturation, t), lerp(a.lightness, b.lightness, t));
        Hsl { hue: Some(hue), saturation, lightness }.into()
    }
}

/// Conversion to linear light.
impl Color {
    /// Red, green and blue as linear intensities, 0 to 1, as renderers expect.
    ///
    /// Decodes the sRGB transfer function. Exact at both ends, and the same on every platform.
    #[must_use]
    pub fn to_linear(self) -> [f32; 3] {
        [self.r, self.g, self.b].map(|part| {
            let value = f64::from(part) / 255.0;
            if value <= 0.04045 {
                return (value / 12.92) as f32;
            }
            let base = (value + 0.055) / 1.055;
            // The power of 2.4, as the square times the fifth root of the square.
            (base * base * fifth_root(base * base)) as f32
        })
    }
}

/// The fifth root of a value from 0.002 to 1, by Newton's method.
///
/// `powf` may differ between platforms.
fn fifth_root(value: f64) -> f64 {
    /// The number of rounds of Newton's method. Far from the root, each round reduces the estimate
    /// by a fifth. Near it, each doubles the number of correct digits.
    const ROUNDS: usize = 16;
    (0..ROUNDS).fold(1.0, |root: f64, _| (4.0 * root + value / (root * root * root * root)) / 5.0)
}

/// Rounds a value from 0 to 255 to the nearest byte.
fn byte(value: f32) -> u8 {
    (value + 0.5) as u8
}

/// Sixths of the hue circle: 0 is red, then yellow, green, cyan, blue, magenta, and red again.
const SEXTANTS: f32 = 6.0;

/// A colour by hue, saturation and lightness, the last two from 0 to 1.
#[derive(Clone, Copy, Debug)]
struct Hsl {
    /// The hue in sixths of a circle, from 0 up to, but excluding, [`SEXTANTS`]; `None` for grey.
    hue: Option<f32>,
    saturation: f32,
    lightness: f32,
}

impl From<Color> for Hsl {
    fn from(color: Color) -> Self {
        let [r, g, b] = [color.r, color.g, color.b].map(|part| f32::from(part) / 255.0);
        let (low, high) = (r.min(g).min(b), r.max(g).max(b));
        let (sum, chroma) = (high + low, high - low);
        if chroma <= 0.0 {
            return Self { hue: None, saturation: 0.0, lightness: high };
        }
        let hue = if r >= high {
            (g - b) / chroma
        } else if g >= high {
            (b - r) / chroma + 2.0
        } else {
            (r - g) / chroma + 4.0
        };
        let hue = if hue < 0.0 { hue + SEXTANTS } else { hue };
        Self { hue: Some(hue), saturation: chroma / sum.min(2.0 - sum), lightness: sum / 2.0 }
    }
}

impl From<Hsl> for Color {
    fn from(Hsl { hue, saturation, lightness }: Hsl) -> Self {
        let chroma = saturation * (2.0 * lightness).min(2.0 - 2.0 * lightness);
        let low = lightness - chroma / 2.0;
        // The weight of red, green or blue: 1 up to one sextant from its hue, falling to 0 at two.
        let part = |primary: f32| {
            let away = (hue.unwrap_or(0.0) - primary).abs();
            let near = (2.0 - away.min(SEXTANTS - away)).clamp(0.0, 1.0);
            byte(255.0 * (low + chroma * near))
        };
        Self { r: part(0.0), g: part(2.0), b: part(4.0) }
    }
}

/// The error for text that is not a colour; contains the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a colour: write #rrggbb in hexadecimal, as in #7f7a72")]
pub struct ColorError(pub String);

impl FromStr for Color {
    type Err = ColorError;

    fn from_str(text: &str) -> Result<Self, ColorError> {
        let digits =
            text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, r, g, b] = value.ok_or_else(|| ColorError(text.to_owned()))?.to_be_bytes();
        Ok(Self { r, g, b })
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ascii().iter().try_for_each(|&byte| f.write_char(byte.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn color(text: &str) -> Color {
        text.parse().unwrap_or_default()
    }

    #[test]
    fn colours_meet_half_way() {
        let (black, white) = (color("#000000"), color("#ffffff"));
        assert_eq!(black.lerp(white, 0.5), color("#808080"));
        assert_eq!(color("#ff0000").lerp(color("#0000ff"), 0.2), color("#cc0033"));
        assert_eq!(
            (black.lerp(white, -4.0), black.lerp(white, 9.0), black.lerp(white, f32::NAN)),
            (black, white, black)
        );
    }

    #[test]
    fn hues_take_the_shorter_way_round() {
        let (red, yellow, magenta, cyan) = (color("#ff0000"), color("#ffff00"), color("#ff00ff"), color("#00ffff"));
        assert_eq!(yellow.lerp_hsl(magenta, 0.5), red);
        assert_eq!(magenta.lerp_hsl(yellow, 0.5), red);
        assert_eq!(magenta.lerp_hsl(red, 0.5), color("#ff0080"));
        assert_eq!(red.lerp_hsl(cyan, 0.5), color("#80ff00"), "of two ways as long, the ascending one");
        assert_eq!(cyan.lerp_hsl(red, 0.5), color("#8000ff"), "of two ways as long, the ascending one");
    }

    #[test]
    fn grey_takes_the_hue_of_the_other_colour() {
        let (grey, blue) = (color("#808080"), color("#0000ff"));
        for t in [0.1, 0.5, 0.9] {
            for between in [grey.lerp_hsl(blue, t), blue.lerp_hsl(grey, t)] {
                assert!(between.r == between.g && between.b > between.r, "{between} is not a blue");
            }
        }
        assert_eq!(color("#000000").lerp_hsl(color("#ffffff"), 0.5), color("#808080"));
    }

    #[test]
    fn light_is_what_the_transfer_function_says() {
        for part in 0..=u8::MAX {
            let value = f64::from(part) / 255.0;
            let light = if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) };
            let linear = Color::new(part, 0, 255).to_linear();
            assert!((f64::from(linear[0]) - light).abs() < 1e-7, "{part}: {linear:?}, not {light}");
            assert_eq!(linear[1..].iter().map(|light| light.to_bits()).collect::<Vec<_>>(), [0, 1f32.to_bits()]);
        }
    }

    #[test]
    fn every_colour_survives_the_way_through_hue_and_back() {
        for value in (0..1 << 24).step_by(97) {
            let [_, r, g, b] = u32::to_be_bytes(value);
            let color = Color::new(r, g, b);
            assert_eq!(Color::from(Hsl::from(color)), color);
            assert_eq!(color.lerp_hsl(Color::new(b, r, g), 0.0), color);
            assert_eq!(Color::new(b, r, g).lerp_hsl(color, 1.0), color);
        }
    }

    #[test]
    fn text_that_is_no_colour_is_refused_with_the_text() {
        assert_eq!("#7f7A72".parse(), Ok(Color::new(0x7f, 0x7a, 0x72)));
        assert_eq!(color("#7f7a72").to_string(), "#7f7a72");
        assert_eq!(color("#00FFa9").to_string(), "#00ffa9");
        for bad in ["", "7f7a72", "#7f7a7", "#7f7a720", "#+f7a72", "#äää"] {
            assert_eq!(bad.parse::<Color>(), Err(ColorError(bad.to_owned())));
        }
    }

    #[test]
    fn a_fraction_that_is_no_number_gives_some_colour() {
        for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
            let (one, other) = (Color::new(1, 2, 3), Color::new(9, 8, 7));
            let ends = [one, other];
            assert!(ends.contains(&one.lerp(other, odd)) && ends.contains(&one.lerp_hsl(other, odd)), "{odd}");
        }
    }
}

//! Interpolation: between numbers, colours and points, and smoothing over time.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// The value at `t` of the way from `a` to `b`; beyond them for `t` outside 0 to 1.
#[must_use]
pub fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// An opaque colour of eight bits for each of red, green and blue, written `#rrggbb`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Color {
    /// A colour from its parts.
    #[must_use]
    pub const fn new(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b }
    }
}

/// The text is not a colour.
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
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

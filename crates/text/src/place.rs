//! A place in a text, in the units of bytes, UTF-16, and lines and columns.

use serde::Serialize;

/// A place in a text without its byte order mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TextPlace {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The offset in bytes, from 0.
    pub byte: usize,
    /// The offset in units of UTF-16, from 0.
    pub utf16: usize,
}

impl TextPlace {
    /// The place of a byte. One beyond the text counts as its end, one within a character as the
    /// beginning of that.
    ///
    /// Cost: linear in the text.
    #[must_use]
    pub fn of(text: &str, byte: usize) -> Self {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &text[..byte];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: count(before, |byte| byte == b'\n') + 1,
            column: before[line_start..].chars().count() + 1,
            byte,
            // A character of four bytes has two units, any other one.
            utf16: before.chars().count() + count(before, |byte| byte >= 0xf0),
        }
    }
}

/// The number of bytes of a sort. Sums that fit a byte are counted many bytes at a time.
fn count(text: &str, is_it: impl Fn(u8) -> bool) -> usize {
    let counts = text.as_bytes().chunks(255).map(|chunk| chunk.iter().map(|byte| u8::from(is_it(*byte))).sum::<u8>());
    counts.map(usize::from).sum()
}

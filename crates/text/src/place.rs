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
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            byte,
            // Each character has one byte that continues none, and two units if that begins four bytes.
            utf16: before.bytes().map(|byte| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0)).sum(),
        }
    }
}

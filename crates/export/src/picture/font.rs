//! Text in pictures: a proportional bitmap font of eight rows, with a dark outline.
//!
//! A font pixel is one bit of the bitmap font, drawn as a square of picture pixels.

use super::{
    canvas::SHADOW,
    pen::LinePen,
    props::{LETTER, letter},
};
use roomgen::color::Color;

/// Rows from one line of text to the next, in font pixels.
pub(super) const LINE: i32 = LETTER + 2;

/// The width of a blank, and the gap between two letters, in font pixels.
const BLANK: i32 = 3;
const GAP: i32 = 1;

/// The width of a line of text, in font pixels.
pub(super) fn width(text: &str) -> i32 {
    text.chars().map(|letter| columns(letter).1 + GAP).sum::<i32>() - GAP
}

/// Writes a line of text with its top left corner at `(x, y)`. `times` is the side of a font pixel
/// in pixels.
pub(super) fn write(pen: &mut LinePen<'_>, text: &str, at: [i32; 2], times: i32, color: Color) {
    each_pixel(text, at, times, |[x, y]| square(pen, [x - 1, y - 1], times + 2, SHADOW));
    write_bare(pen, text, at, times, color);
}

/// Writes a line of text as [`write`] does, without the outline.
pub(super) fn write_bare(pen: &mut LinePen<'_>, text: &str, at: [i32; 2], times: i32, color: Color) {
    each_pixel(text, at, times, |corner| square(pen, corner, times, color));
}

/// Passes the top left corner of each used font pixel of a line of text to `paint`.
fn each_pixel(text: &str, [x, y]: [i32; 2], times: i32, mut paint: impl FnMut([i32; 2])) {
    let mut left = x;
    for character in text.chars() {
        let (first, columns) = columns(character);
        let rows = if character == ' ' { [0; LETTER as usize] } else { letter(character) };
        for (row, bits) in (0..).zip(rows) {
            for column in (0..columns).filter(|column| bits >> (first + column) & 1 == 1) {
                paint([left + column * times, y + row * times]);
            }
        }
        left += (columns + GAP) * times;
    }
}

/// Writes a line of text with its top left corner at `(x, y)`. A font pixel is one pixel.
///
/// Writes nothing if the text would reach the picture's right edge.
pub(crate) fn write_text(pen: &mut LinePen<'_>, text: &str, [x, y]: [i32; 2], color: Color) {
    if x + width(text) < pen.columns() {
        write(pen, text, [x, y], 1, color);
    }
}

fn square(pen: &mut LinePen<'_>, [x, y]: [i32; 2], side: i32, color: Color) {
    for row in y..y + side {
        for column in x..x + side {
            pen.dot(column, row, color, super::canvas::WHOLE);
        }
    }
}

/// The first used column of a letter, and its number of columns, in font pixels.
fn columns(character: char) -> (i32, i32) {
    let used = letter(character).iter().fold(0, |columns, row| columns | row);
    if character == ' ' || used == 0 {
        return (0, BLANK);
    }
    (used.trailing_zeros() as i32, LETTER - used.leading_zeros() as i32 - used.trailing_zeros() as i32)
}

//! Colours, texts and boxes of contact sheets.

use super::{Picture, View, Viewport, canvas::WHOLE, font, pen::LinePen};
use roomgen::{color::Color, geom::Rect};

/// The colours of the background, outlines, primary and secondary text.
pub(super) const BACK: Color = Color::new(0x13, 0x11, 0x19);
pub(super) const EDGE: Color = Color::new(0x3a, 0x35, 0x49);
pub(super) const TEXT: Color = Color::new(0xec, 0xe7, 0xdc);
pub(super) const FAINT: Color = Color::new(0xa2, 0x9c, 0xae);

/// A pen for a page. A pen needs the viewport of some cells, and a page has none: a viewport of one
/// cell serves.
pub(super) fn pen(page: &mut Picture) -> Option<LinePen<'_>> {
    let viewport = Viewport::new(View::Top, 1, Rect::from_cell(Default::default()))?;
    Some(LinePen::new(viewport, page))
}

pub(super) fn text_width(text: &str, times: i32) -> i32 {
    font::width(text) * times
}

/// Truncates a text to `width` pixels, with two dots at the end if it was longer.
pub(super) fn fitted(text: &str, width: i32, times: i32) -> String {
    let mut text = text.to_owned();
    if font::width(&text) * times <= width {
        return text;
    }
    while font::width(&text) * times + font::width("..") * times > width && text.pop().is_some() {}
    text + ".."
}

pub(super) fn fill(pen: &mut LinePen<'_>, [left, top, width, height]: [i32; 4], color: Color) {
    for y in top..top + height {
        for x in left..left + width {
            pen.dot(x, y, color, WHOLE);
        }
    }
}

/// Draws a line one pixel wide around a box, just outside of it.
pub(super) fn outline(pen: &mut LinePen<'_>, [left, top, width, height]: [i32; 4], color: Color) {
    fill(pen, [left - 1, top - 1, width + 2, 1], color);
    fill(pen, [left - 1, top + height, width + 2, 1], color);
    fill(pen, [left - 1, top, 1, height], color);
    fill(pen, [left + width, top, 1, height], color);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_is_cut() {
        assert_eq!(fitted("crypt", 100, 1), "crypt");
        let cut = fitted("a very long name of a preset", 60, 1);
        assert!(cut.ends_with("..") && font::width(&cut) <= 60 && cut.starts_with("a v"), "{cut}");
    }
}

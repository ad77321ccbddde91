//! Colours, texts and boxes of pages: surveys and contact sheets.

use super::{Picture, View, Viewport, canvas::WHOLE, font, pen::LinePen};
use roomgen::{color::Color, geom::Rect};

/// The colours of the background, plots, outlines, primary and secondary text.
pub(super) const BACK: Color = Color::new(0x13, 0x11, 0x19);
pub(super) const PLOT: Color = Color::new(0x1c, 0x19, 0x25);
pub(super) const EDGE: Color = Color::new(0x3a, 0x35, 0x49);
pub(super) const TEXT: Color = Color::new(0xec, 0xe7, 0xdc);
pub(super) const FAINT: Color = Color::new(0xa2, 0x9c, 0xae);

/// A pen for a page. A pen needs the viewport of some cells, and a page has none: a viewport of one
/// cell serves.
pub(super) fn pen(page: &mut Picture) -> Option<LinePen<'_>> {
    let viewport = Viewport::new(View::Top, 1, Rect::from_cell(Default::default()))?;
    Some(LinePen::new(viewport, page))
}

/// Writes a line of text with its top left corner at a point. `times` is the side of a font pixel
/// in pixels.
pub(super) fn write(pen: &mut LinePen<'_>, text: &str, at: [i32; 2], times: i32, color: Color) {
    font::write(pen, text, at, times, color);
}

/// Writes a line of text with its top right corner at a point.
pub(super) fn write_before(pen: &mut LinePen<'_>, text: &str, [right, y]: [i32; 2], times: i32, color: Color) {
    write(pen, text, [right - font::width(text) * times, y], times, color);
}

/// Writes a line of text centred on a column.
pub(super) fn write_about(pen: &mut LinePen<'_>, text: &str, [middle, y]: [i32; 2], times: i32, color: Color) {
    write(pen, text, [middle - font::width(text) * times / 2, y], times, color);
}

/// Writes a line of text upwards at double size, centred on row `middle`, right of column `left`.
pub(super) fn write_upwards(page: &mut LinePen<'_>, text: &str, [left, middle]: [i32; 2], color: Color) {
    const TIMES: i32 = 2;
    let width = text_width(text, TIMES);
    // The text is written on a horizontal picture, which is then copied pixel by pixel, turned.
    let (across, down) = (width + 4, font::LINE * TIMES + 4);
    let mut sheet = Picture::filled(across as u32, down as u32, BACK);
    let Some(mut on_sheet) = pen(&mut sheet) else { return };
    write(&mut on_sheet, text, [2, 2], TIMES, color);
    for (number, pixel) in (0..).zip(sheet.bytes().as_chunks::<3>().0) {
        let (x, y) = (number % across, number / across);
        page.dot(left + y, middle + across / 2 - x, Color::new(pixel[0], pixel[1], pixel[2]), WHOLE);
    }
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
    blend(pen, [left, top, width, height], color, WHOLE);
}

pub(super) fn blend(pen: &mut LinePen<'_>, [left, top, width, height]: [i32; 4], color: Color, amount: u32) {
    for y in top..top + height {
        for x in left..left + width {
            pen.dot(x, y, color, amount);
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

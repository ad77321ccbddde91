//! Draws the edges of cells, emphasised at every fifth, with coordinates.
//!
//! Consumes the window of a picture, and produces lines and labels.

use super::{
    super::{
        PictureInputs,
        labels::{Label, PictureLabels},
        pen::{LinePen, LineStyle},
    },
    Overlay,
};

/// The distance in cells between two emphasised lines, which are labelled with coordinates.
const STRONG: i32 = 5;

/// The minimum scale, in pixels a cell, at which lines that are not emphasised are drawn. Below it
/// they would cover the picture.
const MIN_SCALE: i32 = 6;

pub(super) fn draw(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>, labels: &mut PictureLabels) {
    let window = subject.viewport.window();
    let (left, top) = (window.left() as f32, window.top() as f32);
    let (right, bottom) = (window.right() as f32, window.bottom() as f32);
    let color = Overlay::Grid.color();
    let is_small = subject.viewport.scale() < MIN_SCALE;
    let width = pen.width(0.5, 1.0);
    let mut line = |number: i32, ends: [[f32; 2]; 2]| {
        let is_strong = number % STRONG == 0;
        if is_strong || !is_small {
            pen.draw_bare(&ends, LineStyle::new(color, width).faint(if is_strong { 120 } else { 48 }));
        }
    };
    for x in window.left()..=window.right() {
        line(x, [[x as f32, top], [x as f32, bottom]]);
    }
    for y in window.top()..=window.bottom() {
        line(y, [[left, y as f32], [right, y as f32]]);
    }
    // The labels of coordinates stand inside the top and left edges of the window.
    let fixed =
        |at, text: i32| Label { is_movable: false, ..Label::new(subject.viewport.at(at), text.to_string(), color) };
    for x in (window.left()..window.right()).filter(|x| x % STRONG == 0) {
        labels.push(fixed([x as f32 + 0.5, top + 0.5], x));
    }
    for y in (window.top()..window.bottom()).filter(|y| y % STRONG == 0) {
        labels.push(fixed([left + 0.5, y as f32 + 0.5], y));
    }
}

//! The edges of cells, stronger at every fifth, and the coordinates of these.

use super::{
    super::{
        Subject,
        labels::{Label, Labels},
        pen::{Line, Pen},
    },
    Overlay,
};

/// Every so many cells a line is stronger and has its coordinate.
const STRONG: i32 = 5;

/// Below this scale only the strong lines are drawn: the others would be all that one sees.
const LEAST_SCALE: i32 = 6;

pub(super) fn draw(subject: &Subject<'_>, pen: &mut Pen<'_>, labels: &mut Labels) {
    let window = subject.frame.window();
    let (left, top) = (window.left() as f32, window.top() as f32);
    let (right, bottom) = (window.right() as f32, window.bottom() as f32);
    let color = Overlay::Grid.color();
    let is_small = subject.frame.scale() < LEAST_SCALE;
    let width = pen.width(0.5, 1.0);
    let mut line = |number: i32, ends: [[f32; 2]; 2]| {
        let is_strong = number % STRONG == 0;
        if is_strong || !is_small {
            pen.draw_bare(&ends, Line::new(color, width).faint(if is_strong { 120 } else { 48 }));
        }
    };
    for x in window.left()..=window.right() {
        line(x, [[x as f32, top], [x as f32, bottom]]);
    }
    for y in window.top()..=window.bottom() {
        line(y, [[left, y as f32], [right, y as f32]]);
    }
    // At the edge of what is shown, and of ten times as many cells within it.
    let fixed =
        |at, text: i32| Label { is_movable: false, ..Label::new(subject.frame.at(at), text.to_string(), color) };
    for x in (window.left()..window.right()).filter(|x| x % STRONG == 0) {
        labels.push(fixed([x as f32 + 0.5, top + 0.5], x));
    }
    for y in (window.top()..window.bottom()).filter(|y| y % STRONG == 0) {
        labels.push(fixed([left + 0.5, y as f32 + 0.5], y));
    }
}

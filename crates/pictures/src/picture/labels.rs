//! Places labels beside their points so that no two overlap, and writes them.
//!
//! Source: greedy point-feature labelling, as in Christensen, Marks and Shieber, "An empirical
//! study of algorithms for point-feature label placement" (1995). Each label in turn takes its
//! first free candidate position.

use super::{
    canvas::SHADOW,
    font,
    pen::{LinePen, Point},
};
use roomgen::color::Color;

/// A label of a picture: lines of text that belong to a point.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) at: Point,
    pub(super) lines: Vec<(String, Color)>,
    /// The maximum width of a line in pixels. Wider lines are left out.
    pub(super) max_width: Option<f32>,
    /// Whether the label may stand beside the point if it does not fit on it.
    pub(super) is_movable: bool,
    /// Pixels between the point and the label. If above 0, the label never stands on the point.
    pub(super) gap: f32,
}

impl Label {
    pub(super) fn new(at: Point, text: impl Into<String>, color: Color) -> Self {
        Self { at, lines: vec![(text.into(), color)], max_width: None, is_movable: true, gap: 0.0 }
    }
}

/// The labels of a picture. Earlier labels are placed first.
#[derive(Debug, Default)]
pub(super) struct PictureLabels(Vec<Label>);

/// Side in pixels of the squares of the grid that records where labels stand.
const SQUARE: i32 = 4;

impl PictureLabels {
    pub(super) fn push(&mut self, label: Label) {
        self.0.push(label);
    }

    /// The side in pixels of a font pixel in labels, at a scale in pixels a cell.
    pub(super) fn times(scale: i32) -> i32 {
        ((scale + 8) / 16).max(1)
    }

    /// Places all labels and writes them over the picture.
    pub(super) fn write(self, pen: &mut LinePen<'_>) {
        let times = Self::times(pen.viewport.scale());
        for PlacedLabel { corner: [x, y], sides: [across, down], lines } in
            self.place(times, [pen.viewport.width(), pen.viewport.height()])
        {
            plate(pen, [x - 2, y - 2, across + 4, down + 4]);
            for (number, (text, color)) in (0..).zip(&lines) {
                let indent = (across - font::width(text) * times) / 2;
                font::write(pen, text, [x + indent, y + number * font::LINE * times], times, *color);
            }
        }
    }

    /// Places the labels in a picture whose width and height in pixels are `sides`.
    ///
    /// A label without a free position loses its last lines one by one, and is left out when none
    /// is left.
    fn place(self, times: i32, sides: [u32; 2]) -> Vec<PlacedLabel> {
        let [width, height] = sides.map(|side| side as i32);
        let columns = width / SQUARE + 1;
        let mut occupied = vec![false; columns as usize * (height / SQUARE + 1) as usize];
        let is_seen = |label: &Label| {
            let [x, y] = label.at.map(|at| at as i32);
            (0..width).contains(&x) && (0..height).contains(&y)
        };
        let mut all = Vec::new();
        for mut label in self.0.into_iter().filter(is_seen) {
            if let Some(room) = label.max_width {
                label.lines.retain(|(text, _)| (font::width(text) * times) as f32 <= room);
            }
            while !label.lines.is_empty() {
                let across = label.lines.iter().map(|(text, _)| font::width(text) * times).max().unwrap_or(0);
                let down = label.lines.len() as i32 * font::LINE * times - 2 * times;
                let squares = |[x, y]: [i32; 2]| {
                    let rows = (y - 2) / SQUARE..=(y + down + 1) / SQUARE;
                    rows.flat_map(move |row| {
                        ((x - 2) / SQUARE..=(x + across + 1) / SQUARE)
                            .map(move |column| (row * columns + column) as usize)
                    })
                };
                let is_free = |&[x, y]: &[i32; 2]| {
                    let is_inside = x >= 2 && y >= 2 && x + across + 2 <= width && y + down + 2 <= height;
                    is_inside && squares([x, y]).all(|square| occupied.get(square) == Some(&false))
                };
                let Some(corner) = places(&label, across, down).find(is_free) else {
                    label.lines.pop();
                    continue;
                };
                squares(corner).for_each(|square| occupied[square] = true);
                all.push(PlacedLabel { corner, sides: [across, down], lines: label.lines });
                break;
            }
        }
        all
    }
}

/// A label at its place: its top left corner and its sides, in pixels.
#[derive(Debug)]
struct PlacedLabel {
    corner: [i32; 2],
    sides: [i32; 2],
    lines: Vec<(String, Color)>,
}

/// Darkens the ground below a label.
fn plate(pen: &mut LinePen<'_>, [left, top, width, height]: [i32; 4]) {
    for y in top..top + height {
        for x in left..left + width {
            pen.dot(x, y, SHADOW, PLATE);
        }
    }
}

/// The opacity of the dark plate below a label, in 256ths.
const PLATE: u32 = 96;

/// Candidate positions of a label's top left corner, best first.
fn places(label: &Label, across: i32, down: i32) -> impl Iterator<Item = [i32; 2]> + use<> {
    let [x, y] = label.at.map(|at| at as i32);
    let away = label.gap as i32;
    // A label that cannot move is shifted into the picture rather than left out.
    let least = if label.is_movable { i32::MIN } else { 2 };
    let middle = [(x - across / 2).max(least), (y - down / 2).max(least)];
    let beside = [
        [x - across / 2, y - away - down - 3],
        [x + away + 3, y - down / 2],
        [x - across / 2, y + away + 3],
        [x - across - away - 3, y - down / 2],
        [x + away + 2, y - away - down - 2],
        [x - across - away - 2, y - away - down - 2],
        [x + away + 2, y + away + 2],
        [x - across - away - 2, y + away + 2],
    ];
    let is_on = label.gap <= 0.0;
    let count = if label.is_movable { beside.len() } else { 0 };
    is_on.then_some(middle).into_iter().chain(beside.into_iter().take(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use roomgen::geom::Rect;

    #[test]
    fn labels_lie_in_the_picture_and_none_on_another() {
        let mut labels = PictureLabels::default();
        for number in 0..60 {
            let at = [(number * 37 % 300) as f32 - 10.0, (number * 53 % 200) as f32 - 10.0];
            let mut label = Label::new(at, format!("label {number}"), Color::default());
            label.lines.push(("and more of it".to_owned(), Color::default()));
            label.gap = (number % 3) as f32 * 4.0;
            labels.push(label);
        }
        for times in [1, 2] {
            let placed = PictureLabels(labels.0.clone()).place(times, [280, 180]);
            assert!(placed.len() >= 4, "{}", placed.len());
            let boxes: Vec<Rect> = placed
                .iter()
                .map(|label| Rect::of(label.corner[0], label.corner[1], label.sides[0], label.sides[1]))
                .collect();
            for (number, rect) in boxes.iter().enumerate() {
                assert!(Rect::of(0, 0, 280, 180).contains_rect(*rect), "{rect}");
                assert!(boxes[..number].iter().all(|other| !other.overlaps(*rect)), "{rect}");
            }
        }
    }

    #[test]
    fn a_label_without_a_place_loses_its_last_lines_first() {
        let mut label = Label::new([20.0, 10.0], "a", Color::default());
        label.lines.push(("b".to_owned(), Color::default()));
        let mut labels = PictureLabels::default();
        labels.push(label);
        let placed = labels.place(1, [40, 16]);
        assert_eq!(placed.iter().map(|label| label.lines.len()).collect::<Vec<_>>(), [1]);
    }
}

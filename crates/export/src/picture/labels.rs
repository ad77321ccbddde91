//! Places labels beside their points so that no two overlap, and writes them.
//!
//! Source: greedy point-feature labelling, as in Christensen, Marks and Shieber, "An empirical
//! study of algorithms for point-feature label placement" (1995). Each label in turn takes its
//! first free candidate position.

use super::{
    Viewport,
    canvas::SHADOW,
    font,
    pen::{LinePen, Point},
};
use roomgen::{color::Color, geom::Rect};

/// The lines of a label, each with its colour.
pub(super) type LabelLines = Vec<(String, Color)>;

/// A label of a picture: lines of text that belong to a point.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) at: Point,
    pub(super) lines: LabelLines,
    /// The maximum width of a line in pixels. Wider lines are left out.
    pub(super) max_width: Option<f32>,
    /// Whether the label may stand beside the point if it does not fit on it.
    pub(super) is_movable: bool,
    /// Pixels between the point and the label. If above 0, the label never stands on the point.
    pub(super) gap: f32,
    /// The room that the label says something about, if it must stand in it.
    pub(super) room: Option<LabelRoom>,
    /// The side of a font pixel, in multiples of that of other labels.
    pub(super) size: i32,
}

/// The room in which a label stands, and what it does if it does not fit there.
///
/// Such a label takes the free place of its room that is nearest to its point, off all icons.
#[derive(Clone, Debug)]
pub(super) struct LabelRoom {
    /// The rectangle of the room, in cells.
    pub(super) rect: Rect,
    /// What the label says if its lines have no place, in order of preference.
    pub(super) shorter: Vec<LabelLines>,
    /// Whether a shorter label stands at its point, over icons, rather than nowhere.
    pub(super) is_vital: bool,
}

impl Label {
    pub(super) fn new(at: Point, text: impl Into<String>, color: Color) -> Self {
        let lines = vec![(text.into(), color)];
        Self { at, lines, max_width: None, is_movable: true, gap: 0.0, room: None, size: 1 }
    }

    /// The width and height of some lines, in pixels. `times` is the side of a font pixel.
    fn sides(lines: &[(String, Color)], times: i32) -> [i32; 2] {
        let across = lines.iter().map(|(text, _)| font::width(text) * times).max().unwrap_or(0);
        [across, lines.len() as i32 * font::LINE * times - 2 * times]
    }
}

/// The labels of a picture. Earlier labels are placed first.
#[derive(Debug, Default)]
pub(super) struct PictureLabels {
    labels: Vec<Label>,
    /// The icons that labels of rooms keep off: left, top, right and bottom in pixels.
    icons: Vec<[i32; 4]>,
}

/// Side in pixels of the squares of the grid that records where labels stand.
const SQUARE: i32 = 4;

impl PictureLabels {
    pub(super) fn push(&mut self, label: Label) {
        self.labels.push(label);
    }

    /// Keeps labels of rooms off a square around a point of the picture.
    pub(super) fn keep_off(&mut self, [x, y]: Point, radius: f32) {
        self.icons.push([x - radius, y - radius, x + radius, y + radius].map(|at| at as i32));
    }

    /// The lines of all labels.
    #[cfg(test)]
    pub(super) fn texts(&self) -> Vec<Vec<String>> {
        let lines = |label: &Label| label.lines.iter().map(|(text, _)| text.clone()).collect();
        self.labels.iter().map(lines).collect()
    }

    /// The side in pixels of a font pixel in labels, at a scale in pixels a cell.
    pub(super) fn times(scale: i32) -> i32 {
        ((scale + 8) / 16).max(1)
    }

    /// Places all labels and writes them over the picture.
    pub(super) fn write(self, pen: &mut LinePen<'_>) {
        for PlacedLabel { corner: [x, y], sides: [across, down], times, lines } in self.place(pen.viewport) {
            plate(pen, [x - 2, y - 2, across + 4, down + 4]);
            for (number, (text, color)) in (0..).zip(&lines) {
                let indent = (across - font::width(text) * times) / 2;
                font::write(pen, text, [x + indent, y + number * font::LINE * times], times, *color);
            }
        }
    }

    /// Places the labels in a picture.
    ///
    /// A label without a free position loses its last lines one by one, and is left out when none
    /// is left. One of a room is shortened first.
    fn place(self, viewport: Viewport) -> Vec<PlacedLabel> {
        let [width, height] = [viewport.width(), viewport.height()].map(|side| side as i32);
        let mut taken = TakenSquares::new([width, height]);
        self.icons.iter().for_each(|&icon| taken.take(icon, TakenSquares::ICON));
        let is_seen = |label: &Label| {
            let [x, y] = label.at.map(|at| at as i32);
            (0..width).contains(&x) && (0..height).contains(&y)
        };
        let mut all = Vec::new();
        for mut label in self.labels.into_iter().filter(is_seen) {
            let times = Self::times(viewport.scale()) * label.size;
            if let Some(most) = label.max_width {
                label.lines.retain(|(text, _)| (font::width(text) * times) as f32 <= most);
            }
            if let Some((lines, corner)) = taken.find(&label, times, viewport) {
                let sides = Label::sides(&lines, times);
                taken.take(plated(corner, sides), TakenSquares::LABEL);
                all.push(PlacedLabel { corner, sides, times, lines });
            }
        }
        all
    }
}

/// What stands where in a picture, in squares of [`SQUARE`] pixels.
struct TakenSquares {
    columns: i32,
    sides: [i32; 2],
    /// For each square, [`TakenSquares::LABEL`] and [`TakenSquares::ICON`] if it has such.
    squares: Vec<u8>,
}

impl TakenSquares {
    const LABEL: u8 = 1;
    const ICON: u8 = 2;

    fn new(sides: [i32; 2]) -> Self {
        let [columns, rows] = sides.map(|side| side / SQUARE + 1);
        Self { columns, sides, squares: vec![0; columns as usize * rows as usize] }
    }

    /// The squares that a box touches: left, top, and right and bottom, which belong to it.
    fn touched(&self, [left, top, right, bottom]: [i32; 4]) -> impl Iterator<Item = usize> + use<> {
        let columns = self.columns;
        let [last_column, last_row] = self.sides.map(|side| side / SQUARE);
        let rows = (top / SQUARE).max(0)..=(bottom / SQUARE).min(last_row);
        rows.flat_map(move |row| {
            let in_row = (left / SQUARE).max(0)..=(right / SQUARE).min(last_column);
            in_row.map(move |column| (row * columns + column) as usize)
        })
    }

    fn take(&mut self, place: [i32; 4], what: u8) {
        self.touched(place).for_each(|square| self.squares[square] |= what);
    }

    /// Whether a box with its plate lies in the picture, off all of `what`.
    fn is_free(&self, corner: [i32; 2], sides: [i32; 2], what: u8) -> bool {
        let [left, top, right, bottom] = plated(corner, sides);
        let is_inside = left >= 0 && top >= 0 && right < self.sides[0] && bottom < self.sides[1];
        is_inside && self.touched([left, top, right, bottom]).all(|square| self.squares[square] & what == 0)
    }

    /// The lines of a label that have a place, and its top left corner.
    fn find(&self, label: &Label, times: i32, viewport: Viewport) -> Option<(LabelLines, [i32; 2])> {
        let without_last = |lines: &[(String, Color)]| {
            (1..=lines.len()).rev().map(|count| lines[..count].to_vec()).collect::<Vec<_>>()
        };
        let beside = |lines: LabelLines| {
            let [across, down] = Label::sides(&lines, times);
            let corner = places(label, across, down).find(|&corner| self.is_free(corner, [across, down], Self::LABEL));
            Some((lines, corner?))
        };
        let Some(room) = &label.room else { return without_last(&label.lines).into_iter().find_map(beside) };
        let shorter = || room.shorter.iter().cloned();
        let in_room = |lines: LabelLines| {
            let corner = self.nearest_in(room.rect, label.at, Label::sides(&lines, times), viewport);
            Some((lines, corner?))
        };
        let whole = std::iter::once(label.lines.clone()).chain(shorter()).find_map(in_room);
        whole.or_else(|| shorter().filter(|_| room.is_vital).find_map(beside))
    }

    /// The top left corner of a box that lies in a room, off icons and labels, with its middle as
    /// near to a point as possible.
    fn nearest_in(&self, room: Rect, at: Point, sides: [i32; 2], viewport: Viewport) -> Option<[i32; 2]> {
        let (left, top, right, bottom) =
            (room.left() as f32, room.top() as f32, room.right() as f32, room.bottom() as f32);
        let ends = [[left, top], [right, top], [right, bottom], [left, bottom]].map(|corner| viewport.at(corner));
        let range = |axis: usize| {
            let along = ends.map(|end| end[axis] as i32);
            let (first, last) = (along.into_iter().min().unwrap_or(0), along.into_iter().max().unwrap_or(0));
            first.max(0)..=(last - sides[axis]).min(self.sides[axis])
        };
        let is_in_room = |[x, y]: [i32; 2]| {
            [[0, 0], [sides[0], 0], [0, sides[1]], sides].into_iter().all(|[dx, dy]| {
                let [x, y] = viewport.point_at([(x + dx) as f32, (y + dy) as f32]);
                (left..=right).contains(&x) && (top..=bottom).contains(&y)
            })
        };
        let first = [0, 1].map(|axis| at[axis] as i32 - sides[axis] / 2);
        let step = (viewport.scale() / 4).max(2);
        // Candidates form a grid through the place on the point itself.
        let along = |axis: usize| {
            let range = range(axis);
            let start = range.start() + (first[axis] - range.start()).rem_euclid(step);
            (start..=*range.end()).step_by(step.unsigned_abs() as usize)
        };
        let all = along(1).flat_map(|y| along(0).map(move |x| [x, y]));
        let mut best: Option<(i64, [i32; 2])> = None;
        for corner in all {
            let [dx, dy] = [0, 1].map(|axis| i64::from(corner[axis] - first[axis]));
            let far = dx * dx + dy * dy;
            let is_nearer = best.is_none_or(|(least, _)| far < least);
            if is_nearer && is_in_room(corner) && self.is_free(corner, sides, Self::LABEL | Self::ICON) {
                best = Some((far, corner));
            }
        }
        best.map(|(_, corner)| corner)
    }
}

/// The box of a label with its plate: its first and last columns and rows.
fn plated([x, y]: [i32; 2], [across, down]: [i32; 2]) -> [i32; 4] {
    [x - 2, y - 2, x + across + 1, y + down + 1]
}

/// A label at its place: its top left corner and its sides, in pixels.
#[derive(Debug)]
struct PlacedLabel {
    corner: [i32; 2],
    sides: [i32; 2],
    /// The side of a font pixel.
    times: i32,
    lines: LabelLines,
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
    use crate::picture::View;

    fn viewport(scale: u32, cells: Rect) -> Viewport {
        Viewport::new(View::Top, scale, cells).unwrap()
    }

    /// The places of labels without their plates.
    fn boxes(placed: &[PlacedLabel]) -> Vec<Rect> {
        let place = |label: &PlacedLabel| Rect::of(label.corner[0], label.corner[1], label.sides[0], label.sides[1]);
        placed.iter().map(place).collect()
    }

    #[test]
    fn labels_lie_in_the_picture_and_none_on_another() {
        let mut labels = Vec::new();
        for number in 0..60 {
            let at = [(number * 37 % 300) as f32 - 10.0, (number * 53 % 200) as f32 - 10.0];
            let mut label = Label::new(at, format!("label {number}"), Color::default());
            label.lines.push(("and more of it".to_owned(), Color::default()));
            label.gap = (number % 3) as f32 * 4.0;
            labels.push(label);
        }
        for (scale, cells) in [(1, Rect::of(0, 0, 280, 180)), (28, Rect::of(0, 0, 10, 7))] {
            let viewport = viewport(scale, cells);
            let placed = PictureLabels { labels: labels.clone(), icons: Vec::new() }.place(viewport);
            assert!(placed.len() >= 4, "{}", placed.len());
            let whole = Rect::of(0, 0, viewport.width() as i32, viewport.height() as i32);
            let boxes = boxes(&placed);
            for (number, rect) in boxes.iter().enumerate() {
                assert!(whole.contains_rect(*rect), "{rect}");
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
        let placed = labels.place(viewport(1, Rect::of(0, 0, 40, 16)));
        assert_eq!(placed.iter().map(|label| label.lines.len()).collect::<Vec<_>>(), [1]);
    }

    /// A label of a room of 10 by 4 cells at a scale of 8, with these icons in a picture of it.
    fn in_room(text: &str, icons: &[[i32; 4]], is_vital: bool) -> Vec<PlacedLabel> {
        let rect = Rect::of(1, 1, 10, 4);
        let shorter = vec![vec![("7".to_owned(), Color::default())]];
        let room = Some(LabelRoom { rect, shorter, is_vital });
        let mut labels = PictureLabels { labels: Vec::new(), icons: icons.to_vec() };
        labels.push(Label { room, ..Label::new([48.0, 24.0], text, Color::default()) });
        labels.place(viewport(8, Rect::of(0, 0, 40, 12)))
    }

    #[test]
    fn the_label_of_a_room_stands_in_it_off_icons_as_near_as_possible() {
        let room = Rect::of(8, 8, 80, 32);
        let middle = boxes(&in_room("7 wolves", &[], false))[0];
        assert!(room.contains_rect(middle) && middle.contains((48, 24).into()), "{middle}");
        let icon = [44, 20, 52, 28];
        let beside = boxes(&in_room("7 wolves", &[icon], false))[0];
        let icon = Rect::from_ltrb(icon[0], icon[1], icon[2], icon[3]).unwrap();
        assert!(room.contains_rect(beside) && !beside.overlaps(icon), "{beside}");
        let far =
            |rect: Rect| (rect.left() + rect.right() - 96).abs() / 2 + (rect.top() + rect.bottom() - 48).abs() / 2;
        assert!(far(beside) <= 16, "{beside}");
    }

    #[test]
    fn a_label_that_is_wider_than_its_room_is_shortened() {
        let words =
            |placed: Vec<PlacedLabel>| placed.into_iter().map(|label| label.lines[0].0.clone()).collect::<Vec<_>>();
        assert_eq!(words(in_room("7 two who lay side by side", &[], false)), ["7"]);
        assert_eq!(words(in_room("7 wolves", &[], false)), ["7 wolves"]);
        let everywhere = [[0, 0, 320, 96]];
        assert!(in_room("7 wolves", &everywhere, false).is_empty(), "no place off icons");
        assert_eq!(words(in_room("7 wolves", &everywhere, true)), ["7"], "what is vital stands over icons");
    }
}

//! Overlays that tint cells: distance from the entry, clearances, walkways.
//!
//! Consumes a level and the recorded steps of its generation. Produces tints in a [`FloorTints`],
//! and lines and labels over the finished picture.

use super::{
    super::{
        PictureInputs,
        canvas::{CELL, CellRowCanvas, mix},
        font,
        labels::{Label, PictureLabels},
        pen::{LinePen, LineStyle},
        rows::MARGIN_CELLS,
    },
    Overlay,
};
use roomgen::{
    color::Color,
    geom::{Cell, Rect},
    level::{Distances, Level},
};

/// Tints of cells, blended over the floor below everything that stands.
#[derive(Debug, Default)]
pub(crate) struct FloorTints {
    /// Tints below all props.
    layers: Vec<TintLayer>,
    /// Tints over the props that lie flat on the floor.
    over_flat_props: Vec<TintLayer>,
}

/// A colour and its opacity in 256ths for each cell of a part of the level, row-major.
#[derive(Debug)]
struct TintLayer {
    part: Rect,
    tints: Vec<(Color, u8)>,
}

impl TintLayer {
    fn new(subject: &PictureInputs<'_>, tint: impl Fn(Cell) -> Option<(Color, u8)>) -> Self {
        let part = part(subject);
        Self { part, tints: part.cells().map(|cell| tint(cell).unwrap_or_default()).collect() }
    }

    fn paint(&self, canvas: &mut CellRowCanvas, y: i32, blend: impl Fn(&mut CellRowCanvas, [i32; 4], Color, u32)) {
        for x in canvas.columns() {
            let tint = self.position(Cell::new(x, y)).and_then(|position| self.tints.get(position));
            if let Some(&(color, amount)) = tint.filter(|tint| tint.1 > 0) {
                blend(canvas, [x * CELL, y * CELL, CELL, CELL], color, amount.into());
            }
        }
    }

    fn position(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (cell.x - self.part.left(), cell.y - self.part.top());
        self.part.contains(cell).then(|| y as usize * self.part.width() as usize + x as usize)
    }
}

impl FloorTints {
    /// Blends the tints below all props, of the cells that the canvas shows of row `y`.
    pub(in super::super) fn paint(&self, canvas: &mut CellRowCanvas, y: i32) {
        self.layers.iter().for_each(|layer| layer.paint(canvas, y, CellRowCanvas::blend));
    }

    /// Blends the tints over flat props, of the cells that the canvas shows of row `y`.
    pub(in super::super) fn paint_over_flat_props(&self, canvas: &mut CellRowCanvas, y: i32) {
        self.over_flat_props.iter().for_each(|layer| layer.paint(canvas, y, CellRowCanvas::blend_over_grey));
    }

    pub(super) fn add(&mut self, subject: &PictureInputs<'_>, tint: impl Fn(Cell) -> Option<(Color, u8)>) {
        self.layers.push(TintLayer::new(subject, tint));
    }

    /// Adds tints that flat props, such as carpets, do not hide, over a grey floor.
    pub(super) fn add_over_flat_props(
        &mut self,
        subject: &PictureInputs<'_>,
        tint: impl Fn(Cell) -> Option<(Color, u8)>,
    ) {
        self.over_flat_props.push(TintLayer::new(subject, tint));
    }

    fn add_rects(&mut self, subject: &PictureInputs<'_>, rects: &[Rect], color: Color, amount: u8) {
        let part = part(subject);
        let mut layer = TintLayer { part, tints: vec![(color, 0); part.area() as usize] };
        for cell in rects.iter().filter_map(|rect| rect.intersection(part)).flat_map(Rect::cells) {
            if let Some(position) = layer.position(cell) {
                layer.tints[position].1 = amount;
            }
        }
        self.layers.push(layer);
    }
}

/// The cells that are drawn: the window and its margin, clipped to the level.
fn part(subject: &PictureInputs<'_>) -> Rect {
    let window = subject.viewport.window();
    window.grown(MARGIN_CELLS).and_then(|near| near.intersection(subject.level.tiles().bounds())).unwrap_or(window)
}

/// The opacity of the heat map of distances, in 256ths.
const HEAT: u8 = 212;

/// The colour of open cells that cannot be reached from the entry.
const UNREACHED: Color = Color::new(0x60, 0x10, 0x18);

/// The viridis colour map in sixteen steps, from the nearest to the farthest cell.
///
/// It is perceptually uniform, and colour-blind readers can distinguish its steps. Source:
/// Nathaniel Smith and Stéfan van der Walt, matplotlib, CC0.
const VIRIDIS: [u32; 16] = [
    0x44_01_54, 0x48_1a_6c, 0x47_2f_7d, 0x41_44_87, 0x39_56_8c, 0x31_68_8e, 0x2a_78_8e, 0x23_88_8e, 0x1f_98_8b,
    0x22_a8_84, 0x35_b7_79, 0x54_c5_68, 0x7a_d1_51, 0xa5_db_36, 0xd2_e2_1b, 0xfd_e7_25,
];

/// The heat map's colour for a distance of `part` out of at most `whole` steps. The colour for
/// `whole` steps is [`FAR`].
pub(in super::super) fn heat(part: u32, whole: u32) -> Color {
    along(&VIRIDIS, part, whole)
}

/// The colour at `part` of `whole` along a colour map, which is not empty.
pub(super) fn along(map: &[u32], part: u32, whole: u32) -> Color {
    let (part, whole) = (u64::from(part.min(whole)), u64::from(whole.max(1)));
    let last = map.len() as u64 - 1;
    let at = part * last * 256 / whole;
    let color = |number: u64| {
        let [_, r, g, b] = map[number.min(last) as usize].to_be_bytes();
        Color::new(r, g, b)
    };
    mix(color(at / 256), color(at / 256 + 1), (at % 256) as u32)
}

/// The heat map's colour of the reachable cell farthest from the entry.
pub(in super::super) const FAR: Color = Color::new(0xfd, 0xe7, 0x25);

/// The number of steps from the entry to each cell, and the largest of these numbers.
pub(in super::super) fn distances(level: &Level) -> (Distances, u32) {
    let distances = level.distances(level.entry());
    let most = distances.values().iter().copied().filter(|&steps| steps != Distances::UNREACHED).max();
    (distances, most.unwrap_or(0))
}

pub(super) fn add_distance(subject: &PictureInputs<'_>, ground: &mut FloorTints) {
    let level = subject.level;
    let (distances, most) = distances(level);
    ground.add(subject, |cell| match distances.get(cell) {
        Some(steps) => Some((heat(steps, most), HEAT)),
        None => level.is_open(cell).then_some((UNREACHED, HEAT)),
    });
}

/// The minimum scale, in pixels a cell, at which every cell is labelled with its distance.
const FIGURES: i32 = 24;

/// The distance in cells between two distance labels at scales below [`FIGURES`].
const APART: i32 = 4;

pub(super) fn label_distance(subject: &PictureInputs<'_>, labels: &mut PictureLabels) {
    let (distances, most) = distances(subject.level);
    let scale = subject.viewport.scale();
    for cell in subject.viewport.window().cells() {
        let Some(steps) = distances.get(cell) else { continue };
        let text = steps.to_string();
        let fits = font::width(&text) * PictureLabels::times(scale) + 4 <= scale;
        let is_shown = scale >= FIGURES && fits || cell.x % APART == 0 && cell.y % APART == 0;
        if is_shown {
            let color = mix(heat(steps, most), Color::new(255, 255, 255), 170);
            let at = subject.viewport.at([cell.x as f32 + 0.5, cell.y as f32 + 0.5]);
            labels.push(Label { is_movable: false, ..Label::new(at, text, color) });
        }
    }
}

pub(super) fn add_clearance(subject: &PictureInputs<'_>, ground: &mut FloorTints) {
    ground.add_rects(subject, &subject.making.clearances, Overlay::Clearance.color(), 112);
}

pub(super) fn draw_clearance(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>) {
    let color = Overlay::Clearance.color();
    let width = pen.width(1.0, 1.0);
    for &cells in &subject.making.clearances {
        pen.frame(cells, 0.08, LineStyle::new(color, width).faint(200));
    }
    cross_out(&subject.making.rejected_by_clearance, Color::new(0xff, 0x50, 0x50), pen);
}

pub(super) fn add_walkways(subject: &PictureInputs<'_>, ground: &mut FloorTints) {
    ground.add_rects(subject, &subject.making.removed_for_walkways, Overlay::Walkways.color(), 150);
}

pub(super) fn draw_walkways(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>) {
    let color = Overlay::Walkways.color();
    let width = pen.width(1.5, 1.0);
    for &cells in &subject.making.removed_for_walkways {
        pen.frame(cells, 0.08, LineStyle::new(color, width));
    }
    cross_out(&subject.making.removed_for_walkways, color, pen);
}

/// Draws a cross over the place of each rejected or removed prop.
fn cross_out(props: &[Rect], color: Color, pen: &mut LinePen<'_>) {
    let (radius, width) = (pen.width(3.0, 2.0), pen.width(1.5, 1.0));
    for cells in props {
        let middle = [(cells.left() + cells.right()) as f32 / 2.0, (cells.top() + cells.bottom()) as f32 / 2.0];
        if pen.viewport.shows(middle) {
            let at = pen.viewport.at(middle);
            pen.cross(at, radius, LineStyle::new(color, width));
        }
    }
}

//! Draws routes: the main path, all passages, and arrows at the entry and the exit.
//!
//! Consumes the rooms, passages and path of a level, and produces lines and labels.

use super::{
    super::{
        PictureInputs,
        labels::{Label, PictureLabels},
        pen::{LinePen, LineStyle, Point},
    },
    Overlay,
    rooms::middle,
};
use roomgen::{
    color::Color,
    geom::Cell,
    level::{DoorKind, Level, Passage},
};

/// The colour of barred passages between rooms that have no lock.
const BARRED: Color = Color::new(0xff, 0x5c, 0x5c);

fn centre(cell: Cell) -> Point {
    [cell.x as f32 + 0.5, cell.y as f32 + 0.5]
}

/// The points of the way through a passage, in cells: its doors, and the bends of its corridor.
fn way_through(passage: &Passage) -> Vec<Point> {
    passage.middle_line().iter().map(|point| [point.x as f32 / 2.0, point.y as f32 / 2.0]).collect()
}

/// The points of the way from room `from` to room `to`, in cells, without the middles of the two
/// rooms; `None` if no passage joins them.
fn way_between(level: &Level, from: u32, to: u32) -> Option<Vec<Point>> {
    let joins = |passage: &&Passage| passage.rooms == [from, to] || passage.rooms == [to, from];
    let passage = level.passages_of(from).filter_map(|id| level.passages().get(id as usize)).find(joins)?;
    let mut way = way_through(passage);
    if passage.rooms[0] != from {
        way.reverse();
    }
    Some(way)
}

/// The points of the main path, in cells: the entry, doors and middles of rooms, and the exit.
pub(crate) fn main_way(level: &Level) -> Vec<Point> {
    let mut points = vec![centre(level.entry())];
    for (number, step) in level.path().windows(2).enumerate() {
        if number > 0 {
            points.extend(level.room(step[0]).map(|room| middle(room.rect)));
        }
        points.extend(way_between(level, step[0], step[1]).unwrap_or_default());
    }
    points.push(centre(level.exit()));
    points
}

/// The colours of cycles, which repeat by number.
const CYCLES: [Color; 4] =
    [Overlay::Cycles.color(), Color::new(0x9c, 0xf0, 0x7c), Color::new(0xff, 0x8c, 0xd0), Color::new(0xff, 0xa8, 0x5c)];

pub(super) fn draw_cycles(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>, labels: &mut PictureLabels) {
    let level = subject.level;
    let (width, size) = (pen.width(3.5, 2.0), pen.width(9.0, 5.0));
    for (number, rooms) in level.cycles().iter().enumerate() {
        let color = CYCLES[number % CYCLES.len()];
        let centre_of = |id: u32| level.room(id).map(|room| middle(room.rect));
        let mut points: Vec<Point> = centre_of(rooms[0]).into_iter().collect();
        for step in rooms.windows(2) {
            points.extend(way_between(level, step[0], step[1]).unwrap_or_default());
            points.extend(centre_of(step[1]));
        }
        pen.draw(&points, LineStyle::new(color, width).dashed(pen.width(8.0, 5.0)));
        if let [.., before, last] = points[..]
            && pen.viewport.shows(last)
        {
            let [from, to] = [before, last].map(|cell| pen.viewport.at(cell));
            pen.head(from, to, size, color);
        }
        if let Some(at) = rooms.get(rooms.len() / 2).and_then(|&id| centre_of(id)).filter(|&at| pen.viewport.shows(at))
        {
            labels.push(Label::new(pen.viewport.at(at), format!("cycle {number}"), color));
        }
    }
}

pub(super) fn draw_path(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>) {
    let points = main_way(subject.level);
    let (color, width) = (Overlay::Path.color(), pen.width(3.5, 2.0));
    pen.draw(&points, LineStyle::new(color, width));
    // The size of the arrow in the middle of each segment that is long enough.
    let size = pen.width(9.0, 5.0);
    for leg in points.windows(2) {
        if !pen.viewport.shows([(leg[0][0] + leg[1][0]) / 2.0, (leg[0][1] + leg[1][1]) / 2.0]) {
            continue;
        }
        let [from, to] = [leg[0], leg[1]].map(|cell| pen.viewport.at(cell));
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        if dx * dx + dy * dy > size * size * 4.0 {
            let length = (dx * dx + dy * dy).sqrt();
            let fraction = 0.5 + size / length / 2.0;
            pen.head(from, [from[0] + dx * fraction, from[1] + dy * fraction], size, color);
        }
    }
}

pub(super) fn draw_graph(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>) {
    let level = subject.level;
    let width = pen.width(1.5, 1.0);
    for passage in level.passages() {
        let ends = passage.rooms.map(|id| level.room(id).map(|room| middle(room.rect)));
        let mut points: Vec<Point> = ends[0].into_iter().collect();
        points.extend(way_through(passage));
        points.extend(ends[1]);
        let color = graph_color(level, passage);
        let line = LineStyle::new(color, width);
        let dash = if passage.kind == DoorKind::Secret { pen.width(5.0, 3.0) } else { 0.0 };
        pen.draw(&points, line.dashed(dash));
    }
    let (node, door) = (pen.width(4.0, 2.5), pen.width(2.0, 1.5));
    for passage in level.passages() {
        let color = graph_color(level, passage);
        for &at in passage.doors().iter().filter(|&&door| subject.viewport.shows(middle(door))) {
            let at = pen.viewport.at(middle(at));
            pen.disc(at, door, color);
        }
    }
    for room in level.rooms().iter().filter(|room| subject.viewport.shows(middle(room.rect))) {
        let at = pen.viewport.at(middle(room.rect));
        pen.disc(at, node, Color::new(0xff, 0xff, 0xff));
        pen.disc(at, node * 0.6, Overlay::Graph.color());
    }
}

/// The colour of a passage in the graph: that of its lock, if it has one.
fn graph_color(level: &Level, passage: &Passage) -> Color {
    let barred = (passage.kind == DoorKind::Barred).then_some(BARRED);
    level.lock_mark(passage).map(|mark| mark.color).or(barred).unwrap_or(Overlay::Graph.color())
}

/// The length of the arrows at the entry and the exit, in cells.
const ARROW: f32 = 2.25;

/// The gap between an arrow and the middle of the stairs, in cells.
const APART: f32 = 0.75;

pub(super) fn draw_entry(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>, labels: &mut PictureLabels) {
    let (level, theme) = (subject.level, subject.theme);
    let points = main_way(level);
    let (Some(&entry), Some(&exit)) = (points.first(), points.last()) else { return };
    let [after, before] = [points.get(1), points.iter().rev().nth(1)].map(|point| point.copied().unwrap_or(entry));
    let (size, width) = (pen.width(10.0, 6.0), pen.width(3.5, 2.0));
    let exit = (!level.is_dead_end()).then_some((exit, before, theme.exit, false, "exit"));
    // No arrow leads to other stairs.
    let stairs = level.stairs().iter().map(|stairs| (centre(stairs.cell), &*stairs.to));
    let stairs = stairs.map(|(at, to)| (at, at, theme.exit, false, to));
    for (at, other, color, is_out, text) in
        [(entry, after, theme.entry, true, "entry")].into_iter().chain(exit).chain(stairs)
    {
        if !pen.viewport.shows(at) {
            continue;
        }
        let (dx, dy) = (other[0] - at[0], other[1] - at[1]);
        let length = (dx * dx + dy * dy).sqrt();
        let middle = pen.viewport.at(at);
        let radius = pen.width(11.0, 5.0);
        for [inner, outer] in [[radius, radius + width + 2.0], [radius + 1.0, radius + width + 1.0]] {
            let is_casing = inner <= radius;
            let (color, amount) = if is_casing { (super::super::canvas::SHADOW, 190) } else { (color, 256) };
            pen.ring(middle, [inner, outer], color, amount);
        }
        if length > APART + 0.25 {
            let along = |cells: f32| pen.viewport.at([at[0] + dx / length * cells, at[1] + dy / length * cells]);
            let (near, far) = (along(APART), along((APART + ARROW).min(length)));
            let (from, tip) = if is_out { (near, far) } else { (far, near) };
            pen.stroke(&[from, tip], LineStyle::new(color, width));
            pen.head(from, tip, size, color);
        }
        labels.push(Label { gap: radius + width, ..Label::new(middle, text, color) });
    }
}

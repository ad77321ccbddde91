//! Draws how a level is played: its walkthrough, lines from keys to locks, names, and shortcuts.
//!
//! Consumes the keys, locks and one-way passages of a level. The signs of keys and doors, which all
//! pictures have, are drawn once more, so that no line lies over them.

use super::{
    super::{
        PictureInputs,
        canvas::lighter,
        labels::{Label, PictureLabels},
        mission::{ARROW, badge_radius, draw_signs, key_badge},
        pen::{LinePen, LineStyle, Point},
        walkthrough::walkthrough_lines,
    },
    rooms::middle,
};
use roomgen::{
    geom::Rect,
    level::{Key, Level},
    model::KeyUse,
};

/// The least length of a straight part of the walkthrough that has an arrow, in cells.
const ARROWS: f32 = 3.0;

/// The opacity of lines from single-use keys, in 256ths.
const LINE: u32 = 190;

pub(super) fn draw(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>, labels: &mut PictureLabels) {
    let level = subject.level;
    draw_walkthrough(subject, pen);
    for key in level.keys() {
        draw_lines(level, key, pen);
    }
    draw_signs(level, pen);
    // Names stand beside the badges of keys.
    let gap = badge_radius(PictureLabels::times(pen.viewport.scale())) + 2.0;
    for key in level.keys().iter().filter(|key| pen.viewport.shows(place(key))) {
        let mark = level.key_mark(key);
        let text = format!("{} {}", mark.number, level.key_name(key));
        labels.push(Label { gap, ..Label::new(key_badge(key, pen.viewport), text, lighter(mark.color, 100)) });
    }
    for passage in level.passages() {
        let (Some(saves), Some(door)) = (passage.saves, passage.doors().first()) else { continue };
        let at = middle(*door);
        if pen.viewport.shows(at) {
            labels.push(Label { gap, ..Label::new(pen.viewport.at(at), format!("saves {saves}"), ARROW) });
        }
    }
}

/// Draws the walkthrough: from the colour of the entry to that of the exit, with an arrow in each
/// long straight part.
fn draw_walkthrough(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>) {
    let lines = walkthrough_lines(subject.level);
    let last = lines.len().saturating_sub(1).max(1) as f32;
    let (width, size) = (pen.width(2.0, 1.0), pen.width(6.0, 4.0));
    for (number, line) in lines.iter().enumerate() {
        let color = subject.theme.entry.lerp(subject.theme.exit, number as f32 / last);
        pen.draw(line, LineStyle::new(color, width));
        for leg in line.windows(2) {
            let middle = [(leg[0][0] + leg[1][0]) / 2.0, (leg[0][1] + leg[1][1]) / 2.0];
            let far = (leg[0][0] - leg[1][0]).abs() + (leg[0][1] - leg[1][1]).abs();
            if far >= ARROWS && pen.viewport.shows(middle) {
                pen.head(pen.viewport.at(leg[0]), pen.viewport.at(middle), size, color);
            }
        }
    }
}

/// The middle of a key's cell, in cells.
fn place(key: &Key) -> Point {
    middle(Rect::from_cell(key.cell))
}

/// Draws lines from a key to the nearest door of each passage that it opens. Lines of single-use
/// keys are dashed: such a key opens only one of these passages.
fn draw_lines(level: &Level, key: &Key, pen: &mut LinePen<'_>) {
    let from = place(key);
    let color = level.key_mark(key).color;
    let line = match key.key_use {
        KeyUse::SingleUse => LineStyle::new(color, pen.width(1.0, 1.0)).faint(LINE).dashed(pen.width(4.0, 3.0)),
        KeyUse::Key | KeyUse::Switch => LineStyle::new(color, pen.width(1.5, 1.0)),
    };
    let distance = |[x, y]: Point| (x - from[0]) * (x - from[0]) + (y - from[1]) * (y - from[1]);
    for passage in level.opens(key).filter_map(|id| level.passages().get(id as usize)) {
        let doors = passage.doors().iter().map(|&door| middle(door));
        let nearest = doors.min_by(|&one, &other| distance(one).total_cmp(&distance(other)));
        if let Some(to) = nearest {
            pen.draw(&[from, to], line);
        }
    }
}

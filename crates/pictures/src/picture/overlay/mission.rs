//! Draws how the locks of a level are opened: lines from keys to locks, names, and shortcuts.
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
    },
    rooms::middle,
};
use roomgen::{
    geom::Rect,
    level::{Key, Level},
    model::KeyUse,
};

/// The opacity of lines from single-use keys, in 256ths.
const LINE: u32 = 190;

pub(super) fn draw(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>, labels: &mut PictureLabels) {
    let level = subject.level;
    for key in level.keys() {
        draw_lines(level, key, pen);
    }
    draw_signs(subject, pen);
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

//! Draws a frame around each room in the colour of its kind, and a label in its middle.

use super::super::{
    PictureInputs, View,
    labels::{Label, PictureLabels},
    pen::{LinePen, LineStyle},
};
use roomgen::{
    color::Color,
    geom::Rect,
    level::{Level, Room, RoomKind},
};

/// The colour of a room's frame and label, by the kind of room.
pub(in super::super) const fn color(kind: RoomKind) -> Color {
    match kind {
        RoomKind::Start => Color::new(0x5c, 0xf0, 0xa8),
        RoomKind::Path => Color::new(0xff, 0xd2, 0x3e),
        RoomKind::Bonus => Color::new(0xc0, 0x9c, 0xff),
        RoomKind::End => Color::new(0xff, 0x8c, 0x4a),
        RoomKind::Detour => Color::new(0x6c, 0xd8, 0xff),
    }
}

/// The text colours in a room's label: of tags, and of layouts and vaults.
const TAGS: Color = Color::new(0x8c, 0xe8, 0xf8);
const LAYOUT: Color = Color::new(0xd4, 0xd0, 0xc8);

pub(super) fn draw(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>, labels: &mut PictureLabels) {
    let level = subject.level;
    let width = pen.width(1.5, 1.0);
    for room in level.rooms().iter().filter(|room| room.rect.overlaps(subject.viewport.window())) {
        pen.frame(room.rect, 0.06, LineStyle::new(color(room.kind), width).faint(220));
    }
    for room in level.rooms().iter().filter(|room| subject.viewport.shows(middle(room.rect))) {
        labels.push(label(level, room, subject));
    }
}

fn label(level: &Level, room: &Room, subject: &PictureInputs<'_>) -> Label {
    let tags: Vec<&str> = level.tags(room).collect();
    let mut lines = vec![(format!("{} {}", room.id, room.kind), color(room.kind))];
    if room.rect.width() * subject.viewport.scale() < 56 {
        // The label of a narrow room has the id on a line of its own, which always fits.
        lines[0].0 = room.id.to_string();
        lines.push((room.kind.to_string(), color(room.kind)));
    }
    lines.extend((!tags.is_empty()).then(|| (tags.join(", "), TAGS)));
    let furnishing = level.vault(room).or_else(|| level.layout(room));
    lines.extend(furnishing.map(|name| (name.to_owned(), LAYOUT)));
    let at = subject.viewport.at(middle(room.rect));
    let across = match subject.viewport.view() {
        View::Top => room.rect.width(),
        View::Iso => room.rect.width() + room.rect.height(),
    };
    let space = (across * subject.viewport.scale()) as f32 - 4.0;
    let first = super::super::font::width(&lines[0].0) * PictureLabels::times(subject.viewport.scale());
    Label { lines, max_width: Some(space.max(first as f32)), ..Label::new(at, "", LAYOUT) }
}

/// The middle of a rectangle of cells, in cells from the level's top left corner.
pub(super) fn middle(rect: Rect) -> [f32; 2] {
    [(rect.left() + rect.right()) as f32 / 2.0, (rect.top() + rect.bottom()) as f32 / 2.0]
}

//! Draws the anchors of stamped formations, labelled by formation number.
//!
//! Consumes the stamped formations of a [`GenerationRecord`](super::super::GenerationRecord), and
//! produces lines and labels.

use super::{
    super::{
        PictureInputs,
        labels::{Label, PictureLabels},
        pen::{LinePen, LineStyle, Point},
        record::AnchoredFormation,
    },
    Overlay,
};
use roomgen::color::Color;

/// The colours of a layout's formations, repeated cyclically. Neighbours contrast.
const FORMATIONS: [Color; 6] = [
    Overlay::Anchors.color(),
    Color::new(0x5c, 0xe0, 0xff),
    Color::new(0xff, 0xe0, 0x4a),
    Color::new(0x8c, 0xf0, 0x6c),
    Color::new(0xff, 0x94, 0x3c),
    Color::new(0xb4, 0xa4, 0xff),
];

fn color(formation: u32) -> Color {
    FORMATIONS[formation as usize % FORMATIONS.len()]
}

fn at(stamped: &AnchoredFormation) -> Point {
    [stamped.anchor.x as f32 / 2.0, stamped.anchor.y as f32 / 2.0]
}

pub(super) fn draw(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>) {
    let (thin, width) = (pen.width(0.5, 1.0), pen.width(1.5, 1.0));
    for stamped in &subject.making.stamps {
        if let Some(reach) = stamped.bounds {
            // The frames of several formations at one anchor lie inside each other.
            let inset = 0.04 + stamped.formation as f32 % 5.0 * 0.06;
            pen.frame(
                reach,
                inset,
                LineStyle::new(color(stamped.formation), thin).faint(150).dashed(pen.width(4.0, 2.0)),
            );
        }
    }
    let (reach, radius) = (pen.width(6.0, 3.0), pen.width(2.5, 1.5));
    for stamped in subject.making.stamps.iter().filter(|stamped| subject.viewport.shows(at(stamped))) {
        let [x, y] = pen.viewport.at(at(stamped));
        let color = color(stamped.formation);
        pen.stroke(&[[x - reach, y], [x + reach, y]], LineStyle::new(color, width));
        pen.stroke(&[[x, y - reach], [x, y + reach]], LineStyle::new(color, width));
        pen.disc([x, y], radius, color);
    }
}

/// Labels each anchor with the numbers of all formations stamped there.
pub(super) fn label(subject: &PictureInputs<'_>, labels: &mut PictureLabels) {
    let mut stamps: Vec<&AnchoredFormation> =
        subject.making.stamps.iter().filter(|stamped| subject.viewport.shows(at(stamped))).collect();
    stamps.sort_by_key(|stamped| (stamped.room, stamped.anchor.y, stamped.anchor.x, stamped.formation));
    stamps.dedup_by_key(|stamped| (stamped.room, stamped.anchor, stamped.formation));
    for here in stamps.chunk_by(|one, other| one.anchor == other.anchor && one.room == other.room) {
        let numbers: Vec<String> = here.iter().map(|stamped| stamped.formation.to_string()).collect();
        let away = (subject.viewport.scale() as f32 * 5.0 / 16.0).max(2.5);
        let place = subject.viewport.at(at(here[0]));
        labels.push(Label { gap: away, ..Label::new(place, numbers.join(" "), color(here[0].formation)) });
    }
}

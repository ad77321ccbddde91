//! Draws the cuts of the partition, the first one widest and brightest.
//!
//! Consumes the recorded cuts of a [`GenerationRecord`](super::super::GenerationRecord).

use super::{
    super::{
        PictureInputs,
        canvas::mix,
        pen::{LinePen, LineStyle},
    },
    Overlay,
};
use roomgen::color::Color;

/// The colour of deep cuts. Each cut blends to it by its depth in the tree of cuts.
const DEEP: Color = Color::new(0x3c, 0x6c, 0xd8);

/// The colour of a cut by its depth in the tree of cuts.
pub(in super::super) fn color(depth: u32) -> Color {
    let first = mix(Overlay::Partition.color(), Color::new(255, 255, 255), 120);
    mix(first, DEEP, (depth * 36).min(256))
}

pub(super) fn draw(subject: &PictureInputs<'_>, pen: &mut LinePen<'_>) {
    let mut cuts = subject.making.cuts.clone();
    // Deeper cuts are drawn first, so that earlier cuts cover the ends of the cuts that meet them.
    cuts.sort_by_key(|cut| std::cmp::Reverse(cut.depth));
    for cut in cuts {
        let (left, top) = (cut.wall.left() as f32, cut.wall.top() as f32);
        let (right, bottom) = (cut.wall.right() as f32, cut.wall.bottom() as f32);
        let is_column = cut.wall.width() == 1 && cut.wall.height() > 1;
        // A cut begins and ends in the middle of the walls that it meets.
        let ends = if is_column {
            [[left + 0.5, top - 0.5], [left + 0.5, bottom + 0.5]]
        } else {
            [[left - 0.5, top + 0.5], [right + 0.5, top + 0.5]]
        };
        let width = pen.width((6.5 - cut.depth as f32 * 0.75).max(2.0), 1.0);
        pen.draw(&ends, LineStyle::new(color(cut.depth), width));
    }
}

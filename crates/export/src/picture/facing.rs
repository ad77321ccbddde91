//! Wall materials: the tints of wall tops, and faces of bricks, leaves or boards.
//!
//! Consumes a colour and a [`WallStyle`], and draws on a [`CellRowCanvas`]. Used by both views.

use roomgen::{color::Color, theme::WallStyle};

use super::{
    boulders::BoulderTexture,
    canvas::{CELL, CellRowCanvas, SHADOW, darker, hash, lighter},
};

/// The number of pixel rows of a wall's cell that show the wall's top, if the wall has a face. The
/// face takes the rows below them.
pub(super) const LINTEL: i32 = 3;

/// The number of tints, or shades of one colour, of a wall material.
pub(super) const TINTS: usize = 4;

/// The tints of a wall's parts: barely enough contrast to separate stones, more for leaves.
pub(super) fn tints(color: Color, style: WallStyle) -> [Color; TINTS] {
    match style {
        WallStyle::Bricks => [darker(color, 12), lighter(color, 6), color, darker(color, 5)],
        WallStyle::Hedge => [darker(color, 70), lighter(color, 26), color, darker(color, 30)],
        WallStyle::Planks => [darker(color, 8), lighter(color, 8), color, darker(color, 16)],
        // From the cracks between boulders to their lit sides.
        WallStyle::Rock => [darker(color, 100), darker(color, 30), color, lighter(color, 30)],
    }
}

/// The position in [`tints`] of the tint of a wall's top at a pixel.
#[inline]
pub(super) fn tint_of_top(style: WallStyle, x: i32, y: i32) -> usize {
    match style {
        WallStyle::Bricks => hash(x / 4, y / 4) as usize % TINTS,
        WallStyle::Hedge => hash(x / 2, y / 2) as usize % TINTS,
        WallStyle::Rock => BoulderTexture::broad().at(x, y).tint.into(),
        // The top of a plank wall is a single beam, so it has one tint.
        WallStyle::Planks => 2,
    }
}

/// Draws the face of a wall in the cell whose top left pixel is `(left, top)`.
///
/// The face is light at the top and dark towards the floor. `tints` are the tints of `color`.
pub(super) fn face(
    canvas: &mut CellRowCanvas,
    style: WallStyle,
    color: Color,
    tints: &[Color; TINTS],
    [left, top]: [i32; 2],
) {
    match style {
        WallStyle::Bricks => lay_bricks(canvas, color, tints, left, top),
        WallStyle::Hedge => grow_leaves(canvas, color, tints, left, top),
        WallStyle::Planks => nail_boards(canvas, color, tints, left, top),
        WallStyle::Rock => pile_boulders(canvas, tints, left, top),
    }
}

/// Draws the face of a brick wall in one cell: three courses of bricks on a dark foot.
fn lay_bricks(canvas: &mut CellRowCanvas, color: Color, tints: &[Color; TINTS], left: i32, top: i32) {
    canvas.fill([left, top + LINTEL, CELL, CELL - LINTEL], darker(color, 84));
    for (course, y) in [(0, LINTEL + 1), (1, LINTEL + 5), (2, LINTEL + 9)] {
        let height = if course == 2 { 4 } else { 3 }.min(CELL - y);
        let shift = if course == 1 { -4 } else { 0 };
        for brick in 0..3 {
            let x = left + shift + brick * 8;
            let (from, to) = (x.max(left), (x + 7).min(left + CELL));
            if from >= to {
                continue;
            }
            let color = tints[hash(x, top + y) as usize % TINTS];
            canvas.fill([from, top + y, to - from, height], darker(color, course * 22));
            canvas.fill([from, top + y, to - from, 1], lighter(color, 26 - course * 10));
        }
    }
}

/// Draws the face of a hedge in one cell: overlapping tufts of leaves on a dark ground.
fn grow_leaves(canvas: &mut CellRowCanvas, color: Color, tints: &[Color; TINTS], left: i32, top: i32) {
    canvas.fill([left, top + LINTEL, CELL, CELL - LINTEL], darker(color, 130));
    for (course, y) in [(2, LINTEL + 9), (1, LINTEL + 5), (0, LINTEL + 1)] {
        for x in (left + if course == 1 { 2 } else { 0 }..left + CELL).step_by(4) {
            let bits = hash(x, top + y);
            let y = top + y + (bits >> 8 & 1) as i32;
            let leaf = darker(tints[bits as usize % TINTS], course * 24);
            let width = 4.min(left + CELL - x);
            canvas.fill([x, y, width.min(3), 2], leaf);
            canvas.fill([x + 1, y + 2, 1, 1], leaf);
            canvas.fill([x, y, width.min(2), 1], lighter(leaf, 52 - course * 14));
        }
    }
    canvas.blend([left, top + CELL - 1, CELL, 1], SHADOW, 110);
}

/// Draws the face of rough rock in one cell: boulders, darker towards the floor.
fn pile_boulders(canvas: &mut CellRowCanvas, tints: &[Color; TINTS], left: i32, top: i32) {
    for (x, y) in (top + LINTEL..top + CELL).flat_map(|y| (left..left + CELL).map(move |x| (x, y))) {
        let color = tints[usize::from(BoulderTexture::broad().at(x, y).tint)];
        canvas.fill([x, y, 1, 1], darker(color, (y - top - LINTEL) as u32 * 7));
    }
}

/// Draws the face of a plank wall in one cell: upright boards between a beam at the top and a
/// skirting board at the bottom.
fn nail_boards(canvas: &mut CellRowCanvas, color: Color, tints: &[Color; TINTS], left: i32, top: i32) {
    let (y, height) = (top + LINTEL, CELL - LINTEL);
    for x in (left..left + CELL).step_by(4) {
        let bits = hash(x, top);
        let board = tints[bits as usize % TINTS];
        canvas.fill([x, y, 3, height], board);
        canvas.fill([x, y, 1, height], lighter(board, 22));
        canvas.fill([x + 3, y, 1, height], darker(color, 84));
        canvas.dot(x + 1, y + 3, color, 128);
        canvas.dot(x + 1, y + 3, SHADOW, 90);
        // One board of eight has a knot.
        if bits >> 8 & 7 == 0 {
            canvas.fill([x + 1, y + 5, 1, 2], darker(board, 70));
        }
    }
    canvas.fill([left, y + 1, CELL, 1], darker(color, 70));
    canvas.fill([left, top + CELL - 3, CELL, 3], darker(color, 40));
    canvas.fill([left, top + CELL - 3, CELL, 1], lighter(color, 30));
}

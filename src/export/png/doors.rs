//! Doors: wooden leaves between posts, seen from the front in the face of a wall, and from above in a wall that runs south.

use crate::{geom::Cell, geom::Rect, interp::Color, level::Level, theme::Theme};

use super::{
    Rows,
    canvas::{CELL, Canvas, LIGHT, SHADOW, darker, lighter},
    facing::LINTEL,
    walls::leads_north,
};

/// Thickness of a door's posts, and of its leaf seen from above, in pixels.
const POST: i32 = 2;
const LEAF: i32 = 6;

/// What doors look like.
#[derive(Debug)]
pub(super) struct Doors<'level> {
    level: &'level Level,
    doors: Vec<Rect>,
    rows: Rows,
    wood: Color,
}

impl<'level> Doors<'level> {
    pub(super) fn new(level: &'level Level, theme: &Theme) -> Self {
        let doors: Vec<Rect> = level.passages().iter().flat_map(|passage| passage.doors().iter().copied()).collect();
        let rows = Rows::new(level, doors.iter().copied().map(Some));
        Self { level, doors, rows, wood: theme.door }
    }

    /// Draws what row `y` shows of its doors.
    pub(super) fn paint(&self, canvas: &mut Canvas, y: i32) {
        for door in self.rows.row(y).map(|number| self.doors[number]) {
            if leads_north(self.level, Cell::new(door.left(), door.top())) {
                self.paint_front(canvas, door);
            } else {
                self.paint_above(canvas, door);
            }
        }
    }

    /// A beam, two posts, planks between them, iron bands, and a ring on each leaf. Wide doors have two leaves.
    fn paint_front(&self, canvas: &mut Canvas, door: Rect) {
        let (x, width) = (door.left() * CELL, door.width() * CELL);
        let (frame, plank, seam) = (darker(self.wood, 120), self.wood, darker(self.wood, 100));
        for top in (door.top()..door.bottom()).map(|row| row * CELL) {
            let (y, height) = (top + LINTEL, CELL - LINTEL);
            canvas.fill([x, top + 1, width, LINTEL], frame);
            canvas.fill([x, top + 1, width, 1], darker(self.wood, 40));
            canvas.fill([x, y, width, height], frame);
            canvas.fill([x, y, 1, height], darker(self.wood, 60));
            let (left, inner) = (x + POST, width - 2 * POST);
            canvas.fill([left, y + 1, inner, height - 1], plank);
            for seam_x in (left + 3..left + inner).step_by(4) {
                canvas.fill([seam_x, y + 1, 1, height - 1], seam);
            }
            canvas.fill([left, y + 1, inner, 1], lighter(plank, 70));
            canvas.blend([left, y + 4, inner, 1], SHADOW, 120);
            canvas.blend([left, y + height - 2, inner, 1], SHADOW, 120);
            if door.width() > 1 {
                canvas.fill([x + width / 2 - 1, y + 1, 1, height - 1], darker(self.wood, 190));
                canvas.dot(x + width / 2 - 3, y + 6, LIGHT, 190);
                canvas.dot(x + width / 2 + 1, y + 6, LIGHT, 190);
            } else {
                canvas.dot(left + inner - 3, y + 6, LIGHT, 190);
            }
            canvas.blend([x, y + height - 1, width, 1], SHADOW, 90);
        }
    }

    /// A sill, a post at either end, and the upper edge of the leaf between them.
    fn paint_above(&self, canvas: &mut Canvas, door: Rect) {
        let (x, y) = (door.left() * CELL, door.top() * CELL);
        let (width, height) = (door.width() * CELL, door.height() * CELL);
        let leaf = x + (width - LEAF) / 2;
        canvas.blend([x + 1, y, width - 2, height], self.wood, 60);
        canvas.blend([x, y, 1, height], SHADOW, 110);
        canvas.blend([x + width - 1, y, 1, height], SHADOW, 110);
        canvas.blend([leaf + LEAF, y, 3, height], SHADOW, 100);
        canvas.fill([leaf - 1, y, LEAF + 2, height], darker(self.wood, 150));
        canvas.fill([leaf, y, LEAF, height], self.wood);
        canvas.fill([leaf, y, 1, height], lighter(self.wood, 70));
        canvas.fill([leaf + LEAF - 1, y, 1, height], darker(self.wood, 70));
        for band in [y + 4, y + height - 5] {
            canvas.blend([leaf, band, LEAF, 1], SHADOW, 120);
        }
        if door.height() > 1 {
            canvas.fill([leaf, y + height / 2, LEAF, 1], darker(self.wood, 170));
        }
        for post in [y, y + height - POST] {
            canvas.fill([leaf - 2, post, LEAF + 4, POST], darker(self.wood, 120));
            canvas.fill([leaf - 2, post, LEAF + 4, 1], darker(self.wood, 40));
        }
    }
}

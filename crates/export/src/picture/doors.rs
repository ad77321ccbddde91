//! Paints doors from above.
//!
//! Consumes the doors of a level, and draws on a [`CellRowCanvas`] one row of cells at a time. A
//! door that leads north is seen from the front, in the face of its wall; any other from above.
//! Doors are wooden leaves between posts. Open doors have folded leaves, barred doors are bars in
//! the colour of their lock, and secret doors are a crack in the wall.

#[cfg(test)]
mod tests;

use roomgen::{
    color::Color,
    geom::Rect,
    level::{DoorKind, Level},
    theme::Theme,
};

use super::{
    canvas::{CELL, CellRowCanvas, LIGHT, SHADOW, darker, lighter},
    facing::LINTEL,
    gates::paint_gate,
    rows::{MARGIN_CELLS, RowIndex},
    scene::SceneDoor,
};

/// Thickness in pixels of a door's posts, and of its leaf seen from above.
const POST: i32 = 2;
const LEAF: i32 = 8;

/// The distance between two bars of a barred door, in pixels.
const BARS: usize = 4;

/// The painter of doors in the view from above.
#[derive(Debug)]
pub(super) struct DoorPainter {
    doors: Vec<SceneDoor>,
    /// For each row of cells, the positions in `doors` of the doors that touch it.
    rows: RowIndex,
    wood: Color,
    /// The colour of the floor that is seen through an open door.
    floor: Color,
    /// The colours of a wall's top and of its face.
    wall: (Color, Color),
}

impl DoorPainter {
    pub(super) fn new(level: &Level, theme: &Theme, window: Rect) -> Self {
        let near = window.grown(MARGIN_CELLS).unwrap_or(window);
        let doors: Vec<_> = SceneDoor::of(level).filter(|door| door.cells.overlaps(near)).collect();
        let rows = RowIndex::new(level, doors.iter().map(|door| Some(door.cells)));
        let floor = lighter(theme.floor_start.lerp_hsl(theme.floor_end, 0.5), 70);
        Self { doors, rows, wood: theme.door, floor, wall: (theme.wall_top, theme.wall_face) }
    }

    pub(super) fn paint(&self, canvas: &mut CellRowCanvas, y: i32) {
        for door in self.rows.row(y).map(|number| self.doors[number]) {
            if door.kind != DoorKind::Secret && door.is_gate {
                paint_gate(canvas, door, self.wood);
                continue;
            }
            match (door.leads_north, door.kind) {
                (true, DoorKind::Secret) => self.paint_crack(canvas, door.cells, self.wall.1),
                (false, DoorKind::Secret) => self.paint_crack(canvas, door.cells, self.wall.0),
                (true, _) => self.paint_front(canvas, door),
                (false, _) => self.paint_above(canvas, door),
            }
        }
    }

    /// Draws a secret door: wall with a fine crack around the door.
    fn paint_crack(&self, canvas: &mut CellRowCanvas, door: Rect, wall: Color) {
        let (x, y) = (door.left() * CELL, door.top() * CELL);
        let (width, height) = (door.width() * CELL, door.height() * CELL);
        canvas.fill([x, y, width, height], wall);
        let (left, top, inner, down) = (x + 2, y + 2, width - 4, height - 4);
        for side in [
            [left, top, inner, 1],
            [left, top + down - 1, inner, 1],
            [left, top, 1, down],
            [left + inner - 1, top, 1, down],
        ] {
            canvas.blend(side, SHADOW, 110);
        }
        canvas.blend([left + 1, top + 1, inner - 2, 1], LIGHT, 24);
        canvas.dot(x + width / 2, y + height / 2, SHADOW, 160);
    }

    /// Draws a door from the front: beam, posts, planks, iron bands and rings.
    ///
    /// A wide door has two leaves.
    fn paint_front(&self, canvas: &mut CellRowCanvas, front: SceneDoor) {
        let (door, kind, bars) = (front.cells, front.kind, front.bars());
        let (x, width) = (door.left() * CELL, door.width() * CELL);
        let plank = lighter(self.wood, 56);
        let (frame, seam) = (darker(self.wood, 120), darker(plank, 70));
        for top in (door.top()..door.bottom()).map(|row| row * CELL) {
            let (y, height) = (top + LINTEL, CELL - LINTEL);
            // The beam shows from afar what the doorway is closed with.
            let beam = match kind {
                DoorKind::Open => lighter(self.wood, 60),
                DoorKind::Barred => darker(bars, 40),
                DoorKind::Closed | DoorKind::Secret => frame,
            };
            canvas.fill([x, top + 1, width, LINTEL], beam);
            canvas.fill([x, top + 1, width, 1], darker(beam, 40));
            for post in [x, x + width - POST] {
                canvas.fill([post, y, POST, height], frame);
            }
            canvas.fill([x, y, 1, height], darker(self.wood, 60));
            let (left, inner) = (x + POST, width - 2 * POST);
            if kind == DoorKind::Open {
                // The floor continues through the door, in the shade of the beam; the leaves stand
                // against the posts.
                canvas.fill([left, y, inner, height], self.floor);
                canvas.blend([left, y, inner, 2], SHADOW, 90);
                for leaf in [left, left + inner - 2].into_iter().take(if door.width() > 1 { 2 } else { 1 }) {
                    canvas.fill([leaf, y + 1, 2, height - 1], plank);
                    canvas.fill([leaf, y + 1, 1, height - 1], lighter(plank, 70));
                }
                continue;
            }
            if kind == DoorKind::Barred {
                canvas.fill([left, y, inner, height], darker(self.wall.1, 230));
                for bar in (left + 1..left + inner).step_by(BARS) {
                    canvas.fill([bar, y, 2, height], bars);
                    canvas.fill([bar + 1, y, 1, height], darker(bars, 110));
                }
                for across in [y + 3, y + height - 4] {
                    canvas.fill([left, across, inner, 1], darker(bars, 60));
                }
                canvas.blend([x, y + height - 1, width, 1], SHADOW, 90);
                continue;
            }
            canvas.fill([left, y, inner, height], frame);
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

    /// Draws a door from above: a sill, a post at either end, and the leaf between them.
    fn paint_above(&self, canvas: &mut CellRowCanvas, seen: SceneDoor) {
        let (door, kind, bars) = (seen.cells, seen.kind, seen.bars());
        let (x, y) = (door.left() * CELL, door.top() * CELL);
        let (width, height) = (door.width() * CELL, door.height() * CELL);
        let leaf = x + (width - LEAF) / 2;
        match kind {
            DoorKind::Open => {
                // The threshold is bright, and the leaf is folded back along its wall.
                canvas.fill([x, y, width, height], self.floor);
                canvas.fill([leaf + LEAF - 2, y + POST, CELL / 2 - 2, 2], self.wood);
                canvas.fill([leaf + LEAF - 2, y + POST, CELL / 2 - 2, 1], lighter(self.wood, 70));
            }
            DoorKind::Barred => {
                canvas.fill([x, y, width, height], darker(self.wall.1, 230));
                for bar in (y + POST + 1..y + height - POST).step_by(BARS) {
                    canvas.fill([x + 2, bar, width - 4, 2], bars);
                    canvas.fill([x + 2, bar + 1, width - 4, 1], darker(bars, 110));
                }
            }
            DoorKind::Closed | DoorKind::Secret => {
                // The leaf stands in the dark between its jambs.
                canvas.fill([x, y, width, height], darker(self.wood, 190));
                self.paint_leaf(canvas, door, leaf);
            }
        }
        for post in [y, y + height - POST] {
            canvas.fill([leaf - 2, post, LEAF + 4, POST], darker(self.wood, 120));
            canvas.fill([leaf - 2, post, LEAF + 4, 1], darker(self.wood, 40));
        }
    }

    /// Draws a closed leaf from above. `leaf` is its first column of pixels.
    fn paint_leaf(&self, canvas: &mut CellRowCanvas, door: Rect, leaf: i32) {
        let (y, height) = (door.top() * CELL, door.height() * CELL);
        canvas.blend([leaf + LEAF, y, 3, height], SHADOW, 100);
        canvas.fill([leaf - 1, y, LEAF + 2, height], darker(self.wood, 150));
        canvas.fill([leaf, y, LEAF, height], lighter(self.wood, 30));
        canvas.fill([leaf, y, 1, height], lighter(self.wood, 90));
        canvas.fill([leaf + LEAF - 1, y, 1, height], darker(self.wood, 70));
        for band in [y + 4, y + height - 5] {
            canvas.blend([leaf, band, LEAF, 1], SHADOW, 120);
        }
        if door.height() > 1 {
            canvas.fill([leaf, y + height / 2, LEAF, 1], darker(self.wood, 170));
        }
    }
}

//! Paints gates from above: the doors at the ends of bridges, which stand in no wall.
//!
//! A gate is a leaf or bars between two posts, through which one sees the deck.

use roomgen::{color::Color, level::DoorKind};

use super::{
    canvas::{CELL, CellRowCanvas, SHADOW, darker, lighter},
    scene::SceneDoor,
};

/// The side of a post, in pixels.
const POST: i32 = 3;

/// The distance between two bars, in pixels.
const BARS: usize = 3;

/// Draws a gate of wood.
pub(super) fn paint_gate(canvas: &mut CellRowCanvas, gate: SceneDoor, wood: Color) {
    let (x, y) = (gate.cells.left() * CELL, gate.cells.top() * CELL);
    let (width, height) = (gate.cells.width() * CELL, gate.cells.height() * CELL);
    if gate.leads_north {
        for y in (y..y + height).step_by(CELL as usize) {
            canvas.blend([x, y + CELL - 3, width, 3], SHADOW, 110);
            paint_front(canvas, gate, wood, [x + POST, y + 4, width - 2 * POST, CELL - 6]);
            paint_post(canvas, wood, [x, y + 1, CELL - 3]);
            paint_post(canvas, wood, [x + width - POST, y + 1, CELL - 3]);
        }
    } else {
        let middle = x + CELL / 2;
        canvas.blend([middle + 2, y + 2, 4, height - 4], SHADOW, 110);
        paint_edge(canvas, gate, wood, [middle, y + 3, height - 6]);
        for end in [y, y + height - POST] {
            paint_post(canvas, wood, [middle - 3, end, POST]);
            paint_post(canvas, wood, [middle, end, POST]);
        }
    }
}

/// Draws a post: its top left pixel and its height.
fn paint_post(canvas: &mut CellRowCanvas, wood: Color, [x, y, tall]: [i32; 3]) {
    canvas.fill([x, y, POST, tall], darker(wood, 110));
    canvas.fill([x, y, 1, tall], darker(wood, 50));
    canvas.fill([x + POST - 1, y, 1, tall], darker(wood, 170));
    canvas.fill([x, y, POST, 2], lighter(wood, 60));
    canvas.fill([x, y, POST, 1], lighter(wood, 120));
    canvas.fill([x, y + tall - 1, POST, 1], darker(wood, 180));
}

/// Draws what closes a gate that is seen from the front, in a rectangle.
fn paint_front(canvas: &mut CellRowCanvas, gate: SceneDoor, wood: Color, [x, y, width, height]: [i32; 4]) {
    let plank = lighter(wood, 56);
    let bars = gate.bars();
    match gate.kind {
        DoorKind::Open => {
            for leaf in [x, x + width - 2] {
                canvas.fill([leaf, y + 1, 2, height], plank);
            }
        }
        DoorKind::Barred => {
            canvas.blend([x, y, width, height], SHADOW, 130);
            for bar in (x + 1..x + width - 1).step_by(BARS) {
                canvas.fill([bar, y - 2, 2, height + 2], bars);
                canvas.fill([bar + 1, y - 2, 1, height + 2], darker(bars, 110));
            }
            canvas.fill([x, y + 1, width, 1], darker(bars, 50));
            canvas.fill([x, y + height - 3, width, 1], darker(bars, 50));
        }
        DoorKind::Closed | DoorKind::Secret => {
            canvas.fill([x, y, width, height], plank);
            for seam in (x + 3..x + width).step_by(4) {
                canvas.fill([seam, y, 1, height], darker(plank, 90));
            }
            canvas.fill([x, y, width, 1], lighter(plank, 70));
            canvas.blend([x, y + 3, width, 1], SHADOW, 120);
            canvas.blend([x, y + height - 3, width, 1], SHADOW, 120);
            canvas.fill([x, y + height - 1, width, 1], darker(wood, 170));
        }
    }
}

/// Draws what closes a gate that is seen from its edge: around column `middle`, from row `y` down.
fn paint_edge(canvas: &mut CellRowCanvas, gate: SceneDoor, wood: Color, [middle, y, height]: [i32; 3]) {
    let bars = gate.bars();
    match gate.kind {
        DoorKind::Open => canvas.fill([middle, y + 3, CELL / 2 - 2, 2], lighter(wood, 40)),
        DoorKind::Barred => {
            canvas.blend([middle - 2, y, 4, height], SHADOW, 150);
            canvas.fill([middle - 1, y, 1, height], darker(bars, 60));
            for bar in (y + 1..y + height - 1).step_by(BARS) {
                canvas.fill([middle - 5, bar, 10, 2], bars);
                canvas.fill([middle - 5, bar + 1, 10, 1], darker(bars, 110));
            }
        }
        DoorKind::Closed | DoorKind::Secret => {
            canvas.fill([middle - 3, y, 6, height], darker(wood, 160));
            canvas.fill([middle - 2, y, 4, height], lighter(wood, 30));
            canvas.fill([middle - 2, y, 1, height], lighter(wood, 90));
            canvas.fill([middle + 1, y, 1, height], darker(wood, 70));
        }
    }
}

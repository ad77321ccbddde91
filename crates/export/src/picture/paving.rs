//! Floor materials, one cell at a time: flagstones, grass, planks or earth.
//!
//! Consumes a cell and the colours of a [`FloorColors`], and draws on a [`CellRowCanvas`].

use roomgen::{color::Color, geom::Cell, theme::FloorStyle};

use super::canvas::{CELL, CellRowCanvas, darker, hash, lighter};

/// The colours of a floor material at one brightness: its joints, its lit edges and its fill.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloorColors {
    joint: Color,
    edge: Color,
    /// The fill colours of stones, grass or boards, from dark to light.
    parts: [Color; 4],
}

impl FloorColors {
    pub(super) fn new(color: Color, style: FloorStyle) -> Self {
        let parts = match style {
            FloorStyle::Grass => [darker(color, 26), darker(color, 10), lighter(color, 3), lighter(color, 16)],
            FloorStyle::Earth => [darker(color, 22), darker(color, 8), lighter(color, 2), lighter(color, 10)],
            FloorStyle::Flagstones | FloorStyle::Planks => {
                [darker(color, 10), darker(color, 3), lighter(color, 3), lighter(color, 9)]
            }
        };
        let depth = if style == FloorStyle::Grass { 84 } else { 42 };
        Self {
            joint: darker(color, depth),
            edge: lighter(color, if style == FloorStyle::Grass { 44 } else { 18 }),
            parts,
        }
    }
}

pub(super) fn pave(canvas: &mut CellRowCanvas, cell: Cell, style: FloorStyle, tone: &FloorColors, is_room: bool) {
    match style {
        FloorStyle::Flagstones => lay_stones(canvas, cell, tone, is_room),
        FloorStyle::Grass => sow_grass(canvas, cell, tone, is_room),
        FloorStyle::Planks => lay_boards(canvas, cell, tone),
        FloorStyle::Earth => tread_earth(canvas, cell, tone, is_room),
    }
}

/// Draws a cell of flagstones: one, two or four slabs in a room, always four in a corridor.
fn lay_stones(canvas: &mut CellRowCanvas, cell: Cell, tone: &FloorColors, is_room: bool) {
    let bits = hash(cell.x, cell.y);
    let (left, top) = (cell.x * CELL, cell.y * CELL);
    let (width, height) = match bits % 16 {
        _ if !is_room => (CELL / 2, CELL / 2),
        0..=8 => (CELL, CELL),
        9..=11 => (CELL, CELL / 2),
        12..=14 => (CELL / 2, CELL),
        _ => (CELL / 2, CELL / 2),
    };
    canvas.fill([left, top, CELL, CELL], tone.joint);
    for y in (0..CELL).step_by(height as usize) {
        for x in (0..CELL).step_by(width as usize) {
            let stone = hash(left + x, top + y);
            let color = tone.parts[stone as usize % 4];
            canvas.fill([left + x, top + y, width - 1, height - 1], color);
            canvas.blend([left + x, top + y, width - 1, 1], tone.edge, 110);
            // Two of eight stones have a chipped corner.
            if stone >> 8 & 7 == 0 {
                canvas.dot(left + x + width - 2, top + y + height - 2, tone.joint, 180);
            }
            if stone >> 8 & 7 == 1 {
                canvas.dot(left + x, top + y, tone.joint, 180);
            }
        }
    }
}

/// Draws a cell of grass: patches of light and dark that continue across cells, and tufts in rooms
/// only.
fn sow_grass(canvas: &mut CellRowCanvas, cell: Cell, tone: &FloorColors, is_room: bool) {
    let (left, top) = (cell.x * CELL, cell.y * CELL);
    for y in (top..top + CELL).step_by(2) {
        for x in (left..left + CELL).step_by(2) {
            let bits = hash(x, !y);
            // The random number gives neighbouring shades of grass a ragged border.
            let shade = patches(x, y) + (bits & 63) as i32 - 32;
            let color = tone.parts[(shade / 64).clamp(0, 3) as usize];
            canvas.fill([x, y, 2, 2], color);
        }
    }
    let tufts = if is_room { hash(cell.x, cell.y) % 4 } else { 0 };
    for number in 0..tufts as i32 {
        let bits = hash(cell.x * 4 + number, !cell.y);
        let (x, y) = (left + 1 + (bits % 12) as i32, top + 1 + (bits >> 8) as i32 % 12);
        canvas.fill([x, y, 1, 2], tone.edge);
        canvas.fill([x + 2, y + 1, 1, 1], tone.edge);
        canvas.fill([x + 1, y + 1, 1, 2], tone.joint);
        canvas.fill([x + 2, y + 2, 1, 1], tone.joint);
    }
}

/// Draws a cell of trodden earth: broad patches of light and dark that continue across cells, and
/// grit and hollows in rooms only.
fn tread_earth(canvas: &mut CellRowCanvas, cell: Cell, tone: &FloorColors, is_room: bool) {
    let (left, top) = (cell.x * CELL, cell.y * CELL);
    for y in (top..top + CELL).step_by(2) {
        for x in (left..left + CELL).step_by(2) {
            let bits = hash(x, !y);
            let shade = patches(x, 2 * y) + (bits & 31) as i32 - 16;
            canvas.fill([x, y, 2, 2], tone.parts[(shade / 64).clamp(0, 3) as usize]);
        }
    }
    let grit = if is_room { hash(cell.x, cell.y) % 4 } else { 0 };
    for number in 0..grit as i32 {
        let bits = hash(cell.x * 4 + number, !cell.y);
        let (x, y) = (left + 1 + (bits % 12) as i32, top + 1 + (bits >> 8) as i32 % 13);
        canvas.blend([x, y, 2 + (bits >> 16 & 1) as i32, 1], tone.joint, 130);
        canvas.blend([x, y + 1, 2, 1], tone.edge, 110);
    }
}

/// Value noise from 0 to 255, random at every eighth pixel and bilinear between.
fn patches(x: i32, y: i32) -> i32 {
    const STEP: i32 = 8;
    let at = |dx: i32, dy: i32| (hash(x.div_euclid(STEP) + dx, y.div_euclid(STEP) + dy) & 255) as i32;
    let (across, down) = (x.rem_euclid(STEP), y.rem_euclid(STEP));
    let between = |near: i32, far: i32, fraction: i32| (near * (STEP - fraction) + far * fraction) / STEP;
    between(between(at(0, 0), at(1, 0), across), between(at(0, 1), at(1, 1), across), down)
}

/// Draws a cell of planks: three boards from west to east, each three cells long, with nails at the
/// ends.
fn lay_boards(canvas: &mut CellRowCanvas, cell: Cell, tone: &FloorColors) {
    const LENGTH: i32 = 3 * CELL;
    let (left, top) = (cell.x * CELL, cell.y * CELL);
    for (number, (y, height)) in (0..).zip([(0, 5), (5, 5), (10, 6)]) {
        let row = cell.y * 3 + number;
        let y = top + y;
        let shift = (hash(row, row) % LENGTH as u32) as i32;
        let board = |x: i32| hash((x + shift).div_euclid(LENGTH), row);
        let end = left + (LENGTH - (left + shift).rem_euclid(LENGTH)) % LENGTH;
        for x in [left, end].into_iter().filter(|&x| x < left + CELL) {
            canvas.fill([x, y, left + CELL - x, height], tone.parts[board(x) as usize % 4]);
        }
        canvas.blend([left, y, CELL, 1], tone.edge, 110);
        canvas.fill([left, y + height - 1, CELL, 1], tone.joint);
        let bits = hash(left, y);
        let (from, length) = ((bits % 8) as i32, 4 + (bits >> 8) as i32 % 5);
        canvas.blend([left + from, y + 2, length, 1], tone.joint, 56);
        if end < left + CELL {
            canvas.fill([end, y, 1, height - 1], tone.joint);
        }
        for nail in [end - 2, end + 2].into_iter().filter(|x| (left..left + CELL).contains(x)) {
            canvas.dot(nail, y + 2, tone.joint, 150);
        }
    }
}

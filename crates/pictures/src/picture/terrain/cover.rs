//! Ground that covers the floor of rooms without blocking, such as gravel: its colour over the
//! floor, with an uneven edge.

use roomgen::{
    color::Color,
    geom::Cell,
    level::{Level, Tile},
    model::TerrainKind,
};

use super::super::canvas::{CELL, CellRowCanvas, darker, hash, lighter};

/// How much of the colour of ground shows over the floor, in 256ths.
const OPACITY: u32 = 150;

/// How far the edge of ground is ragged, in pixels.
const RAGGED: i32 = 3;

/// The terrain that covers the floor of a cell and does not block; `None` without any.
pub(crate) fn cover(level: &Level, cell: Cell) -> Option<&TerrainKind> {
    level.terrain(cell).filter(|kind| !kind.blocks && level.tile(cell) == Tile::Floor)
}

/// Draws the ground that covers the floor of a cell.
pub(super) fn paint(canvas: &mut CellRowCanvas, level: &Level, cell: Cell, kind: &TerrainKind) {
    let goes_on = |x: i32, y: i32| level.terrain(Cell::new(cell.x + x, cell.y + y)).is_some();
    let [north, west, east, south] = [goes_on(0, -1), goes_on(-1, 0), goes_on(1, 0), goes_on(0, 1)];
    let (left, top) = (cell.x * CELL, cell.y * CELL);
    for (x, y) in (0..CELL).flat_map(|y| (0..CELL).map(move |x| (x, y))) {
        let sides = [(north, y), (west, x), (east, CELL - 1 - x), (south, CELL - 1 - y)];
        let from_edge = sides.into_iter().filter(|(goes_on, _)| !goes_on).map(|(_, far)| far).min().unwrap_or(CELL);
        let bits = hash(left + x, !(top + y));
        if from_edge < (bits >> 8) as i32 % (RAGGED + 1) {
            continue;
        }
        canvas.dot(left + x, top + y, grain(kind.color, bits), OPACITY);
    }
}

/// One of a few tones of a colour.
fn grain(color: Color, bits: u32) -> Color {
    match bits & 7 {
        0 => lighter(color, 40),
        1 | 2 => darker(color, 40),
        _ => color,
    }
}

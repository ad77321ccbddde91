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
const RAGGED: u32 = 4;

/// The side of the clods along the edge, in pixels.
const CLOD: i32 = 3;

/// The radius of corners, in pixels.
const ROUND: i32 = CELL / 2;

/// The terrain that covers the floor of a cell, a corridor or a door, and does not block; `None`
/// without any, and where a deck leads over other terrain.
pub(crate) fn cover(level: &Level, cell: Cell) -> Option<&TerrainKind> {
    let is_deck = |kind: &TerrainKind| kind.is_bridge && level.tile(cell) != Tile::Floor;
    level.terrain(cell).filter(|kind| !kind.blocks && !is_deck(kind))
}

/// Draws the ground that covers the floor of a cell.
pub(super) fn paint(canvas: &mut CellRowCanvas, level: &Level, cell: Cell, kind: &TerrainKind) {
    let goes_on = |x: i32, y: i32| level.terrain(Cell::new(cell.x + x, cell.y + y)).is_some();
    let [north, west, east, south] = [goes_on(0, -1), goes_on(-1, 0), goes_on(1, 0), goes_on(0, 1)];
    let (left, top) = (cell.x * CELL, cell.y * CELL);
    for (x, y) in (0..CELL).flat_map(|y| (0..CELL).map(move |x| (x, y))) {
        // For each axis, how far it is to the nearer side where the ground ends.
        let to_end = |ends: [(bool, i32); 2]| {
            ends.into_iter().filter(|(goes_on, _)| !goes_on).map(|(_, far)| far).min().unwrap_or(CELL)
        };
        let from_sides = [to_end([(west, x), (east, CELL - 1 - x)]), to_end([(north, y), (south, CELL - 1 - y)])];
        let clod = hash((left + x).div_euclid(CLOD), !(top + y).div_euclid(CLOD));
        let bits = hash(left + x, !(top + y));
        if from_edge(from_sides) < (clod % RAGGED + (bits >> 8) % 2) as i32 {
            continue;
        }
        canvas.dot(left + x, top + y, grain(kind.color, bits), OPACITY);
    }
}

/// How far a pixel lies from the edge of the ground, whose corners are round; below 0 outside.
fn from_edge([across, down]: [i32; 2]) -> i32 {
    if across >= ROUND || down >= ROUND {
        return across.min(down);
    }
    let from_centre = (ROUND - across).pow(2) + (ROUND - down).pow(2);
    ROUND - (0..=2 * ROUND).find(|far| far * far >= from_centre).unwrap_or(2 * ROUND)
}

/// One of a few tones of a colour.
fn grain(color: Color, bits: u32) -> Color {
    match bits & 7 {
        0 => lighter(color, 40),
        1 | 2 => darker(color, 40),
        _ => color,
    }
}

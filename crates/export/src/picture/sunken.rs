//! Which cells show terrain that lies below the floor, such as water, and which doors stand in it.
//!
//! Such cells are drawn as ground, and not as the rock, wall or floor that their tiles are.

use roomgen::{
    geom::{Cell, Rect},
    level::Level,
    model::{Metres, TerrainKind},
};

/// The nearest cell of the level: terrain runs on beyond the border.
fn inside(level: &Level, cell: Cell) -> Cell {
    Cell::new(cell.x.clamp(0, level.width() - 1), cell.y.clamp(0, level.height() - 1))
}

/// The terrain that blocks on a cell, which shows it in the place of rock, wall or floor; `None`
/// without any. Constant time.
pub(crate) fn sunken(level: &Level, cell: Cell) -> Option<&TerrainKind> {
    level.terrain_cells()?;
    let cell = inside(level, cell);
    level.terrain(cell).filter(|kind| kind.blocks)
}

/// Whether a cell shows ground: floor or terrain, and neither rock nor wall. Constant time.
pub(crate) fn is_ground(level: &Level, cell: Cell) -> bool {
    level.tile(cell).is_open() || sunken(level, cell).is_some()
}

/// Whether a kind is drawn as a chasm: it blocks, and its ground lies at least a metre down.
pub(crate) fn is_chasm(kind: &TerrainKind) -> bool {
    kind.blocks && kind.depth >= Metres::whole(1)
}

/// Whether a door stands at the end of a bridge, with terrain beside it, rather than in a wall.
pub(crate) fn is_gate(level: &Level, door: Rect) -> bool {
    if level.terrain_cells().is_none() {
        return false;
    }
    let beside = if level.leads_north(door) {
        [Cell::new(door.left() - 1, door.top()), Cell::new(door.right(), door.top())]
    } else {
        [Cell::new(door.left(), door.top() - 1), Cell::new(door.left(), door.bottom())]
    };
    beside.into_iter().any(|cell| sunken(level, cell).is_some())
}

//! Which rectangles the floor of a room holds, for layouts that need one.
//!
//! Consumes the shape of a room and its vault; tells whether a rectangle of some extent lies on the
//! floor.

use super::{content::RoomVault, context::LevelContext, largest::rectangles};
use crate::{
    geom::{Cell, Extent},
    grid::{BitGrid, CellSet, CellWords},
};

/// The floor of a room as its shape leaves it, without the cells of its vault where a layout places
/// nothing.
pub(super) struct HeldFloor<'level> {
    shape: CellWords<'level>,
    /// The walls and the reserved cells of the vault.
    closed: BitGrid,
}

impl<'level> HeldFloor<'level> {
    /// That of a room of the level. Cost: linear in the cells of its vault.
    pub(super) fn of(level: LevelContext<'level>, id: usize) -> Self {
        let room = &level.plan.rooms[id];
        let shape = level.plan.floors.of(room);
        let mut closed = BitGrid::new(shape.extent().width, shape.extent().height);
        if let Some(vault) = RoomVault::of(room, level.preset) {
            let walls = vault.drawing.each_cell().filter(|&(x, y, _)| vault.drawing.is_wall(x, y));
            walls.for_each(|(x, y, _)| closed.insert(vault.at.x + x, vault.at.y + y));
            vault.reserved().for_each(|cell| closed.insert(cell.x, cell.y));
        }
        Self { shape, closed }
    }

    /// Whether a rectangle of this extent lies on the floor. Cost: linear in the room's cells.
    pub(super) fn holds(&self, needs: Extent) -> bool {
        let is_floor = |Cell { x, y }: Cell| self.shape.contains(x, y) && !self.closed.contains(x, y);
        let mut holds = false;
        if self.shape.extent().holds(needs) {
            rectangles(self.shape.extent(), is_floor, |rect| holds |= rect.extent().holds(needs));
        }
        holds
    }
}

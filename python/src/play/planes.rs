//! The observation: four planes of bytes, each with one byte for each cell.
//!
//! There are few, because a vector of environments copies all of them at each step. A value beside
//! another in one plane never hides it: neither the exit nor a key lies in a doorway.

use std::sync::Arc;

use roomgen::{Cell, Direction, Level, geom::Size, play::Floor};

use crate::tables;

/// The planes in the order of observations.
#[derive(Clone, Copy)]
pub(crate) enum ObservationPlane {
    /// 0 where nobody can stand, 1 walkable, 2 the exit, 3 to 6 the door of a one-way passage
    /// through which one walks north, east, south or west.
    Terrain,
    /// 1 at the player.
    Player,
    /// A key or switch that was not taken: the number of its lock, plus one.
    Keys,
    /// A door that is locked: the number of its lock, plus one, and [`OPENABLE`] while the player
    /// holds a key of it.
    Locks,
}

/// The names of the planes.
pub(crate) const PLANE_NAMES: [&str; 4] = ["terrain", "player", "keys", "locks"];

/// The terrain where nobody can stand.
pub(crate) const OBSTACLE: u8 = 0;
/// The terrain of a plain walkable cell, as `Level::write_walkable` writes it.
const WALKABLE: u8 = 1;
const EXIT: u8 = 2;
/// The terrain of a one-way door to the north; the other directions follow, clockwise.
const ONE_WAY: u8 = 3;

/// Added to a door in the plane of locks while the player holds a key of it.
pub(crate) const OPENABLE: u8 = 128;

/// The planes of one game.
pub(crate) struct Planes<'bytes> {
    bytes: &'bytes mut [u8],
    width: i32,
    height: i32,
}

impl<'bytes> Planes<'bytes> {
    /// The number of bytes of an observation of a level's size.
    pub(crate) fn len(width: i32, height: i32) -> usize {
        PLANE_NAMES.len() * (width * height) as usize
    }

    /// Planes of a level's size in a buffer of [`Planes::len`] bytes.
    pub(crate) fn new(bytes: &'bytes mut [u8], size: Size) -> Self {
        Self { bytes, width: size.width(), height: size.height() }
    }

    /// The value of a cell; 0 outside of the level.
    pub(crate) fn get(&self, plane: ObservationPlane, cell: Cell) -> u8 {
        self.position(plane, cell).and_then(|position| self.bytes.get(position)).copied().unwrap_or(0)
    }

    pub(crate) fn set(&mut self, plane: ObservationPlane, cell: Cell, value: u8) {
        if let Some(byte) = self.position(plane, cell).and_then(|position| self.bytes.get_mut(position)) {
            *byte = value;
        }
    }

    fn position(&self, plane: ObservationPlane, cell: Cell) -> Option<usize> {
        let is_inside = (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y);
        let row = plane as i32 * self.height + cell.y;
        is_inside.then_some((row * self.width + cell.x) as usize)
    }

    /// Whether a cell can be entered from each side, whatever the player holds: no obstacle, no
    /// locked door and no one-way door.
    pub(crate) fn is_plain(&self, cell: Cell) -> bool {
        matches!(self.get(ObservationPlane::Terrain, cell), WALKABLE | EXIT)
            && self.get(ObservationPlane::Locks, cell) == 0
    }

    /// Writes a level with what was opened, but all keys, without the player.
    pub(crate) fn write_level(&mut self, floor: &Floor<Arc<Level>>) {
        let level = floor.level();
        self.bytes.fill(0);
        if let Some(terrain) = self.bytes.get_mut(..(self.width * self.height) as usize) {
            // The plane has one byte for each cell.
            let _ = level.write_walkable(terrain);
        }
        self.set(ObservationPlane::Terrain, level.exit(), EXIT);
        for passage in level.passages() {
            for (door, direction) in level.one_way_doors(passage) {
                door.cells().for_each(|cell| self.set(ObservationPlane::Terrain, cell, one_way(direction)));
            }
        }
        for key in level.keys() {
            self.set(ObservationPlane::Keys, key.cell, lock_value(level, level.key_name(key)));
        }
        self.write_locks(floor);
    }

    /// Writes which doors are locked now, and which of them the player can open.
    pub(crate) fn write_locks(&mut self, floor: &Floor<Arc<Level>>) {
        let level = floor.level();
        for (id, passage) in (0..).zip(level.passages()) {
            let Some(name) = level.lock(passage) else { continue };
            let value = match (floor.is_open(id), floor.can_open(id)) {
                (true, _) => 0,
                (false, true) => lock_value(level, name) | OPENABLE,
                (false, false) => lock_value(level, name),
            };
            let cells = passage.doors().iter().flat_map(|door| door.cells());
            cells.for_each(|cell| self.set(ObservationPlane::Locks, cell, value));
        }
    }
}

fn one_way(direction: Direction) -> u8 {
    ONE_WAY + direction.quarter_turns()
}

/// The number of a lock plus one, below [`OPENABLE`]. Levels have at most 64 locks.
fn lock_value(level: &Level, name: &str) -> u8 {
    (tables::lock(level, name) + 1).clamp(0, i32::from(OPENABLE) - 1) as u8
}

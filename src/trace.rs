//! The observer of single steps: what pictures of the making of a level, and tests of single steps, are built on.

use crate::geom::{Cell, Rect};

/// Is told each step of generation as it happens.
///
/// Every method does nothing unless it is overridden, and generation without an observer pays nothing: it is compiled for
/// [`NoTrace`]. Cells and rectangles are those of the level. No method can change what is generated.
pub trait Trace {
    /// Whether steps that cost something to tell, cell by cell, are told.
    const DETAILED: bool = true;

    /// A part of the level is cut by a wall, along a column or a row, after its first `before` columns or rows.
    fn split(&mut self, part: Rect, is_column: bool, before: i32) {
        let _ = (part, is_column, before);
    }

    /// A leaf has become the room `room`.
    fn room(&mut self, room: u32, rect: Rect) {
        let _ = (room, rect);
    }

    /// The main path has been chosen: the ids of its rooms from start to end.
    fn path(&mut self, rooms: &[u32]) {
        let _ = rooms;
    }

    /// Two rooms are joined by a door, or by a corridor of which this is one of the two.
    fn passage(&mut self, rooms: [u32; 2], door: Rect) {
        let _ = (rooms, door);
    }

    /// A straight part of the corridor that joins two rooms, from the first room on.
    fn corridor(&mut self, rooms: [u32; 2], leg: Rect) {
        let _ = (rooms, leg);
    }

    /// A rule for tags gives a room its tag: the `rule`th of the floor plan's.
    fn tag(&mut self, room: u32, rule: u32) {
        let _ = (room, rule);
    }

    /// A rule for doors decides how the doors between two rooms stand: the `rule`th of the floor plan's.
    fn hang(&mut self, rooms: [u32; 2], rule: u32) {
        let _ = (rooms, rule);
    }

    /// A room loses cells to its shape.
    fn cut(&mut self, room: u32, cells: Rect) {
        let _ = (room, cells);
    }

    /// These cells of a room stay free of obstacles: the clearance of a door, or the entry or the exit. Told before anything is
    /// placed in the room.
    fn clear(&mut self, room: u32, cells: Rect) {
        let _ = (room, cells);
    }

    /// A vault is drawn over these cells of a room; until a formation is stamped, what is placed there is a part of it.
    fn vault(&mut self, room: u32, cells: Rect) {
        let _ = (room, cells);
    }

    /// A formation is stamped: the layout's `formation`th, centred at `anchor` in half cells (a cell's centre is odd); at
    /// the room's centre if it has no anchor.
    fn stamp(&mut self, room: u32, formation: u32, anchor: Cell) {
        let _ = (room, formation, anchor);
    }

    /// A prop was placed.
    fn place(&mut self, room: u32, prop: Rect) {
        let _ = (room, prop);
    }

    /// A prop was not placed, or does not stay.
    fn reject(&mut self, room: u32, prop: Rect, reason: Rejection) {
        let _ = (room, prop, reason);
    }
}

/// Why a prop does not stand where a formation has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejection {
    /// It would not lie wholly inside the room.
    Clipped,
    /// It would overlap a prop that stands already; a marker: an obstacle stands there.
    Occupied,
    /// It would stand in the clearance of a door, on the entry or on the exit.
    Clearance,
    /// A walkway leads through it, or through what it stands on.
    Walkway,
    /// Of its formation too little would remain at this anchor, so that all of it is dropped there.
    Sparse,
    /// With it props would cover more of the room's floor than the layout allows.
    Cover,
    /// It would be too near to what it avoids, or to what avoids it.
    TooNear,
    /// Nothing that it has to be near to is near.
    NotNear,
}

/// The observer that observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Trace for NoTrace {
    const DETAILED: bool = false;
}

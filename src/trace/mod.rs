//! The observer of generation: reports single steps to pictures, animations, lint and tests.

mod step;
mod work;

use serde::{Deserialize, Serialize};

use crate::geom::{HalfCell, Rect};

pub use step::Step;
pub(crate) use step::StepObserver;
pub use work::Work;

/// Receives each step of generation as it happens.
///
/// Every method does nothing by default. No method can change what is generated. Generation without
/// an observer is compiled for [`NoTrace`] and pays nothing. Cells and rectangles are in level
/// coordinates.
pub trait Trace {
    /// Whether to report steps that are costly to collect, such as single cells.
    const DETAILED: bool = true;

    /// The partition cuts the rectangle `part` by a wall along a column or a row, after the first
    /// `before` columns or rows of `part`.
    fn split(&mut self, part: Rect, is_column: bool, before: i32) {
        let _ = (part, is_column, before);
    }

    /// A leaf becomes a room, with this id and rectangle.
    fn room(&mut self, room: u32, rect: Rect) {
        let _ = (room, rect);
    }

    /// The main path is chosen: the ids of its rooms from start to end.
    fn path(&mut self, rooms: &[u32]) {
        let _ = rooms;
    }

    /// A cycle is closed: its detours, in order from the earlier of the two rooms of the path that
    /// it joins. Cycles are reported in the order of their numbers, from 0.
    fn cycle(&mut self, detours: &[u32]) {
        let _ = detours;
    }

    /// Two rooms are joined by a door. A corridor reports each of its two doors.
    fn passage(&mut self, rooms: [u32; 2], door: Rect) {
        let _ = (rooms, door);
    }

    /// A corridor joins two rooms, and `leg` is a straight segment of it. Segments come in order
    /// from the first room.
    fn corridor(&mut self, rooms: [u32; 2], leg: Rect) {
        let _ = (rooms, leg);
    }

    /// A tag rule tags a room. `rule` is the rule's index in the preset's tag rules.
    fn tag(&mut self, room: u32, rule: u32) {
        let _ = (room, rule);
    }

    /// A door rule decides the kind of the doors between two rooms. `rule` is the rule's index in
    /// the preset's door rules. The mission may then bar these doors, or close secret ones.
    fn hang(&mut self, rooms: [u32; 2], rule: u32) {
        let _ = (rooms, rule);
    }

    /// The doors between two rooms get a lock. `rule` is the index of the rule in the mission's
    /// rules for locks.
    fn lock(&mut self, rooms: [u32; 2], rule: u32) {
        let _ = (rooms, rule);
    }

    /// The doors between two rooms become one-way, from the room `from` to the room `to`.
    fn one_way(&mut self, from: u32, to: u32) {
        let _ = (from, to);
    }

    /// A room gets a key or switch. `rule` is the index of the rule in the mission's rules for
    /// locks. Furnishing reports the cell, by [`Trace::lay_key`].
    fn key(&mut self, room: u32, rule: u32) {
        let _ = (room, rule);
    }

    /// The shape of a room cuts these cells off its rectangle.
    fn cut(&mut self, room: u32, cells: Rect) {
        let _ = (room, cells);
    }

    /// Cells of a room are kept free of obstacles: the clearance of a door, the entry or the exit.
    ///
    /// Reported before anything is placed in the room.
    fn clear(&mut self, room: u32, cells: Rect) {
        let _ = (room, cells);
    }

    /// The key of a room, or one of several, gets this cell. Its prop is placed next.
    fn lay_key(&mut self, room: u32, cell: Rect) {
        let _ = (room, cell);
    }

    /// A vault covers these cells of a room. Props placed from here to the next `stamp` belong to
    /// it.
    fn vault(&mut self, room: u32, cells: Rect) {
        let _ = (room, cells);
    }

    /// A formation is stamped at an anchor. `formation` is its index in the layout.
    ///
    /// For a formation without an anchor, `anchor` is the room's centre.
    fn stamp(&mut self, room: u32, formation: u32, anchor: HalfCell) {
        let _ = (room, formation, anchor);
    }

    /// A prop is placed in a room, on the cells `prop`.
    fn place(&mut self, room: u32, prop: Rect) {
        let _ = (room, prop);
    }

    /// A prop is not placed on the cells `prop` of a room, or is removed from them.
    fn reject(&mut self, room: u32, prop: Rect, reason: Rejection) {
        let _ = (room, prop, reason);
    }

    /// A prop of the finished room, on the cells `prop`, and what placed it.
    ///
    /// Reported once a room is furnished. Over all rooms, in the order of
    /// [`Level::props`](crate::Level::props).
    fn remain(&mut self, room: u32, prop: Rect, source: PropSource) {
        let _ = (room, prop, source);
    }

    /// Counts work: `steps` adds the steps of a part of generation to the counters.
    ///
    /// Only an observer that counts work calls `steps`; [`Work`] is one.
    fn count(&mut self, steps: impl FnOnce(&mut Work)) {
        let _ = steps;
    }
}

/// Why a prop of a formation is not placed, or is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Rejection {
    /// The prop would not lie entirely inside the room.
    Clipped,
    /// The prop would overlap one already placed. For a marker: an obstacle stands there.
    Occupied,
    /// The prop would stand in the clearance of a door, on the entry, on the exit or on a key's
    /// cell. For a marker: on the entry, the exit or a key's cell. For a prop of a vault that fills
    /// its room: a key takes its place.
    Clearance,
    /// The prop stands, or would stand, on a walkway, or on a prop that a walkway removes.
    Walkway,
    /// Fewer props of the formation than its `least` requires could stand at this anchor, so none
    /// is placed there.
    Sparse,
    /// With this prop, props would cover more of the room's floor than the layout allows.
    Cover,
    /// The prop would be too near to a prop, wall, door, entry or exit that it avoids, or to a prop
    /// that avoids it.
    TooNear,
    /// No prop, wall, door, entry or exit that the `near` rules of the prop's kind require is near
    /// enough.
    NotNear,
}

/// What placed a prop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum PropSource {
    /// A formation of a layout.
    Formation {
        /// The position of the layout in [`Preset::layouts`](crate::Preset::layouts).
        layout: u16,
        /// The position of the formation in [`Layout::formations`](crate::preset::Layout).
        formation: u32,
    },
    /// The drawing of a vault.
    Vault {
        /// The position of the vault in [`Preset::vaults`](crate::Preset::vaults).
        vault: u16,
    },
    /// The mission: the prop is a key or a switch.
    Key,
}

/// An observer that ignores every step.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Trace for NoTrace {
    const DETAILED: bool = false;
}

//! The floor plan: rooms, the passages between them and the main path.
//!
//! Consumes a checked preset and the stage's random words; produces a [`FloorPlan`]. Partition cuts the level into leaves,
//! adjacency says which of them share a wall, the route chooses the leaves that become rooms, and passages join them.

use crate::geom::{Cell, Rect};
pub use crate::model::{RoomKind, Tile};

/// A room of a floor plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannedRoom {
    /// Its part in the level.
    pub kind: RoomKind,
    /// Its floor, walls not counted.
    pub rect: Rect,
    /// Number of passages from the start room by the shortest way.
    pub depth: u32,
    /// 0 at the start room, 1 at the end room; a bonus room has its host's.
    pub progress: f32,
    /// The room that a bonus room hangs on.
    pub host: Option<u32>,
    /// The leaf of the partition that the room was made of; the name of its random words.
    pub leaf: u32,
}

/// A connection of two rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The rooms' ids.
    pub rooms: [u32; 2],
    /// What lies between them.
    pub connection: Connection,
}

/// What lies between the two rooms of a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connection {
    /// The rooms are wall to wall: one door, a rectangle of wall cells one cell thick.
    Door(Rect),
    /// A corridor, with a door at each end.
    Corridor {
        /// The doors, the first at the first room.
        doors: [Rect; 2],
        /// The corner points of the corridor's route from door to door.
        route: Vec<Cell>,
    },
}

impl Passage {
    /// The passage's one or two doors, the first at the first room.
    #[must_use]
    pub fn doors(&self) -> &[Rect] {
        match &self.connection {
            Connection::Door(door) => std::slice::from_ref(door),
            Connection::Corridor { doors, .. } => doors,
        }
    }

    /// The corner points of the corridor's route; empty without one.
    #[must_use]
    pub fn corridor(&self) -> &[Cell] {
        match &self.connection {
            Connection::Door(_) => &[],
            Connection::Corridor { route, .. } => route,
        }
    }
}

/// Something that the preset asked for and the level could not give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// What fell short.
    pub code: NoteCode,
    /// How many were asked for.
    pub wanted: u32,
    /// How many there are.
    pub got: u32,
}

/// What fell short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteCode {
    /// The main path has fewer rooms than asked for.
    PathShort,
    /// There are fewer bonus rooms than asked for.
    BonusShort,
}

impl NoteCode {
    /// All codes.
    pub const ALL: [Self; 2] = [Self::PathShort, Self::BonusShort];

    /// The name, as level files write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PathShort => "PathShort",
            Self::BonusShort => "BonusShort",
        }
    }
}

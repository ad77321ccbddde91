//! Passages of a floor plan.

use super::bend;
use crate::{
    geom::{Cell, Rect},
    model::DoorKind,
};

/// A connection of two rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Passage {
    /// The rooms' ids.
    pub rooms: [u32; 2],
    /// What lies between them.
    pub connection: Connection,
    /// How its doors stand.
    pub kind: DoorKind,
}

/// What lies between the two rooms of a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Connection {
    /// The rooms are wall to wall: one door, a rectangle of wall cells one cell thick.
    Door(Rect),
    /// A corridor, with a door at each end. (In a box, since most passages are single doors, and a large level has many.)
    Corridor(Box<Corridor>),
}

/// A corridor from room to room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corridor {
    /// The doors, the first at the first room.
    pub doors: [Rect; 2],
    /// The corner points of its route from door to door.
    pub route: Vec<Cell>,
}

impl Passage {
    /// The passage's one or two doors, the first at the first room.
    #[must_use]
    pub fn doors(&self) -> &[Rect] {
        match &self.connection {
            Connection::Door(door) => std::slice::from_ref(door),
            Connection::Corridor(corridor) => &corridor.doors,
        }
    }

    /// The corner points of the corridor's route; empty without one.
    #[must_use]
    pub fn corridor(&self) -> &[Cell] {
        match &self.connection {
            Connection::Door(_) => &[],
            Connection::Corridor(corridor) => &corridor.route,
        }
    }

    /// The straight parts of the corridor, of a passage that was generated.
    pub(super) fn legs(&self) -> impl Iterator<Item = Rect> + '_ {
        let corridor = match &self.connection {
            Connection::Door(_) => None,
            Connection::Corridor(corridor) => Some(bend::legs(corridor.doors, &corridor.route)),
        };
        corridor.into_iter().flatten()
    }
}

//! What keeps a player from walking on from room to room: locks, and one-way doors from behind.

use thiserror::Error;

use crate::geom::{Direction, Rect};
use crate::level::{Level, Passage};

/// The reason why a player cannot walk on to another room. See [`Floor::pass`](super::Floor::pass).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum PassError {
    /// It is no passage of the room.
    #[error("there is no way")]
    NoWay,
    /// The passage is locked, and was not opened. [`Level::lock`] names its keys.
    #[error("the passage is locked")]
    Locked,
    /// The passage leads the other way only. Nothing opens it from this side.
    #[error("the passage does not open from this side")]
    OneWay,
}

/// The room beyond a passage, seen from one of its rooms; `None` from any other room.
pub(super) fn room_beyond(passage: &Passage, from: u32) -> Option<u32> {
    match passage.rooms {
        [one, other] if one == from => Some(other),
        [one, other] if other == from => Some(one),
        _ => None,
    }
}

/// The direction in which one walks through a door of a one-way passage; `None` for other passages.
pub(super) fn one_way_direction(level: &Level, passage: &Passage, door: Rect) -> Option<Direction> {
    level.one_way_doors(passage).find(|&(other, _)| other == door).map(|(_, direction)| direction)
}

//! What keeps a player from walking on: locks, and one-way doors from behind.
//!
//! The rules stand here once: for rooms and passages, and for single steps from cell to cell.

use thiserror::Error;

use crate::geom::{Cell, Direction, Rect};
use crate::level::{Level, Passage};

/// The reason why a player cannot walk on. See [`Playthrough::pass`](super::Playthrough::pass) and
/// [`Playthrough::step`](super::Playthrough::step).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum PassError {
    /// Nothing leads there: a wall, an obstacle, no neighbouring cell, or no passage of the room.
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

/// The direction of a step between two cells that share an edge.
pub(super) fn step_direction(from: Cell, to: Cell) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| from != to && from.step(direction) == to)
}

//! Rooms of a floor plan: rectangle, outline, role and vault.

use super::{Outline, PlacedVault};
use crate::{
    geom::Rect,
    model::{RoomKind, RoomShape},
    preset::{RampInput, RoomFacts},
};

/// A room of a floor plan.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlannedRoom {
    /// Its role in the level.
    pub kind: RoomKind,
    /// The bounding box of its floor, without walls. All of it is floor, unless the room has
    /// another shape.
    pub rect: Rect,
    /// Number of passages on the shortest route from the start room.
    pub depth: u32,
    /// 0 at the start room, 1 at the end room; a bonus room has that of the path room its chain
    /// starts from.
    pub progress: f32,
    /// The room that a bonus room is attached to; `None` for other rooms.
    pub host: Option<u32>,
    /// The leaf of the partition that became this room. Identifies the room's random words.
    pub leaf: u32,
    /// Its tags, one bit for each index in the preset's list.
    pub(crate) tags: u32,
    pub(crate) outline: Outline,
    /// Its vault. A room with a vault has a rectangular outline; walls come from the drawing alone.
    pub(crate) vault: Option<PlacedVault>,
}

impl PlannedRoom {
    /// The shape of its floor.
    #[must_use]
    pub fn shape(&self) -> RoomShape {
        let is_drawn = self.vault.is_some_and(|vault| vault.has_walls);
        if is_drawn { RoomShape::Vault } else { self.outline.shape() }
    }

    /// Its input to ramps.
    pub(crate) fn ramp_input(&self, difficulty: f32) -> RampInput {
        RampInput { progress: self.progress, difficulty }
    }

    /// The properties that rules test.
    pub(crate) fn facts(&self) -> RoomFacts {
        let Self { kind, rect, progress, tags, .. } = *self;
        RoomFacts { kind, extent: rect.extent(), progress, tags }
    }
}

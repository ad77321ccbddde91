//! Rooms of a floor plan.

use super::{Outline, PlacedVault};
use crate::{
    geom::Rect,
    model::{RoomKind, RoomShape},
    preset::{Moment, RoomFacts},
};

/// A room of a floor plan.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlannedRoom {
    /// Its part in the level.
    pub kind: RoomKind,
    /// The rectangle about its floor, walls not counted; all of it is floor, unless the room has another shape.
    pub rect: Rect,
    /// Number of passages from the start room by the shortest way.
    pub depth: u32,
    /// 0 at the start room, 1 at the end room; a bonus room has its host's.
    pub progress: f32,
    /// The room that a bonus room hangs on.
    pub host: Option<u32>,
    /// The leaf of the partition that the room was made of; the name of its random words.
    pub leaf: u32,
    /// Its tags, as bits by their positions in the preset's list.
    pub(crate) tags: u32,
    /// Which cells of the rectangle are floor.
    pub(crate) outline: Outline,
    /// Its vault; a room that has one is a rectangle, walls that the vault draws aside.
    pub(crate) vault: Option<PlacedVault>,
}

impl PlannedRoom {
    /// The shape of its floor.
    #[must_use]
    pub fn shape(&self) -> RoomShape {
        let is_drawn = self.vault.is_some_and(|vault| vault.has_walls);
        if is_drawn { RoomShape::Vault } else { self.outline.shape() }
    }

    /// Where it lies on ramps.
    pub(crate) fn moment(&self, difficulty: f32) -> Moment {
        Moment { progress: self.progress, difficulty }
    }

    /// What rules look at.
    pub(crate) fn facts(&self) -> RoomFacts {
        let sides = (self.rect.width(), self.rect.height());
        RoomFacts { kind: self.kind, sides, progress: self.progress, tags: self.tags }
    }
}

//! Rooms of a floor plan: rectangle, shape, role and vault.

use super::PlacedVault;
use crate::{
    geom::{Cell, Rect},
    model::{RoomKind, RoomShape},
    preset::{Preset, RampInput, RoomFacts, VaultCell, VaultDrawing},
};

/// A room of a floor plan.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlannedRoom {
    /// The room's role in the level: start, end, path, detour or bonus room.
    pub kind: RoomKind,
    /// The bounding box of the room's floor, without walls. All of it is floor, unless
    /// [`shape`](Self::shape) is not a rectangle.
    ///
    /// Rules for tags, kinds of doors, sizes, rooms of keys and vaults see the rectangle that the
    /// room has before it is shaped; layouts, anchors, checks and level files see the bounding box
    /// of its floor. Cut corners leave both the same; a cave may be smaller.
    pub rect: Rect,
    /// Number of passages on the shortest route from the start room to this one.
    pub depth: u32,
    /// Position along the main path: 0 at the start room, 1 at the end room. A bonus room has the
    /// progress of the room that its chain starts from. A detour has one between those of the two
    /// ends of its cycle.
    pub progress: f32,
    /// For a bonus room, the id of the room it is attached to; `None` for other rooms.
    pub host: Option<u32>,
    /// For a detour, the number of its cycle, from 0; `None` for other rooms.
    pub cycle: Option<u32>,
    /// The leaf of the partition that became this room. Identifies the room's random words.
    pub leaf: u32,
    /// The room's tags, one bit for each index in the preset's list of tags.
    pub(crate) tags: u32,
    /// The shape of the room's floor; a rectangle if all of `rect` is floor.
    pub(crate) cut: RoomShape,
    /// Where the room's floor begins in [`ShapedFloors`](super::ShapedFloors); 0 for a rectangle.
    pub(crate) floor: u32,
    /// The room's vault, if it has one. No shape cuts such a room; walls come from the drawing
    /// alone.
    pub(crate) vault: Option<PlacedVault>,
    /// The layout that a pool dealt to the room, as an index into the preset's layouts.
    pub(crate) layout: Option<u16>,
}

impl PlannedRoom {
    /// The shape of the room's floor.
    #[must_use]
    pub fn shape(&self) -> RoomShape {
        let is_drawn = self.vault.is_some_and(|vault| vault.has_walls);
        if is_drawn { RoomShape::Vault } else { self.cut }
    }

    /// The drawing of the room's vault, and its top left cell in the level.
    pub(crate) fn vault_drawing<'preset>(&self, preset: &'preset Preset) -> Option<(&'preset VaultDrawing, Cell)> {
        let placed = self.vault?;
        let (_, drawing) = placed.of(preset)?;
        Some((drawing, Cell::new(self.rect.left() + placed.at.x, self.rect.top() + placed.at.y)))
    }

    /// The number of cells on which the room's vault has walls or props, or, in a room that it
    /// fills, on which no more than its props may stand.
    pub(crate) fn cells_under_vault(&self, preset: &Preset) -> i64 {
        let Some((drawing, _)) = self.vault_drawing(preset) else { return 0 };
        let walls = drawing.cells.iter().filter(|cell| **cell == VaultCell::Wall).count() as i64;
        walls + drawing.props.iter().map(|prop| prop.cells.area()).sum::<i64>()
    }

    /// The room's input to ramps.
    pub(crate) fn ramp_input(&self, difficulty: f32) -> RampInput {
        RampInput { progress: self.progress, difficulty }
    }

    /// The properties of the room that rules test.
    pub(crate) fn facts(&self) -> RoomFacts {
        let Self { kind, rect, progress, tags, .. } = *self;
        RoomFacts { kind, extent: rect.extent(), progress, tags }
    }
}

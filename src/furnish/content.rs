//! What a room is furnished with: a layout, a vault, planned props.

use crate::{
    floorplan::{PlannedProp, PlannedRoom},
    geom::{Cell, Extent, Rect},
    preset::{Preset, VaultCell, VaultDrawing},
};

/// What a room is furnished with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoomContent<'level> {
    /// The position of the layout in the preset.
    pub(super) layout: Option<u16>,
    pub(super) vault: Option<RoomVault<'level>>,
    pub(super) planned: &'level [PlannedProp],
    /// The number of cells that are kept free for members of groups.
    pub(super) kept: u32,
}

/// A vault drawing and its position in a room.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoomVault<'preset> {
    pub(super) drawing: &'preset VaultDrawing,
    /// The index of the vault in the preset.
    pub(super) number: u16,
    /// The index of `drawing` among the vault's drawings, which has one for each orientation.
    pub(super) orientation: u8,
    /// The drawing's top left cell, in room coordinates.
    pub(super) at: Cell,
    /// Whether the vault furnishes its room alone, without a layout.
    pub(super) is_alone: bool,
    /// Whether what budgets count is left out.
    pub(super) is_stripped: bool,
}

impl<'preset> RoomVault<'preset> {
    /// The vault of a room, if it has one.
    pub(super) fn of(room: &PlannedRoom, preset: &'preset Preset) -> Option<Self> {
        let placed = room.vault?;
        let (vault, drawing) = placed.of(preset)?;
        let (number, orientation) = (placed.vault, placed.drawing);
        let (at, is_stripped) = (placed.at, placed.is_stripped);
        Some(Self { drawing, number, orientation, at, is_alone: vault.is_alone(), is_stripped })
    }

    /// The cells of the drawing, in room coordinates.
    pub(super) fn area(&self) -> Rect {
        let Extent { width, height } = self.drawing.extent;
        Rect::of(self.at.x, self.at.y, width, height)
    }

    /// The cells where only the vault's own props stand, in room coordinates.
    pub(super) fn reserved(&self) -> impl Iterator<Item = Cell> {
        let cells = self.drawing.each_cell().filter(|(_, _, cell)| VaultCell::RESERVED.contains(cell));
        cells.map(|(x, y, _)| Cell::new(self.at.x + x, self.at.y + y))
    }
}

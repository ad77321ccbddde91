//! Draws a vault into its room, before any formation is stamped.
//!
//! Changes floor, clearance and occupied cells, and places the vault's props.

use super::{context::RoomContext, room::RoomState, tools::FurnishTools};
use crate::{
    floorplan::PlannedRoom,
    geom::{Cell, Extent, Rect},
    grid::CellSet,
    model::TurnedFootprintSize,
    preset::{DrawnProp, Preset, VaultCell, VaultDrawing},
    rng::RandomSource,
    trace::{PropSource, Trace},
};

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
}

impl<'preset> RoomVault<'preset> {
    /// The vault of a room, if it has one.
    pub(super) fn of(room: &PlannedRoom, preset: &'preset Preset) -> Option<Self> {
        let placed = room.vault?;
        let (vault, drawing) = placed.of(preset)?;
        let (number, orientation) = (placed.vault, placed.drawing);
        Some(Self { drawing, number, orientation, at: placed.at, is_alone: vault.is_alone() })
    }

    /// The cells where only the vault's own props stand, in room coordinates.
    pub(super) fn reserved(&self) -> impl Iterator<Item = Cell> {
        let cells = self.drawing.each_cell().filter(|(_, _, cell)| VaultCell::RESERVED.contains(cell));
        cells.map(|(x, y, _)| Cell::new(self.at.x + x, self.at.y + y))
    }
}

/// Draws the room's vault: removes its walls from the floor, marks its free cells, and places its
/// props.
///
/// Props are placed as drawn, unless obstacles must not stand there. Formations avoid all cells
/// that the drawing reserves. Cost: the words of a set for each kind of prop in the drawing.
#[cold]
pub(super) fn draw_vault<S: CellSet>(
    state: &mut RoomState<S>,
    vault: &RoomVault<'_>,
    room: &RoomContext<'_>,
    tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
) {
    let Cell { x, y } = vault.at;
    let Extent { width, height } = vault.drawing.extent;
    tools.trace.vault(room.id, room.in_level(Rect::of(x, y, width, height)));
    let stencil = tools.stencils.get(vault);
    let RoomState { sets, scratch, .. } = state;
    // Each kind of prop in the drawing resets, fills and places one set.
    let words = sets.floor.words() + u64::from(height.unsigned_abs());
    tools.trace.count(|work| work.stamps += (4 + 2 * stencil.props.len() as u64) * words);
    if let Some(walls) = &stencil.walls {
        // The scratch set is still empty here.
        scratch.insert_mask(walls, x, y, &sets.floor);
        sets.floor.subtract(scratch);
    }
    if let Some(free) = &stencil.free {
        sets.clearance.insert_mask(free, x, y, &sets.floor);
    }
    for (prop, origins) in &stencil.props {
        begin_vault_props(state, prop, vault.number, room);
        let RoomState { sets, props, scratch, .. } = &mut *state;
        scratch.reset(room.rect.width(), room.rect.height());
        scratch.insert_mask(origins, x, y, &sets.floor);
        sets.place_all(props.next(), scratch, room, tools.trace);
        props.keep(1);
    }
    if let Some(reserved) = &stencil.reserved {
        state.sets.occupied.insert_mask(reserved, x, y, &state.sets.floor);
    }
    state.props.end_vault();
}

/// Prepares the vault's props that have the kind and turn of `prop`.
fn begin_vault_props<S: CellSet>(state: &mut RoomState<S>, prop: &DrawnProp, vault: u16, room: &RoomContext<'_>) {
    let kind = room.kind(prop.kind);
    let (width, height) = kind.footprint_size(prop.turn);
    // Neither proximity rules nor heights affect the props of a vault.
    (state.sets.has_proximity, state.sets.stacks) = (false, false);
    state.has_markers |= kind.marker;
    let stance = TurnedFootprintSize::new(width, height, prop.turn);
    let draws_words = room.placing(prop.kind).draws_words();
    state.props.next().begin(room.extent(), PropSource::Vault { vault }, prop.kind, kind, stance, draws_words);
}

//! Draws a vault into its room, before any formation is stamped.
//!
//! Consumes the vault's [`RoomVault`] position; changes floor, clearance and occupied cells, and
//! adds stamps of its props.

use super::{Site, Tools, room::RoomFurnisher};
use crate::{
    geom::{Cell, Extent, Rect},
    grid::CellSet,
    preset::{Preset, VaultCell, VaultDrawing},
    rng::RandomSource,
    trace::Trace,
};

/// A vault drawing and its position in a room.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoomVault<'preset> {
    pub(super) drawing: &'preset VaultDrawing,
    /// The index of the vault in the preset, and of the drawing in the vault.
    pub(super) number: (u16, u8),
    /// Its top left cell, in room coordinates.
    pub(super) at: Cell,
}

impl RoomVault<'_> {
    /// The cells where only the vault's own props stand, in room coordinates.
    pub(super) fn reserved(&self) -> impl Iterator<Item = Cell> {
        let cells = self.drawing.each_cell().filter(|(_, _, cell)| VaultCell::RESERVED.contains(cell));
        cells.map(|(x, y, _)| Cell::new(self.at.x + x, self.at.y + y))
    }
}

impl<S: CellSet> RoomFurnisher<S> {
    /// Draws a vault: removes its walls from the floor, marks its free cells, and places its props.
    ///
    /// Props are placed as drawn, unless obstacles must not stand there. Formations avoid all cells
    /// that the drawing reserves. Cost: the words of a set for each kind of prop in the drawing.
    #[cold]
    pub(super) fn draw_vault(
        &mut self,
        preset: &Preset,
        vault: RoomVault<'_>,
        site: &Site<'_>,
        tools: &mut Tools<'_, impl RandomSource>,
        trace: &mut impl Trace,
    ) {
        let (x, y) = (vault.at.x, vault.at.y);
        let Extent { width, height } = vault.drawing.extent;
        trace.vault(site.room, site.in_level(Rect::of(x, y, width, height)));
        let stencil = tools.stencils.get(vault.number, vault.drawing);
        // Each kind of prop resets, fills and settles one set.
        self.sets.work.stamps +=
            (4 + 2 * stencil.props.len() as u64) * (self.sets.floor.words() + u64::from(height.unsigned_abs()));
        if let Some(walls) = &stencil.walls {
            // The scratch set is still empty here.
            self.scratch.insert_mask(walls, x, y, &self.sets.floor);
            self.sets.floor.subtract(&self.scratch);
        }
        if let Some(free) = &stencil.free {
            self.sets.clearance.insert_mask(free, x, y, &self.sets.floor);
        }
        for (prop, origins) in &stencil.props {
            self.begin_vault_props(preset, prop, site);
            let stamp = &mut self.stamps[self.stamped];
            stamp.origins.insert_mask(origins, x, y, &self.sets.floor);
            self.sets.settle_vault_props(stamp, site, trace);
            self.keep_vault_props();
        }
        if let Some(reserved) = &stencil.reserved {
            self.sets.occupied.insert_mask(reserved, x, y, &self.sets.floor);
        }
    }
}

//! Stencils: vault drawings as sets of cells, each computed once.

use super::content::RoomVault;
use crate::{
    geom::{Cell, Extent},
    grid::{BitGrid, FormationMask},
    preset::{DrawnProp, VaultCell, VaultDrawing},
};

/// A vault drawing as sets of cells; `None` stands for an empty set.
#[derive(Clone, Debug)]
pub(super) struct VaultStencil {
    pub(super) walls: Option<FormationMask>,
    /// Cells that stay free of obstacles.
    pub(super) free: Option<FormationMask>,
    /// Cells where only the vault's own props stand.
    pub(super) reserved: Option<FormationMask>,
    /// For each kind and turn in the drawing, the first such prop and the top left cells of all
    /// such props.
    pub(super) props: Vec<(DrawnProp, FormationMask)>,
}

impl VaultStencil {
    fn new(drawing: &VaultDrawing) -> Self {
        let Extent { width, height } = drawing.extent;
        let mask = |cells: &mut dyn Iterator<Item = Cell>| {
            let mut bits = BitGrid::new(width, height);
            cells.for_each(|cell| bits.set(cell, true));
            (bits.count() > 0).then(|| FormationMask::new(bits))
        };
        let cells_of = |kinds: &[VaultCell]| {
            let cells = drawing.each_cell().filter(|(_, _, cell)| kinds.contains(cell));
            mask(&mut cells.map(|(x, y, _)| Cell::new(x, y)))
        };
        let alike = drawing.props.chunk_by(|one, other| (one.kind, one.turn) == (other.kind, other.turn));
        let props = alike.filter_map(|alike| {
            let origins = mask(&mut alike.iter().map(|prop| prop.cells.top_left()))?;
            Some((*alike.first()?, origins))
        });
        let [walls, free] = [VaultCell::Wall, VaultCell::Free].map(|cell| cells_of(&[cell]));
        Self { walls, free, reserved: cells_of(&VaultCell::RESERVED), props: props.collect() }
    }
}

/// A cache of the stencils of a preset's vaults.
#[derive(Clone, Debug, Default)]
pub(super) struct StencilCache(Vec<Option<VaultStencil>>);

/// The number of orientations of a vault: four turns, each mirrored or not.
const ORIENTATIONS: usize = 8;

impl StencilCache {
    /// The stencil of a room's vault in its orientation.
    pub(super) fn get(&mut self, vault: &RoomVault<'_>) -> &VaultStencil {
        let slot = usize::from(vault.number) * ORIENTATIONS + usize::from(vault.orientation);
        if slot >= self.0.len() {
            self.0.resize(slot + 1, None);
        }
        self.0[slot].get_or_insert_with(|| VaultStencil::new(vault.drawing))
    }
}

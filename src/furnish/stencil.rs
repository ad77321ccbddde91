//! Stencils: vault drawings as sets of cells, each computed once.

use crate::{
    geom::{Cell, Extent},
    grid::{BitGrid, Mask},
    preset::{DrawnProp, VaultCell, VaultDrawing},
};

/// A drawing as sets of cells; `None` stands for an empty set.
#[derive(Clone, Debug)]
pub(super) struct Stencil {
    pub(super) walls: Option<Mask>,
    /// Cells closed to obstacles.
    pub(super) free: Option<Mask>,
    /// Cells where only the vault's own props stand.
    pub(super) reserved: Option<Mask>,
    /// For each kind and turn, the first of its props and the top left cells of all of them.
    pub(super) props: Vec<(DrawnProp, Mask)>,
}

impl Stencil {
    fn new(drawing: &VaultDrawing) -> Self {
        let Extent { width, height } = drawing.extent;
        let mask = |cells: &mut dyn Iterator<Item = (i32, i32)>| {
            let mut bits = BitGrid::new(width, height);
            cells.for_each(|(x, y)| bits.set(Cell::new(x, y), true));
            (bits.count() > 0).then(|| Mask::new(bits))
        };
        let where_it_is = |wanted: &[VaultCell]| {
            mask(&mut drawing.each_cell().filter(|(_, _, cell)| wanted.contains(cell)).map(|(x, y, _)| (x, y)))
        };
        let alike = drawing.props.chunk_by(|one, other| (one.kind, one.turn) == (other.kind, other.turn));
        let props = alike.filter_map(|alike| {
            let origins = mask(&mut alike.iter().map(|prop| (prop.cells.left(), prop.cells.top())))?;
            Some((*alike.first()?, origins))
        });
        Self {
            walls: where_it_is(&[VaultCell::Wall]),
            free: where_it_is(&[VaultCell::Free]),
            reserved: where_it_is(&VaultCell::RESERVED),
            props: props.collect(),
        }
    }
}

/// A cache of the stencils of a preset's vaults.
#[derive(Clone, Debug, Default)]
pub(super) struct Stencils(Vec<Option<Stencil>>);

/// The orientations of a vault: four turns, each mirrored or not.
const WAYS: usize = 8;

impl Stencils {
    /// The stencil of a drawing, given the indices of the vault and of its orientation.
    pub(super) fn get(&mut self, (vault, way): (u16, u8), drawing: &VaultDrawing) -> &Stencil {
        let slot = usize::from(vault) * WAYS + usize::from(way);
        if slot >= self.0.len() {
            self.0.resize(slot + 1, None);
        }
        self.0[slot].get_or_insert_with(|| Stencil::new(drawing))
    }
}

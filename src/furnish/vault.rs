//! Drawing a vault into its room, before any formation is stamped.

use super::{Site, room::Furniture};
use crate::{
    geom::{Cell, Rect},
    grid::CellSet,
    preset::{Preset, VaultCell, VaultDrawing},
    trace::Trace,
};

/// A vault as it lies in its room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn<'preset> {
    pub(super) drawing: &'preset VaultDrawing,
    /// Its top left cell, in the room's coordinates.
    pub(super) at: Cell,
}

impl Drawn<'_> {
    /// The cells of a kind, in the room's coordinates.
    fn cells(&self, wanted: impl Fn(VaultCell) -> bool) -> impl Iterator<Item = Cell> {
        let cells = self.drawing.each_cell().filter(move |(_, _, cell)| wanted(*cell));
        cells.map(|(x, y, _)| Cell::new(self.at.x + x, self.at.y + y))
    }

    /// The cells on which nothing stands but what is drawn.
    pub(super) fn reserved(&self) -> impl Iterator<Item = Cell> {
        self.cells(|cell| matches!(cell, VaultCell::Floor | VaultCell::Door))
    }
}

impl<S: CellSet> Furniture<S> {
    /// Takes walls out of the floor, keeps free what is to be free, and places the props, each where it is drawn unless
    /// something has to stay free there. Formations keep off all cells that are not left to them. Cost: linear in the drawing; the words
    /// of a set for each kind of prop in it.
    #[cold]
    pub(super) fn draw_vault(&mut self, preset: &Preset, vault: Drawn<'_>, site: &Site<'_>, trace: &mut impl Trace) {
        let (width, height) = vault.drawing.sides;
        trace.vault(site.room, site.in_level(Rect::of(vault.at.x, vault.at.y, width, height)));
        for Cell { x, y } in vault.cells(|cell| cell == VaultCell::Wall) {
            self.sets.floor.remove(x, y);
        }
        for Cell { x, y } in vault.cells(|cell| cell == VaultCell::Free) {
            self.sets.clearance.insert(x, y);
        }
        let props = &vault.drawing.props;
        for alike in props.chunk_by(|one, other| (one.kind, one.turn) == (other.kind, other.turn)) {
            let Some(first) = alike.first() else { continue };
            self.begin_drawn(preset, first, site);
            for prop in alike {
                let footprint = Rect::of(
                    vault.at.x + prop.cells.left(),
                    vault.at.y + prop.cells.top(),
                    prop.cells.width(),
                    prop.cells.height(),
                );
                self.settle_drawn(footprint, site, trace);
            }
            self.keep_drawn();
        }
        for Cell { x, y } in vault.reserved() {
            self.sets.occupied.insert(x, y);
        }
    }
}

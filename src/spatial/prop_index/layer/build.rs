//! Entering many objects at once: first where they begin, then which they are.
//!
//! So the ids of each tile are laid out once, and next to those of its neighbours, instead of being moved up for every
//! one that comes between.

use super::{Layer, Place};
use crate::geom::Size;

impl Layer {
    /// Says that an object begins at a cell, its id to come; false if one does already, and then nothing changes but that
    /// the tile is marked.
    #[inline]
    pub(in super::super) fn mark(&mut self, size: Size, x: u32, y: u32) -> bool {
        if self.pages.is_empty() {
            self.prepare(size);
        }
        let Place { entry, tile, bit } = self.place(x, y);
        let mut number = self.directory[entry] as usize;
        if number == 0 {
            number = self.add_page(x >> 6, y >> 6);
        }
        let tile = &mut self.pages[number][tile];
        let free = tile.occupied >> bit & 1 == 0;
        tile.occupied |= 1 << bit;
        tile.stacked |= !free;
        free
    }

    /// Makes place for the ids of the objects marked; the layer has no others.
    pub(in super::super) fn lay_out(&mut self) {
        let pages = self.pages.iter_mut().zip(&mut self.summaries);
        let occupied = pages.flat_map(|(page, summary)| {
            let tiles = page.iter_mut().zip(0..).filter(|(tile, _)| tile.occupied != 0);
            tiles.map(move |(tile, at)| {
                *summary |= 1 << at;
                tile.count = tile.occupied.count_ones() as u8;
                tile
            })
        });
        self.ids.lay_out(occupied);
    }

    /// Enters the id of an object marked.
    #[inline]
    pub(in super::super) fn fill(&mut self, x: u32, y: u32, id: u32) {
        let Place { entry, tile, bit } = self.place(x, y);
        self.ids.set(&self.pages[self.directory[entry] as usize][tile], bit, id);
    }
}

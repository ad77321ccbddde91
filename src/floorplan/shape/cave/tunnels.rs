//! Tunnels: a way from each door to the middle.

use super::{CaveDigger, CavePin};
use crate::{
    geom::{Cell, Extent, Rect},
    rng::RandomSource,
};

impl CaveDigger {
    /// Digs a chamber of three by three cells in the middle third of a room, and a stair to it from
    /// each pin. For the size of the room and the result see [`CaveDigger::cave`].
    ///
    /// Draws two random words for the chamber, and then for each pin one for each 16 steps.
    pub(in super::super) fn tunnels(
        &mut self,
        extent: Extent,
        pins: &[CavePin],
        draw: &mut impl RandomSource,
    ) -> &[u64] {
        self.begin(extent, pins);
        let [x, y] = [extent.width, extent.height].map(|side| draw.within(side / 3, side - 1 - side / 3));
        self.floor.unite(&self.pinned);
        self.floor.insert_rect(Rect::of(x - 1, y - 1, 3, 3));
        for pin in pins {
            self.floor.dig_stair(pin.cells.top_left(), Cell::new(x, y), pin.width, draw);
        }
        self.floor.rows()
    }
}

//! Tunnels: a way from each door to the middle.

use super::{CavePin, cavern::Cavern};
use crate::{
    geom::{Cell, Extent, Rect},
    rng::RandomSource,
};

impl<const COLUMNS: u32, const WORDS: usize> Cavern<COLUMNS, WORDS> {
    /// Digs [`super::DigKind::Tunnels`].
    pub(super) fn tunnels(&mut self, pins: &[CavePin], draw: &mut impl RandomSource) {
        self.start_with_pins();
        let Extent { width, height } = self.floor.extent();
        let [x, y] = [width, height].map(|side| draw.within(side / 3, side - 1 - side / 3));
        self.floor.insert_rect(Rect::of(x - 1, y - 1, 3, 3));
        for pin in pins {
            self.floor.dig_stair(pin.cells.top_left(), Cell::new(x, y), pin.width, draw);
        }
    }
}

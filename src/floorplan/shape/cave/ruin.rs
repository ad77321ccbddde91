//! Ruins: some rectangles that overlap or are joined.

use super::{CavePin, cavern::Cavern};
use crate::{
    geom::{Extent, Rect},
    rng::RandomSource,
};

impl<const COLUMNS: u32, const WORDS: usize> Cavern<COLUMNS, WORDS> {
    /// Digs a [`super::DigKind::Ruin`].
    pub(super) fn ruin(&mut self, pins: &[CavePin], draw: &mut impl RandomSource) {
        self.start_with_pins();
        let Extent { width, height } = self.floor.extent();
        for _ in 0..draw.within(3, 5) {
            let [across, down] = [width, height].map(|side| draw.within((side + 2) / 3, 2 * side / 3));
            let (left, top) = (draw.within(0, width - across), draw.within(0, height - down));
            self.floor.insert_rect(Rect::of(left, top, across, down));
        }
        self.join(1, pins, draw);
    }
}

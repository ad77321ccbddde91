//! Ruins: some rectangles that overlap or are joined.

use super::{CaveDigger, CavePin};
use crate::{
    geom::{Extent, Rect},
    rng::RandomSource,
};

impl CaveDigger {
    /// Unites three to five rectangles of a third to two thirds of each side, and joins them and
    /// the pins. For the size of the room and the result see [`CaveDigger::cave`].
    ///
    /// Draws one random word for the number of rectangles, four for each (width, height, column,
    /// row), and then for each part and each pin that is joined one for each 16 steps.
    pub(in super::super) fn ruin(&mut self, extent: Extent, pins: &[CavePin], draw: &mut impl RandomSource) -> &[u64] {
        self.begin(extent, pins);
        let Extent { width, height } = extent;
        for _ in 0..draw.within(3, 5) {
            let [across, down] = [width, height].map(|side| draw.within((side + 2) / 3, 2 * side / 3));
            let (left, top) = (draw.within(0, width - across), draw.within(0, height - down));
            self.floor.insert_rect(Rect::of(left, top, across, down));
        }
        self.floor.unite(&self.pinned);
        self.join(1, pins, draw);
        self.floor.rows()
    }
}

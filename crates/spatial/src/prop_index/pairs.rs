//! Pairs of overlapping objects.

use super::{PropIndex, words::QuadtreeArea};

/// Pairs of overlapping objects.
///
/// Each pair comes once. Its objects are in the order of results (see [`PropIndex`]); pairs are
/// sorted by their first object, then by their second. Cost: one rectangle query for each object,
/// plus the number of pairs of objects that share a cell.
impl PropIndex {
    /// Calls `f` with the ids of every pair of objects that share a cell, whatever their heights.
    pub fn for_each_pair(&self, mut f: impl FnMut(u32, u32)) {
        let Some(world) = self.clipped(self.size.into()) else { return };
        self.visit_all(world, 0, |(first, single)| {
            let (x, y) = first.origin();
            let area = match self.get(first.id()).and_then(|footprint| self.clipped(footprint.cells)) {
                Some(area) if !single => area,
                _ => QuadtreeArea { left: x, top: y, right: x + 1, bottom: y + 1 },
            };
            // Objects after `first` in the order of results have their top row in `y` or below.
            self.visit_all(area, y, |(second, _)| {
                if second > first {
                    f(first.id(), second.id());
                }
            });
        });
    }

    /// Calls `f` with the ids of every pair of objects that share a cell and a height, as defined
    /// by [`Footprint::overlaps`](super::Footprint::overlaps).
    pub fn for_each_pair_in_space(&self, mut f: impl FnMut(u32, u32)) {
        self.for_each_pair(|one, other| {
            if let (Some(a), Some(b)) = (self.get(one), self.get(other))
                && a.overlaps(b)
            {
                f(one, other);
            }
        });
    }

    /// Replaces `pairs` by the ids of all pairs of objects that share a cell, whatever their
    /// heights.
    pub fn collect_pairs(&self, pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        self.for_each_pair(|one, other| pairs.push((one, other)));
    }

    /// Replaces `pairs` by the ids of all pairs of objects that share a cell and a height.
    ///
    /// ```
    /// use roomgen_spatial::{Footprint, PropIndex, geom::{Rect, Size}};
    ///
    /// let cell = Footprint::new(Rect::from_xywh(4, 4, 1, 1).unwrap());
    /// let heights = [(0, 256), (256, 300), (255, 256)];
    /// let stack = (0..).zip(heights.map(|(bottom, top)| cell.between(bottom, top)));
    /// let mut pairs = Vec::new();
    /// PropIndex::build(Size::new(9, 9)?, stack)?.collect_pairs_in_space(&mut pairs);
    /// assert_eq!(pairs, [(0, 2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn collect_pairs_in_space(&self, pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        self.for_each_pair_in_space(|one, other| pairs.push((one, other)));
    }
}

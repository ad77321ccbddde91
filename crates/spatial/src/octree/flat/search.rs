//! Queries of the flat tree by region or by box.

use super::{
    FlatTree, SplatBox,
    lanes::{BoxLanes, LANES},
};
use crate::{
    Aabb,
    octree::{QueryObserver, node::ObjectTag},
};

impl<const D: usize> FlatTree<D> {
    /// Calls `found` with each object whose bounding box overlaps `bounds` and passes `touches`.
    /// Skips nodes whose bounding boxes fail either test.
    pub(in crate::octree) fn search(
        &self,
        bounds: &Aabb<D>,
        touches: &impl Fn(&Aabb<D>) -> bool,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(&ObjectTag),
    ) {
        if !self.tags.is_empty() {
            let mut search = FlatSearch { flat: self, bounds: SplatBox::new(bounds), touches, observer, found };
            search.below(self.levels.len() - 1, 0);
        }
    }
}

/// The state of a recursive [`FlatTree::search`].
struct FlatSearch<'a, const D: usize, T, O, F> {
    flat: &'a FlatTree<D>,
    bounds: SplatBox<D>,
    touches: &'a T,
    observer: &'a mut O,
    found: &'a mut F,
}

impl<const D: usize, T: Fn(&Aabb<D>) -> bool, O: QueryObserver, F: FnMut(&ObjectTag)> FlatSearch<'_, D, T, O, F> {
    fn below(&mut self, level: usize, node: usize) {
        let Some(lanes) = self.flat.levels[level].get(node) else { return };
        let mut hits = self.overlapping(level, node, lanes);
        while hits != 0 {
            let lane = hits.trailing_zeros() as usize;
            let below = node * LANES + lane;
            hits &= hits - 1;
            if !(self.touches)(&lanes.get(lane)) {
                continue;
            }
            match level {
                0 => self.object(below),
                // Most nodes are on level 0. A loop, not recursion, searches them.
                1 => self.objects(below),
                _ => self.below(level - 1, below),
            }
        }
    }

    #[inline]
    fn objects(&mut self, node: usize) {
        let Some(lanes) = self.flat.levels[0].get(node) else { return };
        let mut hits = self.overlapping(0, node, lanes);
        while hits != 0 {
            let lane = hits.trailing_zeros() as usize;
            hits &= hits - 1;
            if (self.touches)(&lanes.get(lane)) {
                self.object(node * LANES + lane);
            }
        }
    }

    #[inline]
    fn object(&mut self, position: usize) {
        // An unused lane, which overlaps a box that is unbounded in every direction, has no tag.
        if let Some(tag) = self.flat.tags.get(position) {
            (self.found)(tag);
        }
    }

    #[inline]
    fn overlapping(&mut self, level: usize, node: usize, lanes: &BoxLanes<D>) -> u32 {
        (0..self.flat.used(level, node)).for_each(|_| self.observer.hit_test());
        lanes.overlapping(&self.bounds)
    }
}

//! Finds all pairs of overlapping objects in a flat tree by descending two branches at once. Of two
//! overlapping nodes, compares only the children that overlap the intersection of the nodes.

use super::{BoxLanes, FlatTree, LANES, SplatBox};
use crate::{
    Aabb,
    octree::{QueryObserver, node::ObjectTag},
    set_bits::SetBits,
};

/// The state of the recursive search for all pairs in a [`FlatTree`].
struct FlatJoin<'a, const D: usize, O, F> {
    flat: &'a FlatTree<D>,
    observer: &'a mut O,
    found: &'a mut F,
}

impl<const D: usize> FlatTree<D> {
    /// Calls `found` once for each pair of objects whose bounds overlap.
    pub(in crate::octree) fn join(
        &self,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(&ObjectTag, &ObjectTag),
    ) {
        if !self.tags.is_empty() {
            FlatJoin { flat: self, observer, found }.within(self.boxes.levels.len() - 1, 0);
        }
    }
}

impl<const D: usize, O: QueryObserver, F: FnMut(&ObjectTag, &ObjectTag)> FlatJoin<'_, D, O, F> {
    /// Finds the pairs of overlapping objects below one node.
    fn within(&mut self, level: usize, node: usize) {
        let flat = self.flat;
        let (lanes, used) = (&flat.boxes.levels[level][node], flat.used(level, node));
        for lane in 0..used {
            let bounds = lanes.get(lane);
            let behind = lanes.overlapping(&SplatBox::new(&bounds)) & flat.used_mask(level, node) & !((2 << lane) - 1);
            self.count(used - lane - 1);
            self.each(level, node * LANES + lane, bounds, node, lanes, behind);
            if level > 0 {
                self.within(level - 1, node * LANES + lane);
            }
        }
    }

    /// Finds the overlapping pairs of an object below node `one` with an object below node `two`,
    /// both on the same level. `shared` is the intersection of the two nodes.
    fn between(&mut self, level: usize, one: usize, two: usize, shared: &Aabb<D>) {
        let flat = self.flat;
        let (first, second) = (&flat.boxes.levels[level][one], &flat.boxes.levels[level][two]);
        let shared = SplatBox::new(shared);
        let ones = first.overlapping(&shared) & flat.used_mask(level, one);
        let twos = second.overlapping(&shared) & flat.used_mask(level, two);
        self.count(flat.used(level, one) + flat.used(level, two));
        if twos == 0 {
            return;
        }
        for lane in SetBits(ones.into()).map(|lane| lane as usize) {
            let bounds = first.get(lane);
            let hits = second.overlapping(&SplatBox::new(&bounds)) & twos;
            self.count(twos.count_ones() as usize);
            self.each(level, one * LANES + lane, bounds, two, second, hits);
        }
    }

    /// Searches for pairs between `one`, with these bounds, and those lanes of a node whose bits
    /// are set in `hits`. `one` is the index of an object (`level` 0) or of a node on the level
    /// below.
    #[inline]
    fn each(&mut self, level: usize, one: usize, bounds: Aabb<D>, node: usize, lanes: &BoxLanes<D>, hits: u32) {
        let flat = self.flat;
        for lane in SetBits(hits.into()).map(|lane| lane as usize) {
            let other = node * LANES + lane;
            if level == 0 {
                (self.found)(&flat.tags[one], &flat.tags[other]);
            } else if let Some(shared) = bounds.intersection(&lanes.get(lane)) {
                self.between(level - 1, one, other, &shared);
            }
        }
    }

    fn count(&mut self, tests: usize) {
        (0..tests).for_each(|_| self.observer.hit_test());
    }
}

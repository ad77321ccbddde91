//! Queries of the flat tree by region or by box.

use super::{BoxLanes, FlatTree, SplatBox};
use crate::{
    Aabb,
    octree::{QueryObserver, node::ObjectTag},
};

impl<const D: usize> FlatTree<D> {
    /// Calls `found` with each object whose bounding box overlaps `bounds` and passes `touching`.
    /// Skips nodes whose bounding boxes fail either test. `touching` receives a node and a bit mask
    /// of lanes, and returns those whose boxes pass.
    #[inline]
    pub(in crate::octree) fn search(
        &self,
        bounds: &Aabb<D>,
        touching: &impl Fn(&BoxLanes<D>, u32) -> u32,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(&ObjectTag),
    ) {
        let bounds = SplatBox::new(bounds);
        self.boxes.visit(
            &mut |level, node, lanes| {
                self.count_tests(level, node, observer);
                touching(lanes, lanes.overlapping(&bounds))
            },
            // A box that is unbounded in every direction overlaps unused lanes too.
            &mut |place| self.tags.get(place).into_iter().for_each(&mut *found),
        );
    }
}

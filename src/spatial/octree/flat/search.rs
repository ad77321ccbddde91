//! Queries by region, and of what overlaps a box.

use super::{Flat, Splat, lanes::LANES};
use crate::spatial::{
    Aabb,
    octree::{Observer, node::Tag},
};

impl<const D: usize> Flat<D> {
    /// Tells `found` each object whose bounds overlap `bounds` and pass `touches`, as do those of all nodes above.
    pub(in crate::spatial::octree) fn search(
        &self,
        bounds: &Aabb<D>,
        touches: &impl Fn(&Aabb<D>) -> bool,
        observer: &mut impl Observer,
        found: &mut impl FnMut(&Tag),
    ) {
        if !self.tags.is_empty() {
            let mut search = Search { flat: self, bounds: Splat::new(bounds), touches, observer, found };
            search.below(self.levels.len() - 1, 0);
        }
    }
}

/// What a search carries along.
struct Search<'a, const D: usize, T, O, F> {
    flat: &'a Flat<D>,
    bounds: Splat<D>,
    touches: &'a T,
    observer: &'a mut O,
    found: &'a mut F,
}

impl<const D: usize, T: Fn(&Aabb<D>) -> bool, O: Observer, F: FnMut(&Tag)> Search<'_, D, T, O, F> {
    fn below(&mut self, level: usize, node: usize) {
        let flat = self.flat;
        (0..flat.used(level, node)).for_each(|_| self.observer.hit_test());
        let Some(lanes) = flat.levels[level].get(node) else { return };
        let mut hits = lanes.overlapping(&self.bounds);
        while hits != 0 {
            let lane = hits.trailing_zeros() as usize;
            hits &= hits - 1;
            if !(self.touches)(&lanes.get(lane)) {
                continue;
            }
            // Lanes not in use overlap what is infinite every way.
            let below = node * LANES + lane;
            if level > 0 {
                self.below(level - 1, below);
            } else if let Some(tag) = flat.tags.get(below) {
                (self.found)(tag);
            }
        }
    }
}

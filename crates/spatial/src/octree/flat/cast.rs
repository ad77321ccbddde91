//! Queries of the flat tree by ray.

use super::{
    FlatTree,
    lanes::{LANES, SplatRay},
};
use crate::{
    Aabb, Ray,
    octree::{QueryObserver, node::ObjectTag},
};

/// A node still to visit in a search for the nearest hit of a ray.
#[derive(Clone, Copy, Debug)]
pub(in crate::octree) struct PendingNode {
    /// Distance from the ray's origin at which the ray enters the node's bounds.
    metres: f32,
    level: u32,
    /// Index of the node on its level.
    node: u32,
}

impl<const D: usize> FlatTree<D> {
    /// Calls `found` with each object whose bounds `ray` enters.
    pub(in crate::octree) fn cast(
        &self,
        ray: &Ray<D>,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(&ObjectTag),
    ) {
        if !self.tags.is_empty() {
            let limit = ray.reach;
            self.cast_below(self.levels.len() - 1, 0, &SplatRay::new(ray), limit, observer, found);
        }
    }

    fn cast_below(
        &self,
        level: usize,
        node: usize,
        ray: &SplatRay<D>,
        limit: f32,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(&ObjectTag),
    ) {
        (0..self.used(level, node)).for_each(|_| observer.hit_test());
        let (_, mut hits) = self.levels[level][node].entered(ray, limit);
        while hits != 0 {
            let below = node * LANES + hits.trailing_zeros() as usize;
            hits &= hits - 1;
            if level == 0 {
                found(&self.tags[below]);
            } else {
                self.cast_below(level - 1, below, ray, limit, observer, found);
            }
        }
    }

    /// The nearest object that `ray` hits, with its bounds; a tie goes to the smallest slot.
    ///
    /// `hit` receives an object and the distance at which the ray enters its bounds. It returns the
    /// distance at which the ray hits the object's shape, or `None`. Nodes are visited in the order
    /// in which the ray enters them; those that it enters behind the best hit are skipped.
    /// `pending` is scratch memory.
    pub(in crate::octree) fn nearest(
        &self,
        ray: &Ray<D>,
        pending: &mut Vec<PendingNode>,
        observer: &mut impl QueryObserver,
        hit: &impl Fn(&ObjectTag, f32) -> Option<f32>,
    ) -> Option<(ObjectTag, Aabb<D>)> {
        let splat = SplatRay::new(ray);
        let mut best = (ray.reach, u32::MAX);
        let mut first_hit = None;
        // A depth-first descent leaves at most seven nodes waiting on each level.
        if pending.len() < self.levels.len() * LANES {
            pending.resize(self.levels.len() * LANES, PendingNode { metres: 0.0, level: 0, node: 0 });
        }
        let pending = &mut pending[..];
        let mut stack_len = usize::from(!self.tags.is_empty());
        pending[0] = PendingNode { metres: 0.0, level: self.levels.len() as u32 - 1, node: 0 };
        while stack_len > 0 {
            stack_len -= 1;
            let PendingNode { metres, level, node } = pending[stack_len];
            if metres > best.0 {
                continue;
            }
            let (level, node) = (level as usize, node as usize);
            (0..self.used(level, node)).for_each(|_| observer.hit_test());
            let (enters, mut hits) = self.levels[level][node].entered(&splat, best.0);
            let first = stack_len;
            while hits != 0 {
                let lane = hits.trailing_zeros() as usize;
                hits &= hits - 1;
                let (metres, below) = (enters[lane % LANES], node * LANES + lane);
                if level > 0 {
                    let mut place = stack_len;
                    while place > first && pending[place - 1].metres < metres {
                        pending[place] = pending[place - 1];
                        place -= 1;
                    }
                    pending[place] = PendingNode { metres, level: level as u32 - 1, node: below as u32 };
                    stack_len += 1;
                } else if metres <= best.0 {
                    let tag = &self.tags[below];
                    if let Some(metres) = hit(tag, metres)
                        && (metres, tag.slot) < best
                    {
                        best = (metres, tag.slot);
                        first_hit = Some((node, lane));
                    }
                }
            }
        }
        first_hit.map(|(node, lane)| (self.tags[node * LANES + lane], self.levels[0][node].get(lane)))
    }
}

//! Queries of the flat tree by ray.

use super::FlatTree;
use crate::{
    Aabb, Ray,
    box_tree::{LANES, SplatRay},
    octree::{QueryObserver, node::ObjectTag},
    set_bits::SetBits,
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
        let splat = SplatRay::new(ray);
        self.boxes.visit(
            &mut |level, node, lanes| {
                self.count_tests(level, node, observer);
                lanes.entered(&splat, ray.reach).1
            },
            &mut |place| found(&self.tags[place]),
        );
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
        let levels = &self.boxes.levels;
        if pending.len() < levels.len() * LANES {
            pending.resize(levels.len() * LANES, PendingNode { metres: 0.0, level: 0, node: 0 });
        }
        let pending = &mut pending[..];
        let mut stack_len = usize::from(!self.tags.is_empty());
        pending[0] = PendingNode { metres: 0.0, level: levels.len() as u32 - 1, node: 0 };
        while stack_len > 0 {
            stack_len -= 1;
            let PendingNode { metres, level, node } = pending[stack_len];
            if metres > best.0 {
                continue;
            }
            let (level, node) = (level as usize, node as usize);
            self.count_tests(level, node, observer);
            let (enters, hits) = levels[level][node].entered(&splat, best.0);
            let first = stack_len;
            for lane in SetBits(hits.into()).map(|lane| lane as usize) {
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
        first_hit.map(|(node, lane)| (self.tags[node * LANES + lane], levels[0][node].get(lane)))
    }
}

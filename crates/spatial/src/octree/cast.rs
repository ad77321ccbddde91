//! Queries by ray: all hits, or the nearest one.

use super::{
    ObjectId, QueryObserver,
    core::TreeCore,
    node::{NONE, NodeObject, ObjectTag, TreeNode},
};
use crate::{Impact, Ray};

/// An object that a ray hits, and the point of impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<const D: usize> {
    /// The object that is hit.
    pub object: ObjectId,
    /// The point of impact, the surface normal there, and the distance from the ray's origin.
    pub impact: Impact<D>,
}

impl<const D: usize> TreeCore<D> {
    /// Calls `found` with each object in and below `node` that has a type bit of `types` and is hit
    /// by `ray`.
    pub(super) fn cast(
        &self,
        node: &TreeNode<D>,
        ray: &Ray<D>,
        types: u32,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(RayHit<D>),
    ) {
        for item in &node.items {
            observer.hit_test();
            if item.tag.types & types != 0
                && let Some(impact) = self.impact(ray, item)
            {
                found(RayHit { object: ObjectId(item.tag.slot), impact });
            }
        }
        for child in self.occupied_children(node) {
            observer.hit_test();
            if ray.slabs(&child.bounds).is_some() {
                self.cast(child, ray, types, observer, found);
            }
        }
    }

    /// Calls `found` with each object that has a type bit of `types` and is hit by `ray`. Searches
    /// the flat tree.
    pub(super) fn cast_flat(
        &mut self,
        ray: &Ray<D>,
        types: u32,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(RayHit<D>),
    ) {
        self.update_flat();
        let Some(flat) = &self.flat else { return };
        flat.cast(ray, observer, &mut |tag| {
            if tag.types & types != 0
                && let Some(impact) = self.shape(tag.slot).and_then(|shape| shape.hit(ray))
            {
                found(RayHit { object: ObjectId(tag.slot), impact });
            }
        });
    }

    /// The nearest object that has a type bit of `types` and is hit by `ray`. Searches the flat
    /// tree.
    pub(super) fn cast_nearest_flat(
        &mut self,
        ray: &Ray<D>,
        types: u32,
        observer: &mut impl QueryObserver,
    ) -> Option<RayHit<D>> {
        self.update_flat();
        let mut entered = std::mem::take(&mut self.entered);
        let hit = |tag: &ObjectTag, metres: f32| match tag.types & types != 0 {
            false => None,
            true if tag.is_round => Some(self.shape(tag.slot)?.hit(ray)?.distance),
            true => Some(metres),
        };
        let first = self.flat.as_ref().and_then(|flat| flat.nearest(ray, &mut entered, observer, &hit));
        self.entered = entered;
        let (tag, bounds) = first?;
        Some(RayHit { object: ObjectId(tag.slot), impact: self.impact(ray, &NodeObject { bounds, tag })? })
    }

    /// Updates `best`, the nearest hit, from the objects in and below `node`; of equally near ones,
    /// the one with the smallest id. Visits the children in the order in which the ray enters them,
    /// and skips those that it enters behind the best hit.
    pub(super) fn cast_nearest(
        &self,
        node: &TreeNode<D>,
        ray: &Ray<D>,
        types: u32,
        observer: &mut impl QueryObserver,
        best: &mut Option<RayHit<D>>,
    ) {
        for item in &node.items {
            observer.hit_test();
            if item.tag.types & types != 0
                && ray.slabs(&item.bounds).is_some_and(|(enter, _, _)| may_beat(enter, best.as_ref()))
                && let Some(impact) = self.impact(ray, item)
            {
                let hit = RayHit { object: ObjectId(item.tag.slot), impact };
                let rank = |hit: &RayHit<D>| (hit.impact.distance, hit.object);
                if best.as_ref().is_none_or(|best| rank(&hit) < rank(best)) {
                    *best = Some(hit);
                }
            }
        }
        let mut near = [(f32::INFINITY, NONE); 8];
        let mut used = 0;
        for at in node.children.into_iter().filter(|&at| at != NONE && self.node(at).count > 0) {
            let child = self.node(at);
            observer.hit_test();
            if let Some((enter, _, _)) = ray.slabs(&child.bounds) {
                let place = near[..used].partition_point(|&(other, _)| other <= enter);
                near[place..=used].rotate_right(1);
                near[place] = (enter, at);
                used += 1;
            }
        }
        for &(enter, at) in &near[..used] {
            if may_beat(enter, best.as_ref()) {
                self.cast_nearest(self.node(at), ray, types, observer, best);
            }
        }
    }

    fn impact(&self, ray: &Ray<D>, item: &NodeObject<D>) -> Option<Impact<D>> {
        if item.tag.is_round { self.shape(item.tag.slot)?.hit(ray) } else { ray.hit_box(&item.bounds) }
    }
}

/// Whether a box that the ray enters at `enter` metres may hold a better hit than `best`. At equal
/// distance it may, since the smaller id wins.
fn may_beat<const D: usize>(enter: f32, best: Option<&RayHit<D>>) -> bool {
    best.is_none_or(|best| enter <= best.impact.distance)
}

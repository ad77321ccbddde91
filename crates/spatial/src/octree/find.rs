//! Queries by region. The tree tests the objects of a node, then enters each child whose bounds the
//! region touches.

use super::{
    ObjectId, QueryObserver, QueryRegion,
    core::TreeCore,
    node::{ObjectTag, TreeNode},
};
use crate::{box_tree::BoxLanes, set_bits::SetBits};

impl<const D: usize> TreeCore<D> {
    /// Calls `found` with each object in and below `node` that has a type bit of `types` and
    /// touches `region`.
    pub(super) fn find(
        &self,
        node: &TreeNode<D>,
        region: &impl QueryRegion<D>,
        types: u32,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(ObjectId),
    ) {
        for item in &node.items {
            observer.hit_test();
            if item.tag.types & types != 0 && region.touches_box(&item.bounds) && self.touches(region, &item.tag) {
                found(ObjectId(item.tag.slot));
            }
        }
        for child in self.occupied_children(node) {
            observer.hit_test();
            if region.touches_box(&child.bounds) {
                self.find(child, region, types, observer, found);
            }
        }
    }

    /// Calls `found` with each object that has a type bit of `types` and touches `region`. Searches
    /// the flat tree.
    pub(super) fn find_flat(
        &mut self,
        region: &impl QueryRegion<D>,
        types: u32,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(ObjectId),
    ) {
        self.update_flat();
        let Some(flat) = &self.flat else { return };
        let touching = |lanes: &BoxLanes<D>, hits: u32| {
            let is_apart = |lane: &u32| !region.touches_box_in_bounds(&lanes.get(*lane as usize));
            SetBits(hits.into()).filter(is_apart).fold(hits, |hits, lane| hits & !(1 << lane))
        };
        flat.search(&region.bounds(), &touching, observer, &mut |tag| {
            if tag.types & types != 0 && self.touches(region, tag) {
                found(ObjectId(tag.slot));
            }
        });
    }

    fn touches(&self, region: &impl QueryRegion<D>, tag: &ObjectTag) -> bool {
        !tag.is_round || self.shape(tag.slot).is_some_and(|shape| region.touches(shape))
    }
}

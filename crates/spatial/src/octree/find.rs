//! Queries by region. The tree tests the objects of a node, then enters each child whose bounds the
//! region touches.

use super::{
    ObjectId, QueryObserver, QueryRegion,
    core::TreeCore,
    node::{OUTSIDE, ObjectTag, TreeNode},
};

impl<const D: usize> TreeCore<D> {
    /// Calls `found` with each object that has a type bit of `types` and touches `region`.
    pub(super) fn find(
        &self,
        region: &impl QueryRegion<D>,
        types: u32,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(ObjectId),
    ) {
        self.find_below(self.node(OUTSIDE), region, types, observer, found);
    }

    fn find_below(
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
        for child in node.children().map(|child| self.node(child)).filter(|child| child.count > 0) {
            observer.hit_test();
            if region.touches_box(&child.bounds) {
                self.find_below(child, region, types, observer, found);
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
        flat.search(&region.bounds(), &|bounds| region.touches_box(bounds), observer, &mut |tag| {
            if tag.types & types != 0 && self.touches(region, tag) {
                found(ObjectId(tag.slot));
            }
        });
    }

    fn touches(&self, region: &impl QueryRegion<D>, tag: &ObjectTag) -> bool {
        !tag.is_round || self.shape(tag.slot).is_some_and(|shape| region.touches(shape))
    }
}

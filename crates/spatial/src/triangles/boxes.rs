//! The tree that answers `TriangleOctree::candidates`: the bounding box of each triangle once, in a
//! [`BoxTree`].
//!
//! Triangles are ordered by recursive median splits on the axis on which their centres spread
//! farthest, at node boundaries. A query visits a third fewer nodes than in Morton order, in which
//! a node may begin anywhere on the curve.

use glam::Vec3A;

use super::{bounds::TriangleBounds, probe::ProbeTest};
use crate::{
    Aabb3,
    box_tree::{BoxLanes, BoxTree, LANES, halved},
};

/// A flat tree over the bounding boxes of triangles.
#[derive(Clone, Debug, Default)]
pub(super) struct TriangleBoxes {
    boxes: BoxTree<3>,
    /// Triangle indices in the order of the boxes.
    triangles: Vec<u32>,
}

impl TriangleBoxes {
    /// Builds the tree over triangles with these bounding boxes. Cost: O(*n* log *n*) for *n*
    /// triangles.
    pub(super) fn new(bounds: &[TriangleBounds]) -> Self {
        let centers = (0..).zip(bounds).map(|(triangle, &TriangleBounds { min, max })| TriangleCenter {
            coordinates: (min + max).to_array(),
            triangle,
        });
        let mut centers: Vec<_> = centers.collect();
        put_in_order(&mut centers);
        let triangles: Vec<_> = centers.into_iter().map(|center| center.triangle).collect();
        let boxes = triangles.iter().map(|&triangle| Aabb3::from(bounds[triangle as usize]));
        Self { boxes: BoxTree::new(triangles.len(), boxes), triangles }
    }

    pub(super) fn len(&self) -> usize {
        self.triangles.len()
    }

    /// The memory of the tree, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.boxes.levels.iter().map(|level| size_of_val(&**level)).sum::<usize>() + size_of_val(&*self.triangles)
    }

    /// Calls `visit` once with the index of each triangle whose bounding box the filter touches.
    pub(super) fn visit(&self, filter: &impl ProbeTest, visit: &mut impl FnMut(u32)) {
        let test = &mut |_, _, lanes: &BoxLanes<3>| lanes.passing(|four| filter.touches_four(four));
        self.boxes.visit(test, &mut |place| visit(self.triangles[place]));
    }
}

/// Twice the centre of a triangle's bounding box: the sum of the box's least and greatest corner.
#[derive(Clone, Copy)]
struct TriangleCenter {
    coordinates: [f32; 3],
    triangle: u32,
}

impl TriangleCenter {
    /// A sort key: the coordinate in the upper 32 bits, the triangle's index in the lower. No two
    /// keys are equal, so the result of a median split does not depend on the selection algorithm.
    #[inline(always)]
    fn key(&self, axis: usize) -> u64 {
        // The bit patterns of floats are ordered, except that negative ones are in reverse.
        let bits = self.coordinates[axis].to_bits();
        let ordered = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
        u64::from(ordered) << 32 | u64::from(self.triangle)
    }
}

/// Orders triangles such that those close in space share nodes. Within a node of level 0 they are
/// in index order.
fn put_in_order(centers: &mut [TriangleCenter]) {
    if centers.len() <= LANES {
        return centers.sort_unstable_by_key(|center| center.triangle);
    }
    let all = centers.iter().map(|center| Vec3A::from_array(center.coordinates));
    let (min, max) = all.fold((Vec3A::MAX, Vec3A::MIN), |(min, max), center| (min.min(center), max.max(center)));
    let (first, second) = halved(centers, (max - min).max_position(), TriangleCenter::key);
    put_in_order(first);
    put_in_order(second);
}

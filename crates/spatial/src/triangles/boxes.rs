//! The tree that answers `TriangleOctree::candidates`: the bounding box of each triangle once, in a
//! flat tree of eight-way nodes. A node has eight lanes: the bounding boxes of its children.
//!
//! Level 0 holds the triangles, eight to a node. Each higher level holds the nodes of the level
//! below, eight to a node; the top level has one node. There are no links: lane `i` of node `n` is
//! element `8 n + i` of the level below. The same coordinate of all lanes is adjacent in memory, so
//! one SIMD comparison tests four lanes. Triangles are ordered by recursive median splits on the
//! axis on which their centres spread farthest, at node boundaries. A query visits a third fewer
//! nodes than in Morton order, in which a node may begin anywhere on the curve.

use glam::Vec3A;

use super::{
    lanes::{LANES, TriangleBounds, TriangleLanes},
    probe::ProbeTest,
};

/// A flat tree over the bounding boxes of triangles; the module comment has the layout.
#[derive(Clone, Debug, Default)]
pub(super) struct BoxTree {
    /// The nodes of each level, from level 0 up.
    levels: Vec<Vec<TriangleLanes>>,
    /// Triangle indices in the order of the lanes of level 0.
    triangles: Vec<u32>,
}

impl BoxTree {
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
        let eight = |eight: &[u32]| TriangleLanes::new(eight.iter().map(|&triangle| bounds[triangle as usize]));
        let mut level: Vec<_> = triangles.chunks(LANES).map(eight).collect();
        let mut levels = Vec::new();
        while level.len() > 1 {
            let above =
                level.chunks(LANES).map(|eight| TriangleLanes::new(eight.iter().map(TriangleLanes::around))).collect();
            levels.push(std::mem::replace(&mut level, above));
        }
        levels.push(level);
        Self { levels, triangles }
    }

    pub(super) fn len(&self) -> usize {
        self.triangles.len()
    }

    /// The memory of the tree, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.levels.iter().map(|level| size_of_val(&**level)).sum::<usize>() + size_of_val(&*self.triangles)
    }

    /// Calls `visit` once with the index of each triangle whose bounding box the filter touches.
    pub(super) fn visit(&self, filter: &impl ProbeTest, visit: &mut impl FnMut(u32)) {
        if let Some([root]) = self.levels.last().map(Vec::as_slice) {
            self.visit_lanes(self.levels.len() - 1, 0, filter.touches_lanes(root), filter, visit);
        }
    }

    /// Like [`BoxTree::visit`], for the triangles below those lanes of a node whose bits are set in
    /// `lanes`.
    fn visit_lanes(&self, level: usize, node: usize, lanes: u32, filter: &impl ProbeTest, visit: &mut impl FnMut(u32)) {
        let first = node * LANES;
        if level == 0 {
            return each(lanes, |lane| visit(self.triangles[first + lane]));
        }
        // Tests all children before entering one, so that their memory is fetched in parallel.
        let below = &self.levels[level - 1];
        let mut touched = [0; LANES];
        each(lanes, |lane| touched[lane] = filter.touches_lanes(&below[first + lane]));
        each(lanes, |lane| {
            if touched[lane] != 0 {
                self.visit_lanes(level - 1, first + lane, touched[lane], filter, visit);
            }
        });
    }
}

/// Calls `lane` with the index of each set bit of `lanes`.
#[inline(always)]
fn each(mut lanes: u32, mut lane: impl FnMut(usize)) {
    while lanes != 0 {
        lane(lanes.trailing_zeros() as usize & (LANES - 1));
        lanes &= lanes - 1;
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
    // Number of triangles below one full child of the smallest node that holds all triangles.
    let mut child = LANES;
    while child * LANES < centers.len() {
        child *= LANES;
    }
    let middle = centers.len().div_ceil(child) / 2 * child;
    let all = centers.iter().map(|center| Vec3A::from_array(center.coordinates));
    let (min, max) = all.fold((Vec3A::MAX, Vec3A::MIN), |(min, max), center| (min.min(center), max.max(center)));
    match (max - min).max_position() {
        0 => centers.select_nth_unstable_by_key(middle, |center| center.key(0)),
        1 => centers.select_nth_unstable_by_key(middle, |center| center.key(1)),
        _ => centers.select_nth_unstable_by_key(middle, |center| center.key(2)),
    };
    let (first, second) = centers.split_at_mut(middle);
    put_in_order(first);
    put_in_order(second);
}

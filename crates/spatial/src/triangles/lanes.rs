//! Eight bounding boxes, tested at once.

use glam::{Vec3A, Vec4};

/// Number of boxes in a node.
pub(super) const LANES: usize = 8;

/// The axis-aligned bounding box of a triangle or a node, in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriangleBounds {
    pub(super) min: Vec3A,
    pub(super) max: Vec3A,
}

impl TriangleBounds {
    pub(super) fn of([a, b, c]: [Vec3A; 3]) -> Self {
        Self { min: a.min(b).min(c), max: a.max(b).max(c) }
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// The bounding boxes of up to eight triangles or nodes, one in each lane: for each axis, two
/// groups of four lanes.
#[derive(Clone, Debug)]
#[expect(unnameable_types, reason = "what a probe does is the tree's own affair")]
pub struct TriangleLanes {
    pub(super) min: [[Vec4; 2]; 3],
    pub(super) max: [[Vec4; 2]; 3],
}

impl TriangleLanes {
    /// A node without children. Its lanes are inverted infinite boxes, which no
    /// [`ProbeTest`](super::probe::ProbeTest) touches, since filters are finite.
    const UNUSED: Self = Self { min: [[Vec4::INFINITY; 2]; 3], max: [[Vec4::NEG_INFINITY; 2]; 3] };

    pub(super) fn new(boxes: impl Iterator<Item = TriangleBounds>) -> Self {
        let mut lanes = Self::UNUSED;
        for (lane, bounds) in boxes.take(LANES).enumerate() {
            for axis in 0..3 {
                lanes.min[axis][lane / 4][lane % 4] = bounds.min[axis];
                lanes.max[axis][lane / 4][lane % 4] = bounds.max[axis];
            }
        }
        lanes
    }

    /// The bounding box of the boxes in all lanes.
    pub(super) fn around(&self) -> TriangleBounds {
        TriangleBounds {
            min: Vec3A::from_array([0, 1, 2].map(|axis| self.min[axis][0].min(self.min[axis][1]).min_element())),
            max: Vec3A::from_array([0, 1, 2].map(|axis| self.max[axis][0].max(self.max[axis][1]).max_element())),
        }
    }
}

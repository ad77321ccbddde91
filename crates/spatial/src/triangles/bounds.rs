//! The bounding box of a triangle, in the form in which the build compares it.

use glam::Vec3A;

use crate::Aabb3;

/// The axis-aligned bounding box of a triangle or of a mesh, in metres.
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

impl From<TriangleBounds> for Aabb3 {
    fn from(TriangleBounds { min, max }: TriangleBounds) -> Self {
        Self { min: min.to_array(), max: max.to_array() }
    }
}

//! The objects that callers store in a tree: a shape with type bits, identified by a small dense
//! id.

use std::fmt;

use crate::{Aabb, Ray, Sphere, ray::Impact};

/// Identifies an object in its tree. The id of a removed object is reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub(super) u32);

impl ObjectId {
    /// The id as an index. Ids are small and dense, so a game may use them as indices of a `Vec`.
    ///
    /// If nothing was removed from the tree yet, the index is the number of objects inserted before
    /// this one.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "object {}", self.0)
    }
}

/// The space that an object occupies.
///
/// This enum is exhaustive: a [`QueryRegion`](super::QueryRegion) that a game implements must
/// handle every shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape<const D: usize> {
    /// An axis-aligned box.
    Box(Aabb<D>),
    /// A ball (in two dimensions a disc).
    Sphere(Sphere<D>),
}

impl<const D: usize> Shape<D> {
    /// The smallest axis-aligned box that encloses the shape.
    #[must_use]
    pub fn bounds(&self) -> Aabb<D> {
        match self {
            Self::Box(aabb) => *aabb,
            Self::Sphere(sphere) => sphere.bounds(),
        }
    }

    /// Whether the two shapes share a point.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Box(one), Self::Box(two)) => one.overlaps(two),
            (Self::Sphere(sphere), Self::Box(aabb)) | (Self::Box(aabb), Self::Sphere(sphere)) => {
                sphere.overlaps_box(aabb)
            }
            (Self::Sphere(one), Self::Sphere(two)) => one.overlaps_sphere(two),
        }
    }

    /// The point where `ray` first meets the shape; `None` if it misses.
    #[must_use]
    pub fn hit(&self, ray: &Ray<D>) -> Option<Impact<D>> {
        match self {
            Self::Box(aabb) => ray.hit_box(aabb),
            Self::Sphere(sphere) => ray.hit_sphere(sphere),
        }
    }
}

impl<const D: usize> From<Aabb<D>> for Shape<D> {
    fn from(aabb: Aabb<D>) -> Self {
        Self::Box(aabb)
    }
}

impl<const D: usize> From<Sphere<D>> for Shape<D> {
    fn from(sphere: Sphere<D>) -> Self {
        Self::Sphere(sphere)
    }
}

/// An object of a tree: a shape, type bits, and whether it is static.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Object<const D: usize> {
    /// The space that the object occupies.
    pub shape: Shape<D>,
    /// Type bits, assigned by the game. A query finds objects that share a set bit with its
    /// `types`, so an object with no bit set is never found.
    pub types: u32,
    /// Whether the object is scenery: two static objects are never reported as a pair. A static
    /// object may still be moved.
    pub is_static: bool,
}

impl<const D: usize> Object<D> {
    /// Creates a non-static object with all type bits set.
    #[must_use]
    pub fn new(shape: impl Into<Shape<D>>) -> Self {
        Self { shape: shape.into(), types: u32::MAX, is_static: false }
    }

    /// Returns the object with `types` as its type bits.
    #[must_use]
    pub fn with_types(self, types: u32) -> Self {
        Self { types, ..self }
    }

    /// Returns the object marked as static.
    #[must_use]
    pub fn as_static(self) -> Self {
        Self { is_static: true, ..self }
    }
}

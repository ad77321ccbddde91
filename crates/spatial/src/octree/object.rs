use std::fmt;

use crate::{Aabb, Ray, Sphere, ray::Impact};

/// The name that a tree gives to an object when it is inserted; given again to another one only after it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub(super) u32);

impl ObjectId {
    /// The id as an index: ids are small and dense, so a game may keep what belongs to them in a `Vec`. In a tree from which nothing
    /// was removed yet, the number of insertions before this one.
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

/// What an object occupies.
///
/// Closed: a [`Region`](super::Region) of a game has to know every shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape<const D: usize> {
    /// A box along the axes.
    Box(Aabb<D>),
    /// A ball.
    Sphere(Sphere<D>),
}

impl<const D: usize> Shape<D> {
    /// The smallest box around it.
    #[must_use]
    pub fn bounds(&self) -> Aabb<D> {
        match self {
            Self::Box(aabb) => *aabb,
            Self::Sphere(sphere) => sphere.bounds(),
        }
    }

    /// Whether the two share a point.
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

    /// Where `ray` first meets it; `None` if it misses.
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

/// What is put into a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Object<const D: usize> {
    /// What it occupies.
    pub shape: Shape<D>,
    /// Its types, one bit each, as the game assigns them. A query finds what shares a bit with its own mask; an object without
    /// types is never found.
    pub types: u32,
    /// Whether it counts as scenery: two static objects are never reported as a pair. A static one may still be moved.
    pub is_static: bool,
}

impl<const D: usize> Object<D> {
    /// An object of all types that may move.
    #[must_use]
    pub fn new(shape: impl Into<Shape<D>>) -> Self {
        Self { shape: shape.into(), types: u32::MAX, is_static: false }
    }

    /// The same object with the types whose bits are set.
    #[must_use]
    pub fn with_types(self, types: u32) -> Self {
        Self { types, ..self }
    }

    /// The same object as scenery.
    #[must_use]
    pub fn as_static(self) -> Self {
        Self { is_static: true, ..self }
    }
}

//! What is where: shapes in two and three dimensions, and the indices that a game asks every frame.
//!
//! Cells are half open, so footprints that touch do not overlap. Everything in metres is closed: boxes and spheres that touch
//! do. Every test in metres is decided by comparisons that a box which holds another box can only pass more easily, so a tree
//! finds exactly what a scan over all objects would, on every platform.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![cfg_attr(
    not(test),
    deny(
        clippy::exit,
        clippy::expect_used,
        clippy::panic,
        clippy::panic_in_result_fn,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod aabb;
mod frustum;
pub mod geom;
mod octree;
mod prop_index;
mod ray;
mod shape_error;
mod sphere;
mod triangles;

pub use aabb::{Aabb, Aabb2, Aabb3};
pub use glam;

pub use frustum::{Frustum, Frustum2, Frustum3, Plane};
pub use octree::{
    Contact, HitTests, NodeView, Object, ObjectId, Observer, Octree, Pair, Quadtree, RayHit, Region, Shape, Statistics,
    Tree, Unobserved,
};
pub use prop_index::{Footprint, IndexNode, PropIndex, PropIndexError};
pub use ray::{Impact, Ray, Ray2, Ray3};
pub use shape_error::ShapeError;
pub use sphere::{Sphere, Sphere2, Sphere3};
pub use triangles::{
    TriangleError, TriangleOctree, TriangleOptions, TriangleProbe, TriangleStamps, TriangleStatistics,
};

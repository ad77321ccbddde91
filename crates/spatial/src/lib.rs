//! Spatial indices and shapes in two and three dimensions, for the queries of a game's frame.
//!
//! Consumes footprints in cells, or shapes in metres. Cells are half-open: footprints that touch do
//! not overlap. Shapes in metres are closed: boxes and spheres that touch do overlap. Every test in
//! metres is monotonic: if a box passes the test, every box that encloses that box passes it too.
//! So a tree search finds exactly the objects that a scan of all objects finds, on every platform.

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
mod box_tree;
mod frustum;
pub mod geom;
mod octree;
mod prop_index;
mod ray;
mod set_bits;
mod shape_error;
mod sphere;
mod triangles;

pub use aabb::{Aabb, Aabb2, Aabb3};
pub use glam;

pub use frustum::{Frustum, Frustum2, Frustum3, Plane};
pub use octree::{
    Contact, HitTestCounter, NoObserver, NodeView, Object, ObjectId, ObjectPair, Octree, Quadtree, QueryObserver,
    QueryRegion, RayHit, Shape, Tree, TreeStatistics,
};
pub use prop_index::{Footprint, IndexNode, PropIndex, PropIndexError};
pub use ray::{Impact, Ray, Ray2, Ray3};
pub use shape_error::ShapeError;
pub use sphere::{Sphere, Sphere2, Sphere3};
pub use triangles::{
    TriangleError, TriangleOctree, TriangleOptions, TriangleProbe, TriangleStamps, TriangleStatistics,
};

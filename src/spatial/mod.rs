//! What is where: shapes in two and three dimensions, and trees over them.
//!
//! Metres; boxes and spheres are closed sets, so touching is overlapping (cells, which are half open, differ). Every
//! test is decided by comparisons that a box which holds another box can only pass more easily, so a tree finds exactly what a
//! scan over all objects would, on every platform.

mod aabb;
mod frustum;
mod octree;
mod ray;
mod shape_error;
mod sphere;

pub use aabb::{Aabb, Aabb2, Aabb3};
pub use frustum::{Frustum, Frustum2, Frustum3, Plane};
pub use octree::{
    HitTests, NodeView, Object, ObjectId, Observer, Octree, Pair, Quadtree, RayHit, Region, Shape, Statistics, Tree,
    Unobserved,
};
pub use ray::{Impact, Ray, Ray2, Ray3};
pub use shape_error::ShapeError;
pub use sphere::{Sphere, Sphere2, Sphere3};

//! The ways in which vertices and triangles can be unfit for a triangle octree.

use thiserror::Error;

use super::TriangleOctree;

/// The reason why a [`TriangleOctree`] cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TriangleError {
    /// A coordinate is NaN, infinite, or larger than [`TriangleOctree::MAX_COORDINATE`].
    #[error(
        "vertex {vertex} has the coordinate {given} on axis {axis}; numbers from -{farthest:e} to {farthest:e} are allowed",
        farthest = TriangleOctree::MAX_COORDINATE
    )]
    Coordinate {
        /// The index of the vertex.
        vertex: usize,
        /// The axis of the coordinate: 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The refused coordinate, in metres.
        given: f32,
    },
    /// A triangle refers to a vertex that does not exist.
    #[error("triangle {triangle} has the vertex {given}, but there are only {vertices} vertices, counted from 0")]
    Index {
        /// The index of the triangle.
        triangle: usize,
        /// The index of the missing vertex.
        given: u32,
        /// The number of vertices of the mesh.
        vertices: usize,
    },
    /// There are more triangles than an octree can index.
    #[error("{given} triangles are too many: an octree has at most {}", TriangleOctree::MAX_TRIANGLES)]
    TooMany {
        /// The number of triangles of the mesh.
        given: usize,
    },
}

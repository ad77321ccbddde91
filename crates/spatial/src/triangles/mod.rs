//! Triangles that may collide with something: an octree over a mesh that does not move.

mod boxes;
mod build;
mod error;
mod leaves;
mod probe;
mod separating;
mod stamps;
#[cfg(test)]
mod tests;

use glam::Vec3A;

pub use error::TriangleError;
pub use leaves::TriangleStatistics;
pub use probe::TriangleProbe;
pub use stamps::TriangleStamps;

use self::{
    boxes::BoxTree,
    build::{build, child_center},
    probe::Filter,
};

/// An octree over triangles: names those that may touch a sphere, a box or a ray.
///
/// A cube is split while it holds more than a threshold of triangles that meet it, as long as that helps; each leaf lists all
/// triangles that meet its cube. Beside the leaves stands a flat tree over the triangles' own boxes. There is a query for each:
/// - [`Self::in_leaves`] names the triangles of all leaves whose cubes the query touches.
/// - [`Self::candidates`] names the triangles whose own boxes the query touches: fewer, and faster. Neither is a part of the other:
///   the box of a long slanting triangle may be touched where none of its leaves is.
///
/// Guarantees:
/// - Each query names what its rule says, each triangle once, and no other. No triangle that shares a point with the query is
///   missed: cubes and boxes are enlarged by an absolute amount, 2^-19 of the largest coordinate of the mesh and the query
///   (0.2 mm at 100 m) and 2^-126 m, so neither rounding here nor in the caller's own test loses a contact.
/// - A split helps if every octant holds fewer triangles than the cube did. Four times in a row, one octant may hold all of
///   them and the others fewer than that together (if the others hold none, any number of times). More triangles than the
///   threshold that share a vertex, or are identical, therefore stay in a leaf together.
/// - Leaves hold each triangle at most 16 times on average, however large triangles are and however many cross: a split that
///   would exceed that along its branch is not made. No leaf lies deeper than 20 splits.
/// - The order of triangles depends on the mesh and the query alone. [`Self::in_leaves`] goes by leaves (x before y before z,
///   recursively: Morton order; along a ray, from its near end to the far one), within a leaf by position; a triangle comes where it
///   is met first.
///
/// Cost: building is linear in triangles times depth, and in sorting them. A query costs what it touches, allocates nothing, and needs
/// the tree by reference; one of leaves a [`TriangleStamps`] too. Memory: 32 bytes for each triangle, and 4 for each in each leaf.
///
/// ```
/// use roomgen::{Preset, generate, mesh::Mesh, spatial::{Sphere3, TriangleOctree}};
///
/// let level = generate(&Preset::built_in("crypt")?, 42);
/// let mesh = Mesh::from_level(&level)?;
/// let tree = TriangleOctree::new(mesh.vertices(), mesh.triangles())?;
///
/// let entry = level.entry();
/// let ball = Sphere3::new([entry.x as f32 + 0.5, 0.5, entry.y as f32 + 0.5], 0.6)?;
/// let mut surfaces = Vec::new();
/// tree.candidates(&ball, |triangle| surfaces.extend(mesh.surface(triangle)));
/// assert!(surfaces.contains(&roomgen::mesh::Surface::Floor));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TriangleOctree {
    /// The root first; the children of a node stand together, by octant.
    nodes: Vec<Node>,
    /// The lists of all leaves.
    listed: Vec<u32>,
    /// The boxes of all triangles.
    boxes: BoxTree,
    /// The root's cube: its centre, and half its side, a power of two.
    center: [f32; 3],
    half: f32,
    /// The largest coordinate.
    largest: f32,
    depth: u32,
}

/// A cube.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Its first child, or, in a leaf, where its list begins.
    first: u32,
    /// The number of triangles in a leaf.
    held: u32,
    /// The octants that have a child, as bits; 0 in a leaf.
    octants: u8,
}

/// How finely a [`TriangleOctree`] divides space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleOptions {
    /// A cube with more triangles than this is split; 1 at least.
    pub threshold: u32,
    /// No cube has a smaller side, in metres. Where coordinates are so large that `f32` would resolve such a cube badly, the
    /// smallest side is 2^-16 of the largest coordinate. NaN and negative numbers count as 0.
    pub smallest: f32,
}

impl Default for TriangleOptions {
    /// 30 triangles, 1/64 m.
    fn default() -> Self {
        Self { threshold: 30, smallest: 1.0 / 64.0 }
    }
}

impl TriangleOctree {
    /// The largest coordinate, in metres: 2^120, so that nothing derived from it overflows into a wrong answer.
    pub const FARTHEST: f32 = (1u128 << 120) as f32;
    /// The largest number of triangles: as many as leaves can list 16 times over.
    pub const MOST: usize = 1 << 27;

    /// The tree over triangles given as positions in `vertices`, which are in metres (arrays or `glam` vectors), with the default
    /// [`TriangleOptions`]. Triangles without area, and a mesh without triangles, are allowed.
    ///
    /// # Errors
    ///
    /// [`TriangleError`] if a coordinate is not finite or beyond [`Self::FARTHEST`], a triangle names a vertex that does not exist,
    /// or there are more than [`Self::MOST`] triangles.
    pub fn new<V: Copy + Into<[f32; 3]>>(vertices: &[V], triangles: &[[u32; 3]]) -> Result<Self, TriangleError> {
        Self::with_options(vertices, triangles, TriangleOptions::default())
    }

    /// The same, as finely divided as the caller wants it.
    ///
    /// # Errors
    ///
    /// As for [`Self::new`].
    pub fn with_options<V: Copy + Into<[f32; 3]>>(
        vertices: &[V],
        triangles: &[[u32; 3]],
        options: TriangleOptions,
    ) -> Result<Self, TriangleError> {
        if triangles.len() > Self::MOST {
            return Err(TriangleError::TooMany { given: triangles.len() });
        }
        let vertices: Vec<_> = vertices.iter().map(|&vertex| Vec3A::from_array(vertex.into())).collect();
        for (vertex, coordinates) in vertices.iter().enumerate() {
            // "Near" rather than "not far", so that NaN is refused.
            let near: [bool; 3] = coordinates.abs().cmple(Vec3A::splat(Self::FARTHEST)).into();
            if let Some(axis) = near.iter().position(|near| !near) {
                return Err(TriangleError::Coordinate { vertex, axis, given: coordinates[axis] });
            }
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&given) = corners.iter().find(|&&corner| corner as usize >= vertices.len()) {
                return Err(TriangleError::Index { triangle, given, vertices: vertices.len() });
            }
        }
        Ok(build(&vertices, triangles, options))
    }

    /// The number of triangles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Whether there are no triangles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boxes.len() == 0
    }

    /// Calls `visit` with each triangle of the leaves that `probe` touches, once.
    pub fn in_leaves<P: TriangleProbe>(&self, probe: &P, stamps: &mut TriangleStamps, mut visit: impl FnMut(u32)) {
        let Some(root) = self.nodes.first() else { return };
        stamps.begin(self.len());
        let filter = probe.filter(self.largest);
        if filter.touches_cube(self.center, self.half) {
            self.descend(root, self.center, self.half, &filter, &mut |leaf: &Node| {
                for &triangle in self.listed(leaf) {
                    if stamps.is_first(triangle) {
                        visit(triangle);
                    }
                }
            });
        }
    }

    /// Calls `visit` with each triangle whose own box `probe` touches, once.
    pub fn candidates<P: TriangleProbe>(&self, probe: &P, mut visit: impl FnMut(u32)) {
        self.boxes.visit(&probe.filter(self.largest), &mut visit);
    }

    /// Replaces what `found` holds by what [`Self::candidates`] names.
    pub fn candidates_into<P: TriangleProbe>(&self, probe: &P, found: &mut Vec<u32>) {
        found.clear();
        self.candidates(probe, |triangle| found.push(triangle));
    }

    /// Calls `leaf` with every leaf below a cube that the filter touches.
    fn descend(&self, node: &Node, center: [f32; 3], half: f32, filter: &impl Filter, leaf: &mut impl FnMut(&Node)) {
        if node.octants == 0 {
            return leaf(node);
        }
        let wanted = node.octants & filter.octants(center);
        let quarter = half / 2.0;
        let first = filter.first_octant();
        for turn in 0..8 {
            let octant = turn ^ first;
            if wanted >> octant & 1 == 0 {
                continue;
            }
            let child = node.first as usize + (node.octants & ((1 << octant) - 1)).count_ones() as usize;
            let center = child_center(center, quarter, octant.into());
            if filter.touches_cube(center, quarter) {
                self.descend(&self.nodes[child], center, quarter, filter, leaf);
            }
        }
    }
}

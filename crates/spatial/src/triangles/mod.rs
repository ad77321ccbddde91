//! An octree over the triangles of a static mesh, for collision queries.
//!
//! Consumes vertices and triangle indices; produces the indices of triangles that may touch a
//! query.

mod bounds;
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
    boxes::TriangleBoxes,
    build::{build, child_center},
    probe::ProbeTest,
};

/// An octree over triangles: finds those that may touch a sphere, a box or a ray.
///
/// A cube is split while more triangles than [`TriangleOptions::threshold`] meet it and the split
/// helps. Each leaf lists all triangles that meet its cube. Beside the octree there is a flat tree
/// over the bounding boxes of single triangles. Each of the two trees has a query:
/// - [`Self::in_leaves`] finds the triangles of all leaves whose cubes the query touches.
/// - [`Self::candidates`] finds the triangles whose own boxes the query touches: fewer, and faster.
///   Neither result contains the other: a query may touch the box of a long slanting triangle but
///   none of its leaves.
///
/// Guarantees:
/// - A query finds exactly the triangles described above, each once. It misses no triangle that
///   shares a point with the query's shape: cubes and boxes are enlarged by 2^-19 of the largest
///   coordinate of the mesh and the shape (0.2 mm at 100 m) plus 2^-126 m. So no contact is lost to
///   rounding, here or in the caller's own test.
/// - A split helps if every octant receives fewer triangles than the cube holds. An octant may also
///   receive all triangles, up to four times in a row if the other octants together receive fewer,
///   and any number of times if the other octants receive none. So more triangles than the
///   threshold stay in one leaf if they share a vertex or are identical.
/// - Leaves list each triangle at most 16 times on average, for any mesh: a split that would exceed
///   this average is not made. No leaf is deeper than 20 splits.
/// - The order of triangles depends only on the mesh and the query. [`Self::in_leaves`] visits
///   leaves in Morton order (x before y before z), along a ray from its near end to its far end.
///   Within a leaf it goes by index. A triangle is reported in the first leaf that lists it.
///
/// Cost: building takes O(*n* × depth) plus O(*n* log *n*) for sorting *n* triangles. A query takes
/// time in proportion to the cubes or boxes that it touches and allocates nothing. It takes
/// `&self`; [`Self::in_leaves`] also needs a [`TriangleStamps`]. Memory: 32 bytes for each
/// triangle, plus 4 bytes for each leaf that lists it.
///
/// ```
/// use roomgen_spatial::{Sphere3, TriangleOctree, glam::Vec3};
///
/// // A floor of 2 by 2 metres.
/// let floor = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
/// let corners = floor.map(|[x, z]| Vec3::new(x, 0.0, z));
/// let tree = TriangleOctree::new(&corners, &[[0, 1, 2], [0, 2, 3]])?;
///
/// let ball = Sphere3::new([1.5, 0.25, 0.5], 0.3)?;
/// let mut touched = Vec::new();
/// tree.candidates(&ball, |triangle| touched.push(triangle));
/// assert!(touched.contains(&0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TriangleOctree {
    /// The nodes of the octree, the root first. The children of a node are adjacent, in order of
    /// octants.
    nodes: Vec<CubeNode>,
    /// The lists of triangle indices of all leaves, one after another.
    listed: Vec<u32>,
    /// The flat tree over the bounding boxes of single triangles.
    boxes: TriangleBoxes,
    /// The centre of the root's cube, in metres.
    center: [f32; 3],
    /// Half the side of the root's cube in metres, a power of two.
    half: f32,
    /// The largest absolute coordinate of the mesh, in metres.
    largest: f32,
    /// Number of splits on the way to the deepest leaf.
    depth: u32,
}

/// A node of a [`TriangleOctree`]: a cube that is a leaf or has children.
#[derive(Clone, Copy, Debug, Default)]
struct CubeNode {
    /// The index of the first child in `nodes`; in a leaf the start of its list in `listed`.
    first: u32,
    /// The number of triangles in a leaf's list.
    held: u32,
    /// A bit for each octant that has a child; 0 in a leaf.
    octants: u8,
}

/// How finely a [`TriangleOctree`] divides space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleOptions {
    /// A cube that more triangles than this meet is split. 0 counts as 1.
    pub threshold: u32,
    /// The smallest side of a cube in metres. NaN and negative numbers count as 0.
    ///
    /// The tree raises it to 2^-16 of the mesh's largest coordinate, since `f32` would resolve
    /// smaller cubes badly.
    pub smallest: f32,
}

impl Default for TriangleOptions {
    /// A threshold of 30 triangles, and cubes of at least 1/64 m.
    fn default() -> Self {
        Self { threshold: 30, smallest: 1.0 / 64.0 }
    }
}

impl TriangleOctree {
    /// The largest allowed coordinate in metres, 2^120, such that derived values do not overflow.
    pub const MAX_COORDINATE: f32 = (1u128 << 120) as f32;
    /// The largest allowed number of triangles, such that the leaves can list each triangle 16
    /// times.
    pub const MAX_TRIANGLES: usize = 1 << 27;

    /// Builds the tree over a mesh, with the default [`TriangleOptions`].
    ///
    /// Triangles are three indices into `vertices`. Vertices are in metres, as arrays or `glam`
    /// vectors. Triangles without area are allowed, and so is a mesh without triangles.
    ///
    /// # Errors
    ///
    /// [`TriangleError`] if a coordinate is not finite or beyond [`Self::MAX_COORDINATE`], if a
    /// triangle refers to a vertex that does not exist, or if there are more than
    /// [`Self::MAX_TRIANGLES`] triangles.
    pub fn new<V: Copy + Into<[f32; 3]>>(vertices: &[V], triangles: &[[u32; 3]]) -> Result<Self, TriangleError> {
        Self::with_options(vertices, triangles, TriangleOptions::default())
    }

    /// Like [`Self::new`], with `options`.
    ///
    /// # Errors
    ///
    /// As for [`Self::new`].
    pub fn with_options<V: Copy + Into<[f32; 3]>>(
        vertices: &[V],
        triangles: &[[u32; 3]],
        options: TriangleOptions,
    ) -> Result<Self, TriangleError> {
        if triangles.len() > Self::MAX_TRIANGLES {
            return Err(TriangleError::TooMany { given: triangles.len() });
        }
        let vertices: Vec<_> = vertices.iter().map(|&vertex| Vec3A::from_array(vertex.into())).collect();
        for (vertex, coordinates) in vertices.iter().enumerate() {
            // Tests "near" rather than "not far", so that NaN is rejected.
            let near: [bool; 3] = coordinates.abs().cmple(Vec3A::splat(Self::MAX_COORDINATE)).into();
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

    /// Calls `visit` once with the index of each triangle that is listed in a leaf whose cube
    /// `probe` touches.
    pub fn in_leaves<P: TriangleProbe>(&self, probe: &P, stamps: &mut TriangleStamps, mut visit: impl FnMut(u32)) {
        let Some(root) = self.nodes.first() else { return };
        stamps.begin(self.len());
        let filter = probe.filter(self.largest);
        if filter.touches_cube(self.center, self.half) {
            self.descend(root, self.center, self.half, &filter, &mut |leaf: &CubeNode| {
                for &triangle in self.listed(leaf) {
                    if stamps.is_first(triangle) {
                        visit(triangle);
                    }
                }
            });
        }
    }

    /// Calls `visit` once with the index of each triangle whose own bounding box `probe` touches.
    pub fn candidates<P: TriangleProbe>(&self, probe: &P, mut visit: impl FnMut(u32)) {
        self.boxes.visit(&probe.filter(self.largest), &mut visit);
    }

    /// Replaces `found` by the indices of the triangles that [`Self::candidates`] finds.
    pub fn candidates_into<P: TriangleProbe>(&self, probe: &P, found: &mut Vec<u32>) {
        found.clear();
        self.candidates(probe, |triangle| found.push(triangle));
    }

    /// Calls `leaf` with each leaf below `node` whose cube the shape in `filter` touches.
    fn descend(
        &self,
        node: &CubeNode,
        center: [f32; 3],
        half: f32,
        filter: &impl ProbeTest,
        leaf: &mut impl FnMut(&CubeNode),
    ) {
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

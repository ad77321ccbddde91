//! Triangles that may collide with something: an octree over a mesh that does not move.

mod build;
mod error;
mod leaves;
mod probe;
mod separating;
mod stamps;
#[cfg(test)]
mod tests;

pub use error::TriangleError;
pub use leaves::TriangleStatistics;
pub use probe::TriangleProbe;
use probe::{Filter, LANES, Lanes};
pub use stamps::TriangleStamps;

use self::build::{build, child_center};

/// An octree over triangles: names those that may touch a sphere, a box or a ray.
///
/// A cube is split while it holds more than a threshold of triangles that meet it, as long as that helps; each leaf lists all
/// triangles that meet its cube. A query visits the leaves that it touches and names each triangle once.
///
/// Guarantees:
/// - No triangle that shares a point with the query is missed. Tests are padded by an absolute amount, 2^-19 of the largest
///   coordinate of the mesh and the query (0.2 mm at 100 m), so neither rounding here nor in the caller's own test loses a contact.
/// - A split helps if every octant holds fewer triangles than the cube did. Four times in a row, one octant may hold all of
///   them and the others fewer than that together (if the others hold none, any number of times). More triangles than the
///   threshold that share a vertex, or are identical, therefore stay in a leaf together.
/// - Leaves hold each triangle at most 16 times on average, however large triangles are and however many cross: a split that
///   would exceed that along its branch is not made. No leaf lies deeper than 20 splits.
/// - Triangles are named in the order of the leaves (x before y before z, recursively: Morton order; along a ray, from its near end to the
///   far one), within a leaf by position; each where it is met first.
///
/// Cost: building is linear in triangles times depth. A query costs what it touches, allocates nothing, and needs the tree by
/// reference and a [`TriangleStamps`]. Memory: 28 bytes for each triangle in each leaf, rounded up to eight triangles.
///
/// ```
/// use roomgen::{Preset, generate, mesh::Mesh, spatial::{Sphere3, TriangleOctree, TriangleStamps}};
///
/// let level = generate(&Preset::built_in("crypt")?, 42);
/// let mesh = Mesh::from_level(&level);
/// let tree = TriangleOctree::new(mesh.vertices(), mesh.triangles())?;
///
/// let mut stamps = TriangleStamps::new();
/// let entry = level.entry();
/// let ball = Sphere3::new([entry.x as f32 + 0.5, 0.5, entry.y as f32 + 0.5], 0.6)?;
/// let mut surfaces = Vec::new();
/// tree.candidates(&ball, &mut stamps, |triangle| surfaces.extend(mesh.surface(triangle)));
/// assert!(surfaces.contains(&roomgen::mesh::Surface::Floor));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TriangleOctree {
    /// The root first; the children of a node stand together, by octant.
    nodes: Vec<Node>,
    /// The lists of all leaves, eight triangles at a time.
    leaves: Vec<Leaf>,
    /// The root's cube: its centre, and half its side, a power of two.
    center: [f32; 3],
    half: f32,
    /// The largest coordinate.
    largest: f32,
    triangles: usize,
    entries: usize,
    depth: u32,
}

/// A cube.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Its first child, or, in a leaf, its first chunk of triangles.
    first: u32,
    /// The number of triangles in a leaf.
    held: u32,
    /// The octants that have a child, as bits; 0 in a leaf.
    octants: u8,
}

/// Up to eight triangles of a leaf, with their boxes.
#[derive(Clone, Debug)]
struct Leaf {
    lanes: Lanes,
    /// Their positions, [`TriangleOctree::SHARED`] added to those that other leaves hold too.
    triangles: [u32; LANES],
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
    /// The largest number of triangles.
    pub const MOST: usize = (1 << 31) - 1;
    /// The bit that marks triangles in several leaves.
    const SHARED: u32 = 1 << 31;

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
        let vertices: Vec<[f32; 3]> = vertices.iter().map(|&vertex| vertex.into()).collect();
        for (vertex, coordinates) in vertices.iter().enumerate() {
            for (axis, &given) in coordinates.iter().enumerate() {
                // Negated, so that NaN is refused.
                let near = given.abs() <= Self::FARTHEST;
                if !near {
                    return Err(TriangleError::Coordinate { vertex, axis, given });
                }
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
        self.triangles
    }

    /// Whether there are no triangles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.triangles == 0
    }

    /// Calls `visit` with each triangle of the leaves that `probe` touches, once.
    pub fn in_leaves<P: TriangleProbe>(&self, probe: &P, stamps: &mut TriangleStamps, visit: impl FnMut(u32)) {
        self.query::<P, false>(probe, stamps, visit);
    }

    /// Calls `visit` with each potential collider, once: of the triangles in the leaves that `probe` touches, those whose own
    /// boxes it touches.
    pub fn candidates<P: TriangleProbe>(&self, probe: &P, stamps: &mut TriangleStamps, visit: impl FnMut(u32)) {
        self.query::<P, true>(probe, stamps, visit);
    }

    /// Replaces what `found` holds by what [`Self::candidates`] names.
    pub fn candidates_into<P: TriangleProbe>(&self, probe: &P, stamps: &mut TriangleStamps, found: &mut Vec<u32>) {
        found.clear();
        self.candidates(probe, stamps, |triangle| found.push(triangle));
    }

    fn query<P: TriangleProbe, const FILTERED: bool>(
        &self,
        probe: &P,
        stamps: &mut TriangleStamps,
        mut visit: impl FnMut(u32),
    ) {
        stamps.begin(self.triangles);
        let filter = probe.filter(self.largest);
        let mut leaf = |node: &Node| {
            let mut left = node.held as usize;
            for leaf in self.leaves[node.first as usize..].iter().take(left.div_ceil(LANES)) {
                let mut lanes: u8 =
                    if FILTERED { filter.touches_lanes(&leaf.lanes.min, &leaf.lanes.max) } else { 0xff };
                if left < LANES {
                    lanes &= (1 << left) - 1;
                }
                left = left.saturating_sub(LANES);
                while lanes != 0 {
                    let triangle = leaf.triangles[lanes.trailing_zeros() as usize & (LANES - 1)];
                    lanes &= lanes - 1;
                    if triangle & Self::SHARED == 0 {
                        visit(triangle);
                    } else if stamps.is_first(triangle & !Self::SHARED) {
                        visit(triangle & !Self::SHARED);
                    }
                }
            }
        };
        if let Some(root) = self.nodes.first().filter(|_| filter.touches_cube(self.center, self.half)) {
            self.descend(root, self.center, self.half, &filter, &mut leaf);
        }
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

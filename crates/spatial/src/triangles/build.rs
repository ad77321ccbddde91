//! Builds a triangle octree from the root down, by distributing the triangles of a cube to its
//! octants.
//!
//! Most of the work is to find the octants that a triangle meets. For nine in ten triangles their
//! bounding boxes decide; the others take a separating-axis test.

use glam::Vec3A;

use super::{
    CubeNode, TriangleOctree, TriangleOptions,
    bounds::TriangleBounds,
    boxes::TriangleBoxes,
    separating::{octants_met, octants_of, pad},
};

/// The maximum number of splits from the root to a leaf. It suffices for leaves of 1 m in a world
/// of 1000 km, and keeps recursion shallow.
const MAX_DEPTH: u32 = 20;

/// The maximum of `SplitCandidate::copies`: leaves list each triangle at most this often on
/// average.
///
/// It bounds the tree's memory for any mesh. A cube that would exceed it stays a leaf.
const MAX_COPIES: f32 = 16.0;

/// The maximum number of consecutive splits in which one octant receives all triangles of the cube,
/// and other octants some of them too. Triangles that share a vertex would be split so forever;
/// hills just beside a midplane need two or three such splits before they separate.
const MAX_FUTILE_SPLITS: u32 = 4;

/// The smallest side of a cube as a fraction of the mesh's largest coordinate. It is much larger
/// than the pad (see `separating::PAD`), and centres of cubes stay exact.
const SMALLEST_FRACTION: f32 = 1.0 / (1 << 16) as f32;

/// The smallest side of a cube in any mesh, in metres: 2^-100, such that its reciprocal is finite.
const SMALLEST_SIDE: f32 = 1.0 / (1u128 << 100) as f32;

/// The offset of the root's centre from the middle of the mesh, as a fraction of the mesh's extent.
/// Meshes made on a grid have edges at integers. If a midplane of a cube ran through an edge, the
/// triangles on either side of the edge would be listed in both octants.
const CENTER_OFFSET: f64 = 0.000_37;

/// A cube of the octree that the builder may split.
#[derive(Clone, Copy)]
struct SplitCandidate {
    /// The centre of the cube, in metres.
    center: [f32; 3],
    /// Half the side of the cube, in metres.
    half: f32,
    /// Number of splits from the root to this cube.
    depth: u32,
    /// The product, over the splits from the root to this cube, of the average number of octants
    /// that listed a triangle.
    copies: f32,
    /// Number of consecutive splits, up to this cube, in which one octant received all triangles
    /// and other octants some of them too.
    futile_splits: u32,
}

/// The coordinates, on each axis, of the faces and midplanes of a cube. The lower half ends at
/// `low`, the upper half begins at `high`: each is enlarged by the pad (see `separating::PAD`).
struct CubePlanes {
    /// The coordinates of the lower face of the cube on each axis.
    min: Vec3A,
    /// The coordinates of the upper face of the cube on each axis.
    max: Vec3A,
    /// The midplanes plus the pad: the upper end of the lower half.
    low: Vec3A,
    /// The midplanes minus the pad: the lower end of the upper half.
    high: Vec3A,
    center: Vec3A,
    /// A quarter of the cube's side, in metres.
    quarter: f32,
}

impl CubePlanes {
    fn new(cube: SplitCandidate, pad: f32) -> Self {
        let center = Vec3A::from_array(cube.center);
        Self {
            min: center - cube.half,
            max: center + cube.half,
            low: center + pad,
            high: center - pad,
            center,
            quarter: cube.half / 2.0,
        }
    }
}

/// State of the recursive construction of a [`TriangleOctree`].
struct TriangleOctreeBuilder<'mesh> {
    vertices: &'mesh [Vec3A],
    triangles: &'mesh [[u32; 3]],
    /// The bounding box of each triangle.
    bounds: Vec<TriangleBounds>,
    /// A cube that more triangles than this meet is split.
    threshold: usize,
    /// The smallest side of a cube, in metres.
    smallest: f32,
    /// The distance in metres by which cubes are enlarged on each side to cover rounding.
    pad: f32,
    /// A stack of the triangles of the cubes on the way from the root to the current cube; those of
    /// the current cube are last.
    pending: Vec<u32>,
    /// For each triangle of the current cube, a bit for each octant that it meets.
    octants: Vec<u8>,
    /// The tree under construction.
    tree: TriangleOctree,
}

/// Builds the tree. The caller has checked coordinates, indices and counts.
pub(super) fn build(vertices: &[Vec3A], triangles: &[[u32; 3]], options: TriangleOptions) -> TriangleOctree {
    let bounds: Vec<_> =
        triangles.iter().map(|corners| TriangleBounds::of(corners.map(|corner| vertices[corner as usize]))).collect();
    let Some(whole) = bounds.iter().copied().reduce(TriangleBounds::union) else {
        return TriangleOctree::default();
    };
    let largest = whole.min.abs().max(whole.max.abs()).max_element();
    let (center, half) = root(whole, largest);
    let mut builder = TriangleOctreeBuilder {
        vertices,
        triangles,
        threshold: options.threshold.max(1) as usize,
        // If `options.smallest` is NaN, `max` ignores it.
        smallest: (largest * SMALLEST_FRACTION).max(options.smallest).max(SMALLEST_SIDE),
        pad: pad(largest),
        pending: (0..triangles.len() as u32).collect(),
        octants: Vec::new(),
        bounds,
        tree: TriangleOctree { center, half, largest, ..TriangleOctree::default() },
    };
    builder.tree.nodes.push(CubeNode::default());
    builder.fill(0, 0, SplitCandidate { center, half, depth: 0, copies: 1.0, futile_splits: 0 });
    builder.tree.nodes.shrink_to_fit();
    builder.tree.listed.shrink_to_fit();
    builder.tree.boxes = TriangleBoxes::new(&builder.bounds);
    builder.tree
}

/// The root's cube around the mesh's bounds `whole`: its centre and half its side, in metres. The
/// side is a power of two. The centre is a multiple of a number so large that the centres of all
/// smaller cubes are exact.
fn root(whole: TriangleBounds, largest: f32) -> ([f32; 3], f32) {
    let power = |value: f64| value.max(f64::from(f32::MIN_POSITIVE)).log2().ceil().exp2();
    let grid = power(f64::from(largest) * f64::from(SMALLEST_FRACTION)) / 8.0;
    let extent = (0..3).map(|axis| f64::from(whole.max[axis]) - f64::from(whole.min[axis])).fold(0.0, f64::max);
    let middle = |axis: usize| (f64::from(whole.min[axis]) + f64::from(whole.max[axis])) / 2.0 + extent * CENTER_OFFSET;
    let center = [0, 1, 2].map(|axis| (middle(axis) / grid).round() * grid);
    let reach =
        |axis: usize| (f64::from(whole.max[axis]) - center[axis]).max(center[axis] - f64::from(whole.min[axis]));
    let half = power(reach(0).max(reach(1)).max(reach(2)).max(8.0 * grid));
    (center.map(|value| value as f32), half as f32)
}

impl TriangleOctreeBuilder<'_> {
    /// Fills the node with index `node` and the nodes below it: `cube` is its cube, and the
    /// triangles that meet the cube are those in `pending` from `start` on.
    fn fill(&mut self, node: usize, start: usize, cube: SplitCandidate) {
        if !self.split(node, start, cube) {
            self.tree.depth = self.tree.depth.max(cube.depth);
            self.tree.nodes[node] = self.leaf(start);
        }
    }

    /// Splits a cube if it has more triangles than the threshold, is large enough, and the split
    /// helps (see [`TriangleOctree`]). Returns whether the cube was split.
    fn split(&mut self, node: usize, start: usize, cube: SplitCandidate) -> bool {
        let end = self.pending.len();
        let held = end - start;
        if held <= self.threshold || cube.half < self.smallest || cube.depth == MAX_DEPTH {
            return false;
        }
        let mut octants = std::mem::take(&mut self.octants);
        octants.clear();
        let planes = CubePlanes::new(cube, self.pad);
        octants.extend(self.pending[start..].iter().map(|&triangle| self.octants_met(triangle, &planes)));
        self.octants = octants;
        let counts = counts(&self.octants);
        let stored: usize = counts.iter().sum();
        let used = counts.iter().filter(|&&count| count > 0).count();
        let copies = cube.copies * stored as f32 / held as f32;
        // If one octant receives all triangles, the split only helps if the other octants receive
        // few of them and one of the next splits separates the triangles.
        let apart = counts.iter().all(|&count| count < held);
        let vain = if apart || used == 1 { 0 } else { cube.futile_splits + 1 };
        let helps = copies <= MAX_COPIES && (vain == 0 || vain <= MAX_FUTILE_SPLITS && stored < 2 * held);
        let first = self.tree.nodes.len();
        if !helps || used == 0 || first + used > u32::MAX as usize {
            return false;
        }
        let mut next = 0;
        let mut ends = counts.map(|count| {
            next += count;
            next - count
        });
        self.pending.resize(end + stored, 0);
        let (held, below) = self.pending.split_at_mut(end);
        for (&triangle, &octants) in held[start..].iter().zip(&self.octants) {
            let mut octants = octants;
            while octants != 0 {
                let slot = &mut ends[octants.trailing_zeros() as usize & 7];
                below[*slot] = triangle;
                *slot += 1;
                octants &= octants - 1;
            }
        }
        self.tree.nodes.resize(first + used, CubeNode::default());
        let mut mask = 0;
        // The last octant is at the end of `pending`: it is filled first, then truncated.
        let mut child = used;
        for octant in (0..8).rev().filter(|&octant: &usize| counts[octant] > 0) {
            child -= 1;
            mask |= 1 << octant;
            let begin = end + ends[octant] - counts[octant];
            let quarter = cube.half / 2.0;
            let center = child_center(cube.center, quarter, octant);
            self.fill(
                first + child,
                begin,
                SplitCandidate { center, half: quarter, depth: cube.depth + 1, copies, futile_splits: vain },
            );
            self.pending.truncate(begin);
        }
        self.tree.nodes[node] = CubeNode { first: first as u32, held: 0, octants: mask };
        true
    }

    /// The octants of a cube that a triangle meets, one bit each. The triangle must meet the cube.
    #[inline(always)]
    fn octants_met(&self, triangle: u32, cube: &CubePlanes) -> u8 {
        let TriangleBounds { min, max } = self.bounds[triangle as usize];
        let octants = octants_of(min.cmple(cube.low).bitmask(), max.cmpge(cube.high).bitmask());
        // If the bounds leave a single octant, the triangle meets it, since it meets the cube. If
        // it lies inside the cube and crosses a single midplane, it meets both sides.
        let inside = || (min.cmpge(cube.min) & max.cmple(cube.max)).all();
        let further = octants & octants.wrapping_sub(1);
        if further == 0 || further & (further - 1) == 0 && inside() {
            return octants;
        }
        let corners = self.triangles[triangle as usize].map(|corner| self.vertices[corner as usize]);
        octants_met(corners, octants, cube.center, cube.quarter, self.pad)
    }

    /// Creates a leaf that lists the triangles in `pending` from `start` on.
    fn leaf(&mut self, start: usize) -> CubeNode {
        let first = self.tree.listed.len() as u32;
        let listed = &self.pending[start..];
        self.tree.listed.extend_from_slice(listed);
        CubeNode { first, held: listed.len() as u32, octants: 0 }
    }
}

/// For each bit, the number of elements of `all` in which it is set.
fn counts(all: &[u8]) -> [usize; 8] {
    let mut counts = [0; 8];
    // The sum has one byte for each bit. 255 elements cannot overflow a byte.
    for some in all.chunks(255) {
        let sum: u64 = some
            .iter()
            .map(|&bits| {
                // Moves bit i to byte i, then to the lowest bit of that byte.
                let apart = u64::from(bits).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
                (apart + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
            })
            .sum();
        for (count, byte) in counts.iter_mut().zip(sum.to_le_bytes()) {
            *count += usize::from(byte);
        }
    }
    counts
}

/// The centre of an octant of a cube around `center`. `quarter` is a quarter of the cube's side, in
/// metres: the distance of the centres on each axis.
#[inline(always)]
pub(super) fn child_center(center: [f32; 3], quarter: f32, octant: usize) -> [f32; 3] {
    let mut child = center;
    for (axis, value) in child.iter_mut().enumerate() {
        *value += if octant >> axis & 1 == 1 { quarter } else { -quarter };
    }
    child
}

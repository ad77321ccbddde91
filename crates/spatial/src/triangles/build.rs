//! How a triangle octree is built: from the root down, the triangles of a cube dealt out to its octants.
//!
//! Most of the work is to find which octants a triangle meets. For all but one in ten its bounds tell; the others take the test by
//! separating axes.

use glam::Vec3A;

use super::{
    Node, TriangleOctree, TriangleOptions,
    boxes::{Bounds, BoxTree},
    separating::{octants_met, octants_of, pad},
};

/// Splits on the way down to any leaf: enough for leaves of 1 m in a world of 1000 km, and few enough for recursion.
const MAX_DEPTH: u32 = 20;

/// The triangles in all leaves below a cube, counted as often as they are stored, for each one in it. What bounds the tree's memory,
/// whatever the triangles: each split along the way may spend a part of it.
const MAX_COPIES: f32 = 16.0;

/// How often in a row a split may leave all triangles in one octant, and some of them in others too: triangles that share a
/// vertex would do so for ever, hills that lie just beside a plane do so two or three times.
const MAX_VAIN: u32 = 4;

/// The smallest cube, as a part of the largest coordinate: large against the pad, and centres stay exact.
const FINEST: f32 = 1.0 / (1 << 16) as f32;

/// The smallest cube of all, in metres: 2^-100, so that one over its side is a number too.
const LEAST: f32 = 1.0 / (1u128 << 100) as f32;

/// How far the root's centre stands beside the middle, as a part of the mesh's extent: meshes made on a grid, levels above all, have
/// their edges at round numbers, and a plane through an edge would put the triangles on either side into both cubes.
const ASIDE: f64 = 0.000_37;

/// A cube to be split.
#[derive(Clone, Copy)]
struct Cube {
    center: [f32; 3],
    half: f32,
    depth: u32,
    /// How often the splits on the way here have stored a triangle on average.
    copies: f32,
    /// How many of the last splits have left all triangles in one octant.
    vain: u32,
}

/// The planes that divide a cube: its faces, and those through its centre, which belong to both sides as far as the pad.
struct Planes {
    min: Vec3A,
    max: Vec3A,
    low: Vec3A,
    high: Vec3A,
    center: Vec3A,
    quarter: f32,
}

impl Planes {
    fn new(cube: Cube, pad: f32) -> Self {
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

struct Builder<'mesh> {
    vertices: &'mesh [Vec3A],
    triangles: &'mesh [[u32; 3]],
    bounds: Vec<Bounds>,
    threshold: usize,
    smallest: f32,
    /// By how much cubes are enlarged.
    pad: f32,
    /// Triangles of the cubes between the root and the one at hand, and the octants of each that those of the last one meet.
    pending: Vec<u32>,
    octants: Vec<u8>,
    tree: TriangleOctree,
}

/// The tree over checked triangles.
pub(super) fn build(vertices: &[Vec3A], triangles: &[[u32; 3]], options: TriangleOptions) -> TriangleOctree {
    let bounds: Vec<_> =
        triangles.iter().map(|corners| Bounds::of(corners.map(|corner| vertices[corner as usize]))).collect();
    let Some(whole) = bounds.iter().copied().reduce(Bounds::union) else {
        return TriangleOctree::default();
    };
    let largest = whole.min.abs().max(whole.max.abs()).max_element();
    let (center, half) = root(whole, largest);
    let mut builder = Builder {
        vertices,
        triangles,
        threshold: options.threshold.max(1) as usize,
        // The larger of the two, and not NaN.
        smallest: (largest * FINEST).max(options.smallest).max(LEAST),
        pad: pad(largest),
        pending: (0..triangles.len() as u32).collect(),
        octants: Vec::new(),
        bounds,
        tree: TriangleOctree { center, half, largest, ..TriangleOctree::default() },
    };
    builder.tree.nodes.push(Node::default());
    builder.fill(0, 0, Cube { center, half, depth: 0, copies: 1.0, vain: 0 });
    builder.tree.nodes.shrink_to_fit();
    builder.tree.listed.shrink_to_fit();
    builder.tree.boxes = BoxTree::new(&builder.bounds);
    builder.tree
}

/// The centre and half the side of a cube around everything: the side a power of two, the centre on a grid so coarse that the
/// centres of all smaller cubes are exact.
fn root(whole: Bounds, largest: f32) -> ([f32; 3], f32) {
    let power = |value: f64| value.max(f64::from(f32::MIN_POSITIVE)).log2().ceil().exp2();
    let grid = power(f64::from(largest) * f64::from(FINEST)) / 8.0;
    let extent = (0..3).map(|axis| f64::from(whole.max[axis]) - f64::from(whole.min[axis])).fold(0.0, f64::max);
    let middle = |axis: usize| (f64::from(whole.min[axis]) + f64::from(whole.max[axis])) / 2.0 + extent * ASIDE;
    let center = [0, 1, 2].map(|axis| (middle(axis) / grid).round() * grid);
    let reach =
        |axis: usize| (f64::from(whole.max[axis]) - center[axis]).max(center[axis] - f64::from(whole.min[axis]));
    let half = power(reach(0).max(reach(1)).max(reach(2)).max(8.0 * grid));
    (center.map(|value| value as f32), half as f32)
}

impl Builder<'_> {
    /// Makes `node` the cube with the pending triangles from `start` on.
    fn fill(&mut self, node: usize, start: usize, cube: Cube) {
        if !self.split(node, start, cube) {
            self.tree.depth = self.tree.depth.max(cube.depth);
            self.tree.nodes[node] = self.leaf(start);
        }
    }

    /// Splits a cube, if it holds more than the threshold, is large enough, and splitting helps.
    fn split(&mut self, node: usize, start: usize, cube: Cube) -> bool {
        let end = self.pending.len();
        let held = end - start;
        if held <= self.threshold || cube.half < self.smallest || cube.depth == MAX_DEPTH {
            return false;
        }
        let mut octants = std::mem::take(&mut self.octants);
        octants.clear();
        let planes = Planes::new(cube, self.pad);
        octants.extend(self.pending[start..].iter().map(|&triangle| self.octants_met(triangle, &planes)));
        self.octants = octants;
        let counts = counts(&self.octants);
        let stored: usize = counts.iter().sum();
        let used = counts.iter().filter(|&&count| count > 0).count();
        let copies = cube.copies * stored as f32 / held as f32;
        // Where one octant takes all, the split is of use only if it costs little and one further down parts them.
        let apart = counts.iter().all(|&count| count < held);
        let vain = if apart || used == 1 { 0 } else { cube.vain + 1 };
        let helps = copies <= MAX_COPIES && (vain == 0 || vain <= MAX_VAIN && stored < 2 * held);
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
        self.tree.nodes.resize(first + used, Node::default());
        let mut mask = 0;
        // The last octant lies at the end of what is pending, so from there it is taken off.
        let mut child = used;
        for octant in (0..8).rev().filter(|&octant: &usize| counts[octant] > 0) {
            child -= 1;
            mask |= 1 << octant;
            let begin = end + ends[octant] - counts[octant];
            let quarter = cube.half / 2.0;
            let center = child_center(cube.center, quarter, octant);
            self.fill(first + child, begin, Cube { center, half: quarter, depth: cube.depth + 1, copies, vain });
            self.pending.truncate(begin);
        }
        self.tree.nodes[node] = Node { first: first as u32, held: 0, octants: mask };
        true
    }

    /// The octants of a cube that a triangle which meets the cube meets, as bits.
    #[inline(always)]
    fn octants_met(&self, triangle: u32, cube: &Planes) -> u8 {
        let Bounds { min, max } = self.bounds[triangle as usize];
        let octants = octants_of(min.cmple(cube.low).bitmask(), max.cmpge(cube.high).bitmask());
        // A triangle that meets the cube meets what its bounds leave of it, if that is one octant; one that lies inside and crosses a
        // single plane meets both sides.
        let inside = || (min.cmpge(cube.min) & max.cmple(cube.max)).all();
        let further = octants & octants.wrapping_sub(1);
        if further == 0 || further & (further - 1) == 0 && inside() {
            return octants;
        }
        let corners = self.triangles[triangle as usize].map(|corner| self.vertices[corner as usize]);
        octants_met(corners, octants, cube.center, cube.quarter, self.pad)
    }

    /// A leaf with the pending triangles from `start` on.
    fn leaf(&mut self, start: usize) -> Node {
        let first = self.tree.listed.len() as u32;
        let listed = &self.pending[start..];
        self.tree.listed.extend_from_slice(listed);
        Node { first, held: listed.len() as u32, octants: 0 }
    }
}

/// How many of `all` have each bit set.
fn counts(all: &[u8]) -> [usize; 8] {
    let mut counts = [0; 8];
    // A byte for each bit, which cannot overflow within so many.
    for some in all.chunks(255) {
        let sum: u64 = some
            .iter()
            .map(|&bits| {
                // Bit i in byte i, and from there to the byte's lowest bit.
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

/// The centre of an octant: `quarter` of the cube's side from its centre on each axis.
#[inline(always)]
pub(super) fn child_center(center: [f32; 3], quarter: f32, octant: usize) -> [f32; 3] {
    let mut child = center;
    for (axis, value) in child.iter_mut().enumerate() {
        *value += if octant >> axis & 1 == 1 { quarter } else { -quarter };
    }
    child
}

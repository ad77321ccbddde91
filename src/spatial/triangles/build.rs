//! How a triangle octree is built: from the root down, the triangles of a cube dealt out to its octants.

use super::{
    Leaf, Node, TriangleOctree, TriangleOptions,
    probe::{LANES, Lanes, octants_of},
    separating::{PAD, meets_cube},
};

/// Splits on the way down to any leaf: enough for leaves of 1 m in a world of 1000 km, and few enough for recursion.
const MAX_DEPTH: u32 = 20;

/// The triangles in all leaves below a cube, counted as often as they are stored, for each one in it. What bounds the tree's memory,
/// whatever the triangles: each split along the way may spend a part of it.
const MAX_COPIES: f32 = 16.0;

/// How often in a row a split may leave all triangles in one octant, and some of them in others too: triangles that share a
/// vertex would do so for ever, hills that lie just beside a plane do so two or three times.
const MAX_VAIN: u32 = 4;

/// The smallest cube, as a part of the largest coordinate: large against [`PAD`], and centres stay exact.
const FINEST: f32 = 1.0 / (1 << 16) as f32;

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

/// Bounds of a triangle.
#[derive(Clone, Copy)]
struct Bounds {
    min: [f32; 3],
    max: [f32; 3],
}

struct Builder<'mesh> {
    vertices: &'mesh [[f32; 3]],
    triangles: &'mesh [[u32; 3]],
    bounds: Vec<Bounds>,
    threshold: usize,
    smallest: f32,
    /// By how much cubes are enlarged.
    pad: f32,
    /// Triangles of the cubes between the root and the one at hand, and the octants of each that they meet.
    pending: Vec<u32>,
    octants: Vec<u8>,
    /// How many leaves hold each triangle: 0, 1, or more.
    holders: Vec<u8>,
    tree: TriangleOctree,
}

/// The tree over checked triangles.
pub(super) fn build(vertices: &[[f32; 3]], triangles: &[[u32; 3]], options: TriangleOptions) -> TriangleOctree {
    let bounds: Vec<_> =
        triangles.iter().map(|&corners| bounds_of(corners.map(|corner| vertices[corner as usize]))).collect();
    let Some(whole) = bounds.iter().copied().reduce(|one, other| Bounds {
        min: [0, 1, 2].map(|axis| one.min[axis].min(other.min[axis])),
        max: [0, 1, 2].map(|axis| one.max[axis].max(other.max[axis])),
    }) else {
        return TriangleOctree::default();
    };
    let largest = whole.min.iter().chain(&whole.max).fold(0.0, |largest: f32, value| largest.max(value.abs()));
    let (center, half) = root(whole, largest);
    let mut builder = Builder {
        vertices,
        triangles,
        threshold: options.threshold.max(1) as usize,
        // The larger of the two, and not NaN.
        smallest: (largest * FINEST).max(options.smallest),
        pad: largest * PAD,
        pending: (0..triangles.len() as u32).collect(),
        octants: Vec::new(),
        holders: vec![0; triangles.len()],
        bounds,
        tree: TriangleOctree { center, half, largest, triangles: triangles.len(), ..TriangleOctree::default() },
    };
    builder.tree.nodes.push(Node::default());
    builder.fill(0, 0, Cube { center, half, depth: 0, copies: 1.0, vain: 0 });
    builder.mark_shared();
    builder.tree.nodes.shrink_to_fit();
    builder.tree.leaves.shrink_to_fit();
    builder.tree
}

fn bounds_of([a, b, c]: [[f32; 3]; 3]) -> Bounds {
    Bounds {
        min: [0, 1, 2].map(|axis| a[axis].min(b[axis]).min(c[axis])),
        max: [0, 1, 2].map(|axis| a[axis].max(b[axis]).max(c[axis])),
    }
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
        self.octants.clear();
        let mut counts = [0; 8];
        for position in start..end {
            let octants = self.octants_met(self.pending[position], cube);
            self.octants.push(octants);
            for (octant, count) in counts.iter_mut().enumerate() {
                *count += usize::from(octants >> octant & 1);
            }
        }
        let stored: usize = counts.iter().sum();
        let used = counts.iter().filter(|&&count| count > 0).count();
        let copies = cube.copies * stored as f32 / held as f32;
        // Where one octant takes all, the split is of use only if it costs little and one further down parts them.
        let apart = counts.iter().all(|&count| count < held);
        let vain = if apart || used == 1 { 0 } else { cube.vain + 1 };
        let helps = copies <= MAX_COPIES && (vain == 0 || vain <= MAX_VAIN && stored < 2 * held);
        if !helps || used == 0 {
            return false;
        }
        let mut next = end;
        let mut ends = counts.map(|count| {
            next += count;
            next - count
        });
        self.pending.resize(end + stored, 0);
        for position in 0..held {
            let (triangle, mut octants) = (self.pending[start + position], self.octants[position]);
            while octants != 0 {
                let slot = &mut ends[octants.trailing_zeros() as usize];
                self.pending[*slot] = triangle;
                *slot += 1;
                octants &= octants - 1;
            }
        }
        let first = self.tree.nodes.len();
        self.tree.nodes.resize(first + used, Node::default());
        let mut mask = 0;
        // The last octant lies at the end of what is pending, so from there it is taken off.
        let mut child = used;
        for octant in (0..8).rev().filter(|&octant: &usize| counts[octant] > 0) {
            child -= 1;
            mask |= 1 << octant;
            let begin = ends[octant] - counts[octant];
            let quarter = cube.half / 2.0;
            let center = child_center(cube.center, quarter, octant);
            self.fill(first + child, begin, Cube { center, half: quarter, depth: cube.depth + 1, copies, vain });
            self.pending.truncate(begin);
        }
        self.tree.nodes[node] = Node { first: first as u32, held: 0, octants: mask };
        true
    }

    /// The octants of a cube that a triangle which meets the cube meets, as bits.
    fn octants_met(&self, triangle: u32, cube: Cube) -> u8 {
        let Cube { center, half, .. } = cube;
        let Bounds { min, max } = self.bounds[triangle as usize];
        let low = [0, 1, 2].map(|axis| min[axis] <= center[axis] + self.pad);
        let high = [0, 1, 2].map(|axis| max[axis] >= center[axis] - self.pad);
        let mut octants = octants_of(low, high);
        let inside = (0..3).all(|axis| min[axis] >= center[axis] - half && max[axis] <= center[axis] + half);
        // A triangle that meets the cube meets what its bounds leave of it, if that is one octant; one that lies inside and crosses a
        // single plane meets both sides.
        if octants.count_ones() == 1 || inside && octants.count_ones() == 2 {
            return octants;
        }
        let corners = self.triangles[triangle as usize].map(|corner| self.vertices[corner as usize]);
        let quarter = half / 2.0;
        for octant in 0..8 {
            if octants >> octant & 1 == 1
                && !meets_cube(&corners, child_center(center, quarter, octant), quarter, self.pad)
            {
                octants &= !(1 << octant);
            }
        }
        octants
    }

    /// A leaf with the pending triangles from `start` on.
    fn leaf(&mut self, start: usize) -> Node {
        let first = self.tree.leaves.len() as u32;
        let held = &self.pending[start..];
        for chunk in held.chunks(LANES) {
            let mut leaf = Leaf { lanes: Lanes::EMPTY, triangles: [0; LANES] };
            for (lane, &triangle) in chunk.iter().enumerate() {
                let Bounds { min, max } = self.bounds[triangle as usize];
                for axis in 0..3 {
                    leaf.lanes.min[axis][lane] = min[axis];
                    leaf.lanes.max[axis][lane] = max[axis];
                }
                leaf.triangles[lane] = triangle;
                let holders = &mut self.holders[triangle as usize];
                *holders = holders.saturating_add(1);
            }
            self.tree.leaves.push(leaf);
        }
        self.tree.entries += held.len();
        Node { first, held: held.len() as u32, octants: 0 }
    }

    /// Marks the triangles that more than one leaf holds: only these need stamps.
    fn mark_shared(&mut self) {
        for triangle in self.tree.leaves.iter_mut().flat_map(|leaf| &mut leaf.triangles) {
            if self.holders[*triangle as usize] > 1 {
                *triangle |= TriangleOctree::SHARED;
            }
        }
    }
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

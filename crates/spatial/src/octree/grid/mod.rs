//! A uniform grid that finds all pairs among objects of similar sizes.
//!
//! An object belongs to the cell of its minimum corner. Cells are at least as large as objects, so
//! two objects that overlap are in the same cell or in adjacent ones. Objects are sorted by cell,
//! row by row, so three adjacent cells of a row are one range. Each object is compared with the
//! later objects of its row and with the later rows: half of the neighbourhood, so each pair is
//! found once. The grid is rebuilt for each query in reused memory: a counting sort, where a tree
//! needs a full sort. A few objects may be larger than a cell: they are compared with all others.

mod join;

use super::{node::NodeObject, root::RootCube};
use crate::box_tree::FourBoxes;

/// The maximum number of objects larger than a cell that a grid accepts. Each is compared with all
/// other objects, four at a time.
const MAX_LARGE: usize = 32;
/// The maximum number of cells for each object. With half or twice as many, queries for all pairs
/// are slightly slower.
const MAX_CELLS_PER_OBJECT: f64 = 1.0;
/// The maximum of the number of other objects in an object's cell, averaged over all objects. Above
/// it the objects cluster, and the flat tree is faster. In an evenly filled world the average is
/// one or two.
const MAX_CELL_NEIGHBOURS: u64 = 8;

/// The maximum number of cells, such that a cell number lies below the [`CROSSING`] bits.
const MAX_CELLS: f64 = (1 << 27) as f64;
/// The maximum number of cells on an axis, such that cell numbers are exact in `f32`.
const MAX_CELLS_PER_AXIS: f64 = (1 << 22) as f64;
/// 2^23: from here to twice this value, every `f32` is an integer, and consecutive integers have
/// consecutive bit patterns.
const WHOLE: f32 = (1 << 23) as f32;

/// A uniform grid over the objects of one query for all pairs; the module comment has the method.
#[derive(Clone, Debug, Default)]
pub(super) struct PairGrid<const D: usize> {
    /// For each queried object, in query order, the number of the cell of its minimum corner, and
    /// from bit [`CROSSING`] up a bit for each axis on which the object ends in the next cell;
    /// [`LARGER`] if the object is larger than a cell.
    cells: Vec<u32>,
    /// The objects that are larger than a cell.
    large: Vec<NodeObject<D>>,
    /// Number of cells on each axis: columns, rows and layers. In two dimensions there is one
    /// layer.
    counts: [usize; 3],
    /// For each cell, the index in `slots` of its first object. The last element is the number of
    /// objects.
    starts: Vec<u32>,
    /// The bounds of the objects in `slots`, four to a block.
    blocks: Vec<FourBoxes<D>>,
    /// The slots (indices in `TreeCore::entries`) of the objects that fit a cell, sorted by cell.
    slots: Vec<u32>,
    /// For each object in `slots`, three bits for the axes on which it ends in the next cell, then
    /// the bits [`STATIC`] and [`ROUND`].
    marks: Vec<u8>,
}

/// The number of the first of the bits in `PairGrid::cells` that tell on which axes an object ends
/// in the next cell.
const CROSSING: u32 = 28;
/// The entry in `PairGrid::cells` of an object that is larger than a cell.
const LARGER: u32 = u32::MAX;
/// The bit in `PairGrid::marks` that is set for a static object.
const STATIC: u8 = 1 << 3;
/// The bit in `PairGrid::marks` that is set for a sphere.
const ROUND: u8 = 1 << 4;

impl<const D: usize> PairGrid<D> {
    /// Fills the grid with the objects of `items`, which must give the same ones on each call.
    /// Returns false if too many are larger than a cell or if they cluster: then the grid is
    /// unusable.
    pub(super) fn fill<I: Iterator<Item = NodeObject<D>>>(
        &mut self,
        items: impl Fn() -> I,
        root: &RootCube<D>,
    ) -> bool {
        let Some((cell, low)) = self.lay_out(items(), root) else { return false };
        let inverse = 1.0 / cell;
        let last = self.counts.map(|count| (count - 1) as f32);
        // The number of the cell of a coordinate on an axis, rounded to the nearest integer.
        // Monotone: a coordinate between two others gets a cell between theirs despite rounding.
        let cell_of = |axis: usize, value: f32| {
            let place = (value - low[axis]) * inverse;
            let place = if place > 0.0 { place } else { 0.0 };
            (if place < last[axis] { place } else { last[axis] } + WHOLE).to_bits() - WHOLE.to_bits()
        };
        self.large.clear();
        self.cells.clear();
        self.starts.clear();
        self.starts.resize(self.counts.iter().product::<usize>() + 1, 0);
        for item in items() {
            let (mut at, mut crossing, mut longest) = (0, 0, 0);
            for axis in (0..D).rev() {
                let first = cell_of(axis, item.bounds.min[axis]);
                let more = cell_of(axis, item.bounds.max[axis]) - first;
                longest |= more;
                crossing |= (more & 1) << axis;
                at = at * self.counts[axis] as u32 + first;
            }
            if longest <= 1 {
                self.starts[at as usize] += 1;
                self.cells.push(at | crossing << CROSSING);
            } else if self.large.len() == MAX_LARGE {
                return false;
            } else {
                self.large.push(item);
                self.cells.push(LARGER);
            }
        }
        self.sort(items())
    }

    /// Chooses the size and number of the cells. Returns the side of a cell in metres and the
    /// minimum corner of the first cell; `None` if there are at most [`MAX_LARGE`] objects, or if
    /// more than [`MAX_LARGE`] objects have an infinite side.
    fn lay_out(&mut self, items: impl Iterator<Item = NodeObject<D>>, root: &RootCube<D>) -> Option<(f32, [f32; D])> {
        // A histogram of the objects' longest sides, by exponent and the two leading mantissa bits.
        let mut sides = [0usize; 1 << 10];
        let outer = [root.middle.map(|middle| middle - root.half), root.middle.map(|middle| middle + root.half)];
        let (mut low, mut high) = (outer[1], outer[0]);
        let mut count = 0;
        for item in items {
            count += 1;
            let mut side = 0.0f32;
            for axis in 0..D {
                let (min, max) = (item.bounds.min[axis], item.bounds.max[axis]);
                // `max - min` is NaN if both ends lie at the same infinity. Only the choice of the
                // cell size depends on it, not the result.
                side = if max - min <= side { side } else { max - min };
                // Moves a corner outside the root to the root's edge.
                let min = if min > outer[0][axis] { min } else { outer[0][axis] };
                let min = if min < outer[1][axis] { min } else { outer[1][axis] };
                low[axis] = if min < low[axis] { min } else { low[axis] };
                high[axis] = if min > high[axis] { min } else { high[axis] };
            }
            sides[side.to_bits() as usize >> 21 & 1023] += 1;
        }
        let mut larger = 0;
        let class = (0..1 << 10).rev().find(|&class| {
            larger += sides[class];
            larger > MAX_LARGE
        })?;
        // The longest side of all but at most `MAX_LARGE` objects, plus 1%, so that rounding makes
        // no other object larger than a cell.
        let side = f64::from(f32::from_bits((class as u32 + 1) << 21)) * 1.01;
        if !side.is_finite() {
            return None;
        }
        let mut extents = [0.0; 3];
        for axis in 0..D {
            extents[axis] = (f64::from(high[axis]) - f64::from(low[axis])).max(0.0);
        }
        let most = (MAX_CELLS_PER_OBJECT * f64::from(count)).min(MAX_CELLS);
        let longest = extents.iter().copied().fold(0.0, f64::max);
        let mut cell = side.max(longest / most.min(MAX_CELLS_PER_AXIS));
        let counts = loop {
            let counts = extents.map(|extent| (extent / cell).floor() + 1.0);
            // An infinite cell ends the loop if the world has no finite size.
            if counts.iter().product::<f64>() <= most.max(1.0) || !cell.is_finite() {
                break counts;
            }
            cell *= 1.1;
        };
        self.counts = counts.map(|count| (count as usize).max(1));
        let cell = cell as f32;
        (cell > 0.0 && cell.is_finite()).then_some((cell, low))
    }

    /// Sorts the objects by cell. Returns false if they cluster: if there are too many to a cell.
    fn sort(&mut self, items: impl Iterator<Item = NodeObject<D>>) -> bool {
        let (mut sum, mut crowd) = (0, 0);
        for start in &mut self.starts {
            let count = std::mem::replace(start, sum);
            sum += count;
            crowd += u64::from(count) * u64::from(count);
        }
        if crowd > (MAX_CELL_NEIGHBOURS + 1) * u64::from(sum) {
            return false;
        }
        let count = sum as usize;
        self.blocks.clear();
        // Two spare blocks, so that two blocks (eight objects) can be read from any object on.
        self.blocks.resize(count.div_ceil(4) + 2, FourBoxes::UNUSED);
        self.slots.clear();
        self.slots.resize(count, 0);
        self.marks.clear();
        self.marks.resize(count, 0);
        for (NodeObject { bounds, tag }, &cell) in items.zip(&self.cells) {
            if cell != LARGER {
                let start = &mut self.starts[(cell & ((1 << CROSSING) - 1)) as usize];
                let place = *start as usize;
                *start += 1;
                self.blocks[place / 4].set(place % 4, &bounds);
                self.slots[place] = tag.slot;
                let kind = u8::from(tag.is_static) * STATIC + u8::from(tag.is_round) * ROUND;
                self.marks[place] = (cell >> CROSSING) as u8 | kind;
            }
        }
        // Each element of `starts` has advanced to the end of its cell, the start of the next cell.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
        true
    }
}

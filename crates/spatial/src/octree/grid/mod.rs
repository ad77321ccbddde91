//! All pairs in worlds of similar sizes: a uniform grid of loose cells.
//!
//! An object stands in the cell of its least corner. Cells are as large as objects, so what overlaps it stands in a
//! cell next to its own or in the same. Objects lie in the order of cells, row by row, so three cells of a row are one range, and each
//! object is compared with what follows in its own row and with the rows that come after: half of the neighbourhood, each pair once. Made
//! anew for each question, in memory that is kept: that is a count and a copy, where a tree has to be sorted. A few
//! objects may be larger than a cell: they are compared with everything.

mod join;

use glam::Vec4;

use super::{flat::Splat, node::Item, root::Root};
use crate::Aabb;

/// Objects that may be larger than a cell. Each costs all others a quarter of a test.
const LARGE: usize = 32;
/// The most cells for each object. With half as many or twice as many all pairs take a little longer.
const CELLS: f64 = 1.0;
/// A grid is refused if its objects have more others in their cells on average: then they stand in heaps, and a
/// tree finds the pairs sooner. In a world evenly filled they are as many as there are objects in a cell, one or two.
const CROWD: u64 = 8;

/// The most cells, so that their numbers leave room for a few bits.
const CELLS_AT_MOST: f64 = (1 << 27) as f64;
/// The most cells along an axis, so that their numbers are exact as `f32`.
const CELLS_OF_AN_AXIS: f64 = (1 << 22) as f64;
/// Numbers from here to twice as much are whole, and their last bits count up from here.
const WHOLE: f32 = (1 << 23) as f32;

/// Four objects side by side.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Block<const D: usize> {
    min: [[f32; 4]; D],
    max: [[f32; 4]; D],
}

impl<const D: usize> Block<D> {
    const UNUSED: Self = Self { min: [[f32::INFINITY; 4]; D], max: [[f32::NEG_INFINITY; 4]; D] };

    #[inline]
    fn set(&mut self, lane: usize, bounds: &Aabb<D>) {
        for axis in 0..D {
            self.min[axis][lane] = bounds.min[axis];
            self.max[axis][lane] = bounds.max[axis];
        }
    }

    #[inline]
    fn get(&self, lane: usize) -> Splat<D> {
        Splat {
            min: self.min.map(|values| Vec4::splat(values[lane])),
            max: self.max.map(|values| Vec4::splat(values[lane])),
        }
    }

    /// A bit for each that overlaps `bounds`.
    #[inline]
    fn overlapping(&self, bounds: &Splat<D>) -> u32 {
        let side = |axis: usize| {
            let (min, max) = (Vec4::from_array(self.min[axis]), Vec4::from_array(self.max[axis]));
            min.cmple(bounds.max[axis]) & bounds.min[axis].cmple(max)
        };
        (1..D).fold(side(0), |hits, axis| hits & side(axis)).bitmask()
    }
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid<const D: usize> {
    /// Of each object asked about: its cell, and above the bits of that on which axes it ends in the next cell. `LARGER` of those
    /// larger than a cell.
    cells: Vec<u32>,
    large: Vec<Item<D>>,
    /// Cells on each axis; the plane has one layer.
    counts: [usize; 3],
    /// Where each cell begins, and at last where the last ends.
    starts: Vec<u32>,
    /// In the order of cells, as the next three.
    blocks: Vec<Block<D>>,
    slots: Vec<u32>,
    /// On which axes each ends in the next cell, a bit for each, and then whether it is static or round.
    marks: Vec<u8>,
}

/// The bit of the first axis on which an object ends in the next cell, above the cell's number.
const CROSSING: u32 = 28;
/// In place of a cell: the object is larger than that.
const LARGER: u32 = u32::MAX;
const STATIC: u8 = 1 << 3;
const ROUND: u8 = 1 << 4;

impl<const D: usize> Grid<D> {
    /// Takes in objects of a world, given more than once. False if this grid does not suit them.
    pub(super) fn fill<I: Iterator<Item = Item<D>>>(&mut self, items: impl Fn() -> I, root: &Root<D>) -> bool {
        let Some((cell, low)) = self.lay_out(items(), root) else { return false };
        let inverse = 1.0 / cell;
        let last = self.counts.map(|count| (count - 1) as f32);
        // The nearest whole number. Monotone in the coordinate, so that what lies between two coordinates lies between their
        // cells, rounding or not.
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
            } else if self.large.len() == LARGE {
                return false;
            } else {
                self.large.push(item);
                self.cells.push(LARGER);
            }
        }
        self.sort(items())
    }

    /// Chooses cells: gives the side of a cell and the least corner of the first.
    fn lay_out(&mut self, items: impl Iterator<Item = Item<D>>, root: &Root<D>) -> Option<(f32, [f32; D])> {
        // How many objects have a side of which length, by its exponent and two more bits.
        let mut sides = [0usize; 1 << 10];
        let outer = [root.middle.map(|middle| middle - root.half), root.middle.map(|middle| middle + root.half)];
        let (mut low, mut high) = (outer[1], outer[0]);
        let mut count = 0;
        for item in items {
            count += 1;
            let mut side = 0.0f32;
            for axis in 0..D {
                let (min, max) = (item.bounds.min[axis], item.bounds.max[axis]);
                // No number where both ends lie at the same infinity; such a one is larger than any cell.
                side = if max - min <= side { side } else { max - min };
                // What begins outside the root is counted to the cells at its edge.
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
            larger > LARGE
        })?;
        // The largest side of all but a few, and one hundredth more, so that rounding makes none larger than a cell.
        let side = f64::from(f32::from_bits((class as u32 + 1) << 21)) * 1.01;
        if !side.is_finite() {
            return None;
        }
        let mut extents = [0.0; 3];
        for axis in 0..D {
            extents[axis] = (f64::from(high[axis]) - f64::from(low[axis])).max(0.0);
        }
        let most = (CELLS * f64::from(count)).min(CELLS_AT_MOST);
        let longest = extents.iter().copied().fold(0.0, f64::max);
        let mut cell = side.max(longest / most.min(CELLS_OF_AN_AXIS));
        let counts = loop {
            let counts = extents.map(|extent| (extent / cell).floor() + 1.0);
            // Also where the world has no end that is a number.
            if counts.iter().product::<f64>() <= most.max(1.0) || !cell.is_finite() {
                break counts;
            }
            cell *= 1.1;
        };
        self.counts = counts.map(|count| (count as usize).max(1));
        let cell = cell as f32;
        (cell > 0.0 && cell.is_finite()).then_some((cell, low))
    }

    /// Puts all in the order of cells. False if they stand in heaps.
    fn sort(&mut self, items: impl Iterator<Item = Item<D>>) -> bool {
        let (mut sum, mut crowd) = (0, 0);
        for start in &mut self.starts {
            let count = std::mem::replace(start, sum);
            sum += count;
            crowd += u64::from(count) * u64::from(count);
        }
        if crowd > (CROWD + 1) * u64::from(sum) {
            return false;
        }
        let count = sum as usize;
        self.blocks.clear();
        // Two more, so that eight can be read wherever an object stands.
        self.blocks.resize(count.div_ceil(4) + 2, Block::UNUSED);
        self.slots.clear();
        self.slots.resize(count, 0);
        self.marks.clear();
        self.marks.resize(count, 0);
        for (Item { bounds, tag }, &cell) in items.zip(&self.cells) {
            if cell != LARGER {
                let start = &mut self.starts[(cell & ((1 << CROSSING) - 1)) as usize];
                let place = *start as usize;
                *start += 1;
                self.blocks[place / 4].set(place % 4, &bounds);
                self.slots[place] = tag.slot;
                let is_static = if tag.is_static { STATIC } else { 0 };
                let is_round = if tag.is_round { ROUND } else { 0 };
                self.marks[place] = (cell >> CROSSING) as u8 | is_static | is_round;
            }
        }
        // Each start has become the end, and so the start of the next.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
        true
    }
}

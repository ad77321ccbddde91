//! All pairs in worlds of similar sizes: a uniform grid of loose cells.
//!
//! An object stands in the cell of its least corner. Cells are as large as objects, so what overlaps it stands in a
//! cell next to its own or in the same. Objects lie in the order of cells, row by row, so three cells of a row are one range, and each
//! object is compared with what follows in its own row and with the rows that come after: half of the neighbourhood, each pair once. Made
//! anew for each question, in memory that is kept: that is a count and a copy, where a tree has to be sorted. A few
//! objects may be larger than a cell: they are compared with everything.

use std::ops::Range;

use glam::Vec4;

use super::{
    Observer,
    flat::Splat,
    node::{Item, Tag},
    root::Root,
};
use crate::spatial::Aabb;

/// Objects that may be larger than a cell. Each costs all others a quarter of a test.
const LARGE: usize = 32;
/// The most cells for each object.
const CELLS: f64 = 1.5;
/// A grid is refused if its objects have more others in their cells on average: then they stand in heaps, and a
/// tree finds the pairs sooner. In a world evenly filled they are as many as there are objects in a cell, one or two.
const CROWD: u64 = 8;

/// Four objects side by side.
#[derive(Clone, Copy, Debug)]
struct Block<const D: usize> {
    min: [Vec4; D],
    max: [Vec4; D],
}

impl<const D: usize> Block<D> {
    const UNUSED: Self = Self { min: [Vec4::INFINITY; D], max: [Vec4::NEG_INFINITY; D] };

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
        let side = |axis: usize| self.min[axis].cmple(bounds.max[axis]) & bounds.min[axis].cmple(self.max[axis]);
        (1..D).fold(side(0), |hits, axis| hits & side(axis)).bitmask()
    }
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid<const D: usize> {
    /// All objects as they came, and the cell of each; `u32::MAX` of those larger than a cell.
    items: Vec<Item<D>>,
    cells: Vec<u32>,
    large: Vec<Item<D>>,
    /// Cells on each axis; the plane has one layer.
    counts: [usize; 3],
    /// Where each cell begins, and at last where the last ends.
    starts: Vec<u32>,
    blocks: Vec<Block<D>>,
    tags: Vec<Tag>,
}

impl<const D: usize> Grid<D> {
    /// Takes in objects of a world. False if this grid does not suit them.
    pub(super) fn fill(&mut self, items: impl Iterator<Item = Item<D>>, root: &Root<D>) -> bool {
        self.items.clear();
        self.items.extend(items);
        let Some(side) = self.largest_side() else { return false };
        let Some((cell, low)) = self.lay_out(side, root) else { return false };
        let inverse = 1.0 / cell;
        let last = self.counts.map(|count| count as u32 - 1);
        // Monotone in the coordinate, so that what lies between two coordinates lies between their cells, rounding or not.
        let cell_of = |axis: usize, value: f32| (((value - low[axis]) * inverse) as u32).min(last[axis]);
        self.large.clear();
        self.cells.clear();
        self.starts.clear();
        self.starts.resize(self.counts.iter().product::<usize>() + 1, 0);
        let widths = [1, self.counts[0] as u32, (self.counts[0] * self.counts[1]) as u32];
        for item in &self.items {
            let (mut at, mut fits) = (0, true);
            for axis in 0..D {
                let first = cell_of(axis, item.bounds.min[axis]);
                fits &= cell_of(axis, item.bounds.max[axis]) - first <= 1;
                at += first * widths[axis];
            }
            if fits {
                self.starts[at as usize] += 1;
                self.cells.push(at);
            } else {
                self.large.push(*item);
                self.cells.push(u32::MAX);
            }
        }
        self.large.len() <= LARGE && self.sort()
    }

    /// The largest side of all objects but for a few.
    fn largest_side(&self) -> Option<f32> {
        // Counted by exponent and two more bits.
        let mut sides = [0usize; 1 << 10];
        for item in &self.items {
            let mut side = 0.0f32;
            for axis in 0..D {
                side = side.max(item.bounds.max[axis] - item.bounds.min[axis]);
            }
            sides[side.to_bits() as usize >> 21 & 1023] += 1;
        }
        let mut larger = 0;
        let class = (0..1 << 10).rev().find(|&class| {
            larger += sides[class];
            larger > LARGE
        })?;
        // One hundredth more, so that rounding makes none larger than a cell.
        let side = f32::from_bits((class as u32 + 1) << 21) * 1.01;
        side.is_finite().then_some(side)
    }

    /// Chooses the side of cells, at least `side`, and their counts; gives the side and the least corner.
    fn lay_out(&mut self, side: f32, root: &Root<D>) -> Option<(f32, [f32; D])> {
        let (mut low, mut high) = ([f32::INFINITY; D], [f32::NEG_INFINITY; D]);
        for item in &self.items {
            for axis in 0..D {
                low[axis] = low[axis].min(item.bounds.min[axis]);
                high[axis] = high[axis].max(item.bounds.min[axis]);
            }
        }
        let mut extents = [0.0; 3];
        for axis in 0..D {
            // What lies far outside of the root is counted to the cells at the edge.
            low[axis] = low[axis].max(root.middle[axis] - 2.0 * root.half);
            high[axis] = high[axis].min(root.middle[axis] + 2.0 * root.half);
            extents[axis] = f64::from(high[axis]) - f64::from(low[axis]);
        }
        let most = CELLS * self.items.len() as f64;
        let longest = extents.iter().copied().fold(0.0, f64::max);
        let mut cell = f64::from(side).max(longest / most);
        let counts = loop {
            let counts = extents.map(|extent| (extent / cell).floor() + 1.0);
            if counts.iter().product::<f64>() <= most.max(1.0) {
                break counts;
            }
            cell *= 1.1;
        };
        self.counts = counts.map(|count| (count as usize).max(1));
        let cell = cell as f32;
        (cell > 0.0 && cell.is_finite()).then_some((cell, low))
    }

    /// Puts all in the order of cells. False if they stand in heaps.
    fn sort(&mut self) -> bool {
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
        self.blocks.resize(count.div_ceil(4), Block::UNUSED);
        self.tags.clear();
        self.tags.resize(count, Tag::NOBODY);
        for (item, &cell) in self.items.iter().zip(&self.cells) {
            if cell != u32::MAX {
                let start = &mut self.starts[cell as usize];
                let place = *start as usize;
                *start += 1;
                self.blocks[place / 4].set(place % 4, &item.bounds);
                self.tags[place] = item.tag;
            }
        }
        // Each start has become the end, and so the start of the next.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
        true
    }

    /// Tells `found` each two objects whose bounds overlap, once.
    pub(super) fn join(&self, observer: &mut impl Observer, found: &mut impl FnMut(&Tag, &Tag)) {
        let [columns, rows, layers] = self.counts;
        for row in 0..rows * layers {
            let (y, z) = (row % rows, row / rows);
            // The rows that come after, of those next to this one.
            let after = [(1, 0), (-1, 1), (0, 1), (1, 1)].map(|(up, back): (isize, usize)| {
                let (y, z) = (y.checked_add_signed(up), z + back);
                y.filter(|&y| y < rows && z < layers).map(|y| (y + rows * z) * columns)
            });
            for column in 0..columns {
                let cell = row * columns + column;
                let here = self.starts[cell] as usize..self.starts[cell + 1] as usize;
                if here.is_empty() {
                    continue;
                }
                let end = self.starts[row * columns + columns.min(column + 2)] as usize;
                let windows = after.map(|start| {
                    let Some(start) = start else { return 0..0 };
                    let from = self.starts[start + column.saturating_sub(1)];
                    from as usize..self.starts[start + columns.min(column + 2)] as usize
                });
                for place in here {
                    let bounds = self.blocks[place / 4].get(place % 4);
                    self.compare(place, &bounds, place + 1..end, observer, found);
                    for window in &windows {
                        self.compare(place, &bounds, window.clone(), observer, found);
                    }
                }
            }
        }
        self.join_large(observer, found);
    }

    /// One object with those in a range.
    #[inline]
    fn compare(
        &self,
        one: usize,
        bounds: &Splat<D>,
        others: Range<usize>,
        observer: &mut impl Observer,
        found: &mut impl FnMut(&Tag, &Tag),
    ) {
        let mut block = others.start / 4;
        while block * 4 < others.end {
            let mut hits = self.blocks[block].overlapping(bounds);
            (0..4).for_each(|_| observer.hit_test());
            while hits != 0 {
                let other = block * 4 + hits.trailing_zeros() as usize;
                hits &= hits - 1;
                if others.contains(&other) {
                    found(&self.tags[one], &self.tags[other]);
                }
            }
            block += 1;
        }
    }

    /// The few that are larger than a cell, among each other and with all others.
    fn join_large(&self, observer: &mut impl Observer, found: &mut impl FnMut(&Tag, &Tag)) {
        for (index, one) in self.large.iter().enumerate() {
            for two in &self.large[index + 1..] {
                observer.hit_test();
                if one.bounds.overlaps(&two.bounds) {
                    found(&one.tag, &two.tag);
                }
            }
            let bounds = Splat::new(&one.bounds);
            for (block, others) in self.blocks.iter().enumerate() {
                (0..4).for_each(|_| observer.hit_test());
                let mut hits = others.overlapping(&bounds);
                while hits != 0 {
                    let other = block * 4 + hits.trailing_zeros() as usize;
                    hits &= hits - 1;
                    // Behind the last one, lanes not in use overlap what is infinite every way.
                    if let Some(other) = self.tags.get(other) {
                        found(&one.tag, other);
                    }
                }
            }
        }
    }
}

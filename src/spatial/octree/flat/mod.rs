//! The fast form: all objects in Morton order, in a tree of eight by eight by eight.
//!
//! Level 0 holds the objects, eight to a node; each level above the nodes of the level below, eight to a node; the last has one
//! node. Nothing is linked: lane `i` of node `n` is number `8 n + i` below. The bounds of a node's lanes lie side by side for
//! each axis, so that one comparison tests eight. It is made anew when objects have
//! changed, which costs a sort by radix and one pass. After the packed Hilbert R-tree (Kamel and Faloutsos, 1993) and the
//! linear hierarchies of Lauterbach et al. (2009).

mod join;
mod search;

use glam::Vec4;

use super::{core::Core, node::Item};
use crate::spatial::Aabb;

/// Lanes of a node.
const LANES: usize = 8;

/// The bounds of up to eight objects or nodes.
#[derive(Clone, Debug)]
struct Lanes<const D: usize> {
    min: [[Vec4; 2]; D],
    max: [[Vec4; 2]; D],
}

impl<const D: usize> Lanes<D> {
    /// Lanes not in use: NaN, which overlaps nothing.
    const UNUSED: Self = Self { min: [[Vec4::NAN; 2]; D], max: [[Vec4::NAN; 2]; D] };

    fn set(&mut self, lane: usize, bounds: &Aabb<D>) {
        for axis in 0..D {
            self.min[axis][lane / 4][lane % 4] = bounds.min[axis];
            self.max[axis][lane / 4][lane % 4] = bounds.max[axis];
        }
    }

    #[inline]
    fn get(&self, lane: usize) -> Aabb<D> {
        Aabb {
            min: std::array::from_fn(|axis| self.min[axis][lane / 4][lane % 4]),
            max: std::array::from_fn(|axis| self.max[axis][lane / 4][lane % 4]),
        }
    }

    /// A bit for each lane that overlaps `bounds`.
    #[inline]
    fn overlapping(&self, bounds: &Aabb<D>) -> u32 {
        let half = |half: usize| {
            let side = |axis: usize| {
                let (low, high) = (Vec4::splat(bounds.min[axis]), Vec4::splat(bounds.max[axis]));
                self.min[axis][half].cmple(high) & low.cmple(self.max[axis][half])
            };
            (1..D).fold(side(0), |hits, axis| hits & side(axis)).bitmask()
        };
        half(0) | half(1) << 4
    }
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Flat<const D: usize> {
    /// In Morton order.
    items: Vec<Item<D>>,
    levels: Vec<Vec<Lanes<D>>>,
}

impl<const D: usize> Flat<D> {
    /// All objects of `core`, in Morton order.
    pub(super) fn new(core: &Core<D>) -> Self {
        let unsorted: Vec<Item<D>> = core.items().collect();
        let keys = unsorted.iter().zip(0u32..).map(|(item, index)| (core.morton(&item.bounds) >> 18, index));
        let order = sorted(keys.map(|(key, index)| (key as u32, index)).collect());
        let items: Vec<Item<D>> = order.iter().map(|&(_, index)| unsorted[index as usize]).collect();
        let mut levels = vec![packed(items.iter().map(|item| item.bounds))];
        let mut count = items.len();
        while levels.last().is_some_and(|level| level.len() > 1) {
            let below = &levels[levels.len() - 1];
            let bounds = below.iter().enumerate().filter_map(|(node, lanes)| {
                let used = LANES.min(count - node * LANES);
                (0..used).map(|lane| lanes.get(lane)).reduce(|one, two| one.union(&two))
            });
            let level = packed(bounds);
            count = below.len();
            levels.push(level);
        }
        Self { items, levels }
    }

    /// Lanes in use of node `node` at `level`.
    fn used(&self, level: usize, node: usize) -> usize {
        let below = if level == 0 { self.items.len() } else { self.levels[level - 1].len() };
        LANES.min(below - node * LANES)
    }
}

/// `all`, eight to a node.
fn packed<const D: usize>(all: impl Iterator<Item = Aabb<D>>) -> Vec<Lanes<D>> {
    let mut nodes = Vec::with_capacity(all.size_hint().0 / LANES + 1);
    for (number, bounds) in all.enumerate() {
        if number % LANES == 0 {
            nodes.push(Lanes::UNUSED);
        }
        if let Some(node) = nodes.last_mut() {
            node.set(number % LANES, &bounds);
        }
    }
    nodes
}

/// Sorted by the lowest 30 bits of the keys, three times ten; equal keys keep their order.
fn sorted(mut keys: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    let mut other = vec![(0, 0); keys.len()];
    for shift in [0, 10, 20] {
        let mut starts = [0usize; 1024];
        keys.iter().for_each(|&(key, _)| starts[(key >> shift) as usize & 1023] += 1);
        let mut sum = 0;
        for start in &mut starts {
            sum += std::mem::replace(start, sum);
        }
        for &(key, index) in &keys {
            let place = &mut starts[(key >> shift) as usize & 1023];
            other[*place] = (key, index);
            *place += 1;
        }
        std::mem::swap(&mut keys, &mut other);
    }
    keys
}

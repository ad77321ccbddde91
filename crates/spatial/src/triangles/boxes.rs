//! What `candidates` asks: the boxes of all triangles, each once, in a tree of eight by eight by eight.
//!
//! Level 0 holds the triangles, eight to a node; each level above the nodes of the level below, eight to a node; the last has one
//! node. Nothing is linked: lane `i` of node `n` is number `8 n + i` below. The bounds of a node's lanes lie side by side for
//! each axis, so that one comparison tests four. Triangles are put in order by halving again and again, where their centres lie farthest
//! apart, at places where nodes begin: a query visits a third fewer of them than in Morton order, where they begin anywhere on the curve.

use glam::{Vec3A, Vec4};

use super::probe::Filter;

/// Lanes of a node.
pub(super) const LANES: usize = 8;

/// A box along the axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) min: Vec3A,
    pub(super) max: Vec3A,
}

impl Bounds {
    pub(super) fn of([a, b, c]: [Vec3A; 3]) -> Self {
        Self { min: a.min(b).min(c), max: a.max(b).max(c) }
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// The boxes of up to eight triangles or nodes, by axis and by four lanes.
#[derive(Clone, Debug)]
#[expect(unnameable_types, reason = "what a probe does is the tree's own affair")]
pub struct Lanes {
    pub(super) min: [[Vec4; 2]; 3],
    pub(super) max: [[Vec4; 2]; 3],
}

impl Lanes {
    /// Lanes that are not in use are inside out: no filter, all of which are finite, touches them.
    const UNUSED: Self = Self { min: [[Vec4::INFINITY; 2]; 3], max: [[Vec4::NEG_INFINITY; 2]; 3] };

    pub(super) fn new(boxes: impl Iterator<Item = Bounds>) -> Self {
        let mut lanes = Self::UNUSED;
        for (lane, bounds) in boxes.take(LANES).enumerate() {
            for axis in 0..3 {
                lanes.min[axis][lane / 4][lane % 4] = bounds.min[axis];
                lanes.max[axis][lane / 4][lane % 4] = bounds.max[axis];
            }
        }
        lanes
    }

    /// The box around all lanes.
    fn around(&self) -> Bounds {
        Bounds {
            min: Vec3A::from_array([0, 1, 2].map(|axis| self.min[axis][0].min(self.min[axis][1]).min_element())),
            max: Vec3A::from_array([0, 1, 2].map(|axis| self.max[axis][0].max(self.max[axis][1]).max_element())),
        }
    }
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct BoxTree {
    levels: Vec<Vec<Lanes>>,
    /// In the order of level 0.
    triangles: Vec<u32>,
}

impl BoxTree {
    /// The tree over the triangles with these bounds. Cost: as for sorting them.
    pub(super) fn new(bounds: &[Bounds]) -> Self {
        let centers = (0..)
            .zip(bounds)
            .map(|(triangle, &Bounds { min, max })| Center { coordinates: (min + max).to_array(), triangle });
        let mut centers: Vec<_> = centers.collect();
        put_in_order(&mut centers);
        let triangles: Vec<_> = centers.into_iter().map(|center| center.triangle).collect();
        let eight = |eight: &[u32]| Lanes::new(eight.iter().map(|&triangle| bounds[triangle as usize]));
        let mut level: Vec<_> = triangles.chunks(LANES).map(eight).collect();
        let mut levels = Vec::new();
        while level.len() > 1 {
            let above = level.chunks(LANES).map(|eight| Lanes::new(eight.iter().map(Lanes::around))).collect();
            levels.push(std::mem::replace(&mut level, above));
        }
        levels.push(level);
        Self { levels, triangles }
    }

    /// The number of triangles.
    pub(super) fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.levels.iter().map(|level| size_of_val(&**level)).sum::<usize>() + size_of_val(&*self.triangles)
    }

    /// Calls `visit` with each triangle whose box the filter touches, once.
    pub(super) fn visit(&self, filter: &impl Filter, visit: &mut impl FnMut(u32)) {
        if let Some([root]) = self.levels.last().map(Vec::as_slice) {
            self.visit_lanes(self.levels.len() - 1, 0, filter.touches_lanes(root), filter, visit);
        }
    }

    /// The same for what stands below those lanes of a node whose bits are set in `lanes`.
    fn visit_lanes(&self, level: usize, node: usize, lanes: u32, filter: &impl Filter, visit: &mut impl FnMut(u32)) {
        let first = node * LANES;
        if level == 0 {
            return each(lanes, |lane| visit(self.triangles[first + lane]));
        }
        // All are tested before any is entered, so that memory is fetched for all at the same time.
        let below = &self.levels[level - 1];
        let mut touched = [0; LANES];
        each(lanes, |lane| touched[lane] = filter.touches_lanes(&below[first + lane]));
        each(lanes, |lane| {
            if touched[lane] != 0 {
                self.visit_lanes(level - 1, first + lane, touched[lane], filter, visit);
            }
        });
    }
}

/// Calls `lane` with each set bit's number.
#[inline(always)]
fn each(mut lanes: u32, mut lane: impl FnMut(usize)) {
    while lanes != 0 {
        lane(lanes.trailing_zeros() as usize & (LANES - 1));
        lanes &= lanes - 1;
    }
}

/// Twice the centre of a triangle's box.
#[derive(Clone, Copy)]
struct Center {
    coordinates: [f32; 3],
    triangle: u32,
}

impl Center {
    /// Ordered by a coordinate, then by the triangle, so that no two are equal: where a list is halved does not depend on how.
    #[inline(always)]
    fn key(&self, axis: usize) -> u64 {
        // The bits of floating point numbers are in order but for negative ones, which are in reverse.
        let bits = self.coordinates[axis].to_bits();
        let ordered = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
        u64::from(ordered) << 32 | u64::from(self.triangle)
    }
}

/// Puts neighbours together. Within a node in order of position.
fn put_in_order(centers: &mut [Center]) {
    if centers.len() <= LANES {
        return centers.sort_unstable_by_key(|center| center.triangle);
    }
    // The triangles below one child of the smallest node that holds all.
    let mut child = LANES;
    while child * LANES < centers.len() {
        child *= LANES;
    }
    let middle = centers.len().div_ceil(child) / 2 * child;
    let all = centers.iter().map(|center| Vec3A::from_array(center.coordinates));
    let (min, max) = all.fold((Vec3A::MAX, Vec3A::MIN), |(min, max), center| (min.min(center), max.max(center)));
    match (max - min).max_position() {
        0 => centers.select_nth_unstable_by_key(middle, |center| center.key(0)),
        1 => centers.select_nth_unstable_by_key(middle, |center| center.key(1)),
        _ => centers.select_nth_unstable_by_key(middle, |center| center.key(2)),
    };
    let (first, second) = centers.split_at_mut(middle);
    put_in_order(first);
    put_in_order(second);
}

//! The shapes that one asks a triangle octree about: how each tests cubes, and boxes eight at a time.

use super::separating::PAD;
use crate::spatial::{Aabb3, Ray3, Sphere3};

/// Triangles of a leaf that are tested together.
pub(super) const LANES: usize = 8;

/// The boxes of up to eight triangles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes {
    pub(super) min: [[f32; LANES]; 3],
    pub(super) max: [[f32; LANES]; 3],
}

impl Lanes {
    pub(super) const EMPTY: Self = Self { min: [[f32::INFINITY; LANES]; 3], max: [[f32::NEG_INFINITY; LANES]; 3] };
}

/// A shape that a [`TriangleOctree`](super::TriangleOctree) answers queries about: [`Sphere3`], [`Aabb3`] and [`Ray3`].
pub trait TriangleProbe {
    /// The shape as the tree tests it.
    #[doc(hidden)]
    type Filter: Filter;

    /// Prepares the tests, for triangles whose largest coordinate is `largest`.
    #[doc(hidden)]
    fn filter(&self, largest: f32) -> Self::Filter;
}

/// A shape, enlarged by a pad that rounding cannot exceed. Each test is monotonic: what passes for a box passes for a box that
/// holds it.
#[expect(unnameable_types, reason = "what a probe does is the tree's own affair")]
pub trait Filter {
    /// The octants around `center` that its bounds touch, as bits: 1 for the greater x, 2 for y, 4 for z.
    fn octants(&self, center: [f32; 3]) -> u8;

    /// Whether it touches a cube.
    fn touches_cube(&self, center: [f32; 3], half: f32) -> bool;

    /// Which of eight boxes it touches, as bits.
    fn touches_lanes(&self, min: &[[f32; LANES]; 3], max: &[[f32; LANES]; 3]) -> u8;

    /// The octant to visit first; the others follow by exclusive or.
    fn first_octant(&self) -> u8 {
        0
    }
}

/// The larger; the second where one is NaN.
#[inline(always)]
fn larger(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

/// The smaller; the second where one is NaN.
#[inline(always)]
fn smaller(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

/// The octants that lie in the lower or upper half along each axis.
#[inline(always)]
pub(super) fn octants_of(low: [bool; 3], high: [bool; 3]) -> u8 {
    const UPPER: [u8; 3] = [0xaa, 0xcc, 0xf0];
    let mut octants = 0xff;
    for axis in 0..3 {
        let lower = if low[axis] { !UPPER[axis] } else { 0 };
        let upper = if high[axis] { UPPER[axis] } else { 0 };
        octants &= lower | upper;
    }
    octants
}

#[inline(always)]
fn bits(lanes: [bool; LANES]) -> u8 {
    // One byte for each lane; the product moves them to the bits of the top byte.
    (u64::from_le_bytes(lanes.map(u8::from)).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// A box between two corners.
#[derive(Clone, Copy, Debug)]
#[expect(unnameable_types, reason = "what a probe does is the tree's own affair")]
pub struct BoxFilter {
    min: [f32; 3],
    max: [f32; 3],
}

impl TriangleProbe for Aabb3 {
    type Filter = BoxFilter;

    fn filter(&self, largest: f32) -> BoxFilter {
        // Boxes are compared without rounding: the pad is for callers whose own tests round.
        let pad = largest * PAD;
        BoxFilter { min: self.min.map(|value| value - pad), max: self.max.map(|value| value + pad) }
    }
}

impl Filter for BoxFilter {
    #[inline]
    fn octants(&self, center: [f32; 3]) -> u8 {
        octants_of(
            [0, 1, 2].map(|axis| self.min[axis] <= center[axis]),
            [0, 1, 2].map(|axis| self.max[axis] >= center[axis]),
        )
    }

    #[inline]
    fn touches_cube(&self, center: [f32; 3], half: f32) -> bool {
        (0..3).all(|axis| self.min[axis] <= center[axis] + half && self.max[axis] >= center[axis] - half)
    }

    #[inline]
    fn touches_lanes(&self, min: &[[f32; LANES]; 3], max: &[[f32; LANES]; 3]) -> u8 {
        let mut touches = [true; LANES];
        for axis in 0..3 {
            for (lane, touches) in touches.iter_mut().enumerate() {
                *touches &= (min[axis][lane] <= self.max[axis]) & (max[axis][lane] >= self.min[axis]);
            }
        }
        bits(touches)
    }
}

/// A sphere. Enlarging boxes by the pad is moving the centre by it, towards the box: `low` for what lies above, `high` for what
/// lies below.
#[derive(Clone, Copy, Debug)]
#[expect(unnameable_types, reason = "what a probe does is the tree's own affair")]
pub struct SphereFilter {
    low: [f32; 3],
    high: [f32; 3],
    /// One over the largest coordinate: distances are compared as parts of it, so that no square overflows or underflows.
    scale: f32,
    /// The square of the radius, so measured.
    squared: f32,
    bounds: BoxFilter,
}

impl TriangleProbe for Sphere3 {
    type Filter = SphereFilter;

    fn filter(&self, largest: f32) -> SphereFilter {
        let radius = if self.radius.is_finite() { self.radius } else { 0.0 };
        let largest = self.center.iter().fold(larger(largest, radius), |largest, value| larger(value.abs(), largest));
        let pad = largest * PAD;
        let reach = self.radius + 2.0 * pad;
        let scale = 1.0 / larger(largest, f32::MIN_POSITIVE);
        SphereFilter {
            low: self.center.map(|value| value + pad),
            high: self.center.map(|value| value - pad),
            scale,
            // A little more than the square, since the squares that it is compared with are rounded too.
            squared: (self.radius * scale) * (self.radius * scale) * (1.0 + PAD) + f32::MIN_POSITIVE,
            bounds: BoxFilter {
                min: self.center.map(|value| value - reach),
                max: self.center.map(|value| value + reach),
            },
        }
    }
}

impl Filter for SphereFilter {
    #[inline]
    fn octants(&self, center: [f32; 3]) -> u8 {
        self.bounds.octants(center)
    }

    #[inline]
    fn touches_cube(&self, center: [f32; 3], half: f32) -> bool {
        let mut sum = 0.0;
        for (axis, &middle) in center.iter().enumerate() {
            let away = larger(larger(middle - half - self.low[axis], self.high[axis] - (middle + half)), 0.0);
            sum += (away * self.scale) * (away * self.scale);
        }
        sum <= self.squared
    }

    #[inline]
    fn touches_lanes(&self, min: &[[f32; LANES]; 3], max: &[[f32; LANES]; 3]) -> u8 {
        let mut sums = [0.0; LANES];
        for axis in 0..3 {
            for (lane, sum) in sums.iter_mut().enumerate() {
                let away = larger(larger(min[axis][lane] - self.low[axis], self.high[axis] - max[axis][lane]), 0.0);
                *sum += (away * self.scale) * (away * self.scale);
            }
        }
        bits(sums.map(|sum| sum <= self.squared))
    }
}

/// A ray against slabs (Kay and Kajiya, 1986), which are enlarged by the pad.
#[derive(Clone, Copy, Debug)]
#[expect(unnameable_types, reason = "what a probe does is the tree's own affair")]
pub struct RayFilter {
    origin: [f32; 3],
    inverse: [f32; 3],
    reach: f32,
    pad: f32,
}

impl TriangleProbe for Ray3 {
    type Filter = RayFilter;

    fn filter(&self, largest: f32) -> RayFilter {
        let largest = self.origin.iter().fold(largest, |largest, value| larger(value.abs(), largest));
        let pad = largest * PAD;
        RayFilter { origin: self.origin, inverse: self.inverse, reach: self.reach + pad, pad }
    }
}

impl RayFilter {
    /// Where it enters and leaves a slab; NaN where it runs along a face.
    #[inline(always)]
    fn slab(&self, axis: usize, min: f32, max: f32) -> (f32, f32) {
        let (min, max) = (min - self.pad - self.origin[axis], max + self.pad - self.origin[axis]);
        let (near, far) = if self.inverse[axis] < 0.0 { (max, min) } else { (min, max) };
        (near * self.inverse[axis], far * self.inverse[axis])
    }
}

impl Filter for RayFilter {
    #[inline]
    fn octants(&self, _: [f32; 3]) -> u8 {
        0xff
    }

    #[inline]
    fn touches_cube(&self, center: [f32; 3], half: f32) -> bool {
        let (mut enter, mut leave) = (0.0, self.reach);
        for (axis, &middle) in center.iter().enumerate() {
            let (near, far) = self.slab(axis, middle - half, middle + half);
            (enter, leave) = (larger(near, enter), smaller(far, leave));
        }
        enter <= leave
    }

    #[inline]
    fn touches_lanes(&self, min: &[[f32; LANES]; 3], max: &[[f32; LANES]; 3]) -> u8 {
        let (mut enter, mut leave) = ([0.0; LANES], [self.reach; LANES]);
        for axis in 0..3 {
            for lane in 0..LANES {
                let (near, far) = self.slab(axis, min[axis][lane], max[axis][lane]);
                (enter[lane], leave[lane]) = (larger(near, enter[lane]), smaller(far, leave[lane]));
            }
        }
        bits(std::array::from_fn(|lane| enter[lane] <= leave[lane]))
    }

    fn first_octant(&self) -> u8 {
        let [x, y, z] = self.inverse.map(|value| u8::from(value < 0.0));
        x | y << 1 | z << 2
    }
}

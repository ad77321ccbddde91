//! The shapes that one asks a triangle octree about: how each tests cubes, and boxes eight at a time.

use glam::Vec4;

use super::{
    boxes::Lanes,
    separating::{PAD, octants_of, pad},
};
use crate::{Aabb3, Ray3, Sphere3};

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
    fn touches_lanes(&self, lanes: &Lanes) -> u32;

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

/// The bits of eight lanes, from those of the first and the last four.
#[inline(always)]
fn eight(four: impl Fn(usize) -> u32) -> u32 {
    four(0) | four(1) << 4
}

/// The axes for which `test` holds, as bits.
#[inline(always)]
fn axes(test: impl Fn(usize) -> bool) -> u32 {
    (0..3).fold(0, |axes, axis| axes | u32::from(test(axis)) << axis)
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
        let pad = pad(largest);
        // Finite, since the lanes that are not in use are not.
        let finite = |value: f32| value.clamp(f32::MIN, f32::MAX);
        BoxFilter { min: self.min.map(|value| finite(value - pad)), max: self.max.map(|value| finite(value + pad)) }
    }
}

impl Filter for BoxFilter {
    #[inline]
    fn octants(&self, center: [f32; 3]) -> u8 {
        octants_of(axes(|axis| self.min[axis] <= center[axis]), axes(|axis| self.max[axis] >= center[axis]))
    }

    #[inline]
    fn touches_cube(&self, center: [f32; 3], half: f32) -> bool {
        (0..3).all(|axis| self.min[axis] <= center[axis] + half && self.max[axis] >= center[axis] - half)
    }

    #[inline]
    fn touches_lanes(&self, lanes: &Lanes) -> u32 {
        eight(|half| {
            let axis = |axis: usize| {
                let (min, max) = (Vec4::splat(self.min[axis]), Vec4::splat(self.max[axis]));
                lanes.min[axis][half].cmple(max) & lanes.max[axis][half].cmpge(min)
            };
            (axis(0) & axis(1) & axis(2)).bitmask()
        })
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
        let pad = pad(largest);
        let reach = self.radius + 2.0 * pad;
        let scale = 1.0 / larger(largest, f32::MIN_POSITIVE);
        SphereFilter {
            // Finite, since the lanes that are not in use are not: infinity less infinity would be no distance at all.
            low: self.center.map(|value| (value + pad).min(f32::MAX)),
            high: self.center.map(|value| (value - pad).max(f32::MIN)),
            scale,
            // A little more than the square, since the squares that it is compared with are rounded too. Finite, since the
            // distances of lanes that are not in use are not; all others are, as parts of the largest coordinate.
            squared: ((self.radius * scale) * (self.radius * scale) * (1.0 + PAD) + f32::MIN_POSITIVE).min(f32::MAX),
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
    fn touches_lanes(&self, lanes: &Lanes) -> u32 {
        eight(|half| {
            let axis = |axis: usize| {
                let (low, high) = (Vec4::splat(self.low[axis]), Vec4::splat(self.high[axis]));
                let away = (lanes.min[axis][half] - low).max(high - lanes.max[axis][half]).max(Vec4::ZERO) * self.scale;
                away * away
            };
            (axis(0) + axis(1) + axis(2)).cmple(Vec4::splat(self.squared)).bitmask()
        })
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
        let pad = pad(largest);
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
    fn touches_lanes(&self, lanes: &Lanes) -> u32 {
        eight(|half| {
            let (mut enter, mut leave) = (Vec4::ZERO, Vec4::splat(self.reach));
            for axis in 0..3 {
                let (origin, inverse) = (Vec4::splat(self.origin[axis]), self.inverse[axis]);
                let min = lanes.min[axis][half] - self.pad - origin;
                let max = lanes.max[axis][half] + self.pad - origin;
                let (near, far) = if inverse < 0.0 { (max, min) } else { (min, max) };
                let (near, far) = (near * inverse, far * inverse);
                // NaN, where the ray runs along a face, fails both comparisons.
                enter = Vec4::select(near.cmpgt(enter), near, enter);
                leave = Vec4::select(far.cmplt(leave), far, leave);
            }
            enter.cmple(leave).bitmask()
        })
    }

    fn first_octant(&self) -> u8 {
        let [x, y, z] = self.inverse.map(|value| u8::from(value < 0.0));
        x | y << 1 | z << 2
    }
}

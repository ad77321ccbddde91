//! The shapes that a triangle octree can be queried with, and how each tests a cube or eight boxes.

use glam::Vec4;

use super::separating::{PAD, octants_of, pad};
use crate::{
    Aabb3, Ray3, Sphere3,
    box_tree::{FourBoxes, greater, lesser},
};

/// A shape that a [`TriangleOctree`](super::TriangleOctree) can be queried with.
///
/// Implemented by [`Sphere3`], [`Aabb3`] and [`Ray3`].
pub trait TriangleProbe {
    /// The shape in the form that the tree tests against cubes and boxes.
    #[doc(hidden)]
    type ProbeFilter: ProbeTest;

    /// Prepares the shape for tests against a mesh whose largest absolute coordinate is `largest`.
    #[doc(hidden)]
    fn filter(&self, largest: f32) -> Self::ProbeFilter;
}

/// The shape of a query, enlarged by a pad (a distance that covers rounding) and tested against the
/// cubes and boxes of a tree. Each test is monotone: if it passes for a box, it passes for every
/// box that encloses that box.
#[expect(unnameable_types, reason = "what a probe does is the tree's own affair")]
pub trait ProbeTest {
    /// The octants around `center` that the shape's bounds touch: a bit for each octant. Bits 0, 1
    /// and 2 of an octant's index are set on the positive side of x, y and z.
    fn octants(&self, center: [f32; 3]) -> u8;

    /// Whether the shape touches the cube around `center` whose side is twice `half`.
    fn touches_cube(&self, center: [f32; 3], half: f32) -> bool;

    /// A bit mask of the four boxes that the shape touches. It touches no unused lane.
    fn touches_four(&self, boxes: &FourBoxes<3>) -> u32;

    /// The index of the octant to visit first. The `i`-th octant to visit, counted from 0, is `i`
    /// xor this index.
    fn first_octant(&self) -> u8 {
        0
    }
}

/// The maximum; `other` if either is NaN.
#[inline(always)]
fn larger(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

/// The minimum; `other` if either is NaN.
#[inline(always)]
fn smaller(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

/// A bit mask of the axes for which `test` holds.
#[inline(always)]
fn axes(test: impl Fn(usize) -> bool) -> u32 {
    (0..3).fold(0, |axes, axis| axes | u32::from(test(axis)) << axis)
}

/// The filter of an axis-aligned box, enlarged by the pad: a distance that covers rounding.
#[derive(Clone, Copy, Debug)]
#[expect(unnameable_types, reason = "what a probe does is the tree's own affair")]
pub struct BoxFilter {
    min: [f32; 3],
    max: [f32; 3],
}

impl TriangleProbe for Aabb3 {
    type ProbeFilter = BoxFilter;

    fn filter(&self, largest: f32) -> BoxFilter {
        // Comparing boxes does not round: the pad covers the rounding of callers' own tests.
        let pad = pad(largest);
        // Clamped, so that infinite unused lanes never pass.
        let finite = |value: f32| value.clamp(f32::MIN, f32::MAX);
        BoxFilter { min: self.min.map(|value| finite(value - pad)), max: self.max.map(|value| finite(value + pad)) }
    }
}

impl ProbeTest for BoxFilter {
    #[inline]
    fn octants(&self, center: [f32; 3]) -> u8 {
        octants_of(axes(|axis| self.min[axis] <= center[axis]), axes(|axis| self.max[axis] >= center[axis]))
    }

    #[inline]
    fn touches_cube(&self, center: [f32; 3], half: f32) -> bool {
        (0..3).all(|axis| self.min[axis] <= center[axis] + half && self.max[axis] >= center[axis] - half)
    }

    #[inline]
    fn touches_four(&self, boxes: &FourBoxes<3>) -> u32 {
        let axis = |axis: usize| {
            let (min, max) = boxes.ends(axis);
            min.cmple(Vec4::splat(self.max[axis])) & max.cmpge(Vec4::splat(self.min[axis]))
        };
        (axis(0) & axis(1) & axis(2)).bitmask()
    }
}

/// The filter of a sphere. Instead of enlarging boxes by the pad, a distance that covers rounding,
/// the sphere's centre is moved by the pad towards the box: to `low` for boxes above the centre, to
/// `high` for boxes below.
#[derive(Clone, Copy, Debug)]
#[expect(unnameable_types, reason = "what a probe does is the tree's own affair")]
pub struct SphereFilter {
    low: [f32; 3],
    high: [f32; 3],
    /// The reciprocal of the largest coordinate. Distances multiplied by it can be squared without
    /// overflow or underflow.
    scale: f32,
    /// The square of the product of the radius and `scale`, slightly enlarged.
    squared: f32,
    /// The sphere's bounding box, enlarged by the pad.
    bounds: BoxFilter,
}

impl TriangleProbe for Sphere3 {
    type ProbeFilter = SphereFilter;

    fn filter(&self, largest: f32) -> SphereFilter {
        let radius = if self.radius.is_finite() { self.radius } else { 0.0 };
        let largest = self.center.iter().fold(larger(largest, radius), |largest, value| larger(value.abs(), largest));
        let pad = pad(largest);
        let reach = self.radius + 2.0 * pad;
        let scale = 1.0 / larger(largest, f32::MIN_POSITIVE);
        SphereFilter {
            // Clamped, since unused lanes are infinite, and infinity minus infinity is NaN.
            low: self.center.map(|value| (value + pad).min(f32::MAX)),
            high: self.center.map(|value| (value - pad).max(f32::MIN)),
            scale,
            // Slightly more than the square, since the squares compared with it are rounded too.
            // Clamped, so that unused lanes, whose distance is infinite, never pass; the scaled
            // distances of all other lanes are finite.
            squared: ((self.radius * scale) * (self.radius * scale) * (1.0 + PAD) + f32::MIN_POSITIVE).min(f32::MAX),
            bounds: BoxFilter {
                min: self.center.map(|value| value - reach),
                max: self.center.map(|value| value + reach),
            },
        }
    }
}

impl ProbeTest for SphereFilter {
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
    fn touches_four(&self, boxes: &FourBoxes<3>) -> u32 {
        let axis = |axis: usize| {
            let (min, max) = boxes.ends(axis);
            let (low, high) = (Vec4::splat(self.low[axis]), Vec4::splat(self.high[axis]));
            let away = (min - low).max(high - max).max(Vec4::ZERO) * self.scale;
            away * away
        };
        (axis(0) + axis(1) + axis(2)).cmple(Vec4::splat(self.squared)).bitmask()
    }
}

/// The filter of a ray, tested against the slabs of boxes enlarged by the pad, a distance that
/// covers rounding (Kay and Kajiya, 1986).
#[derive(Clone, Copy, Debug)]
#[expect(unnameable_types, reason = "what a probe does is the tree's own affair")]
pub struct RayFilter {
    origin: [f32; 3],
    inverse: [f32; 3],
    reach: f32,
    pad: f32,
}

impl TriangleProbe for Ray3 {
    type ProbeFilter = RayFilter;

    fn filter(&self, largest: f32) -> RayFilter {
        let largest = self.origin.iter().fold(largest, |largest, value| larger(value.abs(), largest));
        let pad = pad(largest);
        RayFilter { origin: self.origin, inverse: self.inverse, reach: self.reach + pad, pad }
    }
}

impl RayFilter {
    /// The distances in metres at which the ray enters and leaves the slab from `min` to `max` on
    /// an axis; NaN if the ray runs along a face of the slab.
    #[inline(always)]
    fn slab(&self, axis: usize, min: f32, max: f32) -> (f32, f32) {
        let (min, max) = (min - self.pad - self.origin[axis], max + self.pad - self.origin[axis]);
        let (near, far) = if self.inverse[axis] < 0.0 { (max, min) } else { (min, max) };
        (near * self.inverse[axis], far * self.inverse[axis])
    }
}

impl ProbeTest for RayFilter {
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
    fn touches_four(&self, boxes: &FourBoxes<3>) -> u32 {
        let (mut enter, mut leave) = (Vec4::ZERO, Vec4::splat(self.reach));
        for axis in 0..3 {
            let (min, max) = boxes.ends(axis);
            let (origin, inverse) = (Vec4::splat(self.origin[axis]), self.inverse[axis]);
            let (min, max) = (min - self.pad - origin, max + self.pad - origin);
            let (near, far) = if inverse < 0.0 { (max, min) } else { (min, max) };
            // The slab of a ray along a face is NaN, and changes neither.
            (enter, leave) = (greater(near * inverse, enter), lesser(far * inverse, leave));
        }
        enter.cmple(leave).bitmask()
    }

    fn first_octant(&self) -> u8 {
        let [x, y, z] = self.inverse.map(|value| u8::from(value < 0.0));
        x | y << 1 | z << 2
    }
}

//! Eight boxes in structure-of-arrays layout, tested at once.

use std::array::from_fn;

use glam::Vec4;

use crate::{Aabb, Ray};

/// Number of boxes in a node.
pub(super) const LANES: usize = 8;

/// The bounding boxes of up to eight objects or nodes, one in each lane. The eight values of each
/// coordinate are adjacent in memory, so one SIMD comparison tests four boxes.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct BoxLanes<const D: usize> {
    /// The minimum corners, then the maximum corners; within each, by axis, then in two halves of
    /// four lanes.
    sides: [[[[f32; 4]; 2]; D]; 2],
}

impl<const D: usize> BoxLanes<D> {
    /// A node without objects. Its lanes are inverted boxes, which only a box that is unbounded in
    /// every direction overlaps.
    pub(super) const UNUSED: Self = Self { sides: [[[[f32::INFINITY; 4]; 2]; D], [[[f32::NEG_INFINITY; 4]; 2]; D]] };

    pub(super) fn set(&mut self, lane: usize, bounds: &Aabb<D>) {
        for axis in 0..D {
            self.sides[0][axis][lane / 4][lane % 4] = bounds.min[axis];
            self.sides[1][axis][lane / 4][lane % 4] = bounds.max[axis];
        }
    }

    pub(super) fn clear(&mut self, lane: usize) {
        self.set(lane, &Aabb { min: [f32::INFINITY; D], max: [f32::NEG_INFINITY; D] });
    }

    #[inline]
    pub(super) fn get(&self, lane: usize) -> Aabb<D> {
        let side = |side: usize| from_fn(|axis| self.sides[side][axis][lane / 4][lane % 4]);
        Aabb { min: side(0), max: side(1) }
    }

    /// The bounding box of the boxes in all lanes.
    pub(super) fn around(&self) -> Aabb<D> {
        let [min, max] = self.sides.map(|side| side.map(|halves| halves.map(Vec4::from_array)));
        Aabb {
            min: min.map(|[first, second]| first.min(second).min_element()),
            max: max.map(|[first, second]| first.max(second).max_element()),
        }
    }

    /// A bit mask of the lanes whose boxes overlap `bounds`.
    #[inline]
    pub(super) fn overlapping(&self, bounds: &SplatBox<D>) -> u32 {
        let [min, max] = &self.sides;
        let half = |half: usize| {
            let side = |axis: usize| {
                let (min, max) = (Vec4::from_array(min[axis][half]), Vec4::from_array(max[axis][half]));
                min.cmple(bounds.max[axis]) & bounds.min[axis].cmple(max)
            };
            (1..D).fold(side(0), |hits, axis| hits & side(axis)).bitmask()
        };
        half(0) | half(1) << 4
    }

    /// The distance in metres at which the ray enters the box of each lane, and a bit mask of the
    /// boxes that it enters within `limit` metres. Same arithmetic as `Ray::slabs`, four lanes at a
    /// time.
    #[inline]
    pub(super) fn entered(&self, ray: &SplatRay<D>, limit: f32) -> ([f32; LANES], u32) {
        let half = |half: usize| {
            let (mut enter, mut leave) = (Vec4::ZERO, Vec4::splat(limit));
            for axis in 0..D {
                let backwards = usize::from(ray.is_backwards[axis]);
                let near = Vec4::from_array(self.sides[backwards][axis][half]);
                let far = Vec4::from_array(self.sides[1 - backwards][axis][half]);
                let near = (near - ray.origin[axis]) * ray.inverse[axis];
                let far = (far - ray.origin[axis]) * ray.inverse[axis];
                (enter, leave) = (greater(near, enter), lesser(far, leave));
            }
            (enter.to_array(), (enter.cmple(leave) & enter.cmplt(Vec4::INFINITY)).bitmask())
        };
        let ((first, low), (second, high)) = (half(0), half(1));
        (from_fn(|lane| if lane < 4 { first[lane] } else { second[lane - 4] }), low | high << 4)
    }
}

/// The lanewise maximum; `two` where either is NaN, which `Vec4::max` leaves unspecified. Compiles
/// to one instruction.
#[inline]
fn greater(one: Vec4, two: Vec4) -> Vec4 {
    let (one, two) = (one.to_array(), two.to_array());
    Vec4::from_array(from_fn(|lane| if one[lane] > two[lane] { one[lane] } else { two[lane] }))
}

/// The lanewise minimum; `two` where either is NaN.
#[inline]
fn lesser(one: Vec4, two: Vec4) -> Vec4 {
    let (one, two) = (one.to_array(), two.to_array());
    Vec4::from_array(from_fn(|lane| if one[lane] < two[lane] { one[lane] } else { two[lane] }))
}

/// A box with each coordinate repeated four times, for comparison with four boxes at once.
#[derive(Clone, Copy, Debug)]
pub(in crate::octree) struct SplatBox<const D: usize> {
    pub(in crate::octree) min: [Vec4; D],
    pub(in crate::octree) max: [Vec4; D],
}

impl<const D: usize> SplatBox<D> {
    #[inline]
    pub(in crate::octree) fn new(bounds: &Aabb<D>) -> Self {
        Self { min: bounds.min.map(Vec4::splat), max: bounds.max.map(Vec4::splat) }
    }
}

/// A ray with each coordinate repeated four times, for tests of four boxes at once.
pub(super) struct SplatRay<const D: usize> {
    origin: [Vec4; D],
    inverse: [Vec4; D],
    is_backwards: [bool; D],
}

impl<const D: usize> SplatRay<D> {
    pub(super) fn new(ray: &Ray<D>) -> Self {
        Self {
            origin: ray.origin.map(Vec4::splat),
            inverse: ray.inverse.map(Vec4::splat),
            is_backwards: ray.inverse.map(|inverse| inverse < 0.0),
        }
    }
}

//! Four and eight boxes in structure-of-arrays layout, tested at once.

use std::array::from_fn;

use glam::Vec4;

use crate::{Aabb, Ray};

/// Number of boxes in a node.
pub(crate) const LANES: usize = 8;

/// The bounding boxes of up to four objects or nodes, one in each lane. The four values of each
/// coordinate are adjacent in memory, so one SIMD comparison tests all four boxes.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
#[expect(unnameable_types, reason = "what a probe does is the tree's own affair")]
pub struct FourBoxes<const D: usize> {
    /// The minimum corners by axis, then the maximum corners.
    sides: [[[f32; 4]; D]; 2],
}

impl<const D: usize> FourBoxes<D> {
    /// No boxes. The lanes are inverted boxes, which only a box that is unbounded in every
    /// direction overlaps.
    pub(crate) const UNUSED: Self = Self { sides: [[[f32::INFINITY; 4]; D], [[f32::NEG_INFINITY; 4]; D]] };

    #[inline]
    pub(crate) fn set(&mut self, lane: usize, bounds: &Aabb<D>) {
        for axis in 0..D {
            self.sides[0][axis][lane] = bounds.min[axis];
            self.sides[1][axis][lane] = bounds.max[axis];
        }
    }

    #[inline]
    pub(crate) fn get(&self, lane: usize) -> Aabb<D> {
        let side = |side: usize| from_fn(|axis| self.sides[side][axis][lane]);
        Aabb { min: side(0), max: side(1) }
    }

    /// The minima and the maxima of the four boxes on an axis.
    #[inline(always)]
    pub(crate) fn ends(&self, axis: usize) -> (Vec4, Vec4) {
        (Vec4::from_array(self.sides[0][axis]), Vec4::from_array(self.sides[1][axis]))
    }

    /// A bit mask of the boxes that overlap `bounds`.
    #[inline]
    pub(crate) fn overlapping(&self, bounds: &SplatBox<D>) -> u32 {
        let side = |axis: usize| {
            let (min, max) = self.ends(axis);
            min.cmple(bounds.max[axis]) & bounds.min[axis].cmple(max)
        };
        (1..D).fold(side(0), |hits, axis| hits & side(axis)).bitmask()
    }

    /// The distance in metres at which the ray enters each box, and a bit mask of the boxes that it
    /// enters within `limit` metres. Same arithmetic as `Ray::slabs`.
    #[inline]
    fn entered(&self, ray: &SplatRay<D>, limit: f32) -> ([f32; 4], u32) {
        let (mut enter, mut leave) = (Vec4::ZERO, Vec4::splat(limit));
        for axis in 0..D {
            let backwards = usize::from(ray.is_backwards[axis]);
            let (near, far) = (self.sides[backwards][axis], self.sides[1 - backwards][axis]);
            let [near, far] = [near, far].map(Vec4::from_array);
            let near = (near - ray.origin[axis]) * ray.inverse[axis];
            let far = (far - ray.origin[axis]) * ray.inverse[axis];
            (enter, leave) = (greater(near, enter), lesser(far, leave));
        }
        (enter.to_array(), (enter.cmple(leave) & enter.cmplt(Vec4::INFINITY)).bitmask())
    }
}

/// The bounding boxes of up to eight objects or nodes, one in each lane.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct BoxLanes<const D: usize>([FourBoxes<D>; 2]);

impl<const D: usize> BoxLanes<D> {
    /// A node without children, all lanes unused.
    pub(crate) const UNUSED: Self = Self([FourBoxes::UNUSED; 2]);

    #[inline]
    pub(crate) fn set(&mut self, lane: usize, bounds: &Aabb<D>) {
        self.0[lane / 4].set(lane % 4, bounds);
    }

    pub(crate) fn clear(&mut self, lane: usize) {
        self.set(lane, &Aabb { min: [f32::INFINITY; D], max: [f32::NEG_INFINITY; D] });
    }

    #[inline]
    pub(crate) fn get(&self, lane: usize) -> Aabb<D> {
        self.0[lane / 4].get(lane % 4)
    }

    /// The bounding box of the boxes in all lanes.
    pub(crate) fn around(&self) -> Aabb<D> {
        let [first, second] = &self.0;
        Aabb {
            min: from_fn(|axis| first.ends(axis).0.min(second.ends(axis).0).min_element()),
            max: from_fn(|axis| first.ends(axis).1.max(second.ends(axis).1).max_element()),
        }
    }

    /// A bit mask of the lanes whose boxes pass a test. `test` returns a bit mask of four boxes.
    #[inline(always)]
    pub(crate) fn passing(&self, test: impl Fn(&FourBoxes<D>) -> u32) -> u32 {
        test(&self.0[0]) | test(&self.0[1]) << 4
    }

    /// A bit mask of the lanes whose boxes overlap `bounds`.
    #[inline]
    pub(crate) fn overlapping(&self, bounds: &SplatBox<D>) -> u32 {
        self.passing(|four| four.overlapping(bounds))
    }

    /// The distance in metres at which the ray enters the box of each lane, and a bit mask of the
    /// boxes that it enters within `limit` metres.
    #[inline]
    pub(crate) fn entered(&self, ray: &SplatRay<D>, limit: f32) -> ([f32; LANES], u32) {
        let ((first, low), (second, high)) = (self.0[0].entered(ray, limit), self.0[1].entered(ray, limit));
        (from_fn(|lane| if lane < 4 { first[lane] } else { second[lane - 4] }), low | high << 4)
    }
}

/// The lanewise maximum; `two` where either is NaN, which `Vec4::max` leaves unspecified. Compiles
/// to one instruction.
#[inline]
pub(crate) fn greater(one: Vec4, two: Vec4) -> Vec4 {
    let (one, two) = (one.to_array(), two.to_array());
    Vec4::from_array(from_fn(|lane| if one[lane] > two[lane] { one[lane] } else { two[lane] }))
}

/// The lanewise minimum; `two` where either is NaN.
#[inline]
pub(crate) fn lesser(one: Vec4, two: Vec4) -> Vec4 {
    let (one, two) = (one.to_array(), two.to_array());
    Vec4::from_array(from_fn(|lane| if one[lane] < two[lane] { one[lane] } else { two[lane] }))
}

/// A box with each coordinate repeated four times, for comparison with four boxes at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplatBox<const D: usize> {
    min: [Vec4; D],
    max: [Vec4; D],
}

impl<const D: usize> SplatBox<D> {
    #[inline]
    pub(crate) fn new(bounds: &Aabb<D>) -> Self {
        Self { min: bounds.min.map(Vec4::splat), max: bounds.max.map(Vec4::splat) }
    }
}

/// A ray with each coordinate repeated four times, for tests of four boxes at once.
pub(crate) struct SplatRay<const D: usize> {
    origin: [Vec4; D],
    inverse: [Vec4; D],
    is_backwards: [bool; D],
}

impl<const D: usize> SplatRay<D> {
    pub(crate) fn new(ray: &Ray<D>) -> Self {
        Self {
            origin: ray.origin.map(Vec4::splat),
            inverse: ray.inverse.map(Vec4::splat),
            is_backwards: ray.inverse.map(|inverse| inverse < 0.0),
        }
    }
}

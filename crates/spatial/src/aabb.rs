//! `Aabb`: axis-aligned boxes in metres, and the tests between boxes and points.

use glam::{Vec2, Vec3};

use super::ShapeError;

/// An axis-aligned bounding box, in metres. It is closed, so boxes that touch overlap.
///
/// Guarantee, kept by the constructors: `min <= max` on each axis, and no coordinate is NaN. A side
/// may have length 0 or be infinite.
///
/// ```
/// use roomgen_spatial::{Aabb3, glam::Vec3};
///
/// let crate_ = Aabb3::new(Vec3::ZERO, Vec3::ONE)?;
/// let wall = Aabb3::new([1.0, -5.0, f32::NEG_INFINITY], [1.5, 5.0, f32::INFINITY])?;
/// assert!(crate_.overlaps(&wall));
/// assert!(Aabb3::new(Vec3::ONE, Vec3::ZERO).is_err());
/// # Ok::<(), roomgen_spatial::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<const D: usize> {
    pub(super) min: [f32; D],
    pub(super) max: [f32; D],
}

/// An axis-aligned rectangle.
pub type Aabb2 = Aabb<2>;
/// An axis-aligned box in three dimensions.
pub type Aabb3 = Aabb<3>;

impl<const D: usize> Aabb<D> {
    /// The box that contains every point.
    pub const EVERYTHING: Self = Self { min: [f32::NEG_INFINITY; D], max: [f32::INFINITY; D] };

    /// Creates the box from corner `min` to corner `max`, given as arrays or as `glam` vectors.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if a coordinate is NaN, or if `max` is less than `min` on an axis.
    pub fn new(min: impl Into<[f32; D]>, max: impl Into<[f32; D]>) -> Result<Self, ShapeError> {
        let (min, max) = (min.into(), max.into());
        for axis in 0..D {
            for (what, value) in [("least corner", min[axis]), ("greatest corner", max[axis])] {
                if value.is_nan() {
                    return Err(ShapeError::NotANumber { what, axis });
                }
            }
            if min[axis] > max[axis] {
                return Err(ShapeError::Inverted { axis, min: min[axis], max: max[axis] });
            }
        }
        Ok(Self { min, max })
    }

    /// Creates the box that contains only `point`.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if a coordinate is NaN.
    pub fn from_point(point: impl Into<[f32; D]>) -> Result<Self, ShapeError> {
        let point = point.into();
        Self::new(point, point)
    }

    /// Whether the two boxes share a point; touching is enough.
    #[must_use]
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        let mut apart = false;
        for axis in 0..D {
            apart |= (self.min[axis] > other.max[axis]) | (other.min[axis] > self.max[axis]);
        }
        !apart
    }

    /// Whether `other` lies in this box, edges included.
    #[must_use]
    #[inline]
    pub fn contains_box(&self, other: &Self) -> bool {
        (0..D).all(|axis| self.min[axis] <= other.min[axis] && other.max[axis] <= self.max[axis])
    }

    /// Whether `point` lies in this box, edges included.
    #[must_use]
    pub fn contains(&self, point: impl Into<[f32; D]>) -> bool {
        let point = point.into();
        (0..D).all(|axis| self.min[axis] <= point[axis] && point[axis] <= self.max[axis])
    }

    /// The smallest box that contains this box and `other`.
    #[must_use]
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        let mut both = *self;
        for axis in 0..D {
            both.min[axis] = if other.min[axis] < both.min[axis] { other.min[axis] } else { both.min[axis] };
            both.max[axis] = if other.max[axis] > both.max[axis] { other.max[axis] } else { both.max[axis] };
        }
        both
    }

    /// The box of the points in this box and in `other`; `None` if they share no point.
    #[must_use]
    #[inline]
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        self.overlaps(other).then(|| {
            let mut shared = *self;
            for axis in 0..D {
                shared.min[axis] = shared.min[axis].max(other.min[axis]);
                shared.max[axis] = shared.max[axis].min(other.max[axis]);
            }
            shared
        })
    }

    /// The box grown by `metres`, at least 0, on each side, rounded outwards.
    ///
    /// # Errors
    ///
    /// [`ShapeError::Length`] if `metres` is negative or NaN.
    pub fn grown(&self, metres: f32) -> Result<Self, ShapeError> {
        let metres = super::shape_error::length("the margin", metres)?;
        let mut grown = *self;
        for axis in 0..D {
            // Infinite ends stay as they are: infinity minus infinity is NaN.
            if grown.min[axis].is_finite() {
                grown.min[axis] = (grown.min[axis] - metres).next_down();
            }
            if grown.max[axis].is_finite() {
                grown.max[axis] = (grown.max[axis] + metres).next_up();
            }
        }
        Ok(grown)
    }

    /// The least and the greatest corner, in metres.
    #[must_use]
    pub const fn corners(&self) -> ([f32; D], [f32; D]) {
        (self.min, self.max)
    }

    /// Whether every coordinate is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.min.iter().chain(&self.max).all(|value| value.is_finite())
    }

    /// The squared distance, in square metres, from `point` to the nearest point of the box; 0
    /// inside.
    ///
    /// An `f64`, in which no square of an `f32` overflows.
    #[must_use]
    pub fn distance_squared(&self, point: impl Into<[f32; D]>) -> f64 {
        let point = point.into();
        let mut sum = 0.0;
        for (axis, value) in point.into_iter().enumerate() {
            let value = f64::from(value);
            let away = (f64::from(self.min[axis]) - value).max(value - f64::from(self.max[axis])).max(0.0);
            sum += away * away;
        }
        sum
    }
}

macro_rules! corners_as {
    ($vector:ty, $dimensions:literal) => {
        impl Aabb<$dimensions> {
            /// The least corner, in metres.
            #[must_use]
            pub fn min(&self) -> $vector {
                self.min.into()
            }

            /// The greatest corner, in metres.
            #[must_use]
            pub fn max(&self) -> $vector {
                self.max.into()
            }

            /// The midpoint, in metres; NaN on an axis that is infinite in both directions.
            #[must_use]
            pub fn center(&self) -> $vector {
                self.min() * 0.5 + self.max() * 0.5
            }

            /// The lengths of the sides, in metres.
            #[must_use]
            pub fn size(&self) -> $vector {
                self.max() - self.min()
            }
        }
    };
}
corners_as!(Vec2, 2);
corners_as!(Vec3, 3);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_that_is_inverted_or_not_a_number_cannot_exist() {
        assert_eq!(Aabb2::new([0.0, 2.0], [1.0, 1.0]), Err(ShapeError::Inverted { axis: 1, min: 2.0, max: 1.0 }));
        for bad in [Aabb2::new([f32::NAN, 0.0], [1.0, 1.0]), Aabb2::new([0.0, 0.0], [f32::NAN, 1.0])] {
            assert!(matches!(bad, Err(ShapeError::NotANumber { axis: 0, .. })));
        }
        assert!(Aabb3::new([f32::NEG_INFINITY; 3], [f32::INFINITY; 3]).is_ok());
    }

    #[test]
    fn touching_boxes_overlap_and_share_a_box_without_volume() {
        let left = Aabb3::new([0.0; 3], [1.0; 3]).unwrap();
        let right = Aabb3::new([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]).unwrap();
        assert_eq!(left.intersection(&right).unwrap().size(), Vec3::new(0.0, 1.0, 1.0));
        assert!(!left.overlaps(&Aabb3::from_point([1.1, 0.0, 0.0]).unwrap()));
    }

    #[test]
    fn growing_never_falls_short_and_leaves_infinity_alone() {
        let wall = Aabb2::new([f32::NEG_INFINITY, 1e8], [5.0, 1e8]).unwrap();
        let grown = wall.grown(1.0).unwrap();
        assert!(grown.contains([6.0, 1e8 - 1.0]) && grown.contains([-1e30, 1e8 + 1.0]));
        assert_eq!(wall.grown(f32::INFINITY).unwrap(), Aabb::EVERYTHING);
        assert!(wall.grown(-1.0).is_err());
    }
}

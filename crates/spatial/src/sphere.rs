//! `Sphere`: balls and discs in metres, and their tests against boxes and each other.

use glam::{Vec2, Vec3};

use super::{
    Aabb, ShapeError,
    shape_error::{finite, length},
};

/// A ball (in two dimensions, a disc), in metres. It is closed, so shapes that touch it overlap it.
///
/// Guarantee, kept by the constructor: the centre is finite; the radius is at least 0 and may be
/// infinite.
///
/// Overlap tests use `f64` and require that the bounding boxes overlap. So they neither overflow
/// nor contradict a tree that compares bounding boxes.
///
/// ```
/// use roomgen_spatial::{Aabb3, Sphere3};
///
/// let sphere = Sphere3::new([0.0, 0.0, 0.0], 1.0)?;
/// assert!(sphere.overlaps_box(&Aabb3::new([1.0, 0.0, 0.0], [2.0, 1.0, 1.0])?));
/// assert!(!sphere.overlaps_box(&Aabb3::new([0.9, 0.9, 0.0], [2.0, 1.0, 1.0])?));
/// # Ok::<(), roomgen_spatial::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere<const D: usize> {
    pub(super) center: [f32; D],
    pub(super) radius: f32,
}

/// A disc in two dimensions.
pub type Sphere2 = Sphere<2>;
/// A ball in three dimensions.
pub type Sphere3 = Sphere<3>;

impl<const D: usize> Sphere<D> {
    /// Creates the ball of `radius` metres around `center`, an array or a `glam` vector.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if the centre is not finite, or if the radius is negative or NaN.
    pub fn new(center: impl Into<[f32; D]>, radius: f32) -> Result<Self, ShapeError> {
        Ok(Self { center: finite("centre", center.into())?, radius: length("radius", radius)? })
    }

    /// The radius, in metres.
    #[must_use]
    pub const fn radius(&self) -> f32 {
        self.radius
    }

    /// The smallest box that encloses the sphere, rounded outwards.
    #[must_use]
    pub fn bounds(&self) -> Aabb<D> {
        let radius = f64::from(self.radius);
        let low = |end: f64| if f64::from(end as f32) > end { (end as f32).next_down() } else { end as f32 };
        let high = |end: f64| if f64::from(end as f32) < end { (end as f32).next_up() } else { end as f32 };
        Aabb {
            min: self.center.map(|value| low(f64::from(value) - radius)),
            max: self.center.map(|value| high(f64::from(value) + radius)),
        }
    }

    /// Whether the sphere shares a point with the box `other`.
    #[must_use]
    pub fn overlaps_box(&self, other: &Aabb<D>) -> bool {
        self.bounds().overlaps(other) && self.reaches(other)
    }

    /// Whether a point of `other` is at most a radius from the centre.
    pub(super) fn reaches(&self, other: &Aabb<D>) -> bool {
        let radius = f64::from(self.radius);
        other.distance_squared(self.center) <= radius * radius
    }

    /// Whether the sphere shares a point with the sphere `other`.
    #[must_use]
    pub fn overlaps_sphere(&self, other: &Self) -> bool {
        let mut sum = 0.0;
        for (mine, theirs) in self.center.iter().zip(&other.center) {
            let away = f64::from(*mine) - f64::from(*theirs);
            sum += away * away;
        }
        let reach = f64::from(self.radius) + f64::from(other.radius);
        self.bounds().overlaps(&other.bounds()) && sum <= reach * reach
    }
}

impl Sphere<2> {
    /// The centre, in metres.
    #[must_use]
    pub fn center(&self) -> Vec2 {
        self.center.into()
    }
}

impl Sphere<3> {
    /// The centre, in metres.
    #[must_use]
    pub fn center(&self) -> Vec3 {
        self.center.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sphere_without_a_place_or_with_a_negative_radius_cannot_exist() {
        assert!(matches!(Sphere2::new([f32::NAN, 0.0], 1.0), Err(ShapeError::NotANumber { .. })));
        assert!(matches!(Sphere2::new([0.0, f32::INFINITY], 1.0), Err(ShapeError::Infinite { axis: 1, .. })));
        assert!(matches!(Sphere2::new([0.0, 0.0], -1.0), Err(ShapeError::Length { .. })));
        assert!(matches!(Sphere2::new([0.0, 0.0], f32::NAN), Err(ShapeError::Length { .. })));
    }

    #[test]
    fn bounds_hold_the_sphere_and_are_no_larger_than_that_takes() {
        let numbers = [0.0, 0.1, 1.0, -0.3, 1e-9, 12345.679, -7e7, 3.5e20];
        for (center, radius) in numbers.iter().flat_map(|&center| numbers.map(|radius: f32| (center, radius.abs()))) {
            let bounds = Sphere::<1>::new([center], radius).unwrap().bounds();
            let (least, most) = (f64::from(center) - f64::from(radius), f64::from(center) + f64::from(radius));
            let (min, max) = (bounds.min[0], bounds.max[0]);
            assert!(f64::from(min) <= least && most <= f64::from(max), "{center} and {radius}: {bounds:?}");
            // The next numbers inwards would cut off a part of the sphere.
            assert!(f64::from(min.next_up()) > least && f64::from(max.next_down()) < most, "{center} and {radius}");
        }
    }

    #[test]
    fn spheres_far_away_do_not_overflow_into_contact() {
        let far = |x: f32| Sphere3::new([x, 0.0, 0.0], 1e28).unwrap();
        assert!(!far(1e30).overlaps_sphere(&far(-1e30)));
        assert!(far(1e30).overlaps_sphere(&far(1.01e30)));
        let all = Sphere3::new([0.0; 3], f32::INFINITY).unwrap();
        assert_eq!(all.bounds(), Aabb::EVERYTHING);
        assert!(all.overlaps_sphere(&far(1e30)) && all.overlaps_box(&far(1e30).bounds()));
    }
}

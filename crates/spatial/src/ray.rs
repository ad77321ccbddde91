//! `Ray`: rays of limited or unlimited reach, and their first hits on boxes and spheres.

use glam::{Vec2, Vec3};

use super::{
    Aabb, ShapeError, Sphere,
    shape_error::{finite, length, unit},
};

/// A ray: from an origin along a direction for `reach` metres, which may be infinite.
///
/// Guarantees, kept by the constructor: the origin is finite, the direction has length 1 (so that
/// distances are in metres), the reach is at least 0.
///
/// ```
/// use roomgen_spatial::{Aabb3, Ray3};
///
/// let ray = Ray3::new([0.0, 0.5, 0.5], [2.0, 0.0, 0.0])?;
/// let wall = Aabb3::new([3.0, 0.0, 0.0], [4.0, 1.0, 1.0])?;
/// let impact = ray.hit_box(&wall).ok_or("missed")?;
/// assert_eq!((impact.distance, impact.normal), (3.0, [-1.0, 0.0, 0.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<const D: usize> {
    pub(super) origin: [f32; D],
    pub(super) direction: [f32; D],
    /// 1 divided by the direction; infinite on an axis along which the ray does not move.
    pub(super) inverse: [f32; D],
    pub(super) reach: f32,
}

/// A ray in two dimensions.
pub type Ray2 = Ray<2>;
/// A ray in three dimensions.
pub type Ray3 = Ray<3>;

/// The point where a ray first meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<const D: usize> {
    /// Metres from the ray's origin; 0 if the origin lies in the shape.
    pub distance: f32,
    /// The point of impact, in metres.
    pub point: [f32; D],
    /// The shape's outward normal, of length 1; the reversed direction if the origin lies inside.
    pub normal: [f32; D],
}

impl<const D: usize> Ray<D> {
    /// Creates a ray of infinite reach. Takes arrays or `glam` vectors.
    ///
    /// The direction may have any length except 0.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if a number is not finite, or if the direction has length 0.
    pub fn new(origin: impl Into<[f32; D]>, direction: impl Into<[f32; D]>) -> Result<Self, ShapeError> {
        let origin = finite("origin", origin.into())?;
        let (direction, _) = unit("direction", finite("direction", direction.into())?)?;
        Ok(Self { origin, direction, inverse: direction.map(|value| 1.0 / value), reach: f32::INFINITY })
    }

    /// The same ray with a reach of `metres`.
    ///
    /// # Errors
    ///
    /// [`ShapeError::Length`] if `metres` is negative or NaN.
    pub fn with_reach(self, metres: f32) -> Result<Self, ShapeError> {
        Ok(Self { reach: length("reach", metres)?, ..self })
    }

    /// The reach, in metres; may be infinite.
    #[must_use]
    pub const fn reach(&self) -> f32 {
        self.reach
    }

    /// The distances, in metres, at which the ray enters and leaves `aabb`, and the axis of entry.
    ///
    /// The axis is that of the face by which it enters, or `D` if the origin lies inside. `None` if
    /// the ray misses. Slab method: Kay and Kajiya, 1986; for rays along a face, Williams et al.,
    /// 2005.
    pub(super) fn slabs(&self, aabb: &Aabb<D>) -> Option<(f32, f32, usize)> {
        let (mut enter, mut leave, mut entered) = (0.0, self.reach, D);
        for axis in 0..D {
            let (low, high) = (aabb.min[axis], aabb.max[axis]);
            let (near, far) = if self.inverse[axis] < 0.0 { (high, low) } else { (low, high) };
            let near = (near - self.origin[axis]) * self.inverse[axis];
            let far = (far - self.origin[axis]) * self.inverse[axis];
            // NaN means that the ray runs along a slab and its origin lies on the slab's face. That
            // counts as inside: NaN fails both comparisons.
            if near > enter {
                (enter, entered) = (near, axis);
            }
            if far < leave {
                leave = far;
            }
        }
        (enter <= leave && enter < f32::INFINITY).then_some((enter, leave, entered))
    }

    /// The first impact on `aabb`; `None` if the ray misses.
    #[must_use]
    pub fn hit_box(&self, aabb: &Aabb<D>) -> Option<Impact<D>> {
        let (distance, _, axis) = self.slabs(aabb)?;
        let mut normal = self.direction.map(|value| -value);
        if axis < D {
            normal = [0.0; D];
            normal[axis] = if self.direction[axis] < 0.0 { 1.0 } else { -1.0 };
        }
        Some(Impact { distance, point: self.at(distance), normal })
    }

    /// The first impact on `sphere`; `None` if the ray misses it or its bounds.
    #[must_use]
    pub fn hit_sphere(&self, sphere: &Sphere<D>) -> Option<Impact<D>> {
        let (least, _, _) = self.slabs(&sphere.bounds())?;
        let mut against = self.direction.map(|value| -value);
        let radius = f64::from(sphere.radius);
        let (mut along, mut squared) = (0.0, 0.0);
        for axis in 0..D {
            let offset = f64::from(sphere.center[axis]) - f64::from(self.origin[axis]);
            along += offset * f64::from(self.direction[axis]);
            squared += offset * offset;
        }
        if squared <= radius * radius {
            return Some(Impact { distance: 0.0, point: self.origin, normal: against });
        }
        // The squared distance from the centre to the line, as a sum of squares: no cancellation.
        let mut aside = 0.0;
        for axis in 0..D {
            let offset = f64::from(sphere.center[axis]) - f64::from(self.origin[axis]);
            let away = offset - along * f64::from(self.direction[axis]);
            aside += away * away;
        }
        if along < 0.0 || aside > radius * radius {
            return None;
        }
        // The distance of the hit is at least that of the entry into the sphere's bounding box. So
        // a search may skip boxes beyond its best hit.
        let metres = along - (radius * radius - aside).sqrt();
        let distance = (metres as f32).max(least);
        if distance > self.reach {
            return None;
        }
        let point = self.at(distance);
        if radius > 0.0 {
            // The normal comes from the unrounded point: far from the origin, rounding may shift
            // the point by more than the radius.
            let away: [f64; D] = std::array::from_fn(|axis| {
                let offset = f64::from(sphere.center[axis]) - f64::from(self.origin[axis]);
                metres * f64::from(self.direction[axis]) - offset
            });
            let length = away.iter().map(|value| value * value).sum::<f64>().sqrt();
            if length > 0.0 {
                against = away.map(|value| (value / length) as f32);
            }
        }
        Some(Impact { distance, point, normal: against })
    }

    /// The point at `metres` along the ray.
    fn at(&self, metres: f32) -> [f32; D] {
        std::array::from_fn(|axis| self.origin[axis] + self.direction[axis] * metres)
    }
}

macro_rules! ends_as {
    ($vector:ty, $dimensions:literal) => {
        impl Ray<$dimensions> {
            /// The origin, in metres.
            #[must_use]
            pub fn origin(&self) -> $vector {
                self.origin.into()
            }

            /// The direction, of length 1.
            #[must_use]
            pub fn direction(&self) -> $vector {
                self.direction.into()
            }
        }
    };
}
ends_as!(Vec2, 2);
ends_as!(Vec3, 3);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_along_a_face_hits_the_box_and_one_beside_it_misses() {
        let aabb = Aabb::new([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]).unwrap();
        for y in [0.0, 1.0] {
            let impact = Ray::new([0.0, y, 0.5], [1.0, 0.0, 0.0]).unwrap().hit_box(&aabb).unwrap();
            let point = [1.0, y, 0.5];
            assert_eq!(impact, Impact { distance: 1.0, point, normal: [-1.0, 0.0, 0.0] });
        }
        for y in [-0.1, 1.1] {
            assert_eq!(Ray::new([0.0, y, 0.5], [1.0, 0.0, 0.0]).unwrap().hit_box(&aabb), None);
            assert_eq!(Ray::new([0.0, y, 0.5], [1.0, -0.0, -0.0]).unwrap().hit_box(&aabb), None);
        }
    }

    #[test]
    fn a_ray_ends_at_its_reach_and_starts_at_its_origin() {
        let aabb = Aabb::new([1.0, 0.0], [2.0, 1.0]).unwrap();
        let ray = Ray::new([0.0, 0.5], [9.0, 0.0]).unwrap();
        assert!(ray.with_reach(1.0).unwrap().hit_box(&aabb).is_some());
        assert!(ray.with_reach(0.9).unwrap().hit_box(&aabb).is_none());
        assert!(Ray::new([3.0, 0.5], [1.0, 0.0]).unwrap().hit_box(&aabb).is_none());
        let inside = Ray::new([1.5, 0.5], [1.0, 0.0]).unwrap().hit_box(&aabb).unwrap();
        assert_eq!(inside, Impact { distance: 0.0, point: [1.5, 0.5], normal: [-1.0, 0.0] });
    }

    #[test]
    fn a_ray_meets_a_sphere_on_its_surface() {
        let sphere = Sphere::new([5.0, 0.0, 0.0], 2.0).unwrap();
        let impact = Ray::new([0.0; 3], [1.0, 0.0, 0.0]).unwrap().hit_sphere(&sphere).unwrap();
        assert_eq!(impact, Impact { distance: 3.0, point: [3.0, 0.0, 0.0], normal: [-1.0, 0.0, 0.0] });
        assert!(Ray::new([3.3, 1.9, 0.0], [-1.0, 0.0, 0.0]).unwrap().hit_sphere(&sphere).is_none());
    }

    #[test]
    fn the_normal_of_a_small_sphere_far_away_has_length_1() {
        for (far, radius) in [(1e6, 1e-3), (1e9, 1.0), (1e30, 1e-3), (-1e38, 1e20)] {
            let sphere = Sphere::new([far, 0.0, 0.0], radius).unwrap();
            let impact = Ray::new([0.5, 0.0, 0.0], [far, 0.0, 0.0]).unwrap().hit_sphere(&sphere).unwrap();
            // By bits; adding 0 removes the sign of -0.
            let normal = impact.normal.map(|part| (part + 0.0).to_bits());
            assert_eq!(normal, [-far.signum(), 0.0, 0.0].map(f32::to_bits), "{far} {radius}");
        }
    }
}

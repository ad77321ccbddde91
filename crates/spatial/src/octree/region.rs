//! The shapes that a query by region accepts. Games can implement `QueryRegion` for their own
//! shapes.

use glam::{Vec2, Vec3};

use super::Shape;
use crate::{Aabb, Frustum, Sphere};

/// The region of a query: a point (an array or a `glam` vector), a box, a sphere or a frustum.
///
/// An implementation must be monotone: a region that touches a box touches every box that encloses
/// that box. It may touch only boxes and shapes that overlap its own [`QueryRegion::bounds`].
pub trait QueryRegion<const D: usize> {
    /// A box that encloses the region. Queries skip nodes and objects that do not overlap the box.
    /// The default is all of space.
    fn bounds(&self) -> Aabb<D> {
        Aabb::EVERYTHING
    }

    /// Whether the region may share a point with `aabb`.
    fn touches_box(&self, aabb: &Aabb<D>) -> bool;

    /// [`QueryRegion::touches_box`] for a box that overlaps [`QueryRegion::bounds`].
    #[doc(hidden)]
    fn touches_box_in_bounds(&self, aabb: &Aabb<D>) -> bool {
        self.touches_box(aabb)
    }

    /// Whether the region shares a point with `shape`. Called only if it touches the shape's
    /// bounds.
    fn touches(&self, shape: &Shape<D>) -> bool;
}

impl<const D: usize> QueryRegion<D> for Aabb<D> {
    fn bounds(&self) -> Aabb<D> {
        *self
    }

    fn touches_box(&self, aabb: &Aabb<D>) -> bool {
        self.overlaps(aabb)
    }

    fn touches_box_in_bounds(&self, _: &Aabb<D>) -> bool {
        true
    }

    fn touches(&self, shape: &Shape<D>) -> bool {
        Shape::Box(*self).overlaps(shape)
    }
}

impl<const D: usize> QueryRegion<D> for Sphere<D> {
    fn bounds(&self) -> Aabb<D> {
        Sphere::bounds(self)
    }

    fn touches_box(&self, aabb: &Aabb<D>) -> bool {
        self.overlaps_box(aabb)
    }

    fn touches_box_in_bounds(&self, aabb: &Aabb<D>) -> bool {
        self.reaches(aabb)
    }

    fn touches(&self, shape: &Shape<D>) -> bool {
        Shape::Sphere(*self).overlaps(shape)
    }
}

impl<const D: usize> QueryRegion<D> for Frustum<D> {
    fn touches_box(&self, aabb: &Aabb<D>) -> bool {
        self.overlaps_box(aabb)
    }

    fn touches(&self, shape: &Shape<D>) -> bool {
        match shape {
            Shape::Box(aabb) => self.overlaps_box(aabb),
            Shape::Sphere(sphere) => self.overlaps_sphere(sphere),
        }
    }
}

/// A point as the region of a query. A point with a NaN coordinate finds nothing.
impl<const D: usize> QueryRegion<D> for [f32; D] {
    fn bounds(&self) -> Aabb<D> {
        Aabb { min: *self, max: *self }
    }

    fn touches_box(&self, aabb: &Aabb<D>) -> bool {
        aabb.contains(*self)
    }

    fn touches(&self, shape: &Shape<D>) -> bool {
        match shape {
            Shape::Box(aabb) => aabb.contains(*self),
            Shape::Sphere(sphere) => {
                let radius = f64::from(sphere.radius());
                let away = self.iter().zip(&sphere.center).map(|(&one, &two)| f64::from(one) - f64::from(two));
                sphere.bounds().contains(*self) && away.map(|value| value * value).sum::<f64>() <= radius * radius
            }
        }
    }
}

impl QueryRegion<2> for Vec2 {
    fn bounds(&self) -> Aabb<2> {
        self.to_array().bounds()
    }

    fn touches_box(&self, aabb: &Aabb<2>) -> bool {
        self.to_array().touches_box(aabb)
    }

    fn touches(&self, shape: &Shape<2>) -> bool {
        self.to_array().touches(shape)
    }
}

impl QueryRegion<3> for Vec3 {
    fn bounds(&self) -> Aabb<3> {
        self.to_array().bounds()
    }

    fn touches_box(&self, aabb: &Aabb<3>) -> bool {
        self.to_array().touches_box(aabb)
    }

    fn touches(&self, shape: &Shape<3>) -> bool {
        self.to_array().touches(shape)
    }
}

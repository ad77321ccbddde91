use glam::{Vec2, Vec3};

use super::Shape;
use crate::{Aabb, Frustum, Sphere};

/// What a query may ask about: a point (an array or a `glam` vector), a box, a sphere or a frustum.
///
/// An implementation has to be monotone: what touches a box touches every box around it. And it may touch only what overlaps its
/// own bounds.
pub trait Region<const D: usize> {
    /// A box that it lies in: what does not overlap this is not asked about. By default all of space.
    fn bounds(&self) -> Aabb<D> {
        Aabb::EVERYTHING
    }

    /// Whether it may share a point with `aabb`.
    fn touches_box(&self, aabb: &Aabb<D>) -> bool;

    /// Whether it shares a point with `shape`, given that it touches the shape's bounds.
    fn touches(&self, shape: &Shape<D>) -> bool;
}

impl<const D: usize> Region<D> for Aabb<D> {
    fn bounds(&self) -> Aabb<D> {
        *self
    }

    fn touches_box(&self, aabb: &Aabb<D>) -> bool {
        self.overlaps(aabb)
    }

    fn touches(&self, shape: &Shape<D>) -> bool {
        match shape {
            Shape::Box(aabb) => self.overlaps(aabb),
            Shape::Sphere(sphere) => sphere.overlaps_box(self),
        }
    }
}

impl<const D: usize> Region<D> for Sphere<D> {
    fn bounds(&self) -> Aabb<D> {
        Sphere::bounds(self)
    }

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

impl<const D: usize> Region<D> for Frustum<D> {
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

/// A point; one with a coordinate that is NaN is nowhere and finds nothing.
impl<const D: usize> Region<D> for [f32; D] {
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

impl Region<2> for Vec2 {
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

impl Region<3> for Vec3 {
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

//! Shapes from arbitrary bytes, for trees: all values that the constructors accept.

use roomgen::spatial::{Aabb, Frustum, Plane, Ray, Shape, Sphere};

use super::Bytes;

/// A box of moderate sides or between any two corners; `None` if a coordinate is not finite.
pub(super) fn aabb<const D: usize>(bytes: &mut Bytes<'_>) -> Option<Aabb<D>> {
    let (is_any, corner, other) = (bytes.below(8) == 0, bytes.floats::<D>(), bytes.floats::<D>());
    let (mut min, mut max) = (corner, corner);
    for axis in 0..D {
        max[axis] += other[axis].abs() / 4.0;
        if is_any {
            (min[axis], max[axis]) = (corner[axis].min(other[axis]), corner[axis].max(other[axis]));
        }
    }
    Aabb::new(min, max).ok()
}

pub(super) fn sphere<const D: usize>(bytes: &mut Bytes<'_>) -> Option<Sphere<D>> {
    Sphere::new(bytes.floats::<D>(), bytes.float().abs() / 4.0).ok()
}

pub(super) fn shape<const D: usize>(bytes: &mut Bytes<'_>) -> Option<Shape<D>> {
    if bytes.is_true() { Some(sphere(bytes)?.into()) } else { Some(aabb(bytes)?.into()) }
}

pub(super) fn ray<const D: usize>(bytes: &mut Bytes<'_>) -> Option<Ray<D>> {
    let ray = Ray::new(bytes.floats::<D>(), bytes.floats::<D>()).ok()?;
    if bytes.is_true() { ray.with_reach(bytes.float()).ok() } else { Some(ray) }
}

pub(super) fn frustum<const D: usize>(bytes: &mut Bytes<'_>) -> Option<Frustum<D>> {
    let mut plane = || Plane::new(bytes.floats::<D>(), bytes.float()).ok();
    Some(Frustum::from_planes([plane()?, plane()?, plane()?, plane()?, plane()?, plane()?]))
}

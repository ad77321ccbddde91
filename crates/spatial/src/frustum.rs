//! `Plane` and `Frustum`: convex regions for view culling, with conservative overlap tests.

use glam::Mat4;

use super::{
    Aabb, ShapeError, Sphere,
    shape_error::{finite, unit},
};

/// A half-space: the points `p` with `normal . p + offset >= 0`, in metres.
///
/// Guarantee, kept by the constructor: the normal has length 1. It points inwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<const D: usize> {
    pub(super) normal: [f32; D],
    pub(super) offset: f32,
}

impl<const D: usize> Plane<D> {
    /// Creates the half-space `normal . p + offset >= 0`.
    ///
    /// `normal` and `offset` are divided by the length of `normal`, so a positive multiple of both
    /// gives the same plane.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if a number is not finite, or if the normal has length 0.
    pub fn new(normal: impl Into<[f32; D]>, offset: f32) -> Result<Self, ShapeError> {
        let normal = finite("normal", normal.into())?;
        let [offset] = finite("offset of the plane", [offset])?;
        let (normal, length) = unit("normal", normal)?;
        let [offset] = finite("offset of the plane", [(f64::from(offset) / length) as f32])?;
        Ok(Self { normal, offset })
    }

    /// The signed distance, in metres, of the corner of `aabb` that lies deepest inside.
    ///
    /// Negative if the whole box lies outside. NaN if infinite coordinates of `aabb` cancel.
    fn deepest(&self, aabb: &Aabb<D>) -> f64 {
        let mut sum = f64::from(self.offset);
        for axis in 0..D {
            let normal = self.normal[axis];
            // Skips 0 times an infinite coordinate, which is NaN.
            if normal != 0.0 {
                let corner = if normal > 0.0 { aabb.max[axis] } else { aabb.min[axis] };
                sum += f64::from(normal) * f64::from(corner);
            }
        }
        sum
    }

    /// The signed distance of `point` from the plane, in metres: positive inside, negative outside.
    fn depth(&self, point: &[f32; D]) -> f64 {
        let products = self.normal.iter().zip(point).map(|(&normal, &value)| f64::from(normal) * f64::from(value));
        f64::from(self.offset) + products.sum::<f64>()
    }
}

/// A view volume: the intersection of up to six half-spaces (in two dimensions, half-planes).
///
/// The tests are conservative, as usual for culling. A shape is rejected only if it lies wholly
/// outside *one* plane. So a shape just beyond an edge may pass, but no visible shape is missed.
///
/// ```
/// use roomgen_spatial::{Aabb3, Frustum3, glam::Mat4};
///
/// // A camera at the origin that looks along -z: 90 degrees wide, no far plane, reversed depth.
/// let projection = Mat4::from_cols_array_2d(&[
///     [1.0, 0.0, 0.0, 0.0],
///     [0.0, 1.0, 0.0, 0.0],
///     [0.0, 0.0, 0.0, -1.0],
///     [0.0, 0.0, 0.1, 0.0],
/// ]);
/// let camera = Frustum3::from_matrix(projection)?;
/// assert!(camera.overlaps_box(&Aabb3::from_point([0.0, 0.0, -5.0])?));
/// assert!(!camera.overlaps_box(&Aabb3::from_point([0.0, 0.0, 5.0])?));
/// # Ok::<(), roomgen_spatial::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum<const D: usize> {
    planes: [Plane<D>; 6],
}

/// A convex region of the plane, such as the field of view of an actor.
pub type Frustum2 = Frustum<2>;
/// The view frustum of a camera.
pub type Frustum3 = Frustum<3>;

impl<const D: usize> Frustum<D> {
    /// Creates the intersection of six half-spaces. To use fewer, repeat one.
    #[must_use]
    pub const fn from_planes(planes: [Plane<D>; 6]) -> Self {
        Self { planes }
    }

    /// The six planes that bound the frustum; some may be equal.
    #[must_use]
    pub const fn planes(&self) -> &[Plane<D>; 6] {
        &self.planes
    }

    /// Whether the box may overlap the frustum; false only if it lies wholly outside one plane.
    #[must_use]
    pub fn overlaps_box(&self, aabb: &Aabb<D>) -> bool {
        // "Not outside" instead of "inside", so that a box for which the depth is NaN passes.
        !self.planes.iter().any(|plane| plane.deepest(aabb) < 0.0)
    }

    /// Whether the sphere may overlap the frustum; false only if the sphere or its bounding box
    /// lies wholly outside one plane.
    #[must_use]
    pub fn overlaps_sphere(&self, sphere: &Sphere<D>) -> bool {
        let radius = f64::from(sphere.radius);
        self.overlaps_box(&sphere.bounds()) && !self.planes.iter().any(|plane| plane.depth(&sphere.center) < -radius)
    }
}

impl Frustum<2> {
    /// Creates the intersection of four half-planes.
    #[must_use]
    pub const fn from_sides(sides: [Plane<2>; 4]) -> Self {
        let [first, second, third, fourth] = sides;
        Self { planes: [first, second, third, fourth, third, fourth] }
    }
}

impl Frustum<3> {
    /// Extracts the frustum of a matrix from world to clip space (projection times view).
    ///
    /// Depths run from 0 to 1 or from 1 to 0, as in wgpu, Bevy, Metal, Vulkan and Direct3D
    /// (`glam::camera::rh::proj::vulkan` and `directx`). For depths from -1 to 1 see
    /// [`Frustum::from_opengl_matrix`]. A projection without a far plane gives a frustum without
    /// one. Method: Gribb and Hartmann, *Fast extraction of viewing frustum planes* (2001).
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if a number is not finite, or if the matrix has no side planes.
    pub fn from_matrix(clip_from_world: Mat4) -> Result<Self, ShapeError> {
        Self::from_rows(clip_from_world, glam::Vec4::ZERO)
    }

    /// As [`Frustum::from_matrix`], for a matrix with depths from -1 to 1, as in OpenGL.
    ///
    /// Such matrices are those of `glam::camera::rh::proj::opengl`. [`Frustum::from_matrix`] would
    /// place their near plane at about twice its distance.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if a number is not finite, or if the matrix has no side planes.
    pub fn from_opengl_matrix(clip_from_world: Mat4) -> Result<Self, ShapeError> {
        Self::from_rows(clip_from_world, clip_from_world.row(3))
    }

    /// The frustum of the rows of a matrix. `least` is the row that, added to the depth row, gives
    /// the plane of the least depth.
    fn from_rows(clip_from_world: Mat4, least: glam::Vec4) -> Result<Self, ShapeError> {
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| clip_from_world.row(row));
        let plane = |row: glam::Vec4| Plane::new([row.x, row.y, row.z], row.w);
        let [left, right, bottom, top] = [plane(w + x)?, plane(w - x)?, plane(w + y)?, plane(w - y)?];
        // Without a far plane, the row of the far plane (with reversed depth, of the near plane)
        // has no direction. A side plane, repeated, takes its place.
        let or_side = |plane: Result<Plane<3>, ShapeError>| match plane {
            Err(ShapeError::NoDirection { .. }) => Ok(left),
            other => other,
        };
        Ok(Self { planes: [left, right, bottom, top, or_side(plane(z + least))?, or_side(plane(w - z))?] })
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    /// A projection of 90 degrees along -z with depth `(scale * z + shift) / -z`.
    ///
    /// Written out because the names of such functions differ between versions of `glam`.
    fn perspective(scale: f32, shift: f32) -> Mat4 {
        let columns = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, scale, -1.0], [0.0, 0.0, shift, 0.0]];
        Mat4::from_cols_array_2d(&columns)
    }

    #[test]
    fn a_camera_sees_what_is_before_it_whatever_the_depth_convention() {
        let view = Mat4::from_translation(Vec3::new(-1.0, -2.0, -3.0));
        let forward = perspective(-50.0 / 49.9, -5.0 / 49.9);
        let reversed = perspective(0.0, 0.1);
        let parallel = Mat4::from_scale(Vec3::new(1.0, 1.0, -0.1));
        for projection in [forward, reversed, parallel] {
            let camera = Frustum::from_matrix(projection * view).unwrap();
            assert!(camera.overlaps_box(&Aabb::from_point([1.0, 2.0, 0.0]).unwrap()));
            assert!(camera.overlaps_box(&Aabb::EVERYTHING));
            assert!(camera.overlaps_sphere(&Sphere::new([1.0, 2.0, 3.5], 0.7).unwrap()));
            assert!(!camera.overlaps_sphere(&Sphere::new([1.0, 2.0, 3.5], 0.4).unwrap()));
            assert!(!camera.overlaps_box(&Aabb::from_point([60.0, 2.0, 0.0]).unwrap()));
        }
    }

    #[test]
    fn cameras_made_by_glam_see_from_their_near_to_their_far_plane() {
        use glam::camera::{lh, rh};
        type Make = fn(Mat4) -> Result<Frustum<3>, ShapeError>;
        let (make, opengl): (Make, Make) = (Frustum::from_matrix, Frustum::from_opengl_matrix);
        let (wide, from, to) = (std::f32::consts::FRAC_PI_2, 0.5, 50.0);
        // Each with the sign of z in front of it, and whether it has a far plane.
        let cameras = [
            (make, rh::proj::vulkan::perspective(wide, 1.0, from, to), -1.0, true),
            (make, rh::proj::vulkan::perspective(wide, 1.0, to, from), -1.0, true),
            (make, rh::proj::vulkan::orthographic(-9.0, 9.0, -9.0, 9.0, from, to), -1.0, true),
            (make, rh::proj::vulkan::perspective_infinite(wide, 1.0, from), -1.0, false),
            (make, rh::proj::directx::perspective(wide, 1.0, from, to), -1.0, true),
            (make, rh::proj::directx::perspective_infinite_reverse(wide, 1.0, from), -1.0, false),
            (make, lh::proj::directx::perspective(wide, 1.0, from, to), 1.0, true),
            (make, lh::proj::directx::perspective_infinite_reverse(wide, 1.0, from), 1.0, false),
            (opengl, rh::proj::opengl::perspective(wide, 1.0, from, to), -1.0, true),
            (opengl, rh::proj::opengl::orthographic(-9.0, 9.0, -9.0, 9.0, from, to), -1.0, true),
            (opengl, lh::proj::opengl::perspective(wide, 1.0, from, to), 1.0, true),
        ];
        for (number, (make, projection, sign, ends)) in cameras.into_iter().enumerate() {
            let turned = Mat4::from_rotation_y(0.7) * Mat4::from_translation(Vec3::new(3.0, -4.0, 5.0));
            let camera = make(projection * turned).unwrap();
            let sees = |x: f32, ahead: f32| {
                let point = turned.inverse().transform_point3(Vec3::new(x, 0.0, sign * ahead));
                camera.overlaps_box(&Aabb::from_point(point).unwrap())
            };
            let seen = [sees(0.0, 0.45), sees(0.0, 0.55), sees(0.3, 0.55), sees(60.0, 49.0), sees(0.0, 49.0)];
            assert_eq!(seen, [false, true, true, false, true], "camera {number}");
            assert_eq!([sees(0.0, 51.0), sees(0.0, -5.0)], [!ends, false], "camera {number}");
        }
    }

    #[test]
    fn a_plane_without_a_normal_or_a_matrix_of_nothing_is_an_error() {
        assert!(matches!(Plane::new([0.0; 3], 1.0), Err(ShapeError::NoDirection { .. })));
        assert!(Frustum::from_matrix(Mat4::NAN).is_err());
        assert!(Frustum::from_matrix(Mat4::ZERO).is_err());
    }
}

//! The separating-axis test: which octants of a cube a triangle meets. It never misses an octant.

use glam::{Vec3A, Vec3Swizzles, Vec4};

/// The pad of cubes, the distance by which they are enlarged on each side, as a fraction of the
/// largest coordinate: 32 rounding units of `f32`.
///
/// With the pad, rounding never separates a triangle from a cube that it touches. Positions
/// relative to a cube are at most three times the largest coordinate, and a projection is the
/// difference of two products. So the error of a projection, including that of later sums, is at
/// most 16 rounding units.
pub(super) const PAD: f32 = 32.0 / (1 << 24) as f32;

/// The distance in metres by which cubes and boxes are enlarged on each side, if no coordinate is
/// larger than `largest`. The constant term covers subnormal coordinates, of which a fraction would
/// round to 0.
pub(super) fn pad(largest: f32) -> f32 {
    largest * PAD + f32::MIN_POSITIVE
}

/// The rounding tolerance of a test of a triangle's plane, as a fraction of the product of the
/// lengths of two sides and the distance from the cube. The normal of a plane is a difference of
/// products, and may be small if the triangle is thin.
const PLANE_PAD: f32 = 64.0 / (1 << 24) as f32;

/// The octants of a cube that a box may meet, one bit each. `low` has a bit for each axis on which
/// the box begins below the cube's centre, `high` for each axis on which it ends above. Bits 0, 1
/// and 2 of an octant's index are set on the positive side of x, y and z.
#[inline(always)]
pub(super) fn octants_of(low: u32, high: u32) -> u8 {
    const OCTANTS: [u8; 64] = {
        let mut octants = [0; 64];
        let mut ends = 0;
        while ends < 64 {
            let mut octant = 0;
            while octant < 8 {
                // The box must reach below the centre on the axes of clear bits, above it on the
                // others.
                if ends & !octant & 7 == !octant & 7 && ends >> 3 & octant == octant {
                    octants[ends] |= 1 << octant;
                }
                octant += 1;
            }
            ends += 1;
        }
        octants
    };
    OCTANTS[(low & 7 | (high & 7) << 3) as usize]
}

/// Which of `octants` a triangle meets. The triangle's bounding box must meet all of `octants`.
///
/// The octants lie around `center`; their sides are twice `quarter`, a power of two, enlarged by
/// `pad` on each side. Thirteen axes can separate a triangle from a cube: three normals of the
/// cube, which the bounds cover; nine cross products of a side of each; the normal of the triangle.
/// After Akenine-Möller, *Fast 3D triangle-box overlap testing* (2001), for all octants at once:
/// their centres differ only in signs. No octant that shares a point with the triangle is left out.
/// The unit is a quarter of the cube's side, so that no product overflows or underflows at any
/// scale.
pub(super) fn octants_met(corners: [Vec3A; 3], mut octants: u8, center: Vec3A, quarter: f32, pad: f32) -> u8 {
    let scale = 1.0 / quarter;
    let [a, b, c] = corners.map(|corner| (corner - center) * scale);
    let half = 1.0 + pad * scale;
    let [along, across, back] = [b - a, c - b, a - c];
    // Both ends of a side project onto the same point: one end and the third corner suffice.
    for (edge, end, third) in [(along, a, c), (across, b, a), (back, c, b)] {
        // A cross product with the side holds three projections, one for each axis of the cube.
        let (end, third) = (edge.cross(end), edge.cross(third));
        let (next, last) = (edge.yzx(), edge.zxy());
        let reach = (next.abs() + last.abs()) * half + Vec3A::splat(f32::MIN_POSITIVE);
        let (low, high) = (end.min(third) - reach, end.max(third) + reach);
        let (sum, difference) = (next + last, next - last);
        for (signs, middle) in [-difference, -sum, sum, difference].into_iter().enumerate() {
            octants &= remaining_octants(signs, (low.cmple(middle) & high.cmpge(middle)).bitmask());
        }
    }
    octants & octants_crossed(along.cross(across), a, half, along.abs().max_element() * across.abs().max_element())
}

/// The octants that the separating axes leave, one bit each. An axis removes the octants whose
/// centre has the signs `signs` on the other two axes, if the axis's bit in `axes` is clear. Bit 0
/// of `signs` is the sign on the next axis, bit 1 that on the axis after it; 1 is positive.
#[inline(always)]
fn remaining_octants(signs: usize, axes: u32) -> u8 {
    const LEFT: [[u8; 8]; 4] = {
        let mut left = [[0xff; 8]; 4];
        let mut position = 0;
        while position < 8 * 8 * 3 {
            let (axes, octant, axis) = (position / 24, position / 3 % 8, position % 3);
            let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
            if axes >> axis & 1 == 0 {
                left[octant >> next & 1 | (octant >> last & 1) << 1][axes] &= !(1 << octant);
            }
            position += 1;
        }
        left
    };
    LEFT[signs][(axes & 7) as usize]
}

/// The octants that the plane of a triangle crosses, one bit each, given the plane's normal and a
/// point on it. `sides` is the product of the lengths (maximum norm) of the two sides of which the
/// normal is the cross product.
fn octants_crossed(normal: Vec3A, point: Vec3A, half: f32, sides: f32) -> u8 {
    let distance = Vec4::splat(normal.dot(point));
    let lengths = normal.abs();
    let slack = PLANE_PAD * (sides * (point.abs().max_element() + 1.0)) + f32::MIN_POSITIVE;
    let reach = Vec4::splat(half * (lengths.x + lengths.y + lengths.z) + slack);
    let [x, y, z] = normal.to_array();
    let below = Vec4::new(-x - y, x - y, y - x, x + y) - distance;
    let beyond = |height: f32| (below + Vec4::splat(height)).abs().cmpgt(reach).bitmask();
    !(beyond(-z) | beyond(z) << 4) as u8
}

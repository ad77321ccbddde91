//! Which octants of a cube a triangle meets, by separating axes.

use glam::{Vec3A, Vec3Swizzles, Vec4};

/// The rounding unit of `f32` times 32, as a part of the largest coordinate: by so much cubes are enlarged, so that rounding
/// never separates what touches. Positions relative to a cube are at most three times the largest coordinate, and a projection
/// is the difference of two products: with what is added to it, at most 16 rounding units of it.
pub(super) const PAD: f32 = 32.0 / (1 << 24) as f32;

/// By how much cubes and boxes are enlarged where no coordinate is larger than `largest`: numbers too small to be normal have fewer
/// digits, so that a part of them would round away.
pub(super) fn pad(largest: f32) -> f32 {
    largest * PAD + f32::MIN_POSITIVE
}

/// The same for the plane of a triangle, as a part of its two sides times the distance from the cube: a normal is a difference of
/// products too, and may be small where the triangle is thin.
const PLANE_PAD: f32 = 64.0 / (1 << 24) as f32;

/// The octants of a cube that one may meet whose bounds begin below, `low`, and end above, `high`, the cube's centre: bits 0 to 2 for
/// the axes. Octants are bits too: 1 of a number stands for the greater x, 2 for y, 4 for z.
#[inline(always)]
pub(super) fn octants_of(low: u32, high: u32) -> u8 {
    const OCTANTS: [u8; 64] = {
        let mut octants = [0; 64];
        let mut ends = 0;
        while ends < 64 {
            let mut octant = 0;
            while octant < 8 {
                // Below the centre on the axes of its clear bits, above it on those of its set bits.
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

/// Which of `octants` a triangle meets. The triangle's bounds meet all of them; they are cubes with sides of twice `quarter`, a power of
/// two, around `center`, and enlarged by `pad` on each side.
///
/// Thirteen axes separate a triangle from a cube: three of the cube, which are the bounds; nine across an edge of each; the triangle's
/// normal. After Akenine-Möller, *Fast 3D triangle-box overlap testing* (2001), for all octants at once: their centres differ in
/// signs alone. Never leaves out an octant that shares a point with the triangle. Measured in quarters of the cube's side, so that no
/// product overflows or underflows, however large or small the world.
pub(super) fn octants_met(corners: [Vec3A; 3], mut octants: u8, center: Vec3A, quarter: f32, pad: f32) -> u8 {
    let scale = 1.0 / quarter;
    let [a, b, c] = corners.map(|corner| (corner - center) * scale);
    let half = 1.0 + pad * scale;
    let [along, across, back] = [b - a, c - b, a - c];
    // Both ends of an edge project onto the same point: one of them and the third corner suffice.
    for (edge, end, third) in [(along, a, c), (across, b, a), (back, c, b)] {
        // A cross product with the edge is three projections: onto the axes across the edge and x, y, z.
        let (end, third) = (edge.cross(end), edge.cross(third));
        let (next, last) = (edge.yzx(), edge.zxy());
        let reach = (next.abs() + last.abs()) * half + Vec3A::splat(f32::MIN_POSITIVE);
        let (low, high) = (end.min(third) - reach, end.max(third) + reach);
        let (sum, difference) = (next + last, next - last);
        for (signs, middle) in [-difference, -sum, sum, difference].into_iter().enumerate() {
            octants &= left(signs, (low.cmple(middle) & high.cmpge(middle)).bitmask());
        }
    }
    octants & crossed(along.cross(across), a, half, along.abs().max_element() * across.abs().max_element())
}

/// The octants that may be met if on each axis of which a bit is set, those with these signs are: bit 0 of `signs` is the sign of the
/// octant's centre on the next axis, bit 1 on the one after that; 1 is positive.
#[inline(always)]
fn left(signs: usize, axes: u32) -> u8 {
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

/// The octants that the plane through `point` crosses. `sides` is the product of the lengths of which the normal was made.
fn crossed(normal: Vec3A, point: Vec3A, half: f32, sides: f32) -> u8 {
    let distance = Vec4::splat(normal.dot(point));
    let lengths = normal.abs();
    let slack = PLANE_PAD * (sides * (point.abs().max_element() + 1.0)) + f32::MIN_POSITIVE;
    let reach = Vec4::splat(half * (lengths.x + lengths.y + lengths.z) + slack);
    let [x, y, z] = normal.to_array();
    let below = Vec4::new(-x - y, x - y, y - x, x + y) - distance;
    let beyond = |height: f32| (below + Vec4::splat(height)).abs().cmpgt(reach).bitmask();
    !(beyond(-z) | beyond(z) << 4) as u8
}

//! Whether a triangle meets a cube, by separating axes.

/// The rounding unit of `f32` times 32, as a part of the largest coordinate: by so much cubes are enlarged, so that rounding
/// never separates what touches. Positions relative to a cube are at most three times the largest coordinate, and a projection
/// is the difference of two products: at most 12 rounding units of it.
pub(super) const PAD: f32 = 32.0 / (1 << 24) as f32;

/// The same for the plane of a triangle, as a part of its two sides times the distance from the cube: a normal is a difference of
/// products too, and may be small where the triangle is thin.
const PLANE_PAD: f32 = 64.0 / (1 << 24) as f32;

/// Whether a triangle meets the cube around `center` with sides of twice `half`, a power of two, enlarged by `pad` on each side.
///
/// Thirteen axes: three of the cube, nine across an edge of each, the triangle's normal. After Akenine-Möller, *Fast 3D
/// triangle-box overlap testing* (2001). Never false where the two share a point. Measured in
/// halves of the cube's side, so that no product overflows or underflows, however large or small the world.
pub(super) fn meets_cube(corners: &[[f32; 3]; 3], center: [f32; 3], half: f32, pad: f32) -> bool {
    let scale = 1.0 / half;
    let corners = corners.map(|corner| minus(corner, center).map(|value| value * scale));
    let [a, b, c] = corners;
    let half = 1.0 + pad * scale;
    for axis in 0..3 {
        if outside([a[axis], b[axis], c[axis]], half) {
            return false;
        }
    }
    let [along, across, back] =
        [minus(corners[1], corners[0]), minus(corners[2], corners[1]), minus(corners[0], corners[2])];
    // Both ends of an edge project onto the same point: one of them and the third corner suffice.
    for (edge, end, third) in [(along, a, c), (across, b, a), (back, c, b)] {
        for (first, second) in [(1, 2), (2, 0), (0, 1)] {
            let project = |point: [f32; 3]| edge[first] * point[second] - edge[second] * point[first];
            let reach = half * (edge[first].abs() + edge[second].abs()) + f32::MIN_POSITIVE;
            let (end, third) = (project(end), project(third));
            if outside([end, end, third], reach) {
                return false;
            }
        }
    }
    let normal = cross(along, across);
    let distance = normal[0] * a[0] + normal[1] * a[1] + normal[2] * a[2];
    let reach = half * (normal[0].abs() + normal[1].abs() + normal[2].abs());
    let slack = PLANE_PAD * (longest(along) * longest(across) * longest(a)) + f32::MIN_POSITIVE;
    // "Not beyond" rather than "within", so that NaN is taken.
    let beyond = distance.abs() > reach + slack;
    !beyond
}

/// Whether all projections lie on one side of an interval around 0.
fn outside(projections: [f32; 3], reach: f32) -> bool {
    projections.iter().all(|&value| value > reach) || projections.iter().all(|&value| value < -reach)
}

fn minus(one: [f32; 3], other: [f32; 3]) -> [f32; 3] {
    [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
}

fn cross(one: [f32; 3], other: [f32; 3]) -> [f32; 3] {
    [
        one[1] * other[2] - one[2] * other[1],
        one[2] * other[0] - one[0] * other[2],
        one[0] * other[1] - one[1] * other[0],
    ]
}

/// The largest of a vector's coordinates.
fn longest(vector: [f32; 3]) -> f32 {
    vector.iter().fold(0.0, |longest, value| value.abs().max(longest))
}

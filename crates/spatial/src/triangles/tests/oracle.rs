//! Reference implementations in `f64`: simple tests that the tree is compared with.

type Point = [f64; 3];

fn minus(one: Point, other: Point) -> Point {
    [0, 1, 2].map(|axis| one[axis] - other[axis])
}

fn dot(one: Point, other: Point) -> f64 {
    one.iter().zip(&other).map(|(one, other)| one * other).sum()
}

fn cross(one: Point, other: Point) -> Point {
    [(1, 2), (2, 0), (0, 1)].map(|(first, second)| one[first] * other[second] - one[second] * other[first])
}

fn to_f64(corners: [[f32; 3]; 3]) -> [Point; 3] {
    corners.map(|corner| corner.map(f64::from))
}

/// The distance from `point` to the segment between `from` and `to`.
fn distance_to_edge(point: Point, from: Point, to: Point) -> f64 {
    let along = minus(to, from);
    let part = (dot(minus(point, from), along) / dot(along, along).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    let away = minus(minus(point, from), along.map(|value| value * part));
    dot(away, away).sqrt()
}

/// The distance from `point` to a triangle: to its plane if the point projects into the triangle,
/// else to the nearest edge.
pub(super) fn distance(corners: [[f32; 3]; 3], point: [f32; 3]) -> f64 {
    let [a, b, c] = to_f64(corners);
    let point = point.map(f64::from);
    let normal = cross(minus(b, a), minus(c, a));
    let edges = [(a, b), (b, c), (c, a)];
    let above = edges.iter().all(|&(from, to)| dot(cross(minus(to, from), minus(point, from)), normal) >= 0.0);
    let length = dot(normal, normal).sqrt();
    if above && length > 0.0 {
        return (dot(minus(point, a), normal) / length).abs();
    }
    edges.iter().map(|&(from, to)| distance_to_edge(point, from, to)).fold(f64::INFINITY, f64::min)
}

/// Whether a triangle shares a point with a box. Clips the triangle at the six faces in turn.
pub(super) fn meets_box(corners: [[f32; 3]; 3], min: Point, max: Point) -> bool {
    let mut polygon = to_f64(corners).to_vec();
    for axis in 0..3 {
        for (sign, limit) in [(1.0, max[axis]), (-1.0, -min[axis])] {
            let depth = |point: &Point| limit - sign * point[axis];
            let mut kept = Vec::new();
            for (position, from) in polygon.iter().enumerate() {
                let to = &polygon[(position + 1) % polygon.len()];
                if depth(from) >= 0.0 {
                    kept.push(*from);
                }
                if (depth(from) > 0.0 && depth(to) < 0.0) || (depth(from) < 0.0 && depth(to) > 0.0) {
                    let part = depth(from) / (depth(from) - depth(to));
                    let mut cut = [0, 1, 2].map(|axis| from[axis] + (to[axis] - from[axis]) * part);
                    cut[axis] = sign * limit;
                    kept.push(cut);
                }
            }
            polygon = kept;
        }
    }
    !polygon.is_empty()
}

/// Whether a ray meets a triangle (Möller and Trumbore, 1997). False if it runs in the triangle's
/// plane.
pub(super) fn meets_ray(corners: [[f32; 3]; 3], origin: [f32; 3], direction: [f32; 3], reach: f32) -> bool {
    let [a, b, c] = to_f64(corners);
    let (origin, direction) = (origin.map(f64::from), direction.map(f64::from));
    let (along, across) = (minus(b, a), minus(c, a));
    let turned = cross(direction, across);
    let volume = dot(along, turned);
    if volume == 0.0 {
        return false;
    }
    let from = minus(origin, a);
    let u = dot(from, turned) / volume;
    let moved = cross(from, along);
    let v = dot(direction, moved) / volume;
    let distance = dot(across, moved) / volume;
    u >= 0.0 && v >= 0.0 && u + v <= 1.0 && (0.0..=f64::from(reach)).contains(&distance)
}

//! Any mesh as a `TriangleOctree`: it is refused for a true reason, or queries agree with a scan.

use roomgen::spatial::{
    Aabb3, Ray3, Sphere3, TriangleError, TriangleOctree, TriangleOptions, TriangleProbe, TriangleStamps,
};

use super::{Bytes, shapes};

type Point = [f32; 3];

/// The most triangles, and the most probes of each kind, since each probe is compared with a scan.
const MOST: usize = 255;

/// The largest padding of boxes, as a fraction of the largest coordinate.
///
/// It is the documented 2^-19 plus the rounding of adding it. The smallest normal number comes on
/// top.
const PAD: f64 = 1.1 / (1 << 19) as f64;

pub fn triangles(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let options = match bytes.below(4) {
        0 => TriangleOptions { threshold: bytes.word(), smallest: bytes.float() },
        1 => TriangleOptions { threshold: 0, smallest: 0.0 },
        2 => TriangleOptions { threshold: 2, smallest: 0.0 },
        _ => TriangleOptions::default(),
    };
    let (vertices, triangles) = mesh(&mut bytes);
    let built = TriangleOctree::with_options(&vertices, &triangles, options);
    let tree = match built {
        Ok(tree) => tree,
        Err(error) => return is_refused(&error, &vertices, &triangles),
    };
    let corners: Vec<[Point; 3]> =
        triangles.iter().map(|corners| corners.map(|corner| vertices[corner as usize])).collect();
    assert!(corners.as_flattened().as_flattened().iter().all(|value| value.abs() <= TriangleOctree::MAX_COORDINATE));
    let mut case = TriangleCase { corners, tree, stamps: TriangleStamps::new() };
    case.is_well_formed();
    for _ in 0..16 {
        if bytes.is_empty() {
            break;
        }
        case.ask(&mut bytes);
    }
}

/// Vertices close together or anywhere, and triangles; some refer to a vertex that does not exist.
fn mesh(bytes: &mut Bytes<'_>) -> (Vec<Point>, Vec<[u32; 3]>) {
    let (count, scale, shift) = (bytes.below(MOST) + 1, bytes.float(), bytes.floats::<3>());
    let is_tame = bytes.below(4) > 0;
    let mut vertex = || match is_tame {
        true => [0, 1, 2].map(|_| f32::from(bytes.byte()) / 16.0),
        false => {
            let point = bytes.floats::<3>();
            [0, 1, 2].map(|axis| point[axis] * scale + shift[axis])
        }
    };
    let vertices: Vec<_> = (0..count).map(|_| vertex()).collect();
    let mut corner = |first: u32| match bytes.byte() {
        255 => bytes.word(),
        byte @ 0..64 => (first + u32::from(byte % 4)) % count as u32,
        byte => u32::from(byte) % count as u32,
    };
    let triangles = (0..count as u32).map(|first| [corner(first), corner(first), corner(first)]).collect();
    (vertices, triangles)
}

/// The error names the first coordinate that is too large or NaN, or else the first bad index.
fn is_refused(error: &TriangleError, vertices: &[Point], triangles: &[[u32; 3]]) {
    assert!(!error.to_string().is_empty());
    let is_far = |value: &f32| value.is_nan() || value.abs() > TriangleOctree::MAX_COORDINATE;
    match *error {
        TriangleError::Coordinate { vertex, axis, given } => {
            assert!(is_far(&given) && vertices[vertex][axis].to_bits() == given.to_bits());
        }
        TriangleError::Index { triangle, given, vertices: count } => {
            assert!(given as usize >= count && count == vertices.len() && triangles[triangle].contains(&given));
            assert!(!vertices.as_flattened().iter().any(is_far));
        }
        _ => panic!("so few are refused: {error}"),
    }
}

struct TriangleCase {
    corners: Vec<[Point; 3]>,
    tree: TriangleOctree,
    stamps: TriangleStamps,
}

/// What a scan finds out about a probe and a triangle.
struct ProbeScan {
    /// They share a point.
    touches: bool,
    /// They are farther apart than any padding.
    is_apart: bool,
}

impl TriangleCase {
    fn is_well_formed(&self) {
        let statistics = self.tree.statistics();
        assert_eq!((self.tree.len(), self.tree.is_empty()), (self.corners.len(), self.corners.is_empty()));
        assert_eq!(self.tree.leaves().count(), statistics.leaves);
        assert!(statistics.depth <= 20, "{statistics:?}");
        assert!((self.corners.len()..=16 * self.corners.len()).contains(&statistics.entries), "{statistics:?}");
    }

    fn largest(&self) -> f64 {
        self.corners
            .as_flattened()
            .as_flattened()
            .iter()
            .fold(0.0, |largest, &value| f64::from(value.abs()).max(largest))
    }

    fn ask(&mut self, bytes: &mut Bytes<'_>) {
        let largest = self.largest();
        // A vertex of a triangle, so that the probe shares that point with it.
        let vertex = self.corners[bytes.below(256) % self.corners.len()][bytes.below(3)];
        match bytes.below(4) {
            0 | 1 => {
                let Some(aabb) = shapes::aabb::<3>(bytes) else { return };
                let aabb =
                    if bytes.is_true() { aabb.union(&Aabb3::from_point(vertex).expect("a number")) } else { aabb };
                let (min, max) = aabb.corners();
                let pad = 2.0 * PAD * largest + 4.0 * f64::from(f32::MIN_POSITIVE);
                self.compare(&aabb, |corners| {
                    let touches = corners.iter().any(|&corner| aabb.contains(corner));
                    let (least, most) = bounds(corners);
                    let is_apart = (0..3).any(|axis| {
                        f64::from(min[axis]) - pad > most[axis] || f64::from(max[axis]) + pad < least[axis]
                    });
                    ProbeScan { touches, is_apart }
                });
            }
            2 => {
                let Some(mut sphere) = shapes::sphere::<3>(bytes) else { return };
                if bytes.is_true() {
                    sphere = Sphere3::new(vertex, sphere.radius()).expect("numbers");
                }
                let (center, radius) = (<Point>::from(sphere.center()).map(f64::from), f64::from(sphere.radius()));
                let far =
                    center.iter().fold(largest.max(if radius.is_finite() { radius } else { 0.0 }), |far, value| {
                        far.max(value.abs())
                    });
                let far_apart = 8.0 * f64::from(f32::MIN_POSITIVE);
                self.compare(&sphere, |corners| {
                    let touches = corners
                        .iter()
                        .any(|corner| distance(corner.map(f64::from), corner.map(f64::from), center) <= radius);
                    let (least, most) = bounds(corners);
                    ProbeScan {
                        touches,
                        is_apart: distance(least, most, center) > radius * (1.0 + PAD) + 8.0 * PAD * far + far_apart,
                    }
                });
            }
            _ => {
                let Some(ray) = shapes::ray::<3>(bytes) else { return };
                let ray = if bytes.is_true() {
                    let reach = ray.reach();
                    Ray3::new(vertex, ray.direction()).and_then(|ray| ray.with_reach(reach)).expect("numbers")
                } else {
                    ray
                };
                let origin = <Point>::from(ray.origin());
                self.compare(&ray, |corners| ProbeScan { touches: corners.contains(&origin), is_apart: false });
            }
        }
    }

    /// Compares both queries with a scan.
    ///
    /// They report existing triangles only, each once, in the same order every time, and miss none
    /// that touches.
    fn compare<P: TriangleProbe + std::fmt::Debug>(&mut self, probe: &P, known: impl Fn(&[Point; 3]) -> ProbeScan) {
        let Self { corners, tree, stamps } = self;
        let (mut found, mut again, mut in_leaves) = (Vec::new(), Vec::new(), Vec::new());
        tree.candidates_into(probe, &mut found);
        tree.candidates(probe, |triangle| again.push(triangle));
        assert_eq!(found, again, "the same order every time");
        tree.in_leaves(probe, stamps, |triangle| in_leaves.push(triangle));
        for named in [&mut found, &mut in_leaves] {
            named.sort_unstable();
            assert!(named.is_sorted_by(|one, other| one < other), "one is named twice");
            assert!(named.last().is_none_or(|&last| (last as usize) < corners.len()));
        }
        for (id, corners) in (0..).zip(&*corners) {
            let ProbeScan { touches, is_apart } = known(corners);
            let [is_found, is_listed] = [&found, &in_leaves].map(|named| named.binary_search(&id).is_ok());
            assert!(!touches || is_found, "triangle {id}, {corners:?}, touches {probe:?} and is no candidate");
            assert!(
                !touches || is_listed,
                "triangle {id}, {corners:?}, touches {probe:?} and is in none of the leaves"
            );
            assert!(!is_apart || !is_found, "triangle {id}, {corners:?}, is far from {probe:?} and a candidate");
        }
    }
}

/// The minimum and maximum corner of a triangle's bounding box.
fn bounds(corners: &[Point; 3]) -> ([f64; 3], [f64; 3]) {
    let along = |axis: usize| corners.iter().map(move |corner| f64::from(corner[axis]));
    (
        [0, 1, 2].map(|axis| along(axis).fold(f64::INFINITY, f64::min)),
        [0, 1, 2].map(|axis| along(axis).fold(f64::NEG_INFINITY, f64::max)),
    )
}

fn distance(least: [f64; 3], most: [f64; 3], point: [f64; 3]) -> f64 {
    let away = |axis: usize| (least[axis] - point[axis]).max(point[axis] - most[axis]).max(0.0);
    (0..3).map(|axis| away(axis).powi(2)).sum::<f64>().sqrt()
}

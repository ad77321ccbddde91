//! Contacts: where two overlapping shapes meet, and the shortest displacement that separates them.

use super::{ObjectPair, QueryObserver, Shape, Tree};
use crate::{Aabb, Sphere};

/// How two objects overlap.
///
/// To separate the objects, move the second by `depth` metres along `normal`, or the first by
/// `depth` metres against `normal`. The objects then touch, and no shorter displacement separates
/// them. A sphere whose centre lies in a box leaves it through the nearest face. All fields are
/// computed in `f64` and rounded once.
///
/// If the objects only touch, `depth` is 0. Among equally short displacements the first axis wins,
/// then its positive direction. Concentric spheres separate along the first axis. `depth` is
/// infinite if no finite displacement separates the objects. On an axis along which the overlap is
/// unbounded, `point` has the coordinate of the overlap that is nearest to 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<const D: usize> {
    /// The two objects, the smaller id first.
    pub objects: ObjectPair,
    /// A point in both objects, in metres.
    ///
    /// For two boxes the centre of their intersection; for two spheres the middle of the overlap on
    /// the line between their centres; for a sphere and a box the point of the box nearest to the
    /// sphere's centre.
    pub point: [f32; D],
    /// The direction from the first object to the second, of length 1.
    pub normal: [f32; D],
    /// The depth of the overlap in metres, at least 0.
    pub depth: f32,
}

impl<const D: usize, O: QueryObserver> Tree<D, O> {
    /// Calls `found` with the contact of each pair that [`Tree::for_each_pair`] reports.
    pub fn for_each_contact(&mut self, types: u32, mut found: impl FnMut(Contact<D>)) {
        self.pair(types, &mut |core, objects| {
            if let (Some(one), Some(two)) = (core.shape(objects.0.0), core.shape(objects.1.0)) {
                let ShapeContact { point, normal, depth } = touch(one, two);
                let [point, normal] = [point, normal].map(|values| values.map(|value| value as f32));
                found(Contact { objects, point, normal, depth: depth as f32 });
            }
        });
    }

    /// Appends to `found` each contact that [`Tree::for_each_contact`] reports.
    pub fn contacts(&mut self, types: u32, found: &mut Vec<Contact<D>>) {
        self.for_each_contact(types, |contact| found.push(contact));
    }
}

/// A [`Contact`] without its objects, before rounding to `f32`.
struct ShapeContact<const D: usize> {
    point: [f64; D],
    normal: [f64; D],
    depth: f64,
}

impl<const D: usize> ShapeContact<D> {
    /// The same contact with the two shapes exchanged.
    fn reversed(self) -> Self {
        Self { normal: self.normal.map(|value| -value), ..self }
    }
}

/// The contact of two overlapping shapes.
fn touch<const D: usize>(one: &Shape<D>, two: &Shape<D>) -> ShapeContact<D> {
    match (one, two) {
        (Shape::Box(one), Shape::Box(two)) => touch_boxes(one, two),
        (Shape::Box(aabb), Shape::Sphere(sphere)) => touch_box_and_sphere(aabb, sphere),
        (Shape::Sphere(sphere), Shape::Box(aabb)) => touch_box_and_sphere(aabb, sphere).reversed(),
        (Shape::Sphere(one), Shape::Sphere(two)) => touch_spheres(one, two),
    }
}

fn touch_boxes<const D: usize>(one: &Aabb<D>, two: &Aabb<D>) -> ShapeContact<D> {
    let (mut point, mut ways) = ([0.0; D], [[0.0; 2]; D]);
    for axis in 0..D {
        let [[one_min, one_max], [two_min, two_max]] =
            [one, two].map(|aabb| [f64::from(aabb.min[axis]), f64::from(aabb.max[axis])]);
        point[axis] = middle(one_min.max(two_min), one_max.min(two_max));
        ways[axis] = [one_max - two_min, two_max - one_min];
    }
    let (normal, depth) = shortest(&ways);
    ShapeContact { point, normal, depth }
}

fn touch_box_and_sphere<const D: usize>(aabb: &Aabb<D>, sphere: &Sphere<D>) -> ShapeContact<D> {
    let (center, radius) = (sphere.center.map(f64::from), f64::from(sphere.radius));
    let (mut point, mut ways) = (center, [[0.0; 2]; D]);
    for axis in 0..D {
        let (min, max) = (f64::from(aabb.min[axis]), f64::from(aabb.max[axis]));
        point[axis] = center[axis].max(min).min(max);
        ways[axis] = [max - center[axis], center[axis] - min];
    }
    let (normal, depth) = match direction(&point, &center) {
        Some((normal, away)) => (normal, radius - away),
        None => {
            let (normal, depth) = shortest(&ways);
            (normal, depth + radius)
        }
    };
    ShapeContact { point, normal, depth: depth.max(0.0) }
}

fn touch_spheres<const D: usize>(one: &Sphere<D>, two: &Sphere<D>) -> ShapeContact<D> {
    let [from, to] = [one, two].map(|sphere| sphere.center.map(f64::from));
    let [first, second] = [one, two].map(|sphere| f64::from(sphere.radius));
    let (normal, away) = direction(&from, &to).unwrap_or_else(|| (along(0, 1.0), 0.0));
    let on_the_way = middle((away - second).max(-first), (away + second).min(first));
    let point = std::array::from_fn(|axis| from[axis] + normal[axis] * on_the_way);
    ShapeContact { point, normal, depth: (first + second - away).max(0.0) }
}

/// The shortest displacement that separates two boxes, or a point from a box, as direction and
/// length. For each axis, `ways` has the lengths of two displacements that separate them: in the
/// positive and in the negative direction of the axis.
fn shortest<const D: usize>(ways: &[[f64; 2]; D]) -> ([f64; D], f64) {
    let mut best = (along(0, 1.0), f64::INFINITY);
    for (axis, lengths) in ways.iter().enumerate() {
        for (&length, sign) in lengths.iter().zip([1.0, -1.0]) {
            // `length` is NaN if the end of one box and the start of the other are the same
            // infinity: there the boxes only touch.
            let length = if length.is_nan() { 0.0 } else { length.max(0.0) };
            if length < best.1 {
                best = (along(axis, sign), length);
            }
        }
    }
    best
}

/// The unit vector of an axis, times `sign`.
fn along<const D: usize>(axis: usize, sign: f64) -> [f64; D] {
    std::array::from_fn(|other| if other == axis { sign } else { 0.0 })
}

/// The unit vector from `from` to `to` and their distance; `None` if the points are equal.
fn direction<const D: usize>(from: &[f64; D], to: &[f64; D]) -> Option<([f64; D], f64)> {
    let way: [f64; D] = std::array::from_fn(|axis| to[axis] - from[axis]);
    let length = way.iter().map(|value| value * value).sum::<f64>().sqrt();
    if let Some(axis) = way.iter().position(|value| value.is_infinite()) {
        // `to` has an infinite coordinate, so the other axes do not matter.
        return Some((along(axis, way[axis].signum()), length));
    }
    (length > 0.0).then(|| (way.map(|value| value / length), length))
}

/// The mean of `low` and `high`; if either is infinite, the value between them nearest to 0.
fn middle(low: f64, high: f64) -> f64 {
    if low.is_finite() && high.is_finite() { low / 2.0 + high / 2.0 } else { 0f64.max(low).min(high) }
}

//! The triangle octree compared with exhaustive scans and with exact tests.

mod degenerate;
mod oracle;
mod scene;

use proptest::{collection::vec, prelude::*};

use super::{bounds::TriangleBounds, *};
use crate::{Aabb3, Ray3, Sphere3, box_tree::FourBoxes};

/// A tree and its triangles.
struct Case {
    corners: Vec<[[f32; 3]; 3]>,
    tree: TriangleOctree,
    stamps: TriangleStamps,
}

impl Case {
    /// Builds a tree in which each triangle has its own vertices.
    fn new(corners: Vec<[[f32; 3]; 3]>, options: TriangleOptions) -> Self {
        let vertices: Vec<[f32; 3]> = corners.iter().flatten().copied().collect();
        let triangles: Vec<_> = (0..corners.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
        let tree = TriangleOctree::with_options(&vertices, &triangles, options).unwrap();
        let case = Self { corners, tree, stamps: TriangleStamps::new() };
        case.assert_well_formed();
        case
    }

    /// Asserts the invariants of every tree.
    fn assert_well_formed(&self) {
        let Self { corners, tree, .. } = self;
        let mut holders = vec![0; corners.len()];
        let mut entries = 0;
        for (center, half, leaf) in tree.leaves_with_nodes() {
            let listed = tree.listed(leaf);
            assert!(listed.is_sorted_by(|one, other| one < other), "each once, by position");
            assert!(!listed.is_empty() && listed.len() == leaf.held as usize);
            listed.iter().for_each(|&triangle| holders[triangle as usize] += 1);
            entries += listed.len();
            let grown = |by: f32| {
                let side = |sign: f64| center.map(|value| f64::from(value) + sign * f64::from(half + by));
                (side(-1.0), side(1.0))
            };
            let (min, max) = grown(0.0);
            for (id, &triangle) in (0..).zip(corners) {
                if oracle::meets_box(triangle, min, max) {
                    assert!(listed.contains(&id), "triangle {id} meets a leaf that does not list it");
                } else if listed.contains(&id) {
                    let (min, max) = grown(half / 64.0 + 64.0 * separating::PAD * tree.largest);
                    assert!(oracle::meets_box(triangle, min, max), "triangle {id} is far from a leaf that lists it");
                }
            }
        }
        assert!(holders.iter().all(|&holders| holders > 0), "every triangle is in a leaf");
        let mut boxes = Vec::new();
        tree.boxes.visit(&Aabb3::EVERYTHING.filter(tree.largest), &mut |triangle| boxes.push(triangle));
        boxes.sort_unstable();
        assert!(boxes.into_iter().eq(0..corners.len() as u32), "every triangle's box is there once");
        let statistics = tree.statistics();
        assert_eq!((statistics.entries, statistics.leaves), (entries, tree.leaves().count()));
        assert!(entries <= 16 * corners.len() && statistics.depth <= 20);
    }

    /// Compares both queries with scans over all leaves and all triangle boxes, and with exact
    /// contacts.
    fn compare<P: TriangleProbe>(&mut self, probe: &P, touches: impl Fn([[f32; 3]; 3]) -> bool) -> Vec<u32> {
        let Self { corners, tree, stamps } = self;
        let filter = probe.filter(tree.largest);
        let leaves = tree.leaves_with_nodes().filter(|&(center, half, _)| filter.touches_cube(center, half));
        let mut all: Vec<u32> = leaves.flat_map(|(_, _, leaf)| tree.listed(leaf).iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        let mut found = Vec::new();
        tree.in_leaves(probe, stamps, |triangle| found.push(triangle));
        found.sort_unstable();
        assert_eq!(found, all, "all that the leaves list, each once");
        let touched = |corners: &[[f32; 3]; 3]| {
            let mut boxes = FourBoxes::UNUSED;
            boxes.set(0, &TriangleBounds::of(corners.map(Vec3A::from_array)).into());
            filter.touches_four(&boxes) == 1
        };
        let all: Vec<u32> = (0..).zip(&*corners).filter(|(_, corners)| touched(corners)).map(|(id, _)| id).collect();
        tree.candidates_into(probe, &mut found);
        let again = found.clone();
        found.sort_unstable();
        assert_eq!(found, all, "those whose boxes the query touches, each once");
        for (id, &corners) in (0..).zip(&*corners) {
            assert!(!touches(corners) || found.binary_search(&id).is_ok(), "triangle {id} touches and was missed");
        }
        tree.candidates_into(probe, &mut found);
        assert_eq!(found, again, "the same order every time");
        found
    }

    fn sphere(&mut self, sphere: &Sphere3) -> usize {
        let (center, radius) = (sphere.center, f64::from(sphere.radius));
        self.compare(sphere, |corners| oracle::distance(corners, center) <= radius).len()
    }

    fn aabb(&mut self, aabb: &Aabb3) {
        let (min, max) = (aabb.min.map(f64::from), aabb.max.map(f64::from));
        self.compare(aabb, |corners| oracle::meets_box(corners, min, max));
    }

    fn ray(&mut self, ray: &Ray3) {
        let (origin, direction, reach) = (ray.origin, ray.direction, ray.reach);
        self.compare(ray, |corners| oracle::meets_ray(corners, origin, direction, reach));
    }
}

/// Coordinates: integers, so that edges touch, or any numbers.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![(-6i8..=6).prop_map(f32::from), -6.0f32..6.0]
}

fn point() -> impl Strategy<Value = [f32; 3]> {
    [coordinate(), coordinate(), coordinate()]
}

/// Triangles of all sizes: three arbitrary points, or two of them close to the first; some
/// degenerate.
fn triangle() -> impl Strategy<Value = [[f32; 3]; 3]> {
    let size = prop_oneof![Just(1.0f32), Just(0.125), Just(0.0)];
    (point(), point(), point(), size).prop_map(|(first, second, third, size)| {
        let near = |point: [f32; 3]| [0, 1, 2].map(|axis| first[axis] + (point[axis] - first[axis]) * size);
        [first, near(second), near(third)]
    })
}

fn options() -> impl Strategy<Value = TriangleOptions> {
    (1u32..12, prop_oneof![Just(0.0f32), Just(0.5), Just(f32::NAN)])
        .prop_map(|(threshold, smallest)| TriangleOptions { threshold, smallest })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_contact_is_missed_and_both_queries_find_what_scans_find(
        triangles in vec(triangle(), 0..60), options in options(), shift in prop_oneof![Just(0.0f32), Just(1e4), Just(-1e30)],
        scale in prop_oneof![Just(1.0f32), Just(1e-3), Just(1e28)],
        points in vec((point(), point(), 0.0f32..3.0), 1..8),
    ) {
        let placed = |point: [f32; 3]| point.map(|value| value * scale + shift);
        let mut case = Case::new(triangles.into_iter().map(|corners| corners.map(placed)).collect(), options);
        for (one, other, radius) in points {
            let (one, other) = (placed(one), placed(other));
            case.sphere(&Sphere3::new(one, radius * scale).unwrap());
            let min = [0, 1, 2].map(|axis| one[axis].min(other[axis]));
            let max = [0, 1, 2].map(|axis| one[axis].max(other[axis]));
            case.aabb(&Aabb3::new(min, max).unwrap());
            if let Ok(ray) = Ray3::new(one, [0, 1, 2].map(|axis| other[axis] - one[axis])) {
                case.ray(&ray);
                case.ray(&ray.with_reach(radius * scale).unwrap());
            }
        }
    }
}

#[test]
fn rays_along_the_axes_and_along_faces_find_what_they_graze() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let grid = (0..64u8).map(|id| [f32::from(id % 8), f32::from(id / 8), 0.0]);
    let placed = grid.map(|at| corners.map(|corner: [f32; 3]| [0, 1, 2].map(|axis| corner[axis] + at[axis])));
    let mut case = Case::new(placed.collect(), TriangleOptions { threshold: 2, smallest: 0.0 });
    for y in 0..8u8 {
        let found = case.compare(&Ray3::new([-1.0, f32::from(y), 0.0], [1.0, 0.0, 0.0]).unwrap(), |_| false);
        let row: Vec<_> = (0..8).map(|x| 8 * u32::from(y) + x).collect();
        assert!(row.iter().all(|id| found.contains(id)), "the ray runs along the edges of {row:?}: {found:?}");
    }
}

#[test]
fn a_box_is_touched_where_no_leaf_of_its_slanting_triangle_is() {
    let wall = |z: f32| [[0.0, 0.0, z], [8.0, 8.0, z], [8.0, 8.0, z + 1.0]];
    let mut case =
        Case::new((0..8u8).map(|z| wall(z.into())).collect(), TriangleOptions { threshold: 1, smallest: 0.0 });
    let corner = Sphere3::new([1.0, 7.0, 4.5], 0.25).unwrap();
    assert_eq!(case.sphere(&corner), 1);
    let mut named = 0;
    case.tree.in_leaves(&corner, &mut case.stamps, |_| named += 1);
    assert_eq!(named, 0);
}

//! A scene of 20,000 triangles: hills with buildings.

use super::{Case, TriangleOptions, oracle};
use crate::{Ray3, Sphere3, TriangleStamps, triangles::TriangleOctree};

/// Number of squares of the hill grid on each axis, each 1 m wide.
const SIDE: u16 = 98;
/// Number of buildings, twelve triangles each, half sunk into the hills.
const BUILDINGS: u16 = 66;

fn height(x: f32, z: f32) -> f32 {
    3.0 * (x * 0.11).sin() + 2.0 * (z * 0.17 + x * 0.05).cos()
}

/// A pseudo-random sequence of numbers in [0, 1).
fn numbers() -> impl FnMut() -> f32 {
    let mut state = 12345u32;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    }
}

fn map() -> Vec<[[f32; 3]; 3]> {
    let ground = |x: u16, z: u16| [f32::from(x), height(x.into(), z.into()), f32::from(z)];
    let cells = (0..SIDE).flat_map(|z| (0..SIDE).map(move |x| (x, z)));
    let hills = cells.flat_map(|(x, z)| {
        let [a, b, c, d] = [ground(x, z), ground(x, z + 1), ground(x + 1, z + 1), ground(x + 1, z)];
        [[a, b, c], [a, c, d]]
    });
    let mut number = numbers();
    let buildings = (0..BUILDINGS).flat_map(|_| {
        let (x, z) = (number() * 90.0, number() * 90.0);
        let (size, y) = ([2.0 + number() * 6.0, 6.0, 2.0 + number() * 6.0], height(x, z) - 3.0);
        let corner = move |at: usize| {
            let mut point = [0.0; 3];
            for axis in 0..3 {
                point[axis] = [x, y, z][axis] + if at >> axis & 1 == 1 { size[axis] } else { 0.0 };
            }
            point
        };
        let faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
        faces.into_iter().flat_map(move |[a, b, c, d]| [[a, b, c], [a, c, d]].map(|corners| corners.map(corner)))
    });
    hills.chain(buildings).collect()
}

#[test]
fn on_a_map_of_20_000_triangles_a_sphere_of_1_m_has_10_to_60_candidates_and_no_contact_is_missed() {
    let corners = map();
    assert_eq!(corners.len(), 20_000);
    let vertices: Vec<[f32; 3]> = corners.iter().flatten().copied().collect();
    let triangles: Vec<_> = (0..20_000).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    let tree = TriangleOctree::new(&vertices, &triangles).unwrap();
    let statistics = tree.statistics();
    assert!(statistics.fullest <= 30 && statistics.entries < 80_000, "{statistics:?}");
    let (mut number, mut found) = (numbers(), Vec::new());
    let (mut candidates, mut contacts) = (0, 0);
    let queries = 16;
    for _ in 0..queries {
        let (x, z) = (number() * 98.0, number() * 98.0);
        let center = [x, height(x, z) + number() - 0.25, z];
        tree.candidates_into(&Sphere3::new(center, 1.0).unwrap(), &mut found);
        candidates += found.len();
        found.sort_unstable();
        for (id, &corners) in (0..).zip(&corners) {
            if oracle::distance(corners, center) <= 1.0 {
                contacts += 1;
                assert!(found.binary_search(&id).is_ok(), "triangle {id} touches the sphere at {center:?}");
            }
        }
    }
    let average = candidates / queries;
    assert!((10..=60).contains(&average), "{average} candidates, {} contacts on average", contacts / queries);
}

#[test]
fn a_part_of_the_map_is_well_formed_and_answers_as_scans_do() {
    let corners: Vec<_> = map().into_iter().step_by(37).collect();
    let mut case = Case::new(corners, TriangleOptions::default());
    let mut number = numbers();
    let found: usize = (0..50)
        .map(|_| case.sphere(&Sphere3::new([number() * 98.0, number() * 6.0, number() * 98.0], 4.0).unwrap()))
        .sum();
    assert!(found > 0);
}

#[test]
fn the_root_fits_the_map_and_a_ray_down_on_it_looks_into_few_leaves() {
    let corners: Vec<_> = map().into_iter().step_by(4).collect();
    let vertices: Vec<[f32; 3]> = corners.iter().flatten().copied().collect();
    let triangles: Vec<_> = (0..corners.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    let tree = TriangleOctree::new(&vertices, &triangles).unwrap();
    for axis in 0..3 {
        let values = || vertices.iter().map(|vertex| vertex[axis] - tree.center[axis]);
        assert!(values().all(|value| value.abs() <= tree.half));
    }
    assert!(tree.half < f32::from(SIDE), "the next power of two above half the map: {}", tree.half);
    let (mut number, mut stamps, mut named) = (numbers(), TriangleStamps::new(), 0);
    for _ in 0..100 {
        let from = [number() * 98.0, 50.0, number() * 98.0];
        let ray = Ray3::new(from, [0.0, -1.0, 0.0]).unwrap();
        tree.in_leaves(&ray, &mut stamps, |_| named += 1);
    }
    assert!((100..6000).contains(&named), "{named} triangles of {} by 100 rays", corners.len());
}

//! Degenerate input: meshes that no modeller would make on purpose.

use super::*;

const TRIANGLE: [[f32; 3]; 3] = [[0.1, 0.2, 0.3], [0.9, 0.1, 0.4], [0.3, 0.8, 0.6]];

fn everywhere(case: &mut Case) -> usize {
    case.compare(&Aabb3::EVERYTHING, |_| true).len()
}

#[test]
fn a_malformed_mesh_is_refused_with_the_place() {
    let [a, b, c] = TRIANGLE;
    for given in [f32::NAN, f32::INFINITY, -f32::MAX] {
        let refused = TriangleOctree::new(&[a, [b[0], given, b[2]], c], &[[0, 1, 2]]).unwrap_err();
        assert!(matches!(refused, TriangleError::Coordinate { vertex: 1, axis: 1, .. }), "{refused}");
    }
    let refused = TriangleOctree::new(&[a, b, c], &[[0, 1, 2], [1, 2, 3]]).unwrap_err();
    assert_eq!(refused, TriangleError::Index { triangle: 1, given: 3, vertices: 3 });
    assert_eq!(refused.to_string(), "triangle 1 has the vertex 3, but there are only 3 vertices, counted from 0");
}

#[test]
fn an_empty_mesh_is_a_tree_in_which_nothing_is_found() {
    let mut case = Case::new(Vec::new(), TriangleOptions::default());
    assert!(case.tree.is_empty() && case.tree.leaves().next().is_none());
    assert_eq!(everywhere(&mut case), 0);
    assert_eq!(TriangleOctree::new(&[[1.0f32, 2.0, 3.0]], &[]).unwrap().len(), 0);
}

#[test]
fn triangles_that_share_a_vertex_stay_in_one_leaf_instead_of_splitting_for_ever() {
    let fan = |id: u8| {
        let (from, to) = (f32::from(id) * 0.1, f32::from(id) * 0.1 + 0.1);
        [[0.0; 3], [from.cos() * 50.0, from.sin() * 50.0, 1.0], [to.cos() * 50.0, to.sin() * 50.0, 2.0]]
    };
    let case = Case::new((0..60).map(fan).collect(), TriangleOptions { threshold: 30, smallest: 0.0 });
    let statistics = case.tree.statistics();
    assert!(statistics.nodes < 200 && statistics.fullest >= 30 && statistics.entries < 60 * 16, "{statistics:?}");
}

#[test]
fn a_thousand_identical_triangles_are_all_found_and_cost_no_more_than_their_number() {
    for scale in [1.0, 1e-6, 1e30] {
        let corners = TRIANGLE.map(|corner| corner.map(|value| value * scale));
        let mut case = Case::new(vec![corners; 1000], TriangleOptions { threshold: 30, smallest: 0.0 });
        let statistics = case.tree.statistics();
        assert!(statistics.entries <= 2000 && statistics.nodes <= 64, "{scale}: {statistics:?}");
        assert_eq!(everywhere(&mut case), 1000);
        assert_eq!(case.sphere(&Sphere3::new(corners[0], 0.1 * scale).unwrap()), 1000);
    }
}

#[test]
fn triangles_without_area_are_found_like_others() {
    let points = (0..100u8).map(|id| [[f32::from(id % 10), f32::from(id / 10), 0.0]; 3]);
    let lines = (0..100u8).map(|id| [[0.0; 3], [f32::from(id), 9.0, 1.0], [0.0; 3]]);
    let mut case = Case::new(points.chain(lines).collect(), TriangleOptions { threshold: 4, smallest: 0.0 });
    assert_eq!(everywhere(&mut case), 200);
    assert!(case.sphere(&Sphere3::new([3.0, 4.0, 0.0], 0.0).unwrap()) >= 1);
}

#[test]
fn a_village_far_from_the_origin_beside_a_rock_at_the_end_of_the_world_is_bounded() {
    let shifted = |by: f32| TRIANGLE.map(|corner| corner.map(|value| value + by));
    let village = (0..500u16).map(|id| shifted(1e6 + f32::from(id)));
    let mut case = Case::new(village.clone().collect(), TriangleOptions::default());
    assert!(case.sphere(&Sphere3::new([1e6 + 100.0; 3], 3.0).unwrap()) < 60);
    let mut case = Case::new(village.chain([shifted(1e30), shifted(-1e30)]).collect(), TriangleOptions::default());
    let statistics = case.tree.statistics();
    assert!(statistics.nodes < 200 && statistics.depth <= 20, "{statistics:?}");
    assert_eq!(everywhere(&mut case), 502);
}

#[test]
fn spheres_and_boxes_without_end_find_everything_and_far_ones_nothing() {
    let mut case = Case::new(vec![TRIANGLE; 7], TriangleOptions::default());
    assert_eq!(case.sphere(&Sphere3::new([1e30, 0.0, 0.0], f32::INFINITY).unwrap()), 7);
    assert_eq!(case.sphere(&Sphere3::new([1e3, 0.0, 0.0], 998.0).unwrap()), 0);
    assert_eq!(everywhere(&mut case), 7);
    let half = Aabb3::new([5.0, f32::NEG_INFINITY, f32::NEG_INFINITY], [f32::INFINITY; 3]).unwrap();
    assert!(case.compare(&half, |_| false).is_empty());
}

#[test]
fn a_sphere_at_the_end_of_all_numbers_touches_no_lane_that_is_not_in_use() {
    // Nine triangles leave all but one lane of the second node unused.
    let mut case = Case::new(vec![TRIANGLE; 9], TriangleOptions::default());
    for end in [f32::MIN, f32::MAX] {
        for radius in [0.0, 1.0, f32::MAX] {
            assert_eq!(case.sphere(&Sphere3::new([end; 3], radius).unwrap()), 0, "{end} {radius}");
        }
        assert_eq!(case.sphere(&Sphere3::new([end; 3], f32::INFINITY).unwrap()), 9);
    }
}

#[test]
fn a_mesh_too_small_for_normal_numbers_is_found_from_each_of_its_corners() {
    let corner = |number: i32| [5, 11, 17].map(|step| ((number * step) % 64 - 32) as f32 * 1e-45);
    let corners: Vec<[f32; 3]> = (0..60).map(corner).collect();
    let triangles: Vec<[u32; 3]> = (0..20).map(|first| [3 * first, 3 * first + 1, 3 * first + 2]).collect();
    let options = TriangleOptions { threshold: 1, smallest: 0.0 };
    let tree = TriangleOctree::with_options(&corners, &triangles, options).unwrap();
    for (at, id) in corners.iter().zip((0..20).flat_map(|id| [id; 3])) {
        let ray = Ray3::new(*at, [1.0; 3]).unwrap().with_reach(1e-7).unwrap();
        let (mut stamps, mut boxes, mut leaves) = (TriangleStamps::new(), Vec::new(), Vec::new());
        tree.candidates_into(&ray, &mut boxes);
        tree.in_leaves(&ray, &mut stamps, |triangle| leaves.push(triangle));
        assert!(boxes.contains(&id) && leaves.contains(&id), "triangle {id} from {at:?}");
    }
}

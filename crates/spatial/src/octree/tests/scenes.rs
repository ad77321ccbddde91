//! Fixed scenes with known answers.

use glam::{Vec2, Vec3};

use super::*;

fn thousand() -> Octree<HitTestCounter> {
    Octree::with_observer(&box3([0.0; 3], [1000.0; 3]), HitTestCounter::default()).unwrap()
}

fn found(tree: &mut Octree<HitTestCounter>, region: &impl QueryRegion<3>) -> usize {
    let mut found = Vec::new();
    tree.query(region, ALL, &mut found);
    found.len()
}

#[test]
fn a_point_finds_the_same_as_a_vector_and_as_an_array() {
    let mut space = thousand();
    space.insert(Object::new(box3([1.0; 3], [4.0; 3])));
    space.insert(Object::new(Sphere::new([6.0, 3.0, 3.0], 2.0).unwrap()));
    let world = Aabb::new([0.0; 2], [1000.0; 2]).unwrap();
    let mut plane = Quadtree::with_observer(&world, HitTestCounter::default()).unwrap();
    plane.insert(Object::new(Aabb::new([1.0; 2], [5.0; 2]).unwrap()));
    plane.insert(Object::new(Sphere::new([6.0, 3.0], 2.0).unwrap()));
    for ([x, y], count) in [([2.0, 3.0], 1), ([4.5, 3.0], 2), ([7.9, 3.0], 1), ([7.9, 4.9], 0), ([5.0, 5.0], 1)] {
        assert_eq!(found(&mut space, &[x, y, 3.0]), count, "({x}, {y})");
        assert_eq!(found(&mut space, &Vec3::new(x, y, 3.0)), count, "({x}, {y})");
        let mut of_plane = [Vec::new(), Vec::new()];
        plane.query(&[x, y], ALL, &mut of_plane[0]);
        plane.query(&Vec2::new(x, y), ALL, &mut of_plane[1]);
        assert_eq!(of_plane.map(|found| found.len()), [count; 2], "({x}, {y})");
    }
}

#[test]
fn an_id_is_shown_by_its_number() {
    let mut tree = thousand();
    let ids = [0.0, 1.0].map(|at| tree.insert(Object::new(box3([at; 3], [1.0; 3]))));
    assert_eq!(ids.map(|id| id.to_string()), ["object 0", "object 1"]);
}

#[test]
fn five_pebbles_in_a_thousand_metres_make_five_nodes() {
    let mut tree = thousand();
    for corner in [[1.0; 3], [900.0, 1.0, 1.0], [1.0, 900.0, 1.0], [1.0, 1.0, 900.0], [900.0; 3]] {
        tree.insert(Object::new(box3(corner, [0.1; 3])));
    }
    tree.update();
    // The root and one octant for each object. No octant is split, since each object is alone.
    assert_eq!(tree.statistics(), TreeStatistics { nodes: 6, depth: 1, objects_by_level: vec![0, 5], outside: 0 });
    assert_eq!(tree.nodes().next().unwrap().child_mask, 0b1001_0111);
    assert_eq!(tree.nodes().next().unwrap().region, box3([0.0; 3], [1024.0; 3]));
}

#[test]
fn eleven_objects_with_four_overlapping_pairs_take_at_most_29_hit_tests() {
    let mut tree = Octree::with_observer(&box3([0.0; 3], [4.0; 3]), HitTestCounter::default()).unwrap();
    let corners = [
        // Straddling a midplane of the root, and of an octant on either side.
        ([1.8, 3.0, 3.0], 0.4),
        ([0.8, 0.2, 0.2], 0.4),
        ([2.8, 0.2, 0.2], 0.4),
        // In nodes of the smallest size: one that overlaps the second object, two that overlap each
        // other, and one that overlaps nothing.
        ([0.5, 0.1, 0.1], 0.4),
        ([0.1, 0.6, 0.6], 0.3),
        ([0.2, 0.7, 0.7], 0.2),
        ([0.1, 0.1, 0.6], 0.2),
        ([3.1, 0.1, 0.1], 0.4),
        ([3.6, 0.6, 0.6], 0.3),
        ([3.6, 0.7, 0.7], 0.2),
        ([3.7, 0.1, 0.6], 0.2),
    ];
    for (corner, side) in corners {
        tree.insert(Object::new(box3(corner, [side; 3])));
    }
    let mut pairs = Vec::new();
    tree.pairs(ALL, &mut pairs);
    assert_eq!(pairs.len(), 4, "{pairs:?}");
    assert_eq!(tree.statistics().objects_by_level, [1, 2, 8], "three astride, eight at the third depth");
    assert!(tree.observer().count <= 29, "{}", tree.observer().count);
}

#[test]
fn a_branch_that_empties_lingers_and_each_reuse_doubles_its_lifespan_up_to_64() {
    let mut tree = thousand();
    let stays = tree.insert(Object::new(box3([900.0; 3], [1.0; 3])));
    let (here, away) = (box3([10.0; 3], [1.0; 3]), box3([900.0, 10.0, 10.0], [1.0; 3]));
    let roams = tree.insert(Object::new(here));
    tree.update();
    let branch =
        |tree: &Octree<HitTestCounter>| tree.nodes().find(|node| node.depth == 1 && node.region.contains([10.0; 3]));
    for lifespan in [8, 16, 32, 64, 64] {
        assert_eq!(branch(&tree).map(|node| (node.lifespan, node.countdown)), Some((lifespan, None)));
        assert!(tree.set_shape(roams, away));
        tree.update();
        assert_eq!(branch(&tree).and_then(|node| node.countdown), Some(lifespan - 1));
        assert!(tree.set_shape(roams, here));
        tree.update();
    }
    tree.set_shape(roams, away);
    for left in (1..64).rev() {
        tree.update();
        assert_eq!(branch(&tree).and_then(|node| node.countdown), Some(left));
    }
    tree.update();
    assert_eq!(branch(&tree), None);
    assert!(tree.get(stays).is_some());
}

#[test]
fn infinite_and_far_objects_are_found() {
    let mut tree = thousand();
    let far = tree.insert(Object::new(box3([-1e30, 5.0, 5.0], [1.0; 3])));
    let floor = Aabb::new([f32::NEG_INFINITY, -1.0, f32::NEG_INFINITY], [f32::INFINITY, 0.0, f32::INFINITY]).unwrap();
    let floor = tree.insert(Object::new(floor).as_static());
    let ball = tree.insert(Object::new(Sphere::new([500.0, 0.5, 500.0], 0.5).unwrap()));
    let mut pairs = Vec::new();
    tree.pairs(ALL, &mut pairs);
    assert_eq!(pairs, [(floor, ball)]);
    assert_eq!(found(&mut tree, &box3([-2e30, 0.0, 0.0], [1.5e30, 9.0, 9.0])), 2);
    assert_eq!(tree.nearest_hit(&Ray::new([0.0, 5.5, 5.5], [-1.0, 0.0, 0.0]).unwrap(), ALL).unwrap().object, far);
    assert_eq!(tree.statistics().outside, 2);
}

#[test]
fn a_thousand_identical_boxes_share_a_node_and_all_meet() {
    for sides in [[0.3; 3], [0.0; 3]] {
        let mut tree = thousand();
        for _ in 0..1000 {
            tree.insert(Object::new(box3([3.1; 3], sides)));
        }
        let mut pairs = 0;
        tree.for_each_pair(ALL, |_| pairs += 1);
        assert_eq!(pairs, 1000 * 999 / 2);
        assert_eq!(found(&mut tree, &[3.1f32; 3]), 1000);
        assert!(tree.statistics().nodes <= 11);
    }
}

#[test]
fn an_empty_tree_finds_nothing() {
    let mut tree = thousand();
    tree.update();
    assert!(tree.is_empty() && found(&mut tree, &Aabb::EVERYTHING) == 0);
    assert_eq!(tree.nearest_hit(&Ray::new([0.0; 3], [1.0; 3]).unwrap(), ALL), None);
    tree.for_each_pair(ALL, |_| panic!("a pair of nothing"));
    assert_eq!(tree.statistics(), TreeStatistics { nodes: 1, ..TreeStatistics::default() });
    assert!(tree.remove(ObjectId(7)).is_none());
}

#[test]
fn worlds_as_large_as_numbers_go_stay_bounded_in_depth() {
    for world in [box3([-1e30; 3], [2e30; 3]), box3([1e30; 3], [0.0; 3]), box3([-3e38, 0.0, 0.0], [3e38; 3])] {
        let mut tree = Octree::new_eager(&world).unwrap();
        for step in 0..100u8 {
            tree.insert(Object::new(box3([1e30 + f32::from(step) * 1e24, 0.0, f32::from(step)], [0.1; 3])));
            tree.insert(Object::new(box3([f32::from(step); 3], [0.1; 3])));
        }
        tree.update();
        let statistics = tree.statistics();
        assert!(statistics.depth <= 20 && statistics.nodes < 200 * 21, "{statistics:?}");
        invariants::check(tree.core());
    }
    assert!(Octree::new(&Aabb::EVERYTHING).is_err());
}

#[test]
fn two_static_objects_are_no_pair_and_types_filter_both_sides() {
    let mut tree = thousand();
    let here = box3([5.0; 3], [1.0; 3]);
    let walls = [1, 2].map(|types| tree.insert(Object::new(here).with_types(types).as_static()));
    let monster = tree.insert(Object::new(here).with_types(2));
    let mut pairs = Vec::new();
    tree.pairs(ALL, &mut pairs);
    pairs.sort();
    assert_eq!(pairs, [(walls[0], monster), (walls[1], monster)]);
    pairs.clear();
    tree.pairs(2, &mut pairs);
    assert_eq!(pairs, [(walls[1], monster)]);
}

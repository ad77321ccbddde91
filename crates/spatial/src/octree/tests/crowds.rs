//! Sequences over hundreds of objects with a few changes at a time: in-place updates of the flat
//! tree, the pair cache and the grid.

use proptest::prelude::*;

use super::sequences::{Scan, ShapeNumbers, compare, whole, wild};
use super::*;
use crate::octree::grid::PairGrid;

/// The changes before a comparison of tree and scan, and the query that is compared.
#[derive(Clone, Debug)]
struct Frame {
    inserted: Vec<(ShapeNumbers, u32, bool)>,
    moved: Vec<(usize, ShapeNumbers)>,
    removed: Vec<usize>,
    asked: ShapeNumbers,
    types: u32,
    is_updated: bool,
}

fn frames(numbers: impl Strategy<Value = ShapeNumbers> + Clone + 'static) -> impl Strategy<Value = Vec<Frame>> {
    let types = || prop_oneof![4 => Just(ALL), 1 => 1u32..8];
    let inserted = |count| prop::collection::vec((numbers.clone(), types(), any::<bool>()), count);
    let frame = |count| {
        (
            inserted(count),
            prop::collection::vec((any::<usize>(), numbers.clone()), 0..12),
            prop::collection::vec(any::<usize>(), 0..6),
            numbers.clone(),
            types(),
            any::<bool>(),
        )
            .prop_map(|(inserted, moved, removed, asked, types, is_updated)| Frame {
                inserted,
                moved,
                removed,
                asked,
                types,
                is_updated,
            })
    };
    (frame(60..300), prop::collection::vec(frame(0..8), 4..12)).prop_map(|(first, others)| {
        let mut frames = vec![first];
        frames.extend(others);
        frames
    })
}

fn run<const D: usize>(world: &Aabb<D>, frames: &[Frame]) {
    let mut tree = Tree::new_eager(world).unwrap();
    let mut scan = Scan::default();
    for frame in frames {
        for (numbers, types, is_static) in &frame.inserted {
            let object = Object { shape: numbers.shape(), types: *types, is_static: *is_static };
            let id = tree.insert(object);
            scan.insert(id, object);
        }
        for (which, numbers) in &frame.moved {
            let id = scan.nth(*which).unwrap();
            assert!(tree.set_shape(id, numbers.shape()));
            scan.set_shape(id, numbers.shape());
        }
        for which in &frame.removed {
            let id = scan.nth(*which).unwrap();
            assert_eq!(tree.remove(id), scan.remove(id));
        }
        if frame.is_updated {
            tree.update();
        }
        compare(&mut tree, &mut scan, &frame.asked, frame.types);
    }
}

/// Shapes with integer coordinates in a wider world, so that few objects overlap.
fn wide() -> impl Strategy<Value = ShapeNumbers> + Clone {
    (prop::array::uniform3(-3i8..30), prop::array::uniform3(0i8..4), any::<bool>()).prop_map(
        |(corner, sides, is_round)| ShapeNumbers {
            corner: corner.map(f32::from),
            sides: sides.map(f32::from),
            is_round,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(8) })]

    #[test]
    fn an_octree_finds_what_a_scan_finds_among_hundreds(frames in frames(wide())) {
        run(&Aabb::new([0.0; 3], [28.0; 3]).unwrap(), &frames);
    }

    #[test]
    fn a_quadtree_finds_what_a_scan_finds_among_hundreds(frames in frames(wide())) {
        run(&Aabb::new([0.0; 2], [28.0; 2]).unwrap(), &frames);
    }

    #[test]
    fn an_octree_finds_what_a_scan_finds_in_heaps(frames in frames(whole())) {
        run(&Aabb::new([0.0; 3], [16.0; 3]).unwrap(), &frames);
    }

    #[test]
    fn a_quadtree_finds_what_a_scan_finds_among_hundreds_of_any_numbers(frames in frames(wild())) {
        run(&Aabb::new([0.0; 2], [16.0; 2]).unwrap(), &frames);
    }

    #[test]
    fn an_octree_finds_what_a_scan_finds_among_hundreds_of_any_numbers(frames in frames(wild())) {
        run(&Aabb::new([-9.7, 0.0, 3.0], [16.0; 3]).unwrap(), &frames);
    }
}

/// More changes between two queries than the `ChangeLog` keeps, so that its readers fall behind.
#[test]
fn objects_that_changed_often_between_queries_are_found_where_they_are() {
    let mut tree = Octree::new_eager(&box3([0.0; 3], [64.0; 3])).unwrap();
    let place = |number: u16| [number % 7, number / 7 % 7, number / 49].map(|cell| f32::from(cell) * 2.5);
    let ids: Vec<ObjectId> = (0..200).map(|number| tree.insert(Object::new(box3(place(number), [2.0; 3])))).collect();
    let pairs = |tree: &mut Octree| {
        let (mut pairs, mut moved) = (Vec::new(), Vec::new());
        tree.pairs(ALL, &mut pairs);
        tree.moved_pairs(ALL, &mut moved);
        (pairs.len(), moved.len())
    };
    for _ in 0..3 {
        assert_eq!(pairs(&mut tree).0, 0);
    }
    for round in 0..20u16 {
        for (number, &id) in (0..).zip(&ids) {
            assert!(tree.set_shape(id, box3(place(number + round), [2.0; 3])));
        }
    }
    // All objects have moved on by 19 places; one moves to the place of another.
    assert_eq!(pairs(&mut tree), (0, 0));
    assert!(tree.set_shape(ids[0], box3(place(100), [2.0; 3])));
    assert_eq!(pairs(&mut tree), (1, 1));
    assert_eq!(pairs(&mut tree), (1, 0));
    let mut found = Vec::new();
    tree.query(&place(100), ALL, &mut found);
    assert_eq!(found, [ids[0], ids[81]]);
    assert_eq!(tree.statistics().objects_by_level.iter().sum::<usize>(), 200);
    invariants::check(tree.core());
}

/// The world of the benchmarks: a thousand boxes that wander.
#[test]
fn a_world_that_wanders_for_a_hundred_frames_has_the_same_pairs_as_one_made_anew() {
    let mut words = 1u32;
    let mut number = |to: f32| {
        words = words.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (words >> 8) as f32 / (1 << 24) as f32 * to
    };
    let world = box3([0.0; 3], [24.0; 3]);
    let mut tree = Octree::new_eager(&world).unwrap();
    let mut boxes: Vec<Aabb3> = (0..1000)
        .map(|_| box3([number(24.0), number(24.0), number(24.0)], [number(2.0), number(2.0), number(2.0)]))
        .collect();
    let ids: Vec<ObjectId> = boxes.iter().map(|aabb| tree.insert(Object::new(*aabb))).collect();
    for frame in 0..100 {
        for _ in 0..50 {
            let which = number(1000.0) as usize;
            let [x, y, z] = boxes[which].min;
            let way = [number(3.0) - 1.5, number(3.0) - 1.5, number(3.0) - 1.5];
            let sides = boxes[which].size().to_array();
            boxes[which] = box3([x + way[0], y + way[1], z + way[2]], sides);
            assert!(tree.set_shape(ids[which], boxes[which]));
        }
        if frame % 3 == 0 {
            tree.update();
        }
        let mut anew = Octree::new_eager(&world).unwrap();
        for aabb in &boxes {
            anew.insert(Object::new(*aabb));
        }
        let [pairs, expected] = [&mut tree, &mut anew].map(|tree| {
            let mut pairs = Vec::new();
            tree.pairs(ALL, &mut pairs);
            pairs.sort();
            pairs
        });
        assert!(pairs == expected && pairs.len() > 100, "frame {frame}");
    }
    invariants::check(tree.core());
}

#[test]
fn pairs_of_some_types_among_many_are_those_of_a_scan() {
    let world = box3([0.0; 3], [24.0; 3]);
    let mut tree = Octree::new_eager(&world).unwrap();
    let place = |number: u16, step: u16| f32::from(number.wrapping_mul(step) % 1000) * 0.024;
    let object = |number: u16| {
        let corner = [place(number, 7919), place(number, 4441), place(number, 2657)];
        Object::new(box3(corner, [1.5; 3])).with_types(1 << (number % 5))
    };
    let objects: Vec<Object<3>> = (0..1000).map(object).collect();
    let ids: Vec<ObjectId> = objects.iter().map(|object| tree.insert(*object)).collect();
    for types in [0b1, 0b110, 0b11010, ALL] {
        let mut expected = Vec::new();
        for one in (0..objects.len()).filter(|&one| objects[one].types & types != 0) {
            let others = (0..one).filter(|&other| objects[other].types & types != 0);
            let others = others.filter(|&other| objects[one].shape.overlaps(&objects[other].shape));
            expected.extend(others.map(|other| (ids[other], ids[one])));
        }
        let mut pairs = Vec::new();
        tree.pairs(types, &mut pairs);
        let mut pairs: Vec<_> = pairs.into_iter().map(|(one, two)| (one.min(two), one.max(two))).collect();
        pairs.sort_unstable();
        expected.sort_unstable();
        assert!(pairs == expected && !pairs.is_empty(), "{types:b}: {} of {}", pairs.len(), expected.len());
    }
}

#[test]
fn a_grid_takes_what_is_spread_evenly_and_refuses_heaps() {
    let world = box3([-40.0, 8.0, 100.0], [64.0; 3]);
    let corner = world.min;
    let fill = |spread: f32| {
        let mut tree = Octree::new_eager(&world).unwrap();
        for number in 0..1331u16 {
            let place = [number % 11, number / 11 % 11, number / 121].map(|cell| f32::from(cell) * spread);
            // Each box overlaps the next one along one axis.
            let sides = [spread + 0.125, spread - 0.25, spread - 0.25];
            let place = [corner[0] + place[0], corner[1] + place[1], corner[2] + place[2]];
            tree.insert(Object::new(box3(place, sides)));
        }
        let core = tree.core();
        let mut grid = PairGrid::default();
        grid.fill(|| core.items(), &core.root).then(|| {
            let mut pairs = 0;
            let mut tests = HitTestCounter::default();
            grid.join(&mut tests, &mut |_, _| pairs += 1);
            (pairs, tests.count)
        })
    };
    let (pairs, tests) = fill(5.0).expect("a grid for what is spread evenly");
    assert_eq!(pairs, 10 * 121);
    assert!(tests < 40 * 1331, "{tests} tests, where all against all would be 885,115");

    let mut heap = Octree::new_eager(&world).unwrap();
    for number in 0..1000u16 {
        let offset = f32::from(number % 10) * 0.001;
        heap.insert(Object::new(box3(corner.map(|value| value + offset), [0.5; 3])));
    }
    heap.insert(Object::new(box3(world.max.map(|value| value - 1.0), [0.5; 3])));
    let core = heap.core();
    assert!(!PairGrid::default().fill(|| core.items(), &core.root));
}

/// The pairs among many boxes and a few shapes that are larger than a cell of the `PairGrid`.
#[test]
fn floors_and_things_at_the_end_of_the_world_do_not_disturb_a_grid() {
    let mut tree = Octree::with_observer(&box3([0.0; 3], [64.0; 3]), HitTestCounter::default()).unwrap();
    for number in 0..4096u16 {
        let [x, y, z] = [number % 16, number / 16 % 16, number / 256].map(|cell| f32::from(cell) * 4.0);
        tree.insert(Object::new(box3([x, y, z], [1.0; 3])));
    }
    let floor = Aabb::new([f32::NEG_INFINITY, -1.0, f32::NEG_INFINITY], [f32::INFINITY, 0.0, f32::INFINITY]).unwrap();
    tree.insert(Object::new(floor).as_static());
    tree.insert(Object::new(Aabb::EVERYTHING));
    tree.insert(Object::new(box3([1e30; 3], [1.0; 3])));
    let infinity = [f32::INFINITY; 3];
    tree.insert(Object::new(Aabb::new(infinity, infinity).unwrap()));
    let mut pairs = 0;
    tree.for_each_pair(ALL, |_| pairs += 1);
    assert_eq!(pairs, 256 + 4096 + 3);
    assert!(tree.observer().count < 100_000, "{}", tree.observer().count);
}

#[test]
fn many_boxes_without_end_that_begin_at_one_place_are_paired_in_bounded_time() {
    for corner in [0.0, f32::NEG_INFINITY] {
        let mut tree = Tree::new_eager(&Aabb::new([0.0; 3], [16.0; 3]).unwrap()).unwrap();
        for _ in 0..100 {
            tree.insert(Object::new(Aabb::new([corner; 3], [f32::INFINITY; 3]).unwrap()));
        }
        let mut pairs = Vec::new();
        tree.pairs(ALL, &mut pairs);
        assert_eq!(pairs.len(), 100 * 99 / 2);
    }
}

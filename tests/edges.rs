//! No call of the library panics on extreme arguments.
//!
//! These are cells at both ends of the integers, unknown ids, NaN and infinite floats, and an index
//! of another world. Tests run with overflow checks, so that they also find sums that would wrap.

use roomgen::{
    Cell, Direction, Generator, Preset, Rect, Request, Size, Tile, export, generate,
    grid::BitGrid,
    level::Distances,
    mesh::Mesh,
    reproduce,
    spatial::{
        Aabb2, Aabb3, Footprint, Object, ObjectId, Octree, PropIndex, Quadtree, Ray3, Sphere2, Sphere3, TriangleOctree,
        TriangleStamps,
    },
    survey::{Measurer, Metric},
    workspace as interp,
};

use crate::sizes;

const INTEGERS: [i32; 11] = [i32::MIN, i32::MIN + 1, -16385, -1, 0, 1, 7, 50, 16384, i32::MAX - 1, i32::MAX];
const FLOATS: [f32; 14] = [
    f32::NEG_INFINITY,
    f32::MIN,
    -1e20,
    -1.5,
    -f32::MIN_POSITIVE,
    -0.0,
    0.0,
    1e-45,
    0.5,
    3.0,
    1e20,
    f32::MAX,
    f32::INFINITY,
    f32::NAN,
];

fn cells() -> impl Iterator<Item = Cell> {
    INTEGERS.into_iter().flat_map(|x| INTEGERS.map(|y| Cell::new(x, y)))
}

fn rects() -> Vec<Rect> {
    let corners = cells().flat_map(|from| cells().map(move |to| Rect::from_ltrb(from.x, from.y, to.x, to.y)));
    corners.flatten().chain(cells().map(Rect::from_cell)).collect()
}

fn vectors() -> impl Iterator<Item = [f32; 3]> {
    FLOATS.into_iter().flat_map(|x| FLOATS.into_iter().map(move |y| [x, y, 1.0 - x]))
}

#[test]
fn rectangles_never_overflow() {
    let rects = rects();
    assert!(rects.len() > 500);
    for &rect in &rects {
        assert!(rect.width() > 0 && rect.height() > 0 && rect.area() > 0, "{rect}");
        for by in INTEGERS {
            let grown = rect.grown(by);
            assert!(grown.is_none_or(|grown| grown.contains_rect(rect) == (by >= 0)), "{rect} by {by}");
        }
        for other in rects.iter().step_by(7) {
            let both = rect.intersection(*other);
            assert_eq!(both.is_some(), rect.overlaps(*other));
            assert!(both.is_none_or(|both| rect.contains_rect(both) && other.contains_rect(both)));
        }
    }
    for cell in cells() {
        assert!(Direction::ALL.iter().all(|&direction| cell.neighbours().any(|beside| beside == cell.step(direction))));
    }
}

#[test]
fn a_level_answers_for_any_cell_and_any_id() {
    let preset = Preset::built_in("crypt").expect("a preset");
    let level = generate(&preset, 42);
    let (index, other) = (level.index(), PropIndex::new(Size::new(8, 8).expect("a size")));
    let room = *level.end();
    for cell in cells() {
        let is_inside = Rect::from(level.size()).contains(cell);
        assert!(is_inside || !level.is_walkable(cell) && level.room_at(cell).is_none());
        assert_eq!(level.distances(cell).get(level.exit()).is_some(), level.is_walkable(cell));
        for (from, to) in [(cell, level.exit()), (level.exit(), cell)] {
            assert_eq!(level.path_as_if_open(from, to).is_some(), level.is_walkable(cell));
        }
        assert!(is_inside || level.can_block(&[cell]) && level.door_at(cell).is_none());
        let nearest = index.nearest(cell).expect("there are props");
        assert!(index.contains(nearest.0));
        for kind in level.kinds() {
            for offset in [[0.0, 0.0], [f32::NAN, 0.0], [f32::INFINITY, f32::MIN]] {
                let placed = [&index, &other].map(|index| level.can_place(index, kind, cell, offset));
                assert!(is_inside && offset == [0.0, 0.0] || placed.iter().all(Result::is_err), "{cell} {offset:?}");
            }
        }
        for radius in [0, 3, u32::MAX] {
            let mut found = Vec::new();
            index.collect_within(cell, radius, &mut found);
            assert!(radius < u32::MAX || found.len() == index.len() || !is_inside);
        }
    }
    for id in [level.rooms().len() as u32, u32::MAX] {
        assert!(level.room(id).is_none() && level.floor_in(id).next().is_none() && level.props_in(id).len() == 0);
        assert!(level.passages_of(id).len() == 0 && level.neighbours(id).next().is_none());
    }
    // A room of another level.
    let small = generate(&sizes::at_least_as_large(Preset::built_in("cellar").expect("a preset"), (8, 8)), 1);
    let _ = (small.layout(&room), small.vault(&room), small.tags(&room).count());
    let mut distances = Distances::default();
    distances.measure(&BitGrid::new(-5, i32::MAX), cells());
    assert!(distances.values().is_empty());
}

#[test]
fn levels_with_any_edits_are_written_read_checked_and_measured() {
    let sizes = ["24x16", "48x30"].map(|size| size.parse::<Size>().expect("a size"));
    for (name, size) in [("crypt", sizes[0]), ("garden", sizes[0]), ("mine", sizes[1])] {
        let preset = Preset::built_in(name).expect("a preset").with_size(size).expect("it fits");
        for seed in 0..6 {
            let (mut level, mut state) = (generate(&preset, seed), seed * 2 + 1);
            let mut random = |end: i32| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as i32 % end
            };
            for _ in 0..3 {
                for _ in 0..60 {
                    let cell = Cell::new(random(size.width() + 2) - 1, random(size.height() + 2) - 1);
                    level.set_tile(cell, Tile::ALL[random(5) as usize]);
                    let (id, props) = (random(level.props().len() as i32 + 2) as u32, level.props().len());
                    assert_eq!(level.remove_prop(id).is_some(), (id as usize) < props);
                    let kind = preset.kinds()[random(preset.kinds().len() as i32) as usize].clone();
                    let cells = Rect::from_xywh(cell.x, cell.y, 1 + random(9), 1 + random(9)).expect("sides");
                    level.add_prop(&kind, random(9) as u32, cells, Direction::ALL[random(4) as usize]);
                }
                assert!(!level.check().is_empty(), "{name}, seed {seed}");
                for again in [
                    export::ron::read_unchecked(&export::ron::write(&level)),
                    export::json::read_unchecked(&export::json::write(&level)),
                ] {
                    let again = again.expect("a level");
                    assert!(again == level && again.digest() == level.digest(), "{name}, seed {seed}");
                }
                assert!(
                    !export::text::write(&level).is_empty()
                        && !export::csv::write(&level).is_empty()
                        && !export::dot::write(&level).is_empty()
                );
                assert!(Mesh::from_level(&level).is_ok());
                let metrics = Measurer::default().measure(&level);
                assert!(Metric::ALL.iter().all(|&metric| metrics.get(metric).is_finite()));
                assert!(reproduce(&level, &preset).is_err());
            }
        }
    }
}

#[test]
fn a_start_may_be_asked_for_anywhere() {
    for name in ["crypt", "garden"] {
        let preset = Preset::built_in(name).expect("a preset");
        let mut generator = Generator::new(&preset);
        for cell in cells() {
            for floor in [0, u32::MAX] {
                let level = generator.generate(Request::new(u64::MAX).on_floor(floor).starting_at(cell));
                assert_eq!(level.check(), [], "{name} from {cell}");
            }
        }
    }
    assert!(FLOATS.iter().all(|&number| {
        let request = Request::new(0).with_difficulty(number);
        request.is_ok() == (0.0..=1.0).contains(&number)
    }));
}

#[test]
fn an_index_takes_or_refuses_any_footprint() {
    let mut index = PropIndex::new(Size::new(64, 50).expect("a size"));
    let mut taken = 0;
    for (id, rect) in (0..).zip(rects()) {
        for (bottom, top) in [(0, 256), (i32::MIN, i32::MAX), (5, 5), (6, 5)] {
            let footprint = Footprint::new(rect).between(bottom, top);
            let is_taken = index.insert(id, footprint).is_ok();
            assert_eq!(is_taken, Rect::from(index.size()).contains_rect(rect) && bottom <= top, "{footprint}");
            taken += u32::from(is_taken);
            if is_taken {
                index.remove(id).expect("it is there");
            }
            assert_eq!(index.first_overlap(footprint), None);
            assert!(!index.any_in(rect) && index.remove(id).is_err());
        }
    }
    assert!(taken > 20 && index.is_empty());
    index.insert(u32::MAX, Rect::from_cell(Cell::new(3, 3))).expect("ids are any");
    for rect in rects() {
        assert_eq!(index.any_in(rect), rect.contains(Cell::new(3, 3)));
    }
}

#[test]
fn shapes_refuse_what_is_no_number_and_trees_take_all_others() {
    let mut octree = Octree::new(&Aabb3::new([0.0; 3], [10.0; 3]).expect("a box")).expect("finite");
    let mut quadtree = Quadtree::new(&Aabb2::new([0.0; 2], [10.0; 2]).expect("a box")).expect("finite");
    let (mut boxes, mut balls, mut rays, mut found) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for one in vectors() {
        for other in vectors().step_by(5) {
            boxes.extend(Aabb3::new(one, other));
            rays.extend(Ray3::new(one, other));
        }
        for radius in FLOATS {
            balls.extend(Sphere3::new(one, radius));
            if let Ok(ball) = Sphere2::new([one[0], one[1]], radius) {
                quadtree.insert(Object::new(ball));
            }
        }
    }
    for &aabb in boxes.iter().step_by(3) {
        octree.insert(Object::new(aabb));
    }
    for &ball in balls.iter().step_by(3) {
        octree.insert(Object::new(ball));
    }
    assert!(octree.len() > 100 && quadtree.len() > 100 && rays.len() > 100);
    for aabb in boxes.iter().step_by(11) {
        found.clear();
        octree.query(aabb, u32::MAX, &mut found);
        let touched = |id: &ObjectId| octree.get(*id).is_some_and(|object| object.shape.overlaps(&(*aabb).into()));
        let wanted: Vec<_> = octree.ids().filter(touched).collect();
        assert_eq!(found, wanted, "{aabb:?}");
    }
    let mut hits = Vec::new();
    for ray in rays.iter().step_by(13) {
        hits.clear();
        octree.hits(ray, u32::MAX, &mut hits);
        assert!(hits.iter().all(|hit| octree.get(hit.object).is_some()));
    }
    let mut pairs = Vec::new();
    quadtree.pairs(u32::MAX, &mut pairs);
    let id = octree.ids().next().expect("an object");
    assert!(octree.remove(id).is_some() && octree.remove(id).is_none());
}

#[test]
fn meshes_of_any_floats_and_indices_are_taken_or_refused() {
    let is_near = |at: &[f32; 3]| at.iter().all(|axis| axis.abs() <= TriangleOctree::MAX_COORDINATE);
    let vertices: Vec<[f32; 3]> = vectors().filter(is_near).collect();
    let count = vertices.len() as u32;
    let mut taken = 0;
    for step in [1, 3, 17, count, u32::MAX - 1] {
        for first in 0..count {
            let triangle = [first, first.saturating_add(step), first.saturating_add(step / 2)];
            let Ok(tree) = TriangleOctree::new(&vertices, &[triangle]) else { continue };
            taken += 1;
            let mut stamps = TriangleStamps::new();
            let ball = Sphere3::new([0.0; 3], 1e9).expect("a ball");
            let (mut whole, mut leaves) = (0, 0);
            tree.candidates(&ball, |_| whole += 1);
            tree.in_leaves(&ball, &mut stamps, |_| leaves += 1);
            assert!(whole <= 1 && leaves <= 1);
        }
    }
    assert!(taken > 100);
    assert!(TriangleOctree::new(&vertices, &[[0, 1, count]]).is_err(), "a vertex that is not there");
    for one in vectors().filter(|at| !is_near(at)) {
        assert!(TriangleOctree::new(&[one, [0.0; 3], [1.0; 3]], &[[0, 1, 2]]).is_err(), "{one:?}");
    }
}

#[test]
fn interpolation_takes_any_floats() {
    for [a, b, t] in vectors() {
        let numbers = [interp::lerp(a, b, t), interp::inverse_lerp(a, b, t), interp::smoothing(a, b, t)];
        let is_usual = [a, b, t].iter().all(|number| number.abs() < 10.0);
        assert!(!is_usual || numbers[..2].iter().all(|number| !number.is_nan()), "{a} {b} {t}");
    }
}

//! Fixed cases: extreme counts, sizes and ids, errors, and builds against single insertions.

use super::{super::*, Both};
use crate::geom::Cell;

#[test]
fn an_empty_world_has_no_memory_and_no_nodes() {
    let mut both = Both::new(16384, 16384);
    both.compare(&[Rect::of(-5, -5, 20, 20)], &[Cell::new(0, 0)], 9);
    assert_eq!(both.index.nodes().count(), 0);
}

#[test]
fn a_thousand_objects_may_begin_in_one_cell() {
    let mut both = Both::new(8, 8);
    for id in 0..1000 {
        // Even ids ascend; odd ones descend from the other end.
        both.insert(if id % 2 == 0 { id } else { 2000 - id }, Footprint::new(Rect::of(3, 3, 1 + id as i32 % 2, 1)));
    }
    both.index.verify();
    both.compare(&[Rect::of(0, 0, 8, 8), Rect::of(4, 3, 1, 1)], &[Cell::new(3, 3)], 0);
    while let Some(at) = both.list.len().checked_sub(1) {
        both.remove(both.list[at * 7 / 11].0);
        if at % 97 == 0 {
            both.index.verify();
        }
    }
    assert_eq!(both.index.nodes().count(), 0);
}

#[test]
fn every_class_of_footprint_may_be_in_use_at_once() {
    let mut both = Both::new(16384, 16384);
    let sides = [1, 2, 4, 5, 16, 17, 64, 65, 256, 257, 1024, 1025, 4096, 4097, 16384];
    let all = sides
        .iter()
        .flat_map(|&width| sides.map(|height| Rect::of((16384 - width) / 3, (16384 - height) / 2, width, height)));
    for (id, cells) in (0..).zip(all) {
        both.insert(id, Footprint::new(cells));
    }
    both.index.verify();
    assert_eq!(both.index.others.len() + 1, SizeClassObjects::CLASSES);
    let rects = [Rect::of(5000, 8000, 9, 9), Rect::of(5461, 8191, 1, 2), Rect::of(16383, 0, 1, 16384)];
    both.compare(&rects, &[Cell::new(5460, 8190), Cell::new(16384, -1)], 3000);
}

#[test]
fn ids_may_come_in_any_order_and_from_all_of_their_range() {
    let mut both = Both::new(64, 64);
    let cell = |id: u32| {
        Footprint::new(Rect::of((id % 64) as i32, (id / 64 % 64) as i32, 1, 1)).between(id as i32 / 2, i32::MAX)
    };
    let spread = (0..700u32).map(|at| at.wrapping_mul(6_000_011));
    for id in (0..1500).rev().chain(spread).chain([u32::MAX, u32::MAX - 1, 4000, 5000, 9999]) {
        both.insert(id, cell(id));
    }
    both.index.verify();
    both.compare(&[Rect::of(0, 0, 64, 64)], &[], 0);
}

#[test]
fn a_build_refuses_what_an_insertion_refuses() {
    let size = Size::new(8, 8).unwrap();
    let cell = Rect::of(7, 7, 1, 1);
    assert_eq!(PropIndex::build(size, [(1, cell), (1, cell)]).err(), Some(PropIndexError::Duplicate { id: 1 }));
    let outside = Rect::of(7, 7, 2, 1);
    let error = PropIndex::build(size, [(1, cell), (3, outside)]).unwrap_err();
    assert_eq!(error, PropIndexError::Outside { id: 3, cells: outside, size });
    assert_eq!(error.to_string(), "object 3: its footprint, 2x1 at (7, 7), does not lie inside the world of 8x8 cells");
    for (x, y) in [(8, 0), (9, 0), (0, 8), (0, 9), (-1, 0), (0, -1), (1 << 20, 3)] {
        let cells = Rect::of(x, y, 1, 1);
        let error = PropIndex::build(size, [(1, cell), (3, cells)]).err();
        assert_eq!(error, Some(PropIndexError::Outside { id: 3, cells, size }), "({x}, {y})");
    }
    let lamp = Footprint::new(outside).between(512, 768);
    assert_eq!(lamp.to_string(), "2x1 at (7, 7), heights 512 to 768");
}

#[test]
fn nodes_are_the_squares_in_which_something_begins() {
    let mut both = Both::new(600, 100);
    both.insert(0, Footprint::new(Rect::of(0, 0, 1, 1)));
    both.insert(1, Footprint::new(Rect::of(0, 7, 3, 60)));
    both.insert(2, Footprint::new(Rect::of(599, 99, 1, 1)));
    let boxes: Vec<_> = both.index.nodes().map(|node| (node.level, node.cells.to_string())).collect();
    let expected = [
        (3, "600x100 at (0, 0)"),
        (2, "512x100 at (0, 0)"),
        (2, "88x100 at (512, 0)"),
        (1, "64x64 at (0, 0)"),
        (1, "24x36 at (576, 64)"),
        (0, "8x8 at (0, 0)"),
        (0, "8x4 at (592, 96)"),
    ];
    assert_eq!(boxes, expected.map(|(level, cells)| (level, cells.to_owned())));
}

/// An object at a scattered position: some share a cell, and one in fifty covers several.
fn scattered(size: Size, id: u32) -> (u32, Rect) {
    let (x, y) = (id.wrapping_mul(0x9e37_79b9) >> 8, id.wrapping_mul(0x85eb_ca6b) >> 7);
    let (width, height) = if id.is_multiple_of(50) { (3, 2) } else { (1, 1) };
    (id, Rect::of((x as i32) % (size.width() - 10), (y as i32) % (size.height() - 10), width, height))
}

/// Compares a build with single insertions, for ids in no particular order.
fn compare_build(size: Size, count: u32) {
    let objects = || (0..count).map(|at| scattered(size, at * 7919 % count));
    let built = PropIndex::build(size, objects()).unwrap();
    built.verify();
    let mut inserted = PropIndex::new(size);
    objects().for_each(|(id, cells)| inserted.insert(id, cells).unwrap());
    assert!(built.iter().eq(inserted.iter()));
    assert_eq!(built.len(), count as usize);
    assert!(built.nodes().eq(inserted.nodes()));
}

#[test]
fn a_build_gives_the_same_as_insertions_one_by_one() {
    compare_build(Size::new(300, 200).unwrap(), 20_000);
}

#[test]
fn a_build_of_a_large_world_gives_the_same_as_insertions_one_by_one() {
    compare_build(Size::new(700, 900).unwrap(), 20_000);
}

#[test]
fn a_build_of_a_world_with_little_in_it_gives_the_same_as_insertions_one_by_one() {
    compare_build(Size::new(16384, 5000).unwrap(), 2000);
}

#[test]
fn a_build_takes_ids_and_heights_as_insertions_do() {
    let size = Size::new(40, 40).unwrap();
    let ids = [u32::MAX, 7, 1 << 20, 0, 3000];
    let objects = ids.iter().map(|&id| {
        let cells = Rect::of((id % 40) as i32, (id % 39) as i32, 1, 1);
        (id, Footprint::new(cells).between(-1, (id % 5) as i32))
    });
    let built = PropIndex::build(size, objects.clone()).unwrap();
    built.verify();
    objects.for_each(|(id, footprint)| assert_eq!(built.get(id), Some(footprint)));
}

#[test]
fn a_full_world_may_be_emptied_and_filled_again() {
    let mut both = Both::new(20, 20);
    let cell = |at: u32| Footprint::new(Rect::of((at % 20) as i32, (at / 20) as i32, 1, 1));
    for turn in 0..2 {
        for at in (0..400).map(|at| (at * 171 + turn) % 400) {
            both.insert(at, cell(at));
        }
        both.index.verify();
        both.compare(&[Rect::of(3, 3, 8, 8)], &[Cell::new(9, 9)], 2);
        for at in (0..400).map(|at| (at * 37 + turn) % 400) {
            both.remove(at);
            if at % 50 == 0 {
                both.index.verify();
            }
        }
        both.index.verify();
    }
    assert_eq!(both.index.nodes().count(), 0);
}

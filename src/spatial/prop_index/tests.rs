//! The index against a plain list, compared after every step.

use std::ops::ControlFlow;

use proptest::{collection::vec, prelude::*};

use super::*;
use crate::geom::Cell;

/// The index, and a list of the same objects.
struct Both {
    index: PropIndex,
    list: Vec<(u32, Footprint)>,
    found: Vec<u32>,
}

#[derive(Clone, Debug)]
enum Step {
    Insert(u32, Footprint),
    /// Removes the object at this position of the list, counted round and round, or an id that is not in use.
    Remove(usize),
    RemoveId(u32),
    Clear,
}

fn order(&(id, footprint): &(u32, Footprint)) -> (i32, i32, u32) {
    (footprint.cells.top(), footprint.cells.left(), id)
}

impl Both {
    fn new(width: i64, height: i64) -> Self {
        Self { index: PropIndex::new(Size::new(width, height).unwrap()), list: Vec::new(), found: Vec::new() }
    }

    fn step(&mut self, step: &Step) {
        match *step {
            Step::Insert(id, footprint) => self.insert(id, footprint),
            Step::Remove(at) if !self.list.is_empty() => self.remove(self.list[at % self.list.len()].0),
            Step::Remove(_) => (),
            Step::RemoveId(id) => self.remove(id),
            Step::Clear => {
                self.index.clear();
                self.list.clear();
            }
        }
        self.index.verify();
    }

    fn insert(&mut self, id: u32, footprint: Footprint) {
        let (cells, size) = (footprint.cells, self.index.size());
        let expected = if !Rect::from(size).contains_rect(cells) {
            Err(PropIndexError::Outside { id, cells, size })
        } else if footprint.bottom > footprint.top {
            Err(PropIndexError::UpsideDown { id, bottom: footprint.bottom, top: footprint.top })
        } else if self.list.iter().any(|object| object.0 == id) {
            Err(PropIndexError::Duplicate { id })
        } else {
            self.list.push((id, footprint));
            self.list.sort_by_key(order);
            Ok(())
        };
        assert_eq!(self.index.insert(id, footprint), expected);
    }

    fn remove(&mut self, id: u32) {
        let position = self.list.iter().position(|object| object.0 == id);
        let expected = position.map(|at| self.list.remove(at).1).ok_or(PropIndexError::Unknown { id });
        assert_eq!(self.index.remove(id), expected);
    }

    fn ids(&self, wanted: impl Fn(Footprint) -> bool) -> Vec<u32> {
        self.list.iter().filter(|object| wanted(object.1)).map(|object| object.0).collect()
    }

    /// Compares every query with a scan of the list.
    fn compare(&mut self, rects: &[Rect], cells: &[Cell], radius: u32) {
        let mut found = std::mem::take(&mut self.found);
        assert_eq!((self.index.len(), self.index.is_empty()), (self.list.len(), self.list.is_empty()));
        assert_eq!(self.index.iter().collect::<Vec<_>>(), self.ids(|_| true));
        for &(id, footprint) in &self.list {
            assert_eq!(self.index.get(id), Some(footprint));
            assert!(self.index.contains(id));
        }
        for &rect in rects {
            let expected = self.ids(|footprint| footprint.cells.overlaps(rect));
            self.index.collect_in(rect, &mut found);
            assert_eq!(found, expected, "in {rect}");
            assert_eq!(self.index.any_in(rect), !expected.is_empty(), "any in {rect}");
            let between = Footprint::new(rect).between(0, 2);
            assert_eq!(
                self.index.first_overlap(between),
                self.ids(|footprint| footprint.overlaps(between)).first().copied()
            );
            let first = self.index.try_for_each_in(rect, ControlFlow::Break);
            assert_eq!(first.break_value(), expected.first().copied());
        }
        for &cell in cells {
            let expected = self.ids(|footprint| footprint.cells.contains(cell));
            self.index.collect_at(cell, &mut found);
            assert_eq!(found, expected, "at {cell}");
            assert_eq!(self.index.first_at(cell), expected.first().copied());
            let distance = |footprint: Footprint| scan_distance(footprint.cells, cell);
            let limit = u64::from(radius).pow(2);
            self.index.collect_within(cell, radius, &mut found);
            assert_eq!(found, self.ids(|footprint| distance(footprint) <= limit), "within {radius} of {cell}");
            let nearest = self.list.iter().map(|object| (object.0, distance(object.1))).min_by_key(|near| near.1);
            assert_eq!(self.index.nearest(cell), nearest, "nearest to {cell}");
        }
        self.compare_pairs();
        self.found = found;
    }

    fn compare_pairs(&self) {
        let later = |at: usize| self.list[at + 1..].iter();
        let all = (0..self.list.len()).flat_map(|at| later(at).map(move |other| (self.list[at], *other)));
        let all: Vec<_> = all.filter(|(a, b)| a.1.cells.overlaps(b.1.cells)).collect();
        let mut pairs = Vec::new();
        self.index.collect_pairs(&mut pairs);
        assert_eq!(pairs, all.iter().map(|(a, b)| (a.0, b.0)).collect::<Vec<_>>());
        self.index.collect_pairs_in_space(&mut pairs);
        let in_space = all.iter().filter(|(a, b)| scan_heights(a.1, b.1)).map(|(a, b)| (a.0, b.0));
        assert_eq!(pairs, in_space.collect::<Vec<_>>());
    }
}

/// Whether the intervals overlap: the least top lies above the largest bottom, or a rug strictly inside.
fn scan_heights(a: Footprint, b: Footprint) -> bool {
    let inside = |flat: Footprint, other: Footprint| {
        flat.bottom == flat.top && other.bottom < flat.bottom && flat.top < other.top
    };
    let both_high = a.bottom < a.top && b.bottom < b.top;
    inside(a, b) || inside(b, a) || both_high && a.bottom.max(b.bottom) < a.top.min(b.top)
}

/// The square of the least distance to one of the cells; the least one comes from the nearest column and the nearest
/// row.
fn scan_distance(cells: Rect, cell: Cell) -> u64 {
    let least = |range: std::ops::Range<i32>, at: i32| range.map(|one| one.abs_diff(at)).min().unwrap();
    let across = u64::from(least(cells.left()..cells.right(), cell.x));
    let down = u64::from(least(cells.top()..cells.bottom(), cell.y));
    across * across + down * down
}

/// A rectangle somewhere around a world of this size, its sides mostly short.
fn rects(width: i32, height: i32) -> impl Strategy<Value = Rect> {
    let side = || prop_oneof![6 => Just(1), 6 => 1..=8, 2 => 1..=20, 1 => 1..=100i32];
    let sides = prop_oneof![20 => (side(), side()), 1 => Just((width, height)), 1 => (side(), Just(height))];
    (-2..width + 2, -2..height + 2, sides).prop_map(|(x, y, (width, height))| Rect::of(x, y, width, height))
}

/// The same, moved inside the world.
fn inner_rects(width: i32, height: i32) -> impl Strategy<Value = Rect> {
    rects(width, height).prop_map(move |rect| {
        let (across, down) = (rect.width().min(width), rect.height().min(height));
        Rect::of(rect.left().clamp(0, width - across), rect.top().clamp(0, height - down), across, down)
    })
}

fn footprints(width: i32, height: i32) -> impl Strategy<Value = Footprint> {
    let heights =
        prop_oneof![2 => Just((i32::MIN, i32::MAX)), 3 => (0..4, -1..4).prop_map(|(at, tall)| (at, at + tall))];
    let cells = prop_oneof![9 => inner_rects(width, height), 1 => rects(width, height)];
    (cells, heights).prop_map(|(cells, (bottom, top))| Footprint::new(cells).between(bottom, top))
}

fn ids() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 0..40u32, 1 => 1000..3000u32, 1 => any::<u32>(), 1 => Just(u32::MAX)]
}

fn steps(width: i32, height: i32, count: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        12 => (ids(), footprints(width, height)).prop_map(|(id, footprint)| Step::Insert(id, footprint)),
        5 => any::<usize>().prop_map(Step::Remove),
        1 => ids().prop_map(Step::RemoveId),
        1 => (0..20u8).prop_map(|at| if at == 0 { Step::Clear } else { Step::Remove(at.into()) }),
    ];
    vec(step, 1..count)
}

fn cells(width: i32, height: i32) -> impl Strategy<Value = Vec<Cell>> {
    let near = (-9..width + 9, -9..height + 9);
    let cell = prop_oneof![8 => near, 1 => (any::<i32>(), any::<i32>()), 1 => Just((i32::MIN, i32::MAX))];
    vec(cell.prop_map(Cell::from), 6)
}

fn follow(size: (i32, i32), steps: &[Step], rects: &[Rect], cells: &[Cell], radius: u32) {
    let mut both = Both::new(size.0.into(), size.1.into());
    for step in steps {
        both.step(step);
        both.compare(rects, cells, radius);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_small_world_is_as_a_list_says(
        steps in steps(20, 11, 60), rects in vec(rects(20, 11), 12), cells in cells(20, 11), radius in 0..12u32
    ) {
        follow((20, 11), &steps, &rects, &cells, radius);
    }

    #[test]
    fn a_world_of_several_pages_is_as_a_list_says(
        steps in steps(150, 700, 40), rects in vec(rects(150, 700), 12), cells in cells(150, 700), radius in 0..90u32
    ) {
        follow((150, 700), &steps, &rects, &cells, radius);
    }

    #[test]
    fn single_cells_are_as_a_list_says(
        steps in steps(30, 70, 90), rects in vec(rects(30, 70), 12), cells in cells(30, 70), radius in 0..40u32
    ) {
        let single = |step: &Step| match *step {
            Step::Insert(id, Footprint { cells, bottom, top }) => {
                let cell = Rect::from_cell(Cell::new(cells.left(), cells.top()));
                Step::Insert(id, Footprint { cells: cell, bottom, top })
            }
            ref other => other.clone(),
        };
        follow((30, 70), &steps.iter().map(single).collect::<Vec<_>>(), &rects, &cells, radius);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_largest_world_is_as_a_list_says(
        steps in steps(16384, 16384, 24), rects in vec(rects(16384, 16384), 8), cells in cells(16384, 16384), radius in any::<u32>()
    ) {
        follow((16384, 16384), &steps, &rects, &cells, radius);
    }
}

#[test]
fn an_empty_world_has_no_memory_and_no_nodes() {
    let mut both = Both::new(16384, 16384);
    both.compare(&[Rect::of(-5, -5, 20, 20)], &[Cell::new(0, 0)], 9);
    assert_eq!(both.index.nodes().count(), 0);
    both.step(&Step::Remove(0));
}

#[test]
fn a_thousand_objects_may_begin_in_one_cell() {
    let mut both = Both::new(8, 8);
    for id in 0..1000 {
        // Up, down, and the rest in between.
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
    assert_eq!(both.index.others.len() + 1, Sheet::CLASSES);
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

#[test]
fn a_large_build_gives_the_same_as_insertions_one_by_one() {
    let size = Size::new(300, 200).unwrap();
    let object = |id: u32| {
        let (x, y) = (id.wrapping_mul(0x9e37_79b9) >> 8, id.wrapping_mul(0x85eb_ca6b) >> 7);
        // Some share a cell, and some have several.
        let (width, height) = if id.is_multiple_of(50) { (3, 2) } else { (1, 1) };
        (id, Rect::of((x % 290) as i32, (y % 190) as i32, width, height))
    };
    let ids = || (0..20_000).map(|at| at * 7919 % 20_000);
    let built = PropIndex::build(size, ids().map(object)).unwrap();
    built.verify();
    let mut inserted = PropIndex::new(size);
    ids().map(object).for_each(|(id, cells)| inserted.insert(id, cells).unwrap());
    assert!(built.iter().eq(inserted.iter()));
    assert_eq!(built.len(), 20_000);
    assert!(built.nodes().eq(inserted.nodes()));
}

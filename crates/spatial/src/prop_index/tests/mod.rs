//! The index against a plain list, compared after every step.

mod cases;
mod sequences;
mod verify;

use std::ops::ControlFlow;

use super::*;
use crate::geom::Cell;

/// A [`PropIndex`], and a sorted list of the same objects that gives the expected results.
struct Both {
    index: PropIndex,
    list: Vec<(u32, Footprint)>,
    found: Vec<u32>,
}

fn order(&(id, footprint): &(u32, Footprint)) -> (i32, i32, u32) {
    (footprint.cells.top(), footprint.cells.left(), id)
}

impl Both {
    fn new(width: i64, height: i64) -> Self {
        Self { index: PropIndex::new(Size::new(width, height).unwrap()), list: Vec::new(), found: Vec::new() }
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

/// Whether two intervals of heights overlap: the lower top is above the higher bottom, or a flat
/// interval lies inside the other.
fn scan_heights(a: Footprint, b: Footprint) -> bool {
    let inside = |flat: Footprint, other: Footprint| {
        flat.bottom == flat.top && other.bottom < flat.bottom && flat.top < other.top
    };
    let both_high = a.bottom < a.top && b.bottom < b.top;
    inside(a, b) || inside(b, a) || both_high && a.bottom.max(b.bottom) < a.top.min(b.top)
}

/// The squared distance from `cell` to the nearest of `cells`, by a scan of all columns and rows.
fn scan_distance(cells: Rect, cell: Cell) -> u64 {
    let least = |range: std::ops::Range<i32>, at: i32| range.map(|one| one.abs_diff(at)).min().unwrap();
    let across = u64::from(least(cells.left()..cells.right(), cell.x));
    let down = u64::from(least(cells.top()..cells.bottom(), cell.y));
    across * across + down * down
}

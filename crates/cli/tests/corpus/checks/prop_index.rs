//! Operations on a `PropIndex`; after each one, all queries are compared with a scan of a list.

use roomgen::{
    Cell, Rect, Size,
    spatial::{Footprint, PropIndex, PropIndexError},
};

use super::Bytes;

/// The most operations, and the most objects inserted by crowds, since every operation is scanned.
const MOST: usize = 96;

pub fn prop_index(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let (width, height) = [(20, 11), (64, 64), (150, 700), (16384, 16384)][bytes.below(4)];
    let size = Size::new(width, height).expect("a size within limits");
    let mut both = IndexAndList { index: PropIndex::new(size), list: Vec::new() };
    for _ in 0..MOST {
        if bytes.is_empty() {
            break;
        }
        let id = id(&mut bytes);
        let rect = rect(&mut bytes, size);
        match bytes.below(16) {
            0..8 => both.insert(id, rect, &mut bytes),
            8..12 => both.remove_some(bytes.below(256)),
            12 => both.remove(id),
            13 => both.rebuild(),
            14 if bytes.below(16) == 0 => both.clear(),
            _ if both.list.len() < MOST => both.insert_crowd(id, rect),
            _ => {}
        }
        both.compare(rect, u32::from(bytes.byte()));
        if bytes.below(4) == 0 {
            both.compare_pairs();
        }
    }
}

/// The index, and a list of the same objects in index order: by row, column and id.
struct IndexAndList {
    index: PropIndex,
    list: Vec<(u32, Footprint)>,
}

fn id(bytes: &mut Bytes<'_>) -> u32 {
    match bytes.below(8) {
        0 => bytes.word(),
        1 => u32::MAX,
        _ => bytes.byte().into(),
    }
}

/// A rectangle, mostly small and inside the world.
fn rect(bytes: &mut Bytes<'_>, size: Size) -> Rect {
    let far = bytes.below(8) == 0;
    let [mut x, mut y] = [0; 2].map(|_| bytes.short());
    if !far {
        (x, y) = (x.rem_euclid(size.width()), y.rem_euclid(size.height()));
    }
    let mut side = |most: i32| match bytes.below(8) {
        0..5 => 1,
        5 => i32::from(bytes.byte() % 20) + 1,
        6 => bytes.short().unsigned_abs().max(1).cast_signed(),
        _ => most,
    };
    let (width, height) = (side(size.width() - x), side(size.height() - y));
    Rect::from_xywh(x, y, width.max(1), height.max(1)).expect("sides of at least 1")
}

impl IndexAndList {
    fn insert(&mut self, id: u32, cells: Rect, bytes: &mut Bytes<'_>) {
        let heights = [bytes.below(6) as i32, bytes.below(6) as i32];
        let footprint = match bytes.below(4) {
            0 => Footprint::new(cells).between(heights[0], heights[1]),
            1 => Footprint::new(cells).between(i32::MIN, heights[0]),
            _ => Footprint::new(cells),
        };
        self.add(id, footprint);
    }

    /// Inserts many one-cell objects, some of them in the same cell, so that tiles fill up.
    fn insert_crowd(&mut self, id: u32, near: Rect) {
        for step in 0..24 {
            let at = id.wrapping_add(step).wrapping_mul(2_654_435_769);
            let [right, down] = [28, 24].map(|shift| (at >> shift & 7).cast_signed());
            let cell = Cell::new(near.left().saturating_add(right), near.top().saturating_add(down));
            self.add(id.wrapping_add(step), Footprint::new(Rect::from_cell(cell)));
        }
    }

    fn add(&mut self, id: u32, footprint: Footprint) {
        let Footprint { cells, bottom, top } = footprint;
        let size = self.index.size();
        let expected = if !Rect::from(size).contains_rect(cells) {
            Err(PropIndexError::Outside { id, cells, size })
        } else if bottom > top {
            Err(PropIndexError::UpsideDown { id, bottom, top })
        } else if self.list.iter().any(|object| object.0 == id) {
            Err(PropIndexError::Duplicate { id })
        } else {
            self.list.push((id, footprint));
            self.list.sort_by_key(|&(id, footprint)| (footprint.cells.top(), footprint.cells.left(), id));
            Ok(())
        };
        assert_eq!(self.index.insert(id, footprint), expected);
    }

    fn remove_some(&mut self, which: usize) {
        if let Some(&(id, _)) = self.list.get(which % self.list.len().max(1)) {
            self.remove(id);
        }
    }

    fn remove(&mut self, id: u32) {
        let position = self.list.iter().position(|object| object.0 == id);
        let expected = position.map(|at| self.list.remove(at).1).ok_or(PropIndexError::Unknown { id });
        assert_eq!(self.index.remove(id), expected);
    }

    fn clear(&mut self) {
        self.index.clear();
        self.list.clear();
    }

    /// Continues with an index built at once; building with a duplicate id must fail.
    fn rebuild(&mut self) {
        let size = self.index.size();
        self.index = PropIndex::build(size, self.list.iter().rev().copied()).expect("objects that are in an index");
        if let Some(&(id, footprint)) = self.list.first() {
            let twice = self.list.iter().copied().chain([(id, footprint)]);
            assert_eq!(PropIndex::build(size, twice).err(), Some(PropIndexError::Duplicate { id }));
        }
    }

    /// Compares every query with a scan of the list.
    fn compare(&self, rect: Rect, radius: u32) {
        let Self { index, list } = self;
        let ids = |wanted: &dyn Fn(Footprint) -> bool| {
            list.iter().filter(|object| wanted(object.1)).map(|object| object.0).collect::<Vec<_>>()
        };
        assert_eq!((index.len(), index.is_empty()), (list.len(), list.is_empty()));
        assert_eq!(index.iter().collect::<Vec<_>>(), ids(&|_| true));
        assert!(list.iter().all(|&(id, footprint)| index.get(id) == Some(footprint) && index.contains(id)));

        let mut found = Vec::new();
        let inside = ids(&|footprint| footprint.cells.overlaps(rect));
        index.collect_in(rect, &mut found);
        assert_eq!(found, inside, "in {rect}");
        assert_eq!(index.any_in(rect), !inside.is_empty(), "any in {rect}");
        let low = Footprint::new(rect).between(0, 2);
        assert_eq!(index.first_overlap(low), ids(&|footprint| overlap(footprint, low)).first().copied());

        let cell = rect.top_left();
        let there = ids(&|footprint| footprint.cells.contains(cell));
        index.collect_at(cell, &mut found);
        assert_eq!(found, there, "at {cell}");
        assert_eq!(index.first_at(cell), there.first().copied());
        let limit = u64::from(radius).pow(2);
        index.collect_within(cell, radius, &mut found);
        assert_eq!(found, ids(&|footprint| distance(footprint.cells, cell) <= limit), "within {radius} of {cell}");
        let nearest = list.iter().map(|object| (object.0, distance(object.1.cells, cell))).min_by_key(|near| near.1);
        assert_eq!(index.nearest(cell), nearest, "nearest to {cell}");
    }

    fn compare_pairs(&self) {
        let Self { index, list } = self;
        let later = |at: usize| list[at + 1..].iter();
        let pairs = (0..list.len()).flat_map(|at| later(at).map(move |other| (list[at], *other)));
        let pairs: Vec<_> = pairs.filter(|(one, other)| one.1.cells.overlaps(other.1.cells)).collect();
        let mut found = Vec::new();
        index.collect_pairs(&mut found);
        assert_eq!(found, pairs.iter().map(|(one, other)| (one.0, other.0)).collect::<Vec<_>>());
        index.collect_pairs_in_space(&mut found);
        let in_space = pairs.iter().filter(|(one, other)| overlap(one.1, other.1));
        assert_eq!(found, in_space.map(|(one, other)| (one.0, other.0)).collect::<Vec<_>>());
    }
}

/// Whether two footprints share cells and heights.
///
/// Heights overlap if they have a common interval, or if a flat one lies strictly inside of the
/// other.
fn overlap(one: Footprint, other: Footprint) -> bool {
    let inside = |flat: Footprint, other: Footprint| {
        flat.bottom == flat.top && other.bottom < flat.bottom && flat.top < other.top
    };
    let are_high = one.bottom < one.top && other.bottom < other.top;
    let share = are_high && one.bottom.max(other.bottom) < one.top.min(other.top);
    one.cells.overlaps(other.cells) && (share || inside(one, other) || inside(other, one))
}

/// The squared distance from `cell` to the nearest one of `cells`.
fn distance(cells: Rect, cell: Cell) -> u64 {
    let nearest =
        Cell::new(cell.x.clamp(cells.left(), cells.right() - 1), cell.y.clamp(cells.top(), cells.bottom() - 1));
    let gap = |one: i32, other: i32| u64::from(one.abs_diff(other));
    gap(cell.x, nearest.x).pow(2) + gap(cell.y, nearest.y).pow(2)
}

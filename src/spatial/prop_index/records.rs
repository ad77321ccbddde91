//! Objects by id: what each covers, and which object follows it in its stack.

use std::collections::BTreeMap;

use super::footprint::Footprint;
use crate::geom::Rect;

/// Ids below this, or below [`SPREAD`] times the number of objects, are looked up by position.
const ALWAYS_NEAR: usize = 1024;
/// How sparse ids may be before they are looked up in a tree.
const SPREAD: usize = 4;

/// Where an object begins: its column and row, of 14 bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin(u32);

impl Origin {
    /// That of no object.
    const NONE: Self = Self(u32::MAX);

    /// That of a rectangle of a world.
    #[inline]
    fn new(cells: Rect) -> Self {
        Self((cells.top() as u32) << 14 | cells.left() as u32)
    }

    /// Column and row.
    #[inline]
    pub(super) fn cell(self) -> (u32, u32) {
        (self.0 & 0x3fff, self.0 >> 14)
    }
}

/// A single cell, which most objects have.
const SINGLE: [u16; 2] = [1, 1];
/// All heights, which most objects have.
const ALL: [i32; 2] = [i32::MIN, i32::MAX];

/// Objects by id.
///
/// Ids that are about as dense as the numbers of a list are positions in columns of memory, which makes them as fast as
/// a list; others are keys of an ordered tree. Guarantee: no key of the tree lies within the columns. Memory: linear in
/// the largest number of objects that there ever was.
#[derive(Clone, Debug, Default)]
pub(super) struct Records {
    len: usize,
    /// [`Origin::NONE`] where no object has the id.
    origins: Vec<Origin>,
    /// Width and height; a single cell where the column ends early, as it does in a world of such.
    sizes: Vec<[u16; 2]>,
    /// Bottom and top; all heights where the column ends early, as it does in a world without heights.
    heights: Vec<[i32; 2]>,
    /// The next id of the stack; the id itself where the column ends early.
    next: Vec<u32>,
    far: BTreeMap<u32, Record>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    origin: Origin,
    size: [u16; 2],
    heights: [i32; 2],
    next: u32,
}

impl Record {
    /// Of an object that follows itself.
    #[inline]
    fn new(id: u32, Footprint { cells, bottom, top }: Footprint) -> Self {
        let size = [cells.width() as u16, cells.height() as u16];
        Self { origin: Origin::new(cells), size, heights: [bottom, top], next: id }
    }
}

impl Records {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Keeps the memory of the columns.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.origins.clear();
        self.sizes.clear();
        self.heights.clear();
        self.next.clear();
        self.far.clear();
    }

    /// Makes room for `count` objects more, with ids up to `largest` if these are dense.
    pub(super) fn reserve(&mut self, count: usize, largest: u32) {
        self.reach(largest, self.len.saturating_add(count));
    }

    /// Lets the columns reach `id` if it is near for `count` objects.
    fn reach(&mut self, id: u32, count: usize) {
        let wanted = id as usize + 1;
        if wanted <= self.origins.len() || wanted > ALWAYS_NEAR.max(count.saturating_mul(SPREAD)) {
            return;
        }
        self.origins.resize(wanted, Origin::NONE);
        while let Some(entry) = self.far.first_entry().filter(|entry| *entry.key() <= id) {
            let (id, record) = entry.remove_entry();
            self.set(id, record);
        }
    }

    /// Adds an object whose id is not in use, and that lies in a world; it follows itself. Gives false if the id is in
    /// use.
    #[inline]
    pub(super) fn insert(&mut self, id: u32, footprint: Footprint) -> bool {
        let record = Record::new(id, footprint);
        match self.origins.get(id as usize) {
            Some(&Origin::NONE) => self.set(id, record),
            Some(_) => return false,
            None => return self.insert_beyond(id, record),
        }
        self.len += 1;
        true
    }

    /// The same for an id that the columns do not reach.
    #[inline(never)]
    fn insert_beyond(&mut self, id: u32, record: Record) -> bool {
        self.reach(id, self.len + 1);
        if (id as usize) < self.origins.len() {
            self.set(id, record);
        } else if self.far.contains_key(&id) {
            return false;
        } else {
            self.far.insert(id, record);
        }
        self.len += 1;
        true
    }

    /// Writes the record of an id that the columns reach.
    #[inline]
    fn set(&mut self, id: u32, record: Record) {
        self.origins[id as usize] = record.origin;
        set(&mut self.sizes, id, record.size, record.size == SINGLE, |_| SINGLE);
        set(&mut self.heights, id, record.heights, record.heights == ALL, |_| ALL);
        set(&mut self.next, id, record.next, record.next == id, |id| id);
    }

    /// Sets what follows an object of the index in its stack.
    pub(super) fn set_next(&mut self, id: u32, next: u32) {
        if (id as usize) < self.origins.len() {
            set(&mut self.next, id, next, next == id, |id| id);
        } else if let Some(record) = self.far.get_mut(&id) {
            record.next = next;
        }
    }

    #[inline]
    pub(super) fn remove(&mut self, id: u32) -> Option<Footprint> {
        let footprint = self.get(id)?;
        match self.origins.get_mut(id as usize) {
            Some(origin) => *origin = Origin::NONE,
            None => self.remove_far(id),
        }
        self.len -= 1;
        Some(footprint)
    }

    #[cold]
    fn remove_far(&mut self, id: u32) {
        self.far.remove(&id);
    }

    #[inline]
    pub(super) fn contains(&self, id: u32) -> bool {
        self.origins.get(id as usize).map_or_else(|| self.far.contains_key(&id), |&origin| origin != Origin::NONE)
    }

    #[inline]
    pub(super) fn get(&self, id: u32) -> Option<Footprint> {
        match self.origins.get(id as usize) {
            Some(&Origin::NONE) => None,
            Some(&origin) => Some(footprint(origin, self.near_size(id), self.near_heights(id))),
            None => self.get_far(id),
        }
    }

    #[cold]
    fn get_far(&self, id: u32) -> Option<Footprint> {
        self.far.get(&id).map(|record| footprint(record.origin, record.size, record.heights))
    }

    #[inline]
    fn near_size(&self, id: u32) -> [u16; 2] {
        self.sizes.get(id as usize).copied().unwrap_or(SINGLE)
    }

    #[inline]
    fn near_heights(&self, id: u32) -> [i32; 2] {
        self.heights.get(id as usize).copied().unwrap_or(ALL)
    }

    /// The next id of the stack that an object of the index belongs to.
    #[inline]
    pub(super) fn next(&self, id: u32) -> u32 {
        if (id as usize) < self.origins.len() {
            self.next.get(id as usize).copied().unwrap_or(id)
        } else {
            self.far.get(&id).map_or(id, |record| record.next)
        }
    }

    /// All objects, by ascending id: where each begins, and its width and height.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, Origin, [u16; 2])> {
        let near = (0..).zip(&self.origins).filter(|(_, origin)| **origin != Origin::NONE);
        let near = near.map(|(id, &origin)| (id, origin, self.near_size(id)));
        near.chain(self.far.iter().map(|(&id, record)| (id, record.origin, record.size)))
    }
}

/// Sets a value of a column that ends before its last values if these are usual.
#[inline]
fn set<T>(column: &mut Vec<T>, id: u32, value: T, usual: bool, usual_at: impl Fn(u32) -> T) {
    if let Some(place) = column.get_mut(id as usize) {
        *place = value;
    } else if !usual {
        column.extend((column.len() as u32..id).map(usual_at));
        column.push(value);
    }
}

#[inline]
fn footprint(origin: Origin, [width, height]: [u16; 2], [bottom, top]: [i32; 2]) -> Footprint {
    let (x, y) = origin.cell();
    Footprint { cells: Rect::of(x as i32, y as i32, width.into(), height.into()), bottom, top }
}

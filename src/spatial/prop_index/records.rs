//! Objects by id: what each covers, and which object follows it in its stack.

use std::collections::BTreeMap;

use super::footprint::Footprint;
use crate::geom::Rect;

/// Ids below this, or below [`SPREAD`] times the number of objects, are looked up by position.
const ALWAYS_NEAR: usize = 1024;
/// How sparse ids may be before they are looked up in a tree.
const SPREAD: usize = 4;

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
    /// Left, top, width and height; a width of 0 where no object has the id.
    cells: Vec<[u16; 4]>,
    /// Bottom and top; all heights where the column ends early, as it does in a world without heights.
    heights: Vec<[i32; 2]>,
    /// The next id of the stack; the id itself where the column ends early.
    next: Vec<u32>,
    far: BTreeMap<u32, Record>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    cells: [u16; 4],
    heights: [i32; 2],
    next: u32,
}

impl Records {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Keeps the memory of the columns.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.cells.clear();
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
        if wanted <= self.cells.len() || wanted > ALWAYS_NEAR.max(count.saturating_mul(SPREAD)) {
            return;
        }
        self.cells.resize(wanted, [0; 4]);
        while let Some(entry) = self.far.first_entry().filter(|entry| *entry.key() <= id) {
            let (id, record) = entry.remove_entry();
            self.cells[id as usize] = record.cells;
            self.set_heights(id, record.heights);
            self.set_next(id, record.next);
        }
    }

    /// Adds an object whose id is not in use, and that lies in a world; it follows itself. Gives false if the id is in
    /// use.
    #[inline]
    pub(super) fn insert(&mut self, id: u32, footprint: Footprint) -> bool {
        let rect = footprint.cells;
        let cells = [rect.left(), rect.top(), rect.width(), rect.height()].map(|side| side as u16);
        let heights = [footprint.bottom, footprint.top];
        if id as usize >= self.cells.len() {
            self.reach(id, self.len + 1);
        }
        match self.cells.get_mut(id as usize) {
            Some(free) if free[2] == 0 => {
                *free = cells;
                self.set_heights(id, heights);
                self.set_next(id, id);
            }
            None if !self.far.contains_key(&id) => {
                self.far.insert(id, Record { cells, heights, next: id });
            }
            _ => return false,
        }
        self.len += 1;
        true
    }

    #[inline]
    fn set_heights(&mut self, id: u32, heights: [i32; 2]) {
        set(&mut self.heights, id, heights, heights == ALL, |_| ALL);
    }

    /// Sets what follows an object of the index in its stack.
    #[inline]
    pub(super) fn set_next(&mut self, id: u32, next: u32) {
        if (id as usize) < self.cells.len() {
            set(&mut self.next, id, next, next == id, |id| id);
        } else if let Some(record) = self.far.get_mut(&id) {
            record.next = next;
        }
    }

    pub(super) fn remove(&mut self, id: u32) -> Option<Footprint> {
        let footprint = self.get(id)?;
        match self.cells.get_mut(id as usize) {
            Some(cells) => *cells = [0; 4],
            None => drop(self.far.remove(&id)),
        }
        self.len -= 1;
        Some(footprint)
    }

    #[inline]
    pub(super) fn contains(&self, id: u32) -> bool {
        self.cells.get(id as usize).map_or_else(|| self.far.contains_key(&id), |cells| cells[2] != 0)
    }

    #[inline]
    pub(super) fn get(&self, id: u32) -> Option<Footprint> {
        let heights = |[bottom, top]: [i32; 2], cells| Footprint { cells, bottom, top };
        match self.cells.get(id as usize) {
            Some([.., 0, _]) => None,
            Some(&cells) => Some(heights(self.heights.get(id as usize).copied().unwrap_or(ALL), rect(cells))),
            None => self.far.get(&id).map(|record| heights(record.heights, rect(record.cells))),
        }
    }

    /// The next id of the stack that an object of the index belongs to.
    #[inline]
    pub(super) fn next(&self, id: u32) -> u32 {
        if (id as usize) < self.cells.len() {
            self.next.get(id as usize).copied().unwrap_or(id)
        } else {
            self.far.get(&id).map_or(id, |record| record.next)
        }
    }

    /// All ids in ascending order.
    #[cfg(test)]
    pub(super) fn ids(&self) -> impl Iterator<Item = u32> {
        let near = (0..).zip(&self.cells).filter(|(_, cells)| cells[2] != 0).map(|(id, _)| id);
        near.chain(self.far.keys().copied())
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
fn rect([left, top, width, height]: [u16; 4]) -> Rect {
    Rect::of(left.into(), top.into(), width.into(), height.into())
}

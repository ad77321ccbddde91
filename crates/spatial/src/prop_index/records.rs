//! Objects by id: the footprint of each, and the links of stacks.
//!
//! A stack is the set of objects of one size class with the same top left cell. Its ids form a
//! ring, linked by `ObjectDetails::next`.

use std::collections::BTreeMap;

use super::footprint::Footprint;
use crate::geom::Rect;

/// Ids below this, or below [`MAX_SPARSITY`] times the number of objects, are dense: positions in
/// the arrays of [`ObjectRecords`].
const ALWAYS_DENSE: usize = 1024;
/// The largest ratio of an id to the number of objects at which the id is looked up in arrays
/// instead of the ordered tree.
const MAX_SPARSITY: usize = 4;

/// The top left cell of an object: column and row, 14 bits each, row in the upper bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TopLeftCell(u32);

impl TopLeftCell {
    /// The entry for an id that is not in use.
    pub(super) const NONE: Self = Self(u32::MAX);

    /// The top left cell of a footprint's rectangle, which must lie in the world.
    #[inline]
    pub(super) fn new(cells: Rect) -> Self {
        Self((cells.top() as u32) << 14 | cells.left() as u32)
    }

    /// Column and row of the cell in the world.
    #[inline]
    pub(super) fn cell(self) -> (u32, u32) {
        (self.0 & 0x3fff, self.0 >> 14)
    }
}

/// The data of an object other than its top left cell ([`TopLeftCell`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ObjectDetails {
    /// Width and height of the object's footprint, in cells.
    pub(super) size: [u16; 2],
    /// Bottom and top of the object above the floor, in 1/256 m.
    heights: [i32; 2],
    /// The next id of the stack, the ring of objects with the same size class and top left cell;
    /// the object's own id if it is alone.
    next: u32,
}

impl ObjectDetails {
    /// The details of most objects: a single cell at all heights, alone in its cell.
    #[inline]
    const fn plain(id: u32) -> Self {
        Self { size: [1, 1], heights: [i32::MIN, i32::MAX], next: id }
    }

    /// Details of an object that is linked to no other.
    fn new(id: u32, Footprint { cells, bottom, top }: Footprint) -> Self {
        Self { size: [cells.width() as u16, cells.height() as u16], heights: [bottom, top], next: id }
    }

    #[inline]
    pub(super) fn footprint(self, origin: TopLeftCell) -> Footprint {
        let ((x, y), [width, height], [bottom, top]) = (origin.cell(), self.size, self.heights);
        Footprint { cells: Rect::of(x as i32, y as i32, width.into(), height.into()), bottom, top }
    }
}

/// All objects of an index by id.
///
/// Dense ids (see [`ALWAYS_DENSE`]) are positions in the arrays `origins` and `details`; other ids
/// are keys of the ordered tree `sparse`. Guarantee: every key of `sparse` is at least the length
/// of `origins`. Memory: linear in the largest number of objects that the index has held.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectRecords {
    /// The number of objects.
    len: usize,
    /// Top left cells by dense id; [`TopLeftCell::NONE`] where the id is not in use.
    origins: Vec<TopLeftCell>,
    /// Details by dense id; ids past the end of the array have [`ObjectDetails::plain`].
    details: Vec<ObjectDetails>,
    /// Top left cells and details by id, for ids that are not dense.
    sparse: BTreeMap<u32, (TopLeftCell, ObjectDetails)>,
}

impl ObjectRecords {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Removes all objects and keeps the memory of `origins` and `details`.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.origins.clear();
        self.details.clear();
        self.sparse.clear();
    }

    /// Reserves space for `count` more objects. Extends the arrays to the id `largest` if that id
    /// is then dense.
    pub(super) fn reserve(&mut self, count: usize, largest: u32) {
        self.extend_to(largest, self.len.saturating_add(count));
    }

    /// Extends `origins` to `id` if `id` is dense for an index of `count` objects.
    ///
    /// Moves the entries of `sparse` that `origins` then covers.
    fn extend_to(&mut self, id: u32, count: usize) {
        let wanted = id as usize + 1;
        if wanted <= self.origins.len() || wanted > ALWAYS_DENSE.max(count.saturating_mul(MAX_SPARSITY)) {
            return;
        }
        self.origins.resize(wanted, TopLeftCell::NONE);
        while let Some(entry) = self.sparse.first_entry().filter(|entry| *entry.key() <= id) {
            let (id, (origin, details)) = entry.remove_entry();
            self.origins[id as usize] = origin;
            self.set_details(id, details);
        }
    }

    /// Adds an object that lies in the world, linked to no other. Returns false if its id is in
    /// use.
    #[inline]
    pub(super) fn insert(&mut self, id: u32, footprint: Footprint) -> bool {
        match self.origins.get_mut(id as usize) {
            Some(free) if *free == TopLeftCell::NONE => *free = TopLeftCell::new(footprint.cells),
            Some(_) => return false,
            None => return self.insert_sparse(id, footprint),
        }
        if !footprint.is_plain() || (id as usize) < self.details.len() {
            self.set_details(id, ObjectDetails::new(id, footprint));
        }
        self.len += 1;
        true
    }

    /// [`ObjectRecords::insert`] for an id past the end of `origins`.
    #[inline(never)]
    fn insert_sparse(&mut self, id: u32, footprint: Footprint) -> bool {
        self.extend_to(id, self.len + 1);
        if (id as usize) < self.origins.len() {
            return self.insert(id, footprint);
        }
        let free = !self.sparse.contains_key(&id);
        if free {
            self.sparse.insert(id, (TopLeftCell::new(footprint.cells), ObjectDetails::new(id, footprint)));
            self.len += 1;
        }
        free
    }

    /// Sets the details of an id below the length of `origins`.
    #[inline(never)]
    fn set_details(&mut self, id: u32, details: ObjectDetails) {
        if let Some(place) = self.details.get_mut(id as usize) {
            *place = details;
        } else if details != ObjectDetails::plain(id) {
            self.details.extend((self.details.len() as u32..id).map(ObjectDetails::plain));
            self.details.push(details);
        }
    }

    /// The fields `origins` and `len`, for bulk insertion by `PropIndex::build`.
    pub(super) fn origins(&mut self) -> (&mut [TopLeftCell], &mut usize) {
        (&mut self.origins, &mut self.len)
    }

    /// Sets the id that follows `id` in its stack: the objects of its size class with the same top
    /// left cell. The index must hold the object `id`.
    pub(super) fn set_next(&mut self, id: u32, next: u32) {
        if (id as usize) < self.origins.len() {
            self.set_details(id, ObjectDetails { next, ..self.dense_details(id) });
        } else if let Some((_, details)) = self.sparse.get_mut(&id) {
            details.next = next;
        }
    }

    /// Removes an object, which the index must hold.
    #[inline]
    pub(super) fn remove(&mut self, id: u32) {
        match self.origins.get_mut(id as usize) {
            Some(origin) => *origin = TopLeftCell::NONE,
            None => self.remove_sparse(id),
        }
        self.len -= 1;
    }

    #[cold]
    fn remove_sparse(&mut self, id: u32) {
        self.sparse.remove(&id);
    }

    #[inline]
    pub(super) fn contains(&self, id: u32) -> bool {
        self.origins
            .get(id as usize)
            .map_or_else(|| self.sparse.contains_key(&id), |&origin| origin != TopLeftCell::NONE)
    }

    #[inline]
    pub(super) fn get(&self, id: u32) -> Option<Footprint> {
        self.find(id).map(|(origin, details)| details.footprint(origin))
    }

    /// The top left cell and the details of an object; `None` if no object has the id.
    #[inline]
    pub(super) fn find(&self, id: u32) -> Option<(TopLeftCell, ObjectDetails)> {
        match self.origins.get(id as usize) {
            Some(&TopLeftCell::NONE) => None,
            Some(&origin) => Some((origin, self.dense_details(id))),
            None => self.find_sparse(id),
        }
    }

    #[cold]
    fn find_sparse(&self, id: u32) -> Option<(TopLeftCell, ObjectDetails)> {
        self.sparse.get(&id).copied()
    }

    #[inline]
    fn dense_details(&self, id: u32) -> ObjectDetails {
        self.details.get(id as usize).copied().unwrap_or(ObjectDetails::plain(id))
    }

    /// The id that follows `id` in its stack: the objects of its size class with the same top left
    /// cell. The index must hold the object `id`.
    #[inline]
    pub(super) fn next(&self, id: u32) -> u32 {
        if (id as usize) < self.origins.len() {
            self.dense_details(id).next
        } else {
            self.sparse.get(&id).map_or(id, |(_, details)| details.next)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl ObjectRecords {
        /// Ids in ascending order, with their top left cells.
        pub(in super::super) fn iter(&self) -> impl Iterator<Item = (u32, TopLeftCell)> {
            let near = (0..).zip(&self.origins).map(|(id, &origin)| (id, origin));
            let far = self.sparse.iter().map(|(&id, &(origin, _))| (id, origin));
            near.filter(|(_, origin)| *origin != TopLeftCell::NONE).chain(far)
        }
    }
}

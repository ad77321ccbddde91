//! Objects by id: the footprint of each, and the links of stacks.
//!
//! A stack is the set of objects of one size class that begin in one cell. It is a ring of ids,
//! linked by `next`.

use std::collections::BTreeMap;

use super::footprint::Footprint;
use crate::geom::Rect;

/// Ids below this, or below [`MAX_SPARSITY`] times the number of objects, are array positions.
const ALWAYS_DENSE: usize = 1024;
/// Largest ratio of id to number of objects for which arrays are used instead of the tree.
const MAX_SPARSITY: usize = 4;

/// The top left cell of an object: column and row, 14 bits each, row in the upper bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ObjectOrigin(u32);

impl ObjectOrigin {
    /// Marks an id that is not in use.
    pub(super) const NONE: Self = Self(u32::MAX);

    /// Origin of a rectangle, which must lie in a world.
    #[inline]
    pub(super) fn new(cells: Rect) -> Self {
        Self((cells.top() as u32) << 14 | cells.left() as u32)
    }

    /// Column and row.
    #[inline]
    pub(super) fn cell(self) -> (u32, u32) {
        (self.0 & 0x3fff, self.0 >> 14)
    }
}

/// The data of an object beside its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ObjectDetails {
    /// Width and height, in cells.
    pub(super) size: [u16; 2],
    /// Bottom and top, in 1/256 m.
    heights: [i32; 2],
    /// The next id of the stack; the object's own id if it is alone.
    next: u32,
}

impl ObjectDetails {
    /// The default: a single cell at all heights, in no stack. Most objects are like this.
    #[inline]
    const fn plain(id: u32) -> Self {
        Self { size: [1, 1], heights: [i32::MIN, i32::MAX], next: id }
    }

    /// Details of an object in no stack.
    fn new(id: u32, Footprint { cells, bottom, top }: Footprint) -> Self {
        Self { size: [cells.width() as u16, cells.height() as u16], heights: [bottom, top], next: id }
    }

    #[inline]
    pub(super) fn footprint(self, origin: ObjectOrigin) -> Footprint {
        let ((x, y), [width, height], [bottom, top]) = (origin.cell(), self.size, self.heights);
        Footprint { cells: Rect::of(x as i32, y as i32, width.into(), height.into()), bottom, top }
    }
}

/// All objects of an index by id.
///
/// Dense ids are positions in arrays, which makes lookups as fast as in a list; other ids are keys
/// of an ordered tree. Guarantee: no key of the tree lies within the arrays. Memory: linear in the
/// largest number of objects that the index has held.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectRecords {
    len: usize,
    /// Origins of dense ids; [`ObjectOrigin::NONE`] where the id is not in use.
    origins: Vec<ObjectOrigin>,
    /// Details of dense ids; ids past the end have the default, [`ObjectDetails::plain`].
    details: Vec<ObjectDetails>,
    sparse: BTreeMap<u32, (ObjectOrigin, ObjectDetails)>,
}

impl ObjectRecords {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Removes all objects and keeps the memory of the arrays.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.origins.clear();
        self.details.clear();
        self.sparse.clear();
    }

    /// Reserves space for `count` more objects, with ids up to `largest` if that is dense enough.
    pub(super) fn reserve(&mut self, count: usize, largest: u32) {
        self.extend_to(largest, self.len.saturating_add(count));
    }

    /// Extends the arrays to `id` if that is dense enough for `count` objects.
    ///
    /// Moves keys of the tree that the arrays then cover.
    fn extend_to(&mut self, id: u32, count: usize) {
        let wanted = id as usize + 1;
        if wanted <= self.origins.len() || wanted > ALWAYS_DENSE.max(count.saturating_mul(MAX_SPARSITY)) {
            return;
        }
        self.origins.resize(wanted, ObjectOrigin::NONE);
        while let Some(entry) = self.sparse.first_entry().filter(|entry| *entry.key() <= id) {
            let (id, (origin, details)) = entry.remove_entry();
            self.origins[id as usize] = origin;
            self.set_details(id, details);
        }
    }

    /// Adds an object that lies in a world, in no stack. Returns false if its id is in use.
    #[inline]
    pub(super) fn insert(&mut self, id: u32, footprint: Footprint) -> bool {
        match self.origins.get_mut(id as usize) {
            Some(free) if *free == ObjectOrigin::NONE => *free = ObjectOrigin::new(footprint.cells),
            Some(_) => return false,
            None => return self.insert_sparse(id, footprint),
        }
        if !footprint.is_plain() || (id as usize) < self.details.len() {
            self.set_details(id, ObjectDetails::new(id, footprint));
        }
        self.len += 1;
        true
    }

    /// [`ObjectRecords::insert`] for an id past the end of the arrays.
    #[inline(never)]
    fn insert_sparse(&mut self, id: u32, footprint: Footprint) -> bool {
        self.extend_to(id, self.len + 1);
        if (id as usize) < self.origins.len() {
            return self.insert(id, footprint);
        }
        let free = !self.sparse.contains_key(&id);
        if free {
            self.sparse.insert(id, (ObjectOrigin::new(footprint.cells), ObjectDetails::new(id, footprint)));
            self.len += 1;
        }
        free
    }

    /// Sets the details of an id within the arrays.
    #[inline(never)]
    fn set_details(&mut self, id: u32, details: ObjectDetails) {
        if let Some(place) = self.details.get_mut(id as usize) {
            *place = details;
        } else if details != ObjectDetails::plain(id) {
            self.details.extend((self.details.len() as u32..id).map(ObjectDetails::plain));
            self.details.push(details);
        }
    }

    /// The array of origins and the number of objects, for bulk insertion by a build.
    pub(super) fn origins(&mut self) -> (&mut [ObjectOrigin], &mut usize) {
        (&mut self.origins, &mut self.len)
    }

    /// Links an object of the index to the next one of its stack.
    pub(super) fn set_next(&mut self, id: u32, next: u32) {
        if (id as usize) < self.origins.len() {
            self.set_details(id, ObjectDetails { next, ..self.dense_details(id) });
        } else if let Some((_, details)) = self.sparse.get_mut(&id) {
            details.next = next;
        }
    }

    /// Removes an object of the index.
    #[inline]
    pub(super) fn remove(&mut self, id: u32) {
        match self.origins.get_mut(id as usize) {
            Some(origin) => *origin = ObjectOrigin::NONE,
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
            .map_or_else(|| self.sparse.contains_key(&id), |&origin| origin != ObjectOrigin::NONE)
    }

    #[inline]
    pub(super) fn get(&self, id: u32) -> Option<Footprint> {
        self.find(id).map(|(origin, details)| details.footprint(origin))
    }

    /// Origin and details of an object.
    #[inline]
    pub(super) fn find(&self, id: u32) -> Option<(ObjectOrigin, ObjectDetails)> {
        match self.origins.get(id as usize) {
            Some(&ObjectOrigin::NONE) => None,
            Some(&origin) => Some((origin, self.dense_details(id))),
            None => self.find_sparse(id),
        }
    }

    #[cold]
    fn find_sparse(&self, id: u32) -> Option<(ObjectOrigin, ObjectDetails)> {
        self.sparse.get(&id).copied()
    }

    #[inline]
    fn dense_details(&self, id: u32) -> ObjectDetails {
        self.details.get(id as usize).copied().unwrap_or(ObjectDetails::plain(id))
    }

    /// The next id in the stack of an object of the index.
    #[inline]
    pub(super) fn next(&self, id: u32) -> u32 {
        if (id as usize) < self.origins.len() {
            self.dense_details(id).next
        } else {
            self.sparse.get(&id).map_or(id, |(_, details)| details.next)
        }
    }

    /// Ids in ascending order, with their origins.
    #[cfg(test)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, ObjectOrigin)> {
        let near = (0..).zip(&self.origins).map(|(id, &origin)| (id, origin));
        let far = self.sparse.iter().map(|(&id, &(origin, _))| (id, origin));
        near.filter(|(_, origin)| *origin != ObjectOrigin::NONE).chain(far)
    }
}

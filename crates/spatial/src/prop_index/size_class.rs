//! The objects of one size class: footprints of similar width and similar height.

use super::{layer::OriginTree, records::ObjectRecords, words::QuadtreeArea};
use crate::geom::Size;

/// The objects of one size class: their widths agree within a factor of four, as do their heights.
#[derive(Clone, Debug)]
pub(super) struct SizeClassObjects {
    /// The largest width and height that objects of the class can have, each minus one.
    pub(super) reach: (u32, u32),
    /// The top left cells of the class's objects. May be queried only while `count` is not 0.
    pub(super) layer: OriginTree,
    /// The number of objects of the class.
    pub(super) count: usize,
}

impl SizeClassObjects {
    /// The number of size classes: eight ranges of widths (1 cell, 2 to 4, 5 to 16 and so on, to
    /// 16384) times eight ranges of heights.
    pub(super) const CLASSES: usize = 64;

    pub(super) fn new(class: usize) -> Self {
        let reach = |power: usize| (1 << (2 * power)) - 1;
        Self { reach: (reach(class % 8), reach(class / 8)), layer: OriginTree::default(), count: 0 }
    }

    /// The number of the size class of a footprint of this size in cells; 0 for a single cell.
    #[inline]
    pub(super) fn class(width: i32, height: i32) -> usize {
        if width == 1 && height == 1 {
            return 0;
        }
        // Logarithm to base 4, rounded up.
        let power = |side: i32| ((33 - (side - 1).leading_zeros()) as usize / 2).min(7);
        8 * power(height) + power(width)
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether this is the class of single cells.
    #[inline]
    pub(super) fn is_single(&self) -> bool {
        self.reach == (0, 0)
    }

    /// The cells that may be the top left cell of an object that shares a cell with `area`.
    #[inline]
    pub(super) fn origins(&self, area: QuadtreeArea) -> QuadtreeArea {
        QuadtreeArea {
            left: area.left.saturating_sub(self.reach.0),
            top: area.top.saturating_sub(self.reach.1),
            ..area
        }
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.layer.clear();
    }

    /// Adds an object whose id is already in `records`, with `(x, y)` as its top left cell.
    #[inline]
    pub(super) fn insert(&mut self, size: Size, records: &mut ObjectRecords, id: u32, (x, y): (u32, u32)) {
        self.count += 1;
        if let Err(largest) = self.layer.insert(size, x, y, id) {
            self.stack(records, x, y, id, largest);
        }
    }

    /// Adds an object to a stack: the objects of the class that have the same top left cell.
    ///
    /// The ids of a stack are linked as an ascending ring, in which the smallest id follows the
    /// largest. The common case, a new largest id, takes constant time.
    #[cold]
    fn stack(&mut self, records: &mut ObjectRecords, x: u32, y: u32, id: u32, largest: u32) {
        let mut before = largest;
        if id < largest {
            while records.next(before) < id {
                before = records.next(before);
            }
        }
        let after = records.next(before);
        records.set_next(id, after);
        records.set_next(before, id);
        self.layer.restack(x, y, id.max(largest));
    }

    /// Removes the object with the top left cell `(x, y)`. Its id must still be in `records`.
    #[inline]
    pub(super) fn remove(&mut self, records: &mut ObjectRecords, id: u32, (x, y): (u32, u32)) {
        self.count -= 1;
        if self.layer.is_stacked(x, y) && records.next(id) != id {
            self.unstack(records, x, y, id);
        } else {
            self.layer.remove(x, y);
        }
    }

    /// Removes an object from a stack of several objects with the same top left cell.
    #[cold]
    fn unstack(&mut self, records: &mut ObjectRecords, x: u32, y: u32, id: u32) {
        let mut before = id;
        while records.next(before) != id {
            before = records.next(before);
        }
        records.set_next(before, records.next(id));
        if self.layer.ids_at(x, y).is_some_and(|(largest, _)| largest == id) {
            self.layer.restack(x, y, before);
        }
    }
}

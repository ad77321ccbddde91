//! The objects of one class of footprints.

use super::{layer::Layer, records::Records, words::Area};
use crate::geom::Size;

/// The objects whose footprints are about as wide as each other, and about as high.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    /// The largest width and height of a footprint, less one.
    pub(super) reach: (u32, u32),
    /// Where the objects begin. To be looked at only while there are any.
    pub(super) layer: Layer,
    pub(super) count: usize,
}

impl Sheet {
    /// The number of classes: eight of widths (1, up to 4, 16, and so on up to 16384) by eight of heights.
    pub(super) const CLASSES: usize = 64;

    pub(super) fn new(class: usize) -> Self {
        let reach = |power: usize| (1 << (2 * power)) - 1;
        Self { reach: (reach(class % 8), reach(class / 8)), layer: Layer::default(), count: 0 }
    }

    /// The class of a footprint of the world, by its sides; 0 for a single cell.
    #[inline]
    pub(super) fn class(width: i32, height: i32) -> usize {
        if width == 1 && height == 1 {
            return 0;
        }
        // The power of four, rounded up.
        let power = |side: i32| ((33 - (side - 1).leading_zeros()) as usize / 2).min(7);
        8 * power(height) + power(width)
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Whether all objects have a single cell.
    #[inline]
    pub(super) fn is_single(&self) -> bool {
        self.reach == (0, 0)
    }

    /// Where an object may begin that meets an area.
    #[inline]
    pub(super) fn origins(&self, area: Area) -> Area {
        Area { left: area.left.saturating_sub(self.reach.0), top: area.top.saturating_sub(self.reach.1), ..area }
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.layer.clear();
    }

    /// Enters an object that the records have.
    #[inline]
    pub(super) fn insert(&mut self, size: Size, records: &mut Records, id: u32, (x, y): (u32, u32)) {
        self.count += 1;
        if let Err(largest) = self.layer.insert(size, x, y, id) {
            self.stack(records, x, y, id, largest);
        }
    }

    /// Enters an object in a cell where others begin. These are a ring of ascending ids, the largest followed by the
    /// smallest; so the usual case, an id larger than all, takes constant time.
    #[cold]
    fn stack(&mut self, records: &mut Records, x: u32, y: u32, id: u32, largest: u32) {
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

    /// Takes out an object that the records still have.
    #[inline]
    pub(super) fn remove(&mut self, records: &mut Records, id: u32, (x, y): (u32, u32)) {
        self.count -= 1;
        if self.layer.is_stacked(x, y) && records.next(id) != id {
            self.unstack(records, x, y, id);
        } else {
            self.layer.remove(x, y);
        }
    }

    /// Takes an object out of the ring that it forms with others.
    #[cold]
    fn unstack(&mut self, records: &mut Records, x: u32, y: u32, id: u32) {
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

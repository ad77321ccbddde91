//! Applies the logged changes to the tree. New objects are placed in bulk, in Morton order.

use std::borrow::Cow;

use super::{
    changes::ChangeLogReader,
    core::{NodePosition, TreeCore},
    node::{NONE, OUTSIDE},
};
use crate::Aabb;

impl<const D: usize> TreeCore<D> {
    /// Moves all changed objects to their nodes. Only marks the nodes whose bounds change;
    /// [`TreeCore::fit`] recomputes them.
    pub(super) fn settle(&mut self) {
        let changed = self.changes.read(ChangeLogReader::Tree);
        self.places.resize(self.entries.len(), NodePosition::NOWHERE);
        match changed {
            Some(changed) => self.place_all(changed.into_iter()),
            None => self.place_all(0..self.entries.len() as u32),
        }
        if self.dirty.iter().map(Vec::len).sum::<usize>() > 2 * self.nodes.len() {
            // Limits the length of the lists in `dirty`: they hold a node twice if it was pruned
            // and reused.
            self.fit();
        }
    }

    /// This core with all changes applied: a reference if nothing is pending, else a copy.
    pub(super) fn settled(&self) -> Cow<'_, Self> {
        if self.changes.is_up_to_date(ChangeLogReader::Tree) && self.dirty.iter().all(Vec::is_empty) {
            return Cow::Borrowed(self);
        }
        let mut settled = self.clone();
        settled.settle();
        settled.fit();
        Cow::Owned(settled)
    }

    /// Moves those objects in `slots` that a node stores already, and places the new ones in Morton
    /// order. The search for the node of a new object starts at the node of the one before.
    fn place_all(&mut self, slots: impl Iterator<Item = u32>) {
        let mut order: Vec<(u64, u32)> = Vec::new();
        for slot in slots {
            if self.place(slot).node != NONE {
                self.relocate(slot);
            } else if let Some(entry) = &self.entries[slot as usize] {
                order.push((self.morton(&entry.object.shape.bounds()), slot));
            }
        }
        order.sort_unstable();
        order.dedup();
        let mut last = OUTSIDE;
        for (_, slot) in order {
            if let Some(item) = self.item(slot) {
                last = self.climb(last, &item.bounds);
                let mut above = last;
                while above != NONE {
                    self.enter(above, &item.bounds);
                    above = self.node(above).parent;
                }
                last = self.sink(last, item);
            }
        }
    }

    /// The Morton code of the centre of `bounds`, on a grid over the root's cube, with 2^16 cells a
    /// side.
    pub(super) fn morton(&self, bounds: &Aabb<D>) -> u64 {
        let mut code = 0;
        for axis in 0..D {
            let middle = bounds.min[axis] * 0.5 + bounds.max[axis] * 0.5;
            let fraction = (middle - self.root.middle[axis]) / self.root.half * 0.5 + 0.5;
            // The cast saturates. It maps NaN (of a box unbounded both ways) to 0.
            code |= spread((fraction * 65536.0) as u16) << axis;
        }
        code
    }

    /// The first node that encloses `bounds`, among node `at` and its ancestors from the nearest
    /// up.
    pub(super) fn climb(&self, mut at: u32, bounds: &Aabb<D>) -> u32 {
        while !self.holds(at, bounds) {
            at = self.node(at).parent;
        }
        at
    }
}

/// Inserts two zero bits between every two bits.
fn spread(value: u16) -> u64 {
    let mut bits = u64::from(value);
    bits = (bits | bits << 16) & 0x0000_0000_ff00_00ff;
    bits = (bits | bits << 8) & 0x0000_00f0_0f00_f00f;
    bits = (bits | bits << 4) & 0x0000_0c30_c30c_30c3;
    (bits | bits << 2) & 0x0000_2492_4924_9249
}

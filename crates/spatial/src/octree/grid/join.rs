//! Finds all pairs in a grid: compares each object with the later objects of its row of cells, and
//! with the objects of the adjacent rows that come later.

use std::ops::Range;

use super::{PairGrid, ROUND, STATIC};
use crate::{
    box_tree::SplatBox,
    octree::{QueryObserver, node::ObjectTag},
    set_bits::SetBits,
};

impl<const D: usize> PairGrid<D> {
    /// Calls `found` once for each pair of objects whose bounds overlap.
    pub(in crate::octree) fn join(
        &self,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(&ObjectTag, &ObjectTag),
    ) {
        let [columns, rows, layers] = self.counts;
        let row_at = |row: usize| self.starts.get(row * columns..=row * columns + columns).unwrap_or(&[]);
        for row in 0..rows * layers {
            let this = row_at(row);
            // The adjacent rows that come later: the next row, and three rows of the next layer. If
            // an object ends in the next row or layer, that row or layer exists.
            let after = [row + 1, (row + rows).saturating_sub(1), row + rows, row + rows + 1].map(row_at);
            let has_before = row % rows > 0;
            for column in 0..columns {
                let first = column.saturating_sub(1);
                for place in this[column] as usize..this[column + 1] as usize {
                    let bounds = SplatBox::new(&self.blocks[place / 4].get(place % 4));
                    let crossing = self.marks[place];
                    let end = column + 1 + usize::from(crossing & 1);
                    let window = |row: &[u32]| row[first]..row[end];
                    let mut compare = |others: Range<u32>| {
                        self.compare(place, &bounds, others.start as usize..others.end as usize, observer, found);
                    };
                    compare(place as u32 + 1..this[end]);
                    if crossing & 2 != 0 {
                        compare(window(after[0]));
                    }
                    if crossing & 4 != 0 {
                        compare(window(after[2]));
                        if has_before {
                            compare(window(after[1]));
                        }
                        if crossing & 2 != 0 {
                            compare(window(after[3]));
                        }
                    }
                }
            }
        }
        self.join_large(observer, found);
    }

    fn tag(&self, place: usize) -> ObjectTag {
        let mark = self.marks[place];
        // The grid holds only objects of the queried types. All type bits pass the later test of
        // types.
        let (slot, types) = (self.slots[place], u32::MAX);
        ObjectTag { slot, types, is_static: mark & STATIC != 0, is_round: mark & ROUND != 0 }
    }

    /// Compares the object at index `one`, which has these `bounds`, with those at the indices
    /// `others`.
    #[inline]
    fn compare(
        &self,
        one: usize,
        bounds: &SplatBox<D>,
        others: Range<usize>,
        observer: &mut impl QueryObserver,
        found: &mut impl FnMut(&ObjectTag, &ObjectTag),
    ) {
        // Eight objects at a time: ranges are seldom longer, so the loop mostly runs once, which
        // the processor predicts well.
        let mut block = others.start / 4;
        loop {
            let Some([first, second]) = self.blocks.get(block..block + 2) else { return };
            let hits = first.overlapping(bounds) | second.overlapping(bounds) << 4;
            (0..8).for_each(|_| observer.hit_test());
            let (start, end) = (others.start.saturating_sub(block * 4), (others.end - block * 4).min(8));
            let hits = hits & ((1 << end) - 1) & !((1 << start) - 1);
            SetBits(hits.into()).for_each(|hit| found(&self.tag(one), &self.tag(block * 4 + hit as usize)));
            block += 2;
            if block * 4 >= others.end {
                return;
            }
        }
    }

    /// Compares the objects in `large`, which are larger than a cell, with each other and with all
    /// other objects.
    fn join_large(&self, observer: &mut impl QueryObserver, found: &mut impl FnMut(&ObjectTag, &ObjectTag)) {
        for (index, one) in self.large.iter().enumerate() {
            for two in &self.large[index + 1..] {
                observer.hit_test();
                if one.bounds.overlaps(&two.bounds) {
                    found(&one.tag, &two.tag);
                }
            }
            let bounds = SplatBox::new(&one.bounds);
            for (block, others) in self.blocks.iter().enumerate() {
                (0..4).for_each(|_| observer.hit_test());
                let hits = SetBits(others.overlapping(&bounds).into()).map(|hit| block * 4 + hit as usize);
                // Unused lanes behind the last object overlap a box that is unbounded in every
                // direction.
                hits.filter(|&other| other < self.slots.len()).for_each(|other| found(&one.tag, &self.tag(other)));
            }
        }
    }
}

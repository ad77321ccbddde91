//! Queries at a cell, in a rectangle, and of all objects.

use std::ops::ControlFlow;

use super::{
    Footprint, PropIndex,
    cursor::{OriginCursor, ResultKey},
    merge::SizeClassResultMerge,
    words::QuadtreeArea,
};
use crate::{
    geom::{Cell, Rect},
    set_bits::SetBits,
};

/// A result of an internal query: the object's key, and whether the object covers a single cell.
type IndexHit = (ResultKey, bool);

/// Queries at a cell and in a rectangle. Space outside the world is empty.
impl PropIndex {
    /// Calls `f` with the id of every object that covers `cell`, in the order of results. Cost:
    /// O(*c* + *k*); [`PropIndex`] defines *c* and *k*.
    #[inline]
    pub fn for_each_at(&self, cell: Cell, mut f: impl FnMut(u32)) {
        let _: ControlFlow<()> = self.try_at(cell, |id| {
            f(id);
            ControlFlow::Continue(())
        });
    }

    /// Replaces `found` by the ids of all objects that cover `cell`, in the order of results.
    pub fn collect_at(&self, cell: Cell, found: &mut Vec<u32>) {
        found.clear();
        self.for_each_at(cell, |id| found.push(id));
    }

    /// The id of the first object that covers `cell`; `None` if no object does. Cost: O(*c*) for
    /// *c* size classes that hold objects.
    #[must_use]
    #[inline]
    pub fn first_at(&self, cell: Cell) -> Option<u32> {
        self.try_at(cell, ControlFlow::Break).break_value()
    }

    #[inline]
    fn try_at<B>(&self, cell: Cell, mut f: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        if !Rect::from(self.size).contains(cell) {
            return ControlFlow::Continue(());
        }
        let (x, y) = (cell.x as u32, cell.y as u32);
        let singles = &self.singles;
        if self.only_singles() && !singles.is_empty() {
            match singles.layer.ids_at(x, y) {
                Some((id, false)) => return f(id),
                None => return ControlFlow::Continue(()),
                Some((_, true)) => (),
            }
        }
        self.visit(QuadtreeArea { left: x, top: y, right: x + 1, bottom: y + 1 }, 0, |(key, _)| f(key.id()))
    }

    /// Calls `f` with the id of every object that shares a cell with `rect`, each once, in order.
    ///
    /// Cost: O(*c* + *k*) for up to 8 by 8 cells; [`PropIndex`] defines *c* and *k*. A larger
    /// rectangle takes a few more steps for every 64 cells of each row that meets occupied tiles.
    #[inline]
    pub fn for_each_in(&self, rect: Rect, mut f: impl FnMut(u32)) {
        if let Some(area) = self.clipped(rect) {
            self.visit_all(area, 0, |(key, _)| f(key.id()));
        }
    }

    /// As [`PropIndex::for_each_in`], but stops when `f` returns [`ControlFlow::Break`], and
    /// returns that.
    ///
    /// ```
    /// use std::ops::ControlFlow::{Break, Continue};
    /// use roomgen_spatial::{PropIndex, geom::{Rect, Size}};
    ///
    /// let area = Rect::from_xywh(0, 0, 9, 9).unwrap();
    /// let objects = (0..9).map(|at| (at as u32, Rect::from_xywh(at, 4, 1, 1).unwrap()));
    /// let index = PropIndex::build(Size::new(9, 9)?, objects)?;
    /// let is_odd = |id: u32| if id % 2 == 1 { Break(id) } else { Continue(()) };
    /// let odd = index.try_for_each_in(area, is_odd);
    /// assert_eq!(odd, Break(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn try_for_each_in<B>(&self, rect: Rect, mut f: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.clipped(rect) {
            Some(area) => self.visit(area, 0, |(key, _)| f(key.id())),
            None => ControlFlow::Continue(()),
        }
    }

    /// Replaces `found` by the ids of all objects that share a cell with `rect`, in order.
    #[inline]
    pub fn collect_in(&self, rect: Rect, found: &mut Vec<u32>) {
        found.clear();
        self.for_each_in(rect, |id| found.push(id));
    }

    /// Whether an object shares a cell with `rect`. Costs as much as a query with a single result.
    #[must_use]
    pub fn any_in(&self, rect: Rect) -> bool {
        let Some(area) = self.clipped(rect) else {
            return false;
        };
        let singles = &self.singles;
        !singles.is_empty() && singles.layer.any(area)
            || !self.only_singles() && self.visit(area, 0, |_| ControlFlow::Break(())).is_break()
    }

    /// The id of the first object that overlaps `footprint` in cells and heights; `None` if no
    /// object does.
    ///
    /// ```
    /// use roomgen_spatial::{Footprint, PropIndex, geom::{Rect, Size}};
    ///
    /// let cell = Footprint::new(Rect::from_xywh(4, 4, 1, 1).unwrap());
    /// let mut index = PropIndex::new(Size::new(9, 9)?);
    /// index.insert(0, cell.between(0, 256))?; // A table.
    /// assert_eq!(index.first_overlap(cell.between(256, 300)), None, "on the table");
    /// assert_eq!(index.first_overlap(cell), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn first_overlap(&self, footprint: impl Into<Footprint>) -> Option<u32> {
        let footprint = footprint.into();
        let found = self.try_for_each_in(footprint.cells, |id| match self.get(id) {
            Some(other) if other.overlaps(footprint) => ControlFlow::Break(id),
            _ => ControlFlow::Continue(()),
        });
        found.break_value()
    }

    /// The ids of all objects, in the order of results. Allocates once, before the first object.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        let streams = vec![None; self.in_use().count()];
        let objects = self.clipped(self.size.into()).map(|world| SizeClassResultMerge::new(self, world, 0, streams));
        objects.into_iter().flatten().map(|(key, _)| key.id())
    }

    #[inline]
    fn only_singles(&self) -> bool {
        self.singles.count == self.len()
    }

    /// Calls `f` with every object that shares a cell with `area` and whose top row is `from_row`
    /// or below, in the order of results.
    #[inline]
    pub(super) fn visit<B>(
        &self,
        area: QuadtreeArea,
        from_row: u32,
        mut f: impl FnMut(IndexHit) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let small = area.right - area.left <= 8 && area.bottom - area.top <= 8;
        if !small || !self.only_singles() || self.is_empty() {
            return self.visit_any(area, from_row, f);
        }
        let window = self.singles.layer.window(area);
        if window.stacked {
            return self.visit_any(area, from_row, f);
        }
        for at in SetBits(window.bits) {
            let (x, y, id) = window.object(at);
            f((ResultKey::new(x, y, id), true))?;
        }
        ControlFlow::Continue(())
    }

    /// Like [`PropIndex::visit`], to the last object.
    #[inline]
    pub(super) fn visit_all(&self, area: QuadtreeArea, from_row: u32, mut f: impl FnMut(IndexHit)) {
        let _: ControlFlow<()> = self.visit(area, from_row, |found| {
            f(found);
            ControlFlow::Continue(())
        });
    }

    /// The general case of [`PropIndex::visit`], out of line to keep the common case small.
    #[inline(never)]
    fn visit_any<B>(
        &self,
        area: QuadtreeArea,
        from_row: u32,
        mut f: impl FnMut(IndexHit) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.only_singles() {
            return self.visit_classes(area, from_row, f);
        }
        if self.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut cursor = OriginCursor::new(&self.singles.layer, &self.records, area);
        loop {
            match cursor.next() {
                ResultKey::END => return ControlFlow::Continue(()),
                key => f((key, true))?,
            }
        }
    }

    /// [`PropIndex::visit`] if objects cover several cells: merges the results of all size classes.
    fn visit_classes<B>(
        &self,
        area: QuadtreeArea,
        from_row: u32,
        f: impl FnMut(IndexHit) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // An array for 4 size classes is cheaper to initialise than one for all 64.
        if self.in_use().count() <= 4 {
            SizeClassResultMerge::new(self, area, from_row, [const { None }; 4]).try_for_each(f)
        } else {
            SizeClassResultMerge::new(self, area, from_row, [const { None }; 64]).try_for_each(f)
        }
    }
}

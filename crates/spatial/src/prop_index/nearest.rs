//! Queries by distance: the nearest object, and all objects within a radius.

use super::{PropIndex, cursor::ResultKey, size_class::SizeClassObjects};
use crate::{
    geom::{Cell, Rect},
    set_bits::SetBits,
};

/// Queries by distance.
///
/// Distances are Euclidean, from a cell to the nearest cell of a footprint: 0 for an object that
/// covers the cell, 1 for an adjacent one.
impl PropIndex {
    /// The id of the object nearest to `cell` and its squared distance in cells; `None` if the
    /// index is empty.
    ///
    /// Of several objects at the same distance, returns the first in the order of results (see
    /// [`PropIndex`]). `cell` may lie outside the world.
    ///
    /// Cost: branch and bound from the root; O(*c* log *n*) for *n* evenly spread objects of *c*
    /// size classes.
    ///
    /// ```
    /// use roomgen_spatial::{PropIndex, geom::{Cell, Rect, Size}};
    ///
    /// let large = Rect::from_xywh(1, 1, 5, 2).unwrap();
    /// let rugs = [(0, large), (1, Rect::from_xywh(1, 7, 1, 1).unwrap())];
    /// let index = PropIndex::build(Size::new(9, 9)?, rugs)?;
    /// assert_eq!(index.nearest(Cell::new(7, 4)), Some((0, 2 * 2 + 2 * 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nearest(&self, cell: Cell) -> Option<(u32, u64)> {
        let mut search = NearestSearch { index: self, cell, best: (u64::MAX, ResultKey::END) };
        // Usually an object is near. One at a distance of 3 or less is nearer than any outside the
        // square of 7 by 7 cells around the cell.
        if let Some(area) = Rect::from_cell(cell).grown(3).and_then(|square| self.clipped(square)) {
            self.visit_all(area, 0, |(key, single)| {
                search.best = search.best.min((self.distance(key, single, cell), key));
            });
        }
        if search.best.0 > 3 * 3 {
            for sheet in self.in_use() {
                search.descend(sheet, sheet.layer.levels() - 1, 0, 0);
            }
        }
        let (distance, key) = search.best;
        (key != ResultKey::END).then(|| (key.id(), distance))
    }

    /// Calls `f` with the id of every object at most `radius` cells from `cell`, each once, in
    /// order.
    ///
    /// Cost: that of [`PropIndex::for_each_in`] for the square that encloses the circle.
    #[inline]
    pub fn for_each_within(&self, cell: Cell, radius: u32, mut f: impl FnMut(u32)) {
        let limit = u64::from(radius).pow(2);
        let radius = i64::from(radius);
        let side = |at: i32, by: i64| (i64::from(at) + by).clamp(-1, i64::from(i32::MAX)) as i32;
        let square = Rect::from_ltrb(
            side(cell.x, -radius).max(0),
            side(cell.y, -radius).max(0),
            side(cell.x, radius + 1),
            side(cell.y, radius + 1),
        );
        let Some(area) = square.and_then(|square| self.clipped(square)) else {
            return;
        };
        self.visit_all(area, 0, |(key, single)| {
            if self.distance(key, single, cell) <= limit {
                f(key.id());
            }
        });
    }

    /// Replaces `found` by the ids of all objects at most `radius` cells from `cell`, in order.
    pub fn collect_within(&self, cell: Cell, radius: u32, found: &mut Vec<u32>) {
        found.clear();
        self.for_each_within(cell, radius, |id| found.push(id));
    }

    /// The squared distance, in cells, from `cell` to the object of `key`. `single`: whether the
    /// object covers a single cell.
    #[inline]
    fn distance(&self, key: ResultKey, single: bool, cell: Cell) -> u64 {
        if single {
            let (x, y) = key.origin();
            distance(cell, x, y, x, y)
        } else {
            self.get(key.id()).map_or(u64::MAX, |footprint| footprint.distance_squared(cell))
        }
    }
}

/// The squared distance, in cells, from `cell` to the rectangle of cells from `(left, top)` to
/// `(right, bottom)`, both inclusive.
#[inline]
fn distance(cell: Cell, left: u32, top: u32, right: u32, bottom: u32) -> u64 {
    let gap = |at: i32, first: u32, last: u32| {
        let at = i64::from(at);
        (i64::from(first) - at).max(at - i64::from(last)).max(0) as u64
    };
    let (across, down) = (gap(cell.x, left, right), gap(cell.y, top, bottom));
    across * across + down * down
}

/// State of one [`PropIndex::nearest`] query.
struct NearestSearch<'index> {
    index: &'index PropIndex,
    /// The cell from which distances are measured.
    cell: Cell,
    /// The least squared distance found so far, and the first object at that distance.
    best: (u64, ResultKey),
}

impl NearestSearch<'_> {
    /// Searches the node at column `x` and row `y` of a level of the quadtree. Visits the node's
    /// children by ascending distance and skips those farther than the best object so far.
    fn descend(&mut self, sheet: &SizeClassObjects, level: u32, x: u32, y: u32) {
        let shift = 3 * level;
        let mut nearest = [(0, 0); 64];
        let mut count = 0;
        for bit in SetBits(sheet.layer.word(level, x, y)) {
            let (x, y) = ((8 * x + (bit & 7)) << shift, (8 * y + (bit >> 3)) << shift);
            let last = (1 << shift) - 1;
            let bound = distance(self.cell, x, y, x + last + sheet.reach.0, y + last + sheet.reach.1);
            if bound <= self.best.0 {
                nearest[count] = (bound, bit);
                count += 1;
            }
        }
        let nearest = &mut nearest[..count];
        nearest.sort_unstable();
        for &mut (bound, bit) in nearest {
            if bound > self.best.0 {
                return;
            }
            let (x, y) = (8 * x + (bit & 7), 8 * y + (bit >> 3));
            if level > 0 {
                self.descend(sheet, level - 1, x, y);
            } else if let Some((largest, _)) = sheet.layer.ids_at(x, y) {
                self.offer_stack(x, y, largest, sheet.is_single());
            }
        }
    }

    /// Compares with `best` the objects of a stack: those with the top left cell `(x, y)`. Objects
    /// of several cells may differ in distance.
    fn offer_stack(&mut self, x: u32, y: u32, largest: u32, single: bool) {
        let mut id = largest;
        loop {
            id = self.index.records.next(id);
            let key = ResultKey::new(x, y, id);
            self.best = self.best.min((self.index.distance(key, single, self.cell), key));
            // Objects of a single cell in one stack are equally near, and the smallest id comes
            // first.
            if single || id == largest {
                return;
            }
        }
    }
}

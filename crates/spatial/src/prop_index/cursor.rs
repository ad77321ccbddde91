//! Iteration over the objects of one `OriginTree` whose top left cells lie in an area, in row
//! order.

use super::{layer::OriginTree, records::ObjectRecords, words::QuadtreeArea};

/// The sort key of a query result, in 64 bits from the highest: row and column of the object's top
/// left cell (16 bits each), then the object's id (32 bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ResultKey(u64);

impl ResultKey {
    /// Marks the end of the results. Greater than the key of any object.
    pub(super) const END: Self = Self(u64::MAX);

    #[inline]
    pub(super) fn new(x: u32, y: u32, id: u32) -> Self {
        Self(u64::from(y) << 48 | u64::from(x) << 32 | u64::from(id))
    }

    #[inline]
    pub(super) fn id(self) -> u32 {
        self.0 as u32
    }

    /// Column and row of the object's top left cell.
    #[inline]
    pub(super) fn origin(self) -> (u32, u32) {
        ((self.0 >> 32 & 0xffff) as u32, (self.0 >> 48) as u32)
    }
}

/// Iterates over the objects of one size class whose top left cells lie in an area, by ascending
/// [`ResultKey`].
#[derive(Clone, Copy)]
pub(super) struct OriginCursor<'index> {
    layer: &'index OriginTree,
    records: &'index ObjectRecords,
    /// The rectangle of cells that the cursor visits.
    area: QuadtreeArea,
    /// The occupied cells still to visit, one bit each, of the current group of 64 cells: 8 by 8
    /// cells, or 64 cells of one row.
    bits: u64,
    /// Column and row of the current group's first cell.
    x: u32,
    y: u32,
    /// Log2 of the current group's width in cells: 3 for 8 by 8 cells, 6 for 64 cells of one row.
    shift: u32,
    /// The id visited last and the largest id of the current stack: the objects with the same top
    /// left cell. `None` if the current cell has no further object.
    stack: Option<(u32, u32)>,
    /// Column and row of the current cell.
    at: (u32, u32),
}

impl<'index> OriginCursor<'index> {
    /// Creates a cursor over the objects of `layer`, which must hold at least one.
    #[inline]
    pub(super) fn new(layer: &'index OriginTree, records: &'index ObjectRecords, area: QuadtreeArea) -> Self {
        let QuadtreeArea { left: x, top: y, right, bottom } = area;
        let (bits, shift) = if right - x <= 8 && bottom - y <= 8 { (layer.window(area).bits, 3) } else { (0, 6) };
        let mut cursor = Self { layer, records, area, bits, x, y, shift, stack: None, at: (0, 0) };
        if shift == 6 {
            cursor.find(x >> 6);
        }
        cursor
    }

    /// The next object; [`ResultKey::END`] at the end.
    #[inline]
    pub(super) fn next(&mut self) -> ResultKey {
        if let Some((id, last)) = self.stack {
            let id = self.records.next(id);
            self.stack = (id != last).then_some((id, last));
            return ResultKey::new(self.at.0, self.at.1, id);
        }
        while self.bits == 0 {
            if self.shift == 3 || !self.find((self.x >> 6) + 1) {
                return ResultKey::END;
            }
        }
        let bit = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        self.at = (self.x + (bit & ((1 << self.shift) - 1)), self.y + (bit >> self.shift));
        match self.layer.ids_at(self.at.0, self.at.1) {
            Some((id, false)) => ResultKey::new(self.at.0, self.at.1, id),
            Some((last, true)) => {
                // The ids of a stack are a ring: the smallest follows the largest.
                self.stack = Some((last, last));
                self.next()
            }
            None => ResultKey::END,
        }
    }

    /// Moves to the next group of 64 cells in a row that has an occupied cell: first in the current
    /// row from cell column `64 * page` on, then in the rows below. Returns false at the end of the
    /// area.
    fn find(&mut self, mut page: u32) -> bool {
        while self.y < self.area.bottom {
            match self.layer.next_in_row(1, page, self.y >> 6).filter(|&page| 64 * page < self.area.right) {
                Some(at) => {
                    self.x = 64 * at;
                    self.bits = self.layer.segment(at, self.y) & columns(self.area, self.x);
                    if self.bits != 0 {
                        return true;
                    }
                    page = at + 1;
                }
                None => {
                    self.y += 1;
                    page = self.area.left >> 6;
                    self.skip(page);
                }
            }
        }
        false
    }

    /// Moves `y` down past rows of pages (64 cells high) and rows of tiles (8 cells) that are
    /// empty.
    fn skip(&mut self, page: u32) {
        let within = |x: &u32, limit: u32| *x < limit;
        while self.y < self.area.bottom {
            if self.y & 63 == 0 {
                let pages = (self.area.right - 1) / 64 + 1;
                if self.layer.next_in_row(1, page, self.y >> 6).filter(|x| within(x, pages)).is_none() {
                    self.y += 64;
                    continue;
                }
            }
            if self.y & 7 == 0 {
                let tiles = (self.area.right - 1) / 8 + 1;
                if self.layer.next_in_row(0, self.area.left >> 3, self.y >> 3).filter(|x| within(x, tiles)).is_none() {
                    self.y += 8;
                    continue;
                }
            }
            return;
        }
    }
}

/// A mask of the columns of `area` among the 64 columns from `x` on. At least one of the 64 columns
/// is in the area.
#[inline]
fn columns(area: QuadtreeArea, x: u32) -> u64 {
    let first = area.left.saturating_sub(x);
    let last = (area.right - x).min(64) - 1;
    (u64::MAX << first) & (u64::MAX >> (63 - last))
}

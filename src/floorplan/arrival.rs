//! The arrival cell: where the player must arrive, below the exit of the floor above.
//!
//! Consumes the requested cell, the size of the level and the margins of rooms; produces an
//! [`ArrivalCell`]. Cuts of the partition, rooms inside their leaves, vaults and shapes of rooms
//! leave it free.

use std::ops::Range;

use crate::geom::{Cell, Rect, Size};

/// The cell where the player must arrive. It becomes floor of the start room.
///
/// Guarantee: a room can hold it. From the outer wall, it is at least as far as rooms are from the
/// edge of their leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ArrivalCell {
    pub(super) cell: Cell,
    /// The least number of cells between a room and the edge of its leaf.
    margin: i32,
}

impl ArrivalCell {
    /// The requested cell; `None` if no room can hold it, in a level of this size whose rooms are
    /// at least `margin` cells from the edge of their leaf.
    pub(super) fn new(cell: Cell, size: Size, margin: i32) -> Option<Self> {
        let walls = 2 * (1 + margin);
        let held = Rect::of(1 + margin, 1 + margin, size.width() - walls, size.height() - walls);
        held.contains(cell).then_some(Self { cell, margin })
    }

    #[inline]
    pub(super) fn is_in(self, part: Rect) -> bool {
        part.contains(self.cell)
    }

    /// Whether the cell remains in reach of a room, if a part that contains it is cut after its
    /// first `before` columns or rows.
    pub(super) fn allows(self, part: Rect, is_column: bool, before: i32) -> bool {
        (self.position(part, is_column) - before).abs() > self.margin
    }

    /// Whether a band of columns or rows of a part leaves the cell in reach of a room.
    pub(super) fn is_clear_of(self, part: Rect, is_column: bool, band: Range<i32>) -> bool {
        let at = self.position(part, is_column);
        at < band.start - self.margin || at >= band.end + self.margin
    }

    /// The place of such a cut nearest to `before`, from `least` to `most`; `None` if none of them
    /// leaves the cell in reach of a room.
    pub(super) fn nearest_cut(
        self,
        part: Rect,
        is_column: bool,
        before: i32,
        (least, most): (i32, i32),
    ) -> Option<i32> {
        if self.allows(part, is_column, before) {
            return Some(before);
        }
        let position = self.position(part, is_column);
        let beside = [position - self.margin - 1, position + self.margin + 1];
        beside.into_iter().filter(|place| (least..=most).contains(place)).min_by_key(|place| place.abs_diff(before))
    }

    /// The column or row of the cell in a part of the level.
    fn position(self, part: Rect, is_column: bool) -> i32 {
        if is_column { self.cell.x - part.left() } else { self.cell.y - part.top() }
    }
}

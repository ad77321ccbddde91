//! The rectangle in which the masks and the anchors of a room lie.

use crate::geom::{Cell, Direction, Extent, HalfCell, Rect};

/// A rectangle of a room, and the middles of its walls: that of the room itself, or in a room
/// without straight walls one that is floor throughout.
///
/// Columns and rows count from the room's top left cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RoomFrame {
    at: Cell,
    extent: Extent,
    /// For each side, in the order of [`Direction::ALL`], the middle of the longest run of floor
    /// along it, as a column or row of the frame in half cells.
    middles: [i32; Direction::ALL.len()],
}

impl RoomFrame {
    /// That of a room's rectangle which is floor throughout.
    #[inline]
    pub(super) fn whole(extent: Extent) -> Self {
        let middles = Direction::ALL.map(|side| if side.is_east_west() { extent.height } else { extent.width });
        Self { at: Cell::default(), extent, middles }
    }

    /// That of a rectangle of the room which is floor throughout.
    pub(super) fn of(rect: Rect) -> Self {
        Self { at: rect.top_left(), ..Self::whole(rect.extent()) }
    }

    /// The same rectangle, with these middles of its walls.
    pub(super) fn with_middles(self, middles: [i32; Direction::ALL.len()]) -> Self {
        Self { middles, ..self }
    }

    #[inline]
    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    /// The middle of the frame, as a point of the room.
    #[inline]
    pub(super) fn centre(&self) -> HalfCell {
        self.in_room(HalfCell::new(self.extent.width, self.extent.height))
    }

    /// A point of the frame, in half cells from its top left corner, as a point of the room.
    #[inline]
    pub(super) fn in_room(&self, point: HalfCell) -> HalfCell {
        HalfCell::new(point.x + 2 * self.at.x, point.y + 2 * self.at.y)
    }

    /// The middle of the wall on one side: that of the longest run of floor along it, as a column
    /// or row of the frame in half cells. Of several runs it is the one nearest to the middle of
    /// the frame, then the first.
    #[inline]
    pub(super) fn middle(&self, side: Direction) -> i32 {
        self.middles[side as usize]
    }
}

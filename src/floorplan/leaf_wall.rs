//! Walls between two leaves.

use std::ops::Range;

use super::partition::{LeafId, PartitionCut};
use crate::{
    geom::{Cell, Rect},
    preset::DoorSpec,
};

/// A range of wall between two leaves, wide enough for a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeafWall {
    /// The leaves on the two sides of the wall, the left or upper one first.
    pub(crate) leaves: [LeafId; 2],
    /// Whether the wall is a column, with one x for all its cells, not a row.
    pub(crate) is_column: bool,
    /// Whether no door through the wall keeps the distance from corners that the rules ask for.
    pub(crate) is_tight: bool,
    /// Whether the wall is the band of a parting: a passage through it is a crossing.
    pub(crate) is_crossing: bool,
    // As `i16` to save memory: levels are less than 2^15 cells wide and high, and large ones have
    // millions of walls.
    at: i16,
    from: i16,
    to: i16,
}

impl LeafWall {
    pub(super) fn new(cut: &PartitionCut, leaves: [LeafId; 2], range: Range<i32>) -> Self {
        let PartitionCut { is_column, is_band: is_crossing, at, .. } = *cut;
        Self { leaves, is_column, is_tight: false, is_crossing, at, from: range.start as i16, to: range.end as i16 }
    }

    /// The same wall, with its range limited to doors that keep their distance from its ends; else
    /// to a door of the least width in its middle.
    ///
    /// The ends of the range that two rooms share are corners of one of the rooms each, and no
    /// corner lies between.
    pub(super) fn away_from_corners(self, DoorSpec { width: (narrowest, _), corner, .. }: DoorSpec) -> Self {
        if corner == 0 {
            return self;
        }
        let (from, to) = (self.from() + corner, self.to() - corner);
        if to - from >= narrowest {
            return Self { from: from as i16, to: to as i16, ..self };
        }
        let middle = (self.from() + self.to() - narrowest) / 2;
        Self { from: middle as i16, to: (middle + narrowest) as i16, is_tight: true, ..self }
    }

    /// The same wall as the band of a parting, limited to a place for a crossing near its middle.
    /// So the distance between two crossings does not depend on where their doors are drawn.
    pub(super) fn crossing(self, DoorSpec { width: (_, widest), .. }: DoorSpec) -> Self {
        let cells = (self.to() - self.from()).min(widest);
        let from = (self.from() + self.to() - cells) / 2;
        Self { from: from as i16, to: (from + cells) as i16, is_tight: true, ..self }
    }

    /// The least number of cells between two places for crossings.
    pub(super) fn cells_between(&self, other: &Self) -> i32 {
        (other.from() - self.to()).max(self.from() - other.to())
    }

    /// The column or row of the level in which the wall lies.
    pub(crate) fn at(&self) -> i32 {
        self.at.into()
    }

    /// The first row (or column, if the wall is a row) of the range where a passage may cross the
    /// wall.
    pub(crate) fn from(&self) -> i32 {
        self.from.into()
    }

    /// The end, exclusive, of the range of rows or columns where a passage may cross the wall.
    pub(crate) fn to(&self) -> i32 {
        self.to.into()
    }

    /// The `width` cells of the wall from row (or column, if the wall is a row) `from` on.
    pub(crate) fn part(&self, from: i32, width: i32) -> Rect {
        self.cells(self.at(), from, width)
    }

    /// The cells beside each other from the position `from` on, on a line along the wall: a column
    /// or a row.
    pub(super) fn cells(&self, line: i32, from: i32, width: i32) -> Rect {
        if self.is_column { Rect::of(line, from, 1, width) } else { Rect::of(from, line, width, 1) }
    }

    /// The cell at a position of a line along the wall.
    pub(super) fn cell(&self, line: i32, at: i32) -> Cell {
        if self.is_column { Cell::new(line, at) } else { Cell::new(at, line) }
    }
}

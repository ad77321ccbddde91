//! The floors of shaped rooms, as the shape stage hands them on.

use super::PlannedRoom;
use crate::{
    geom::{Extent, Rect},
    grid::{BitGrid, CellBlock, CellSet, CellWords},
    model::RoomShape,
};

/// The floor cells of all shaped rooms of a plan, as the words of sets. A room that is a whole
/// rectangle has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShapedFloors {
    words: Vec<u64>,
}

impl ShapedFloors {
    /// The floor of a room of the plan, without regard to the walls of its vault.
    #[inline]
    pub(crate) fn of(&self, room: &PlannedRoom) -> CellWords<'_> {
        let extent = room.rect.extent();
        match room.cut {
            RoomShape::Rectangle | RoomShape::Vault => CellWords::whole(extent),
            RoomShape::L
            | RoomShape::Plus
            | RoomShape::Round
            | RoomShape::Octagon
            | RoomShape::Cave
            | RoomShape::Tunnels
            | RoomShape::Ruin
            | RoomShape::Bank
            | RoomShape::Shore => CellWords::of(&self.words[room.floor as usize..], extent),
        }
    }

    /// The number of floor cells of a room, before the walls of its vault. Cost: linear in its
    /// words.
    pub(crate) fn count(&self, room: &PlannedRoom) -> i64 {
        let cells = self.of(room);
        match cells.words() {
            None => room.rect.area(),
            Some(words) => words.iter().map(|word| i64::from(word.count_ones())).sum(),
        }
    }

    /// Gives a room of at most 64 columns the floor of these cells, and shrinks its rectangle to
    /// their bounding box.
    ///
    /// `rows` has the cells of each row of the rectangle, of which the lowest bit is column 0. They
    /// are in one piece. Without a cell, the room stays as it is.
    pub(super) fn shrink(&mut self, room: &mut PlannedRoom, shape: RoomShape, rows: &[u64]) {
        let is_used = |row: &u64| *row != 0;
        let (Some(top), Some(last)) = (rows.iter().position(is_used), rows.iter().rposition(is_used)) else { return };
        let columns = rows.iter().fold(0, |columns, row| columns | row);
        let left = columns.trailing_zeros() as i32;
        let rows = rows[top..=last].iter().map(|row| row >> left);
        let extent = Extent::new((u64::BITS - columns.leading_zeros()) as i32 - left, rows.len() as i32);
        room.rect = Rect::of(room.rect.left() + left, room.rect.top() + top as i32, extent.width, extent.height);
        (room.cut, room.floor) = (shape, self.words.len() as u32);
        CellWords::pack(rows, extent, &mut self.words);
    }

    /// Gives a room the floor of these cells, which count from its top left one, and shrinks its
    /// rectangle to their bounding box. Without a cell, the room stays as it is.
    pub(super) fn replace(&mut self, room: &mut PlannedRoom, shape: RoomShape, cells: &BitGrid) {
        let Some(bounds) = cells.bounds() else { return };
        let (left, top) = (bounds.left(), bounds.top());
        room.rect = Rect::of(room.rect.left() + left, room.rect.top() + top, bounds.width(), bounds.height());
        let runs = cells.runs().map(|run| Rect::of(run.left() - left, run.top() - top, run.width(), 1));
        (room.cut, room.floor) = (shape, self.add(bounds.extent(), runs));
    }

    /// Adds a floor of these runs, each one cell high, and returns where it begins.
    ///
    /// The floor has cells on all four sides of its rectangle. Cost: linear in runs and words.
    pub(super) fn add(&mut self, extent: Extent, runs: impl Iterator<Item = Rect>) -> u32 {
        /// The set of all cells of the runs.
        fn united<S: CellSet>(Extent { width, height }: Extent, runs: impl Iterator<Item = Rect>) -> S {
            let mut set = S::default();
            set.reset(width, height);
            runs.for_each(|run| set.insert_rect(run));
            set
        }
        let at = self.words.len() as u32;
        if CellBlock::fits(extent.width, extent.height) {
            let set: CellBlock = united(extent, runs);
            self.words.extend(CellWords::of(set.as_words(), extent).words().unwrap_or_default());
        } else {
            let set: BitGrid = united(extent, runs);
            self.words.extend(set.as_words());
        }
        at
    }
}

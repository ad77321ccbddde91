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
            RoomShape::L | RoomShape::Plus | RoomShape::Round | RoomShape::Octagon => {
                CellWords::of(&self.words[room.floor as usize..], extent)
            }
        }
    }

    /// The number of floor cells of a room, before the walls of its vault. Cost: linear in its
    /// words.
    pub(crate) fn count(&self, room: &PlannedRoom) -> i64 {
        let cells = self.of(room);
        match cells.words() {
            None => room.rect.area(),
            Some(_) => (0..room.rect.height()).flat_map(|y| cells.runs(y)).map(|run| run.len() as i64).sum(),
        }
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

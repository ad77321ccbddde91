//! The ways into a level and out of it.

use super::{Level, Stairs};
use crate::geom::Cell;

impl Level {
    /// Whether no way leads down from the exit: a player goes back by the entry.
    #[must_use]
    pub fn is_dead_end(&self) -> bool {
        self.is_dead_end
    }

    /// The ways down beside the exit, in the order of the preset's rules.
    #[must_use]
    pub fn stairs(&self) -> &[Stairs] {
        &self.stairs
    }

    /// Whether a player must be able to go back to the entry from every state: in a dead end,
    /// beside stairs, whose floors may be dead ends, and on all floors of a run.
    pub(crate) fn must_return(&self) -> bool {
        self.is_dead_end || !self.stairs.is_empty() || self.origin.run.is_some()
    }

    /// The cells of all ways down: the exit, unless it is a dead end, and the other stairs.
    pub fn ways_down(&self) -> impl Iterator<Item = Cell> + Clone {
        let exit = (!self.is_dead_end).then_some(self.exit);
        exit.into_iter().chain(self.stairs.iter().map(|stairs| stairs.cell))
    }

    /// The cells of the entry and of all ways down: where drawings show stairs, if they are open.
    pub fn ways(&self) -> impl Iterator<Item = Cell> + Clone {
        [self.entry].into_iter().chain(self.ways_down())
    }

    /// The cells that stay free for who arrives or leaves: the entry, the exit and all other
    /// stairs. That of a dead end is among them.
    pub fn stair_cells(&self) -> impl Iterator<Item = Cell> + Clone {
        [self.entry, self.exit].into_iter().chain(self.stairs.iter().map(|stairs| stairs.cell))
    }
}

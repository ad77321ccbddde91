//! What a step from cell to cell leads to.

use std::borrow::Borrow;

use super::{Floor, Walker};
use crate::{
    geom::{Cell, Direction},
    level::Level,
};

/// What a step leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub enum StepOutcome {
    /// Nothing is in the way: the walker stands there now.
    Moved,
    /// A door was shut and is open now; the walker stands where he was. Where opening takes no
    /// turn, the game steps once more.
    Opened {
        /// The passage, with all its doors.
        passage: u32,
        /// The position of the lock in [`Level::locks`] that a key has opened.
        lock: Option<u32>,
    },
    /// A door is locked, and no key of it is in hand.
    Locked {
        /// The passage.
        passage: u32,
        /// The position of its lock in [`Level::locks`].
        lock: u32,
    },
    /// A one-way door does not open from this side.
    OneWay {
        /// The passage.
        passage: u32,
    },
    /// Something that is no door is in the way.
    Blocked(StepObstacle),
}

/// What is in the way of a step, and is no door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepObstacle {
    /// The cell shares no edge with that of the walker.
    Apart,
    /// Rock, a wall, a secret door that was not found, or the end of the level.
    Wall,
    /// Terrain that blocks, such as deep water.
    Terrain,
    /// A prop that blocks, by its id.
    Prop(u32),
}

impl<L: Borrow<Level>> Floor<L> {
    /// Steps from a cell to one that shares an edge with it, or opens the door that is in the way.
    ///
    /// A lock is opened if a key of it is in hand, and uses up one that is for a single use. Who
    /// entered a one-way door may step back. A diagonal step is two of these, over one of the two
    /// cells beside it; between two walls or obstacles, a game may allow it wherever neither of its
    /// cells belongs to a door. For a walker that opens no doors see [`Floor::ahead`].
    ///
    /// Cost: constant; linear in passages where a door is opened, in props where one blocks.
    pub fn step(&mut self, from: Cell, to: Cell) -> StepOutcome {
        let outcome = self.ahead(from, to);
        if let StepOutcome::Opened { passage, .. } = outcome {
            self.unlocking.leave_open(passage);
            self.refresh();
        }
        outcome
    }

    /// What [`Floor::step`] would lead to; changes nothing.
    pub fn ahead(&self, from: Cell, to: Cell) -> StepOutcome {
        let level: &Level = self.level.borrow();
        let Some(direction) = Direction::ALL.into_iter().find(|&way| from != to && from.step(way) == to) else {
            return StepOutcome::Blocked(StepObstacle::Apart);
        };
        if !self.ground.footing.get(to) {
            return StepOutcome::Blocked(self.obstacle(to));
        }
        let Some((id, passage)) = level.door_at(to) else { return StepOutcome::Moved };
        if self.ways(Walker::Hero).is_against(to, direction) {
            return StepOutcome::OneWay { passage: id };
        }
        if self.stands_open(id) {
            return StepOutcome::Moved;
        }
        match passage.lock {
            Some(lock) if !self.can_open(id) => StepOutcome::Locked { passage: id, lock: lock.into() },
            lock => StepOutcome::Opened { passage: id, lock: lock.map(u32::from) },
        }
    }

    /// What is in the way on a cell without footing.
    fn obstacle(&self, cell: Cell) -> StepObstacle {
        let level: &Level = self.level.borrow();
        if level.terrain(cell).is_some_and(|kind| kind.blocks) {
            return StepObstacle::Terrain;
        }
        if !level.is_open(cell) {
            return StepObstacle::Wall;
        }
        let blocking = self.props_at(cell).find(|prop| prop.kind.is_obstacle());
        blocking.map_or(StepObstacle::Wall, |prop| StepObstacle::Prop(prop.id))
    }
}

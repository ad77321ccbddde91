//! Levels in play: what a game asks each turn; missions, which are the locks and keys of a level,
//! and a walkthrough.
//!
//! Consumes a level; changes nothing in it but by [`Floor::edit`]. Nothing here is shared with
//! `check`, which proves that missions can be won.

mod floor;
mod ground;
mod metrics;
mod order;
mod pass;
mod relevance;
mod room_walk;
mod shortest;
mod summary;
#[cfg(test)]
mod tests;
mod unlocking;
mod walkthrough;

pub use floor::{Floor, FloorState, StateError, StepObstacle, StepOutcome, Walker};
pub use pass::PassError;
pub use unlocking::OpenError;
pub use walkthrough::{PlayerAction, WalkLeg, Walkthrough};

use crate::{level::Level, model::KeyUse};

/// The locks of a level, and how they can be played.
///
/// Every level has one; without locks it is [empty](Mission::is_empty).
#[derive(Clone, Debug)]
pub struct Mission<'level> {
    level: &'level Level,
    locks: Vec<MissionLock<'level>>,
}

/// A lock of a level: passages that the same keys open.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissionLock<'level> {
    /// The name of the lock, which is that of its keys and of their kind of prop.
    pub name: &'level str,
    /// How its keys are used: all in the same way. `None` without a key, which no sound level has.
    pub key_use: Option<KeyUse>,
    /// The keys and switches that open it: positions in [`Level::keys`], ascending.
    pub keys: Vec<u32>,
    /// The ids of the passages with this lock, ascending.
    pub passages: Vec<u32>,
}

impl MissionLock<'_> {
    /// Whether the lock has fewer single-use keys than passages, so that a player chooses which of
    /// them to open.
    ///
    /// In a sound level, each of them leads to a dead end without exit, keys, other locks and rooms
    /// of the main path.
    #[must_use]
    pub fn is_scarce(&self) -> bool {
        self.key_use == Some(KeyUse::SingleUse) && self.keys.len() < self.passages.len()
    }
}

impl Level {
    /// The locks of the level with their keys, and how they can be played. Cost: linear in
    /// passages.
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("crypt")?, 42);
    /// let mission = level.mission();
    /// for lock in mission.locks() {
    ///     println!("{}: {:?} opens {:?}", lock.name, lock.keys, lock.passages);
    /// }
    /// let walkthrough = mission.walkthrough().ok_or("the exit cannot be reached")?;
    /// assert_eq!(walkthrough.cells().last(), Some(level.exit()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mission(&self) -> Mission<'_> {
        let lock = |name| MissionLock { name, key_use: None, keys: Vec::new(), passages: Vec::new() };
        let mut locks: Vec<MissionLock<'_>> = self.locks.iter().map(|name| lock(name.as_str())).collect();
        for (id, key) in (0..).zip(&self.keys) {
            if let Some(lock) = locks.get_mut(usize::from(key.lock)) {
                lock.key_use.get_or_insert(key.key_use);
                lock.keys.push(id);
            }
        }
        for (id, passage) in (0..).zip(&self.passages) {
            let lock = passage.lock.and_then(|lock| locks.get_mut(usize::from(lock)));
            lock.into_iter().for_each(|lock| lock.passages.push(id));
        }
        Mission { level: self, locks }
    }
}

impl<'level> Mission<'level> {
    /// The locks, in the order of [`Level::locks`].
    #[must_use]
    pub fn locks(&self) -> &[MissionLock<'level>] {
        &self.locks
    }

    /// Whether the level has no lock. It may have one-way doors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.locks.is_empty()
    }

    /// An order in which a player can take the keys and open the locks, all of them if possible: of
    /// a [scarce](MissionLock::is_scarce) lock, as many doors as it has keys.
    ///
    /// It starts in the first room, and does the nearest action first, counted in passages. It goes
    /// through a one-way door without a way back only if nothing else is left to do. It does not
    /// leave. A level in which single-use keys can be wasted may have keys that it misses.
    ///
    /// Cost: linear in rooms and passages for each action, and never more than some thousand times
    /// that; what a level file has beyond it is left out.
    #[must_use]
    pub fn order(&self) -> Vec<PlayerAction> {
        order::order(self.level)
    }

    /// A play from the entry to the exit that takes the keys and opens the locks which it needs: in
    /// a sound level, no [scarce](MissionLock::is_scarce) lock.
    ///
    /// It is the [shortest](Walkthrough::is_shortest) one, unless the search for it spends its
    /// budget of a million steps, or the level has more than 256 locked passages or places that
    /// matter to it. Then the play takes the nearest key or opens the nearest lock until it can
    /// leave. Deterministic. Obstacles block, doors of all other kinds are open.
    ///
    /// `None` if the exit cannot be reached. With a spent budget also if single-use keys were
    /// wasted in a level that can be lost, or if the play would need more than a thousand actions.
    ///
    /// Cost: a flood of the level's cells for each key and each cell of a locked door that may
    /// matter. Memory: thirteen bytes for each cell, and at most five megabytes for floods.
    #[must_use]
    pub fn walkthrough(&self) -> Option<Walkthrough> {
        walkthrough::walkthrough(self.level)
    }
}

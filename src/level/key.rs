//! Keys, switches and the locks that they open.

use super::{Level, Passage};
use crate::{
    geom::Cell,
    model::{KeyUse, Name},
};

/// A key or a switch of a level.
///
/// Guarantee: the room exists, and the cell lies in the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Key {
    /// How the key opens its locks.
    pub key_use: KeyUse,
    /// The id of the room in which the key lies.
    pub room: u32,
    /// The cell of the key, where a prop of the kind with the key's name lies.
    pub cell: Cell,
    /// The lock that the key opens, as a position in `Level::locks`.
    pub(crate) lock: u8,
}

/// Keys and locks.
///
/// A lock has the name of its keys. The name is also that of a kind of props, which says how the
/// key looks.
impl Level {
    /// The keys and switches, sorted by the mission's rules for locks. Empty without a mission.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The key or switch that lies on `cell`, with its id: its position in [`Level::keys`].
    ///
    /// A level does not know which keys a player has taken:
    /// [`Floor::has_taken`](crate::play::Floor::has_taken) does. Cost: linear in the
    /// keys.
    #[must_use]
    pub fn key_at(&self, cell: Cell) -> Option<(u32, &Key)> {
        (0..).zip(&self.keys).find(|(_, key)| key.cell == cell)
    }

    /// The names of all locks of the level, each once, in the order of the mission's rules.
    #[must_use]
    pub fn locks(&self) -> &[Name] {
        &self.locks
    }

    /// The name of a key of this level: that of its locks, and of its kind of prop.
    #[must_use]
    pub fn key_name(&self, key: &Key) -> &str {
        self.lock_name(key.lock).unwrap_or_default()
    }

    /// The name of the lock of a passage of this level, which is that of its keys; `None` for a
    /// passage without a lock.
    #[must_use]
    pub fn lock(&self, passage: &Passage) -> Option<&str> {
        self.lock_name(passage.lock?)
    }

    /// The ids of the passages that a key of this level opens, ascending: all those with its lock.
    ///
    /// A single-use key opens one of them. Cost: linear in the passages.
    pub fn opens(&self, key: &Key) -> impl Iterator<Item = u32> {
        let lock = key.lock;
        (0..).zip(&self.passages).filter(move |(_, passage)| passage.lock == Some(lock)).map(|(id, _)| id)
    }

    fn lock_name(&self, lock: u8) -> Option<&str> {
        self.locks.get(usize::from(lock)).map(Name::as_str)
    }
}

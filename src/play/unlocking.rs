//! Which keys are taken and which passages opened, and what follows from it for locks and rooms.

use thiserror::Error;

use super::{
    pass::{PassError, room_beyond},
    room_walk::RoomWalk,
};
use crate::{
    level::{DoorKind, Level, Passage},
    model::KeyUse,
};

/// The keys taken and the passages opened. Every method takes the level that is played. No id is
/// wrong: what the level does not have cannot be taken, opened or passed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Unlocking {
    /// Positions in `Level::keys`, ascending, each once.
    taken: Vec<u32>,
    /// Ids of passages, ascending, each once. Some may have no lock.
    opened: Vec<u32>,
}

/// Why a passage was not opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The passage has no lock, or the level has no such passage.
    #[error("there is no lock to open")]
    NoLock,
    /// The lock is open already.
    #[error("the lock is open already")]
    Open,
    /// The player holds no key of the lock. [`Level::lock`] names it.
    #[error("no key of the lock is held")]
    NoKey,
}

/// How the doors of a passage stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct DoorState {
    /// Whether they stand open, so that one sees and all walk through them.
    pub(super) is_open: bool,
    /// Whether no lock is before the player, or one for which a key is held that stays in hand.
    pub(super) opens: bool,
}

/// What a player has for one lock.
#[derive(Clone, Copy, Debug, Default)]
struct LockState {
    /// Whether a switch of the lock was used, so that all its passages are open.
    is_switched: bool,
    /// The number of keys taken that open the lock for good.
    lasting: u32,
    /// The number of single-use keys taken, those that were used up included.
    single_use: u32,
    /// The number of passages with the lock that were opened.
    opened: u32,
}

impl LockState {
    /// The single-use keys that are left.
    fn left(self) -> u32 {
        self.single_use.saturating_sub(self.opened)
    }

    fn add(&mut self, key_use: KeyUse) {
        match key_use {
            KeyUse::Key => self.lasting += 1,
            KeyUse::SingleUse => self.single_use += 1,
            KeyUse::Switch => self.is_switched = true,
        }
    }

    fn opens(self) -> bool {
        self.is_switched || self.lasting > 0 || self.left() > 0
    }
}

impl Unlocking {
    /// Of numbers in any order, perhaps repeated.
    pub(super) fn of(mut taken: Vec<u32>, mut opened: Vec<u32>) -> Self {
        for ids in [&mut taken, &mut opened] {
            ids.sort_unstable();
            ids.dedup();
        }
        Self { taken, opened }
    }

    /// The keys taken and switches used, as positions in [`Level::keys`], ascending.
    pub(super) fn taken(&self) -> &[u32] {
        &self.taken
    }

    /// The ids of the passages that were opened, ascending. Passages that a switch opened are not
    /// among them; see [`Unlocking::is_open`].
    pub(super) fn opened(&self) -> &[u32] {
        &self.opened
    }

    /// Whether a key was taken, or a switch used.
    pub(super) fn has_taken(&self, key: u32) -> bool {
        self.taken.binary_search(&key).is_ok()
    }

    /// Takes a key, or uses a switch, which opens all its passages at once.
    ///
    /// False if it was taken before, or if the level has no such key. The game knows whether the
    /// player stands at [`Key::cell`](crate::level::Key::cell).
    pub(super) fn take(&mut self, level: &Level, key: u32) -> bool {
        match self.taken.binary_search(&key) {
            Err(position) if (key as usize) < level.keys.len() => {
                self.taken.insert(position, key);
                true
            }
            Ok(_) | Err(_) => false,
        }
    }

    /// The number of keys in the player's hands that open a lock, by its position in
    /// [`Level::locks`].
    ///
    /// Keys that open for good stay in hand; single-use keys are used up; switches never are in
    /// hand. Cost: linear in the keys taken and the passages opened.
    pub(super) fn held(&self, level: &Level, lock: u32) -> u32 {
        let state = u8::try_from(lock).map_or_else(|_| LockState::default(), |lock| self.lock_state(level, lock));
        state.lasting.saturating_add(state.left())
    }

    /// For each passage whether its doors stand open, and whether the player can open them with
    /// what stays in hand. Cost: linear in keys and passages.
    pub(super) fn doors(&self, level: &Level) -> Vec<DoorState> {
        let states = self.lock_states(level);
        let state = |(id, passage): (u32, &Passage)| {
            let lock = passage.lock.map(|lock| states.get(usize::from(lock)).copied().unwrap_or_default());
            let is_unlocked = lock.is_some_and(|lock| self.has_unlocked(id, lock));
            match lock {
                None => DoorState { is_open: passage.kind == DoorKind::Open || self.has_opened(id), opens: true },
                Some(lock) => DoorState { is_open: is_unlocked, opens: is_unlocked || lock.lasting > 0 },
            }
        };
        (0..).zip(&level.passages).map(state).collect()
    }

    /// Whether no lock shuts a passage: it has none, was opened, or is opened by a switch that was
    /// used. False for a passage that does not exist.
    pub(super) fn is_open(&self, level: &Level, passage: u32) -> bool {
        level.passages.get(passage as usize).is_some_and(|found| match found.lock {
            None => true,
            Some(lock) => self.has_unlocked(passage, self.lock_state(level, lock)),
        })
    }

    fn has_opened(&self, passage: u32) -> bool {
        self.opened.binary_search(&passage).is_ok()
    }

    fn has_unlocked(&self, passage: u32, lock: LockState) -> bool {
        self.has_opened(passage) || lock.is_switched
    }

    /// Whether [`Unlocking::open`] would open a passage.
    pub(super) fn can_open(&self, level: &Level, passage: u32) -> bool {
        self.openable(level, passage).is_ok()
    }

    /// Opens a locked passage for good: all its doors. A single-use key is used up by it.
    ///
    /// A lock opens from either side, also if the passage then leads one way only. The game knows
    /// whether the player stands at a door.
    ///
    /// # Errors
    ///
    /// [`OpenError`], if there is no lock, the lock is open, or the player holds no key of it.
    pub(super) fn open(&mut self, level: &Level, passage: u32) -> Result<(), OpenError> {
        self.openable(level, passage)?;
        self.leave_open(passage);
        Ok(())
    }

    /// Leaves the doors of a passage open.
    pub(super) fn leave_open(&mut self, passage: u32) {
        if let Err(position) = self.opened.binary_search(&passage) {
            self.opened.insert(position, passage);
        }
    }

    fn openable(&self, level: &Level, passage: u32) -> Result<(), OpenError> {
        let lock = level.passages.get(passage as usize).and_then(|passage| passage.lock).ok_or(OpenError::NoLock)?;
        if self.is_open(level, passage) {
            return Err(OpenError::Open);
        }
        if self.lock_state(level, lock).opens() { Ok(()) } else { Err(OpenError::NoKey) }
    }

    /// The room to which a passage leads from one of its rooms.
    ///
    /// # Errors
    ///
    /// [`PassError`], if the passage leads only the other way, is locked and was not opened, or is
    /// no passage of the room.
    pub(super) fn pass(&self, level: &Level, passage: u32, from: u32) -> Result<u32, PassError> {
        let found = level.passages.get(passage as usize).ok_or(PassError::NoWay)?;
        let beyond = beyond(found, from)?;
        if self.is_open(level, passage) { Ok(beyond) } else { Err(PassError::Locked) }
    }

    /// The rooms that a player can walk to from a room, itself included, with the passages that are
    /// open now: the nearest first, counted in passages. Empty if the room does not exist.
    ///
    /// Cost: linear in rooms and passages.
    pub(super) fn reachable_from(&self, level: &Level, room: u32) -> Vec<u32> {
        self.walk_rooms(level, room).order
    }

    /// The keys and switches that a player in a room can walk to and take now, in the order of
    /// [`Level::keys`]. Cost: linear in rooms, passages and keys.
    pub(super) fn reachable_keys<'level>(
        &self,
        level: &'level Level,
        room: u32,
    ) -> impl Iterator<Item = u32> + use<'level> {
        let (walk, taken) = (self.walk_rooms(level, room), self.taken.clone());
        let keys =
            (0..).zip(&level.keys).filter(move |(id, key)| walk.has(key.room) && taken.binary_search(id).is_err());
        keys.map(|(id, _)| id)
    }

    /// The ids of the passages that a player in a room can walk to and open now, ascending: locked
    /// ones that were not opened, whose key is held. Cost: linear in rooms and passages.
    pub(super) fn openable_passages<'level>(
        &self,
        level: &'level Level,
        room: u32,
    ) -> impl Iterator<Item = u32> + use<'level> {
        let (walk, opened, states) = (self.walk_rooms(level, room), self.opened.clone(), self.lock_states(level));
        let passages = (0..).zip(&level.passages).filter(move |(id, passage)| {
            let state = passage.lock.and_then(|lock| states.get(usize::from(lock)));
            state.is_some_and(|state| state.opens() && !state.is_switched)
                && passage.rooms.iter().any(|&room| walk.has(room))
                && opened.binary_search(id).is_err()
        });
        passages.map(|(id, _)| id)
    }

    fn walk_rooms(&self, level: &Level, room: u32) -> RoomWalk {
        let states = self.lock_states(level);
        let is_open =
            |id: u32, lock: u8| self.has_unlocked(id, states.get(usize::from(lock)).copied().unwrap_or_default());
        RoomWalk::new(level, room, |id, passage, [here, _]| {
            beyond(passage, here).is_ok() && passage.lock.is_none_or(|lock| is_open(id, lock))
        })
    }

    /// What the player has for each lock, by its position. Cost: linear in keys and passages.
    fn lock_states(&self, level: &Level) -> Vec<LockState> {
        let mut states = vec![LockState::default(); level.locks.len()];
        let keys = self.taken.iter().filter_map(|&key| level.keys.get(key as usize));
        for key in keys {
            if let Some(state) = states.get_mut(usize::from(key.lock)) {
                state.add(key.key_use);
            }
        }
        let opened = self.opened.iter().filter_map(|&id| level.passages.get(id as usize)?.lock);
        for lock in opened {
            if let Some(state) = states.get_mut(usize::from(lock)) {
                state.opened += 1;
            }
        }
        states
    }

    fn lock_state(&self, level: &Level, lock: u8) -> LockState {
        let mut state = LockState::default();
        let keys = self.taken.iter().filter_map(|&key| level.keys.get(key as usize));
        keys.filter(|key| key.lock == lock).for_each(|key| state.add(key.key_use));
        let opened = self.opened.iter().filter_map(|&id| level.passages.get(id as usize));
        state.opened = opened.map(|passage| u32::from(passage.lock == Some(lock))).sum();
        state
    }
}

/// The room beyond a passage, if it leads there from the room `from`; locks count as open.
fn beyond(passage: &Passage, from: u32) -> Result<u32, PassError> {
    let beyond = room_beyond(passage, from).ok_or(PassError::NoWay)?;
    if passage.one_way.is_some_and(|room| room != from) { Err(PassError::OneWay) } else { Ok(beyond) }
}

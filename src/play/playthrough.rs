//! The state of a game: which keys are taken and which passages opened, and what follows from it.

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use super::{
    pass::{PassError, one_way_direction, room_beyond, step_direction},
    room_walk::RoomWalk,
};
use crate::{
    geom::Cell,
    level::{Level, Passage},
    model::{KeyUse, PropRecord},
};

/// The state of a game in a level with locks and offers: the keys and the offered things taken, and
/// the passages opened.
///
/// It has nothing else, so that a saved game can keep it: serde writes
/// `{"taken": [0], "opened": [3], "chosen": [7]}`, positions in [`Level::keys`], ids of passages
/// and ids of props, ascending; `chosen` only where there is one.
/// Where the player stands is the game's own state. Every method takes the level that is played. No
/// id is wrong: what the level does not have cannot be taken, opened or passed.
///
/// Secret doors count as closed ones: it is the game that hides them.
///
/// The [cookbook](crate::cookbook::games#keys-locks-and-one-way-doors) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Playthrough {
    /// Positions in `Level::keys`, ascending, each once.
    #[serde(deserialize_with = "ascending")]
    taken: Vec<u32>,
    /// Ids of passages, ascending, each once.
    #[serde(deserialize_with = "ascending")]
    opened: Vec<u32>,
    /// Ids of props of offers, ascending, each once.
    #[serde(default, deserialize_with = "ascending", skip_serializing_if = "Vec::is_empty")]
    chosen: Vec<u32>,
}

/// Reads numbers that may come in any order, and perhaps repeated.
fn ascending<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
    let mut ids = Vec::deserialize(deserializer)?;
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
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

    fn opens(self) -> bool {
        self.is_switched || self.lasting > 0 || self.left() > 0
    }
}

impl Playthrough {
    /// The state in which a game begins: nothing taken, no passage opened.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The keys taken and switches used, as positions in [`Level::keys`], ascending.
    #[must_use]
    pub fn taken(&self) -> &[u32] {
        &self.taken
    }

    /// The ids of the passages that were opened, ascending. Passages that a switch opened are not
    /// among them; see [`Playthrough::is_open`].
    #[must_use]
    pub fn opened(&self) -> &[u32] {
        &self.opened
    }

    /// Whether a key was taken, or a switch used.
    #[must_use]
    pub fn has_taken(&self, key: u32) -> bool {
        self.taken.binary_search(&key).is_ok()
    }

    /// Takes a key, or uses a switch, which opens all its passages at once.
    ///
    /// False if it was taken before, or if the level has no such key. The game knows whether the
    /// player stands at [`Key::cell`](crate::level::Key::cell).
    pub fn take(&mut self, level: &Level, key: u32) -> bool {
        match self.taken.binary_search(&key) {
            Err(position) if (key as usize) < level.keys.len() => {
                self.taken.insert(position, key);
                true
            }
            Ok(_) | Err(_) => false,
        }
    }

    /// The props that were taken from offers, by their ids, ascending.
    #[must_use]
    pub fn chosen(&self) -> &[u32] {
        &self.chosen
    }

    /// Takes a prop of an offer. With the last one that may be taken, the others of the offer are
    /// [gone](Playthrough::is_gone).
    ///
    /// False if the prop is part of no offer, or was taken before or is gone. The game knows
    /// whether the player stands beside it. Ids are those of the level as it is: a game that
    /// removes props from its levels has [`Level::take_offered`] instead. Cost: linear in the props
    /// of the offer.
    pub fn take_offered(&mut self, level: &Level, prop: u32) -> bool {
        if level.offers.of_prop(prop).is_none() || self.is_gone(level, prop) {
            return false;
        }
        let position = self.chosen.partition_point(|&chosen| chosen < prop);
        self.chosen.insert(position, prop);
        true
    }

    /// Whether a prop of an offer is not there any more: it was taken, or as many others of its
    /// offer as may be. False for all other props.
    ///
    /// No way depends on it: keys are part of no offer, and what is gone leads nowhere else.
    #[must_use]
    pub fn is_gone(&self, level: &Level, prop: u32) -> bool {
        let offer = level.offers.of_prop(prop).and_then(|number| level.offers().get(number as usize));
        offer.is_some_and(|offer| {
            let is_chosen = |id: &&u32| self.chosen.binary_search(id).is_ok();
            is_chosen(&&prop) || offer.props.iter().filter(is_chosen).count() >= offer.take as usize
        })
    }

    /// The number of keys in the player's hands that open a lock, by its position in
    /// [`Level::locks`].
    ///
    /// Keys that open for good stay in hand; single-use keys are used up; switches never are in
    /// hand. Cost: linear in the keys taken and the passages opened.
    #[must_use]
    pub fn held(&self, level: &Level, lock: u32) -> u32 {
        let state = u8::try_from(lock).map_or_else(|_| LockState::default(), |lock| self.lock_state(level, lock));
        state.lasting.saturating_add(state.left())
    }

    /// Whether no lock shuts a passage: it has none, was opened, or is opened by a switch that was
    /// used. False for a passage that does not exist.
    #[must_use]
    pub fn is_open(&self, level: &Level, passage: u32) -> bool {
        level.passages.get(passage as usize).is_some_and(|found| match found.lock {
            None => true,
            Some(lock) => self.opened.binary_search(&passage).is_ok() || self.lock_state(level, lock).is_switched,
        })
    }

    /// Whether [`Playthrough::open`] would open a passage.
    #[must_use]
    pub fn can_open(&self, level: &Level, passage: u32) -> bool {
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
    pub fn open(&mut self, level: &Level, passage: u32) -> Result<(), OpenError> {
        self.openable(level, passage)?;
        if let Err(position) = self.opened.binary_search(&passage) {
            self.opened.insert(position, passage);
        }
        Ok(())
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
    pub fn pass(&self, level: &Level, passage: u32, from: u32) -> Result<u32, PassError> {
        let found = level.passages.get(passage as usize).ok_or(PassError::NoWay)?;
        let beyond = beyond(found, from)?;
        if self.is_open(level, passage) { Ok(beyond) } else { Err(PassError::Locked) }
    }

    /// Whether a player can walk through a passage from one of its rooms: see
    /// [`Playthrough::pass`].
    #[must_use]
    pub fn can_pass(&self, level: &Level, passage: u32, from: u32) -> bool {
        self.pass(level, passage, from).is_ok()
    }

    /// Whether a player can step from a cell to one that shares an edge with it: as
    /// [`Playthrough::pass`], for games that move by cells.
    ///
    /// A diagonal step is two of these, over one of the two cells beside it. Between two walls or
    /// obstacles, a game may allow it wherever neither of its cells belongs to a door.
    ///
    /// # Errors
    ///
    /// [`PassError`], if `to` is no walkable neighbour of `from`, belongs to a door that is locked,
    /// or to a one-way door that leads the other way. Whoever entered a doorway may step back. A
    /// cell is walkable too once the obstacles on it are [gone](Playthrough::is_gone).
    pub fn step(&self, level: &Level, from: Cell, to: Cell) -> Result<(), PassError> {
        let is_walkable = |to: Cell| level.is_walkable(to) || self.is_freed(level, to);
        let direction = step_direction(from, to).filter(|_| is_walkable(to)).ok_or(PassError::NoWay)?;
        let Some((id, passage)) = level.door_at(to) else { return Ok(()) };
        let door = passage.doors().iter().find(|door| door.contains(to));
        let leads = door.and_then(|&door| one_way_direction(level, passage, door));
        if leads.is_some_and(|leads| direction == leads.opposite()) {
            return Err(PassError::OneWay);
        }
        if self.is_open(level, id) { Ok(()) } else { Err(PassError::Locked) }
    }

    /// The rooms that a player can walk to from a room, itself included, with the passages that are
    /// open now: the nearest first, counted in passages. Empty if the room does not exist.
    ///
    /// Cost: linear in rooms and passages.
    #[must_use]
    pub fn reachable_from(&self, level: &Level, room: u32) -> Vec<u32> {
        self.walk_rooms(level, room).order
    }

    /// The keys and switches that a player in a room can walk to and take now, in the order of
    /// [`Level::keys`]. Cost: linear in rooms, passages and keys.
    pub fn reachable_keys<'level>(&self, level: &'level Level, room: u32) -> impl Iterator<Item = u32> + use<'level> {
        let (walk, taken) = (self.walk_rooms(level, room), self.taken.clone());
        let keys =
            (0..).zip(&level.keys).filter(move |(id, key)| walk.has(key.room) && taken.binary_search(id).is_err());
        keys.map(|(id, _)| id)
    }

    /// The ids of the passages that a player in a room can walk to and open now, ascending: locked
    /// ones that were not opened, whose key is held. Cost: linear in rooms and passages.
    pub fn openable_passages<'level>(
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

    /// Whether all obstacles on an open cell are gone. Cost: linear in props, once something was
    /// taken of an offer.
    fn is_freed(&self, level: &Level, cell: Cell) -> bool {
        let is_obstacle = |record: &PropRecord| level.kinds[usize::from(record.kind)].is_obstacle();
        let mut obstacles =
            (0..).zip(&level.props).filter(|(_, record)| record.cells().contains(cell) && is_obstacle(record));
        !self.chosen.is_empty() && level.is_open(cell) && obstacles.all(|(id, _)| self.is_gone(level, id))
    }

    fn walk_rooms(&self, level: &Level, room: u32) -> RoomWalk {
        let states = self.lock_states(level);
        let is_open = |id: u32, lock: u8| {
            let is_switched = states.get(usize::from(lock)).is_some_and(|state| state.is_switched);
            is_switched || self.opened.binary_search(&id).is_ok()
        };
        RoomWalk::new(level, room, |id, passage, [here, _]| {
            beyond(passage, here).is_ok() && passage.lock.is_none_or(|lock| is_open(id, lock))
        })
    }

    fn lock_states(&self, level: &Level) -> Vec<LockState> {
        (0..=u8::MAX).take(level.locks.len()).map(|lock| self.lock_state(level, lock)).collect()
    }

    fn lock_state(&self, level: &Level, lock: u8) -> LockState {
        let mut state = LockState::default();
        let keys = self.taken.iter().filter_map(|&key| level.keys.get(key as usize));
        for key in keys.filter(|key| key.lock == lock) {
            match key.key_use {
                KeyUse::Key => state.lasting += 1,
                KeyUse::SingleUse => state.single_use += 1,
                KeyUse::Switch => state.is_switched = true,
            }
        }
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

//! Keys and locks of a floor, by passages and by rooms.

use std::borrow::Borrow;

use super::Floor;
use crate::{
    level::Level,
    play::{OpenError, PassError},
};

impl<L: Borrow<Level>> Floor<L> {
    /// The keys taken and the switches used, as positions in [`Level::keys`], ascending.
    #[must_use]
    pub fn keys(&self) -> &[u32] {
        self.unlocking.taken()
    }

    /// Whether a key was taken, or a switch used.
    #[must_use]
    pub fn has_taken(&self, key: u32) -> bool {
        self.unlocking.has_taken(key)
    }

    /// The number of keys in hand that open a lock, by its position in [`Level::locks`].
    ///
    /// Keys that open for good stay in hand; single-use keys are used up; switches never are in
    /// hand. Cost: linear in the keys taken and the passages opened.
    #[must_use]
    pub fn held(&self, lock: u32) -> u32 {
        self.unlocking.held(self.level(), lock)
    }

    /// The passages that the hero has opened, ascending, also such as had no lock. Those that a
    /// switch opened are not among them; see [`Floor::is_open`].
    #[must_use]
    pub fn opened(&self) -> &[u32] {
        self.unlocking.opened()
    }

    /// Whether no lock shuts a passage: it has none, was opened, or is opened by a switch that was
    /// used. False for a passage that does not exist.
    #[must_use]
    pub fn is_open(&self, passage: u32) -> bool {
        self.unlocking.is_open(self.level(), passage)
    }

    /// Whether the doors of a passage stand open: they have no leaves, were opened, or are opened
    /// by a switch.
    #[must_use]
    pub fn stands_open(&self, passage: u32) -> bool {
        self.ground.doors.get(passage as usize).is_some_and(|door| door.is_open)
    }

    /// Whether [`Floor::open`] would open a lock.
    #[must_use]
    pub fn can_open(&self, passage: u32) -> bool {
        self.unlocking.can_open(self.level(), passage)
    }

    /// Opens a locked passage for good: all its doors. A single-use key is used up by it.
    ///
    /// A lock opens from either side, also if the passage then leads one way only.
    /// [`Floor::step`] does it for a hero who stands at a door.
    ///
    /// # Errors
    ///
    /// [`OpenError`], if there is no lock, the lock is open, or no key of it is in hand.
    pub fn open(&mut self, passage: u32) -> Result<(), OpenError> {
        self.unlocking.open(self.level.borrow(), passage)?;
        self.refresh();
        Ok(())
    }

    /// Takes a key, or uses a switch, which opens all its passages at once.
    ///
    /// False if it was taken before, or if the level has no such key. [`Floor::take`] does the same
    /// for the key's prop.
    pub fn take_key(&mut self, key: u32) -> bool {
        let is_new = self.unlocking.take(self.level.borrow(), key);
        if is_new {
            self.refresh();
        }
        is_new
    }

    /// The room to which a passage leads from one of its rooms, for games that walk by rooms.
    ///
    /// # Errors
    ///
    /// [`PassError`], if the passage leads only the other way, is locked and was not opened, or is
    /// no passage of the room. Secret doors count as closed ones.
    pub fn pass(&self, passage: u32, from: u32) -> Result<u32, PassError> {
        self.unlocking.pass(self.level(), passage, from)
    }

    /// The rooms that one can walk to from a room, itself included, without opening a lock: the
    /// nearest first, counted in passages. Empty if the room does not exist.
    ///
    /// Secret doors count as closed ones. Cost: linear in rooms and passages.
    #[must_use]
    pub fn reachable_from(&self, room: u32) -> Vec<u32> {
        self.unlocking.reachable_from(self.level(), room)
    }

    /// The keys and switches that one can walk to from a room and take now, in the order of
    /// [`Level::keys`]. Cost: linear in rooms, passages and keys.
    pub fn reachable_keys(&self, room: u32) -> impl Iterator<Item = u32> {
        self.unlocking.reachable_keys(self.level(), room)
    }

    /// The locked passages that one can walk to from a room and open now, ascending. Cost: linear
    /// in rooms and passages.
    pub fn openable_passages(&self, room: u32) -> impl Iterator<Item = u32> {
        self.unlocking.openable_passages(self.level(), room)
    }
}

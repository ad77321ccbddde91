//! The kind of each room and what is found of it, as flags in one word.
//!
//! The planner of missions goes through all rooms for each rule. The flags answer what it asks most
//! without a look at the room.

use crate::model::RoomKind;

/// The flags of a room. The lowest bits are its kind, as in `RoomFilter::kind_bits`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RoomMarks(u16);

impl RoomMarks {
    /// No key may lie in the room.
    pub(super) const TAKEN: Self = Self(1 << 9);
    /// The room lies on the shortest way to a lock of the current rule.
    pub(super) const ON_WAY: Self = Self(1 << 10);
    /// The room lies on this way, or one passage beside it.
    pub(super) const NEAR: Self = Self(1 << 11);
    /// Both marks of a way.
    pub(super) const WAY: Self = Self(Self::ON_WAY.0 | Self::NEAR.0);
    /// The room lies across the parting, seen from the start.
    pub(super) const ACROSS: Self = Self(1 << 12);
    /// The kinds of the rooms on the main path.
    pub(super) const OF_PATH: u8 = 1 << RoomKind::Start as u8 | 1 << RoomKind::Path as u8 | 1 << RoomKind::End as u8;

    /// Whether a room has a mark.
    pub(super) fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
    }

    pub(super) fn add(&mut self, mark: Self) {
        self.0 |= mark.0;
    }

    pub(super) fn remove(&mut self, mark: Self) {
        self.0 &= !mark.0;
    }

    /// Whether the room is of one of these kinds: a bit for each.
    pub(super) fn is_of(self, kinds: u8) -> bool {
        self.0 & u16::from(kinds) != 0
    }
}

impl From<RoomKind> for RoomMarks {
    fn from(kind: RoomKind) -> Self {
        Self(1 << kind as u16)
    }
}

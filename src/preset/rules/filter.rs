//! Room filters: which rooms a rule applies to.

use crate::{digest::Digest, model::RoomKind, model::digest_words};

/// Which rooms a rule applies to.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RoomFilter {
    /// The smallest room, width and height in cells.
    pub min: (i32, i32),
    /// The largest room, width and height in cells.
    pub max: (i32, i32),
    /// The kinds of rooms.
    pub kinds: Vec<RoomKind>,
    /// The least and greatest progress of the rooms.
    pub progress: (f32, f32),
    /// The tags, as bits by position in the preset's list. A room needs one of them; 0 is any room.
    pub(crate) tags: u32,
}

/// The facts about a room that a [`RoomFilter`] tests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomFacts {
    pub(crate) kind: RoomKind,
    /// Width and height in cells.
    pub(crate) sides: (i32, i32),
    pub(crate) progress: f32,
    pub(crate) tags: u32,
}

impl RoomFilter {
    /// Whether the rule applies to a room.
    #[inline]
    pub(crate) fn suits(&self, room: &RoomFacts) -> bool {
        self.suits_except_kind(room) && self.kinds.contains(&room.kind)
    }

    /// The kinds of rooms as a bit mask, for rules that are tested on many rooms.
    pub(crate) fn kind_bits(&self) -> u8 {
        self.kinds.iter().fold(0, |bits, &kind| bits | 1 << kind as u8)
    }

    /// Whether the rule applies to a room, regardless of the room's kind.
    #[inline]
    pub(crate) fn suits_except_kind(&self, room: &RoomFacts) -> bool {
        let fits = |side: i32, least: i32, most: i32| (least..=most).contains(&side);
        (self.tags == 0 || self.tags & room.tags != 0)
            && fits(room.sides.0, self.min.0, self.max.0)
            && fits(room.sides.1, self.min.1, self.max.1)
            && (self.progress.0..=self.progress.1).contains(&room.progress)
    }

    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        digest.number(self.min.0).number(self.min.1).number(self.max.0).number(self.max.1);
        digest.list(&self.kinds, |digest, kind| {
            digest.text(digest_words::room_kind(*kind));
        });
        digest.real(self.progress.0).real(self.progress.1);
        if self.tags != 0 {
            digest.text("tags").number(self.tags);
        }
    }
}

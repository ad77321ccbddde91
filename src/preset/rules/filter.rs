//! Room filters: which rooms a rule applies to.

use serde::Deserialize;

use crate::{
    geom::{Direction, Extent},
    model::RoomKind,
};

/// A room filter as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawFilter {
    pub(crate) min: (i64, i64),
    pub(crate) max: Option<(i64, i64)>,
    pub(crate) kinds: Option<Vec<RoomKind>>,
    pub(crate) progress: (f32, f32),
    pub(crate) tags: Vec<String>,
}

impl RawFilter {
    /// Whether no field is given, or each as it is by default.
    pub(crate) fn is_default(&self) -> bool {
        let Self { min, max, kinds, progress, tags } = self;
        (*min, *progress) == ((1, 1), (0.0, 1.0)) && max.is_none() && kinds.is_none() && tags.is_empty()
    }
}

impl Default for RawFilter {
    fn default() -> Self {
        Self { min: (1, 1), max: None, kinds: None, progress: (0.0, 1.0), tags: Vec::new() }
    }
}

/// Which rooms a rule applies to.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RoomFilter {
    /// The least width and height of the rooms, in cells.
    pub min: Extent,
    /// The greatest width and height of the rooms, in cells.
    pub max: Extent,
    /// The kinds of rooms that the rule applies to.
    pub kinds: Vec<RoomKind>,
    /// The least and greatest progress of the rooms, each from 0 to 1.
    pub progress: (f32, f32),
    /// The tags of which a room needs at least one; 0 admits any room.
    ///
    /// A bit mask: bit `n` is the tag at position `n` of the preset's tags.
    pub(crate) tags: u32,
    /// Those of `tags` whose rooms may lie across: for them, `min` and `max` hold in either
    /// orientation.
    pub(crate) turning: u32,
}

/// The facts about a room that a [`RoomFilter`] tests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomFacts {
    pub(crate) kind: RoomKind,
    pub(crate) extent: Extent,
    pub(crate) progress: f32,
    pub(crate) tags: u32,
}

impl RoomFilter {
    /// Whether the rule applies to a room.
    #[inline]
    pub(crate) fn suits(&self, room: &RoomFacts) -> bool {
        self.suits_except_kind(room) && self.kinds.contains(&room.kind)
    }

    /// The kinds of rooms as a bit mask: bit `kind as u8` is set for each of them.
    pub(crate) fn kind_bits(&self) -> u8 {
        self.kinds.iter().fold(0, |bits, &kind| bits | 1 << kind as u8)
    }

    /// Whether the rule applies to a room, regardless of the room's kind.
    #[inline]
    pub(crate) fn suits_except_kind(&self, room: &RoomFacts) -> bool {
        self.suits_except_size(room) && self.admits(room)
    }

    /// Whether the rule is for rooms with such tags and progress, regardless of kind and size.
    #[inline]
    pub(crate) fn suits_except_size(&self, room: &RoomFacts) -> bool {
        (self.tags == 0 || self.tags & room.tags != 0) && (self.progress.0..=self.progress.1).contains(&room.progress)
    }

    /// Whether a room is neither too small nor too large.
    #[inline]
    pub(crate) fn admits(&self, room: &RoomFacts) -> bool {
        self.holds(room.extent) || self.turning & room.tags != 0 && self.holds(room.extent.turned(Direction::East))
    }

    fn holds(&self, extent: Extent) -> bool {
        extent.holds(self.min) && self.max.holds(extent)
    }
}

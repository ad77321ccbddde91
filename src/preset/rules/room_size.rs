//! Rules for rooms of other sizes than those that the partition cuts by itself: halls, galleries.

use serde::Deserialize;

use super::{count_at, yes};
use crate::{
    geom::Extent,
    model::RoomKind,
    preset::{Ramp, RawRamp},
};

/// A rule for rooms of a size of their own, as a preset file states it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RoomSize"))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawRoomSize {
    pub(crate) name: String,
    pub(crate) min: (i64, i64),
    pub(crate) max: (i64, i64),
    #[serde(default = "yes")]
    pub(crate) turns: bool,
    #[serde(default = "exactly_one")]
    pub(crate) count: (RawRamp, RawRamp),
    #[serde(default)]
    pub(crate) least: RawRamp,
    #[serde(default)]
    pub(crate) progress: Option<(f32, f32)>,
}

fn exactly_one() -> (RawRamp, RawRamp) {
    (1.0.into(), 1.0.into())
}

/// A rule for rooms of a size of their own: leaves that the partition sets aside for them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RoomSizeRule {
    /// The name, which is a tag of these rooms, as an index into the preset's tags.
    pub(crate) tag: u8,
    /// The least width and height of the rooms, in cells.
    pub(crate) min: Extent,
    /// The greatest width and height of the rooms, in cells.
    pub(crate) max: Extent,
    /// Whether the rooms may also lie across, with width and height exchanged.
    pub(crate) turns: bool,
    /// The number of these rooms in a level, least and most; ramps over the difficulty alone.
    pub(crate) count: (Ramp, Ramp),
    /// The rooms of this size that a level must have; it has a note if it has fewer.
    pub(crate) least: Ramp,
    /// The wanted progress of the rooms, least and greatest: the main path leads through them.
    /// `None` for rooms anywhere, on the path or off it.
    pub(crate) progress: Option<(f32, f32)>,
}

impl RoomSizeRule {
    /// The number of these rooms in a level of this difficulty, least and most.
    pub(crate) fn count_at(&self, difficulty: f32) -> (u32, u32) {
        count_at(&self.count, difficulty)
    }

    /// The kinds of rooms that the size is for.
    ///
    /// A room of the path has a progress above 0 and below 1; the start has 0 and the end 1.
    pub(crate) fn kinds(&self) -> &'static [RoomKind] {
        match self.progress {
            None => &RoomKind::ALL,
            Some((_, most)) if most <= 0.0 => &[RoomKind::Start],
            Some((least, _)) if least >= 1.0 => &[RoomKind::End],
            Some((least, most)) => match (least <= 0.0, most >= 1.0) {
                (false, false) => &[RoomKind::Path],
                (true, false) => &[RoomKind::Start, RoomKind::Path],
                (false, true) => &[RoomKind::Path, RoomKind::End],
                (true, true) => &[RoomKind::Start, RoomKind::Path, RoomKind::End],
            },
        }
    }

    /// Whether a room is where the rule wants it: on the path, if it asks for a progress.
    pub(crate) fn wants(&self, kind: RoomKind, progress: f32) -> bool {
        let is_on_path = matches!(kind, RoomKind::Start | RoomKind::Path | RoomKind::End);
        self.progress.is_none_or(|(least, most)| is_on_path && (least..=most).contains(&progress))
    }
}

//! Rules for rooms of other sizes than those that the partition cuts by itself: halls, galleries.

use serde::Deserialize;

use super::{count_at, yes};
use crate::{
    geom::Extent,
    model::RoomKind,
    preset::{Ramp, RampInput, RawRamp},
};

/// A rule for rooms of a size of their own, as a preset file states it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RoomSize"))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawRoomSize {
    pub(crate) name: String,
    // Both must be given, or else `fraction`.
    pub(crate) min: Option<(RawRamp, RawRamp)>,
    pub(crate) max: Option<(RawRamp, RawRamp)>,
    pub(crate) fraction: Option<RawRamp>,
    #[serde(default = "yes")]
    pub(crate) turns: bool,
    // One by default. Refused, as `least` is, where a pool deals rooms of the size.
    pub(crate) count: Option<(RawRamp, RawRamp)>,
    #[serde(default)]
    pub(crate) least: RawRamp,
    #[serde(default)]
    pub(crate) progress: Option<(f32, f32)>,
}

/// A rule for rooms of a size of their own: leaves that the partition sets aside for them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RoomSizeRule {
    /// The name, which is a tag of these rooms, as an index into the preset's tags.
    pub(crate) tag: u8,
    /// The least width and height of the rooms, in cells.
    pub(crate) min: ExtentRamp,
    /// The greatest width and height of the rooms, in cells.
    pub(crate) max: ExtentRamp,
    /// Whether the rooms may also lie across, with width and height exchanged.
    pub(crate) turns: bool,
    /// The number of these rooms in a level, least and most; ramps over the difficulty alone.
    ///
    /// Where pools deal them, the most that all pools together deal to a level.
    pub(crate) count: (Ramp, Ramp),
    /// The rooms of this size that a level must have; it has a note if it has fewer.
    pub(crate) least: Ramp,
    /// The wanted progress of the rooms, least and greatest: the main path leads through them.
    /// `None` for rooms anywhere, on the path or off it.
    pub(crate) progress: Option<(f32, f32)>,
    /// Whether pools deal these rooms, each with its layout.
    pub(crate) is_dealt: bool,
    /// For great rooms, the fraction of the level's cells within its border that each has; a ramp
    /// over the difficulty alone. Their sides follow from it, whatever `min` and `max`.
    pub(crate) fraction: Option<Ramp>,
}

/// A width and a height in cells, each a ramp over the difficulty alone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ExtentRamp {
    pub(crate) width: Ramp,
    pub(crate) height: Ramp,
}

impl RoomSizeRule {
    /// The number of these rooms in a level of this difficulty, least and most.
    ///
    /// Where the fraction of great rooms is 0, there are none.
    pub(crate) fn count_at(&self, difficulty: f32) -> (u32, u32) {
        if self.fraction_at(difficulty).is_some_and(|fraction| fraction <= 0.0) {
            return (0, 0);
        }
        count_at(&self.count, difficulty)
    }

    /// The fraction of the level that a great room has at a difficulty; `None` for other rooms.
    pub(crate) fn fraction_at(&self, difficulty: f32) -> Option<f32> {
        Some(self.fraction.as_ref()?.at(RampInput::of_level(difficulty)))
    }

    /// The least and the greatest width and height of the rooms at a difficulty, before they are
    /// turned.
    pub(crate) fn extents_at(&self, difficulty: f32) -> (Extent, Extent) {
        let (min, max) = (self.min.at(difficulty), self.max.at(difficulty));
        // Ramps of different easing may cross between their ends.
        (min, Extent::new(max.width.max(min.width), max.height.max(min.height)))
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
                (false, false) => &[RoomKind::Path, RoomKind::Bonus, RoomKind::Detour],
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

impl ExtentRamp {
    /// The number that digests have before each side that is a ramp. No field of an extent has it.
    pub(in crate::preset) const RAMPS: u8 = 3;

    /// The extent at a difficulty.
    pub(crate) fn at(&self, difficulty: f32) -> Extent {
        let input = RampInput::of_level(difficulty);
        Extent::new(self.width.whole_at(input), self.height.whole_at(input))
    }

    /// The least width and the least height at any difficulty.
    pub(crate) fn least(&self) -> Extent {
        Extent::new(nearest(self.width.min()), nearest(self.height.min()))
    }

    /// The greatest width and the greatest height at any difficulty.
    pub(crate) fn greatest(&self) -> Extent {
        Extent::new(nearest(self.width.max()), nearest(self.height.max()))
    }

    /// The extent, if it is the same at all difficulties.
    pub(in crate::preset) fn constant(&self) -> Option<Extent> {
        (self.width.is_constant() && self.height.is_constant()).then(|| self.least())
    }
}

impl From<Extent> for ExtentRamp {
    fn from(Extent { width, height }: Extent) -> Self {
        Self { width: Ramp::Constant(width as f32), height: Ramp::Constant(height as f32) }
    }
}

/// The nearest whole number of cells, as [`Ramp::whole_at`] rounds.
fn nearest(cells: f32) -> i32 {
    (cells + 0.5) as i32
}

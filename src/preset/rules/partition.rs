//! Rules for cutting the level into leaves (the final parts), and for their rooms and doors.

use serde::Deserialize;

use super::{RawRoomSize, RoomSizeRule};
use crate::preset::{Ramp, RampInput, RawRamp};

/// The rules for cutting the level into leaves, for any difficulty.
///
/// `Number` is a number or ramp, and `Size` a rule for rooms of another size, as the preset file
/// has them or as they were checked. Ramps follow the difficulty alone.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "Rooms", bound = "Number: schemars::JsonSchema, Size: schemars::JsonSchema, Self: Default")
)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PartitionRule<Number = Ramp, Size = RoomSizeRule> {
    /// As [`PartitionSpec::min`], and the other fields likewise.
    pub(crate) min: i64,
    pub(crate) max: i64,
    pub(crate) ratio: (f32, f32),
    pub(crate) stop: Number,
    pub(crate) longer: Number,
    /// Rooms of other sizes, which the partition sets aside.
    pub(crate) sizes: Vec<Size>,
}

impl Default for PartitionRule<RawRamp, RawRoomSize> {
    fn default() -> Self {
        Self { min: 5, max: 14, ratio: (0.35, 0.65), stop: 0.25.into(), longer: 0.8.into(), sizes: Vec::new() }
    }
}

/// The rules for cutting the level into leaves, at one difficulty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PartitionSpec {
    /// The smallest side in cells: of a room, or after [`Self::with_margins`] of a leaf.
    pub(crate) min: i32,
    /// The largest side in cells, of the same; at least twice `min`.
    pub(crate) max: i32,
    /// Where a side is cut, as the least and the greatest fraction of its length.
    pub(crate) ratio: (f32, f32),
    /// The chance to leave a part uncut that could be cut, but is no larger than `max`.
    pub(crate) stop: f32,
    /// The chance to cut the longer side of a part where both sides can be cut.
    pub(crate) longer: f32,
}

/// How rooms stand in their leaves and how doors join them, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) enum RawStyle {
    Adjacent {
        #[serde(default = "default_door")]
        door: (i64, i64),
        #[serde(default)]
        place: DoorPlace,
        #[serde(default)]
        corner: i64,
    },
    Corridors {
        #[serde(default = "default_door")]
        width: (i64, i64),
        #[serde(default = "default_margin")]
        margin: (i64, i64),
        #[serde(default)]
        place: DoorPlace,
        #[serde(default)]
        corner: i64,
        /// The chance that a corridor between rooms that face each other has bends.
        #[serde(default)]
        bends: RawRamp,
    },
}

fn default_door() -> (i64, i64) {
    (1, 1)
}

/// The least and the greatest margin: large enough for a corridor beside most rooms, and so small
/// that neighbours still face each other.
fn default_margin() -> (i64, i64) {
    (1, 2)
}

impl Default for RawStyle {
    fn default() -> Self {
        Self::Adjacent { door: default_door(), place: DoorPlace::default(), corner: 0 }
    }
}

/// How rooms stand in their leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RoomStyle {
    /// Rooms fill their leaves. Doors in shared walls join them.
    Adjacent,
    /// Rooms stand inside their leaves. Corridors join them.
    Corridors(RoomMargin),
}

/// The number of cells between a room and the edge of its leaf, on each side: from `least` to
/// `most`.
///
/// Guarantees: the range is not 0 to 1, which could leave two cells between two rooms, too many for
/// a common wall and too few for two doors and a corridor. The margins are so small, compared with
/// the smallest room side, that any two rooms at a common leaf wall face each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoomMargin {
    pub(crate) least: i32,
    pub(crate) most: i32,
}

/// The width of doors and corridors, and where along a wall they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DoorSpec {
    /// The least and the greatest width of a door or corridor, in cells.
    pub(crate) width: (i32, i32),
    pub(crate) place: DoorPlace,
    /// The least number of cells between a door and the corners of its rooms, where their common
    /// wall has place for it.
    pub(crate) corner: i32,
}

/// Where along a common wall a door is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum DoorPlace {
    /// Anywhere along the wall.
    #[default]
    Anywhere = 0,
    /// In the middle of the wall.
    Middle = 1,
}

impl PartitionRule {
    pub(crate) fn at(&self, difficulty: f32) -> PartitionSpec {
        let input = RampInput::of_level(difficulty);
        PartitionSpec {
            // The check admits no side that exceeds an `i32`.
            min: self.min as i32,
            max: self.max as i32,
            ratio: self.ratio,
            stop: self.stop.at(input),
            longer: self.longer.at(input),
        }
    }
}

impl PartitionSpec {
    /// The smallest and largest side of leaves that hold rooms of these sides.
    pub(crate) fn with_margins(self, style: RoomStyle) -> Self {
        match style {
            RoomStyle::Adjacent => self,
            RoomStyle::Corridors(RoomMargin { least, most }) => {
                Self { min: self.min + 2 * least, max: self.max + 2 * most, ..self }
            }
        }
    }
}

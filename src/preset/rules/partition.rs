//! Rules for cutting the level into leaves (the final parts), and for their rooms and doors.

use serde::Deserialize;

use crate::{
    digest::Digest,
    preset::{Ramp, RampInput},
};

/// The rules for cutting the level into leaves, for any difficulty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PartitionRule {
    /// As [`PartitionSpec::min`]. The other fields likewise; their ramps follow the difficulty
    /// alone.
    pub(crate) min: i32,
    pub(crate) max: i32,
    pub(crate) ratio: (f32, f32),
    pub(crate) stop: Ramp,
    pub(crate) longer: Ramp,
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
            min: self.min,
            max: self.max,
            ratio: self.ratio,
            stop: self.stop.at(input),
            longer: self.longer.at(input),
        }
    }

    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        let Self { min, max, ratio: (least, most), stop, longer } = self;
        digest.number(*min).number(*max).real(*least).real(*most);
        stop.digest(digest);
        longer.digest(digest);
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

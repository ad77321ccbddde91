//! Rules for cutting the level into leaves, and for the rooms and doors in them.

use crate::{
    digest::Digest,
    preset::{Ramp, RampInput},
};

/// The rules for cutting the level, at any difficulty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SidesRule {
    /// The fields are those of [`RoomSides`]; the ramps follow the difficulty alone.
    pub(crate) min: i32,
    pub(crate) max: i32,
    pub(crate) ratio: (f32, f32),
    pub(crate) stop: Ramp,
    pub(crate) longer: Ramp,
}

/// The rules for cutting the level, at one difficulty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoomSides {
    /// The smallest side in cells: of a room, or of a leaf after [`Self::with_margins`].
    pub(crate) min: i32,
    /// The largest side in cells; at least twice the smallest.
    pub(crate) max: i32,
    /// Where a side is cut, as a fraction of it: least and most.
    pub(crate) ratio: (f32, f32),
    /// The chance to leave a leaf uncut that can be cut but need not be.
    pub(crate) stop: f32,
    /// The chance to cut the longer side where both can be cut.
    pub(crate) longer: f32,
}

/// How rooms stand in their leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RoomStyle {
    /// Rooms fill their leaves. Doors in shared walls join them.
    Adjacent,
    /// Rooms stand inside their leaves. Corridors join them.
    Corridors(Margin),
}

/// Cells between a room and the edge of its leaf, on each side.
///
/// Guarantees: it is not 0 to 1, which could leave two cells between two rooms. It is so small,
/// compared with the smallest room side, that any two rooms at a common leaf wall face each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Margin {
    pub(crate) least: i32,
    pub(crate) most: i32,
}

/// The width of doors and corridors, and where along a wall they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DoorSpec {
    /// In cells, least and most.
    pub(crate) width: (i32, i32),
    pub(crate) place: DoorPlace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DoorPlace {
    Anywhere = 0,
    Middle = 1,
}

impl SidesRule {
    pub(crate) fn at(&self, difficulty: f32) -> RoomSides {
        let input = RampInput::of_level(difficulty);
        RoomSides {
            min: self.min,
            max: self.max,
            ratio: self.ratio,
            stop: self.stop.at(input),
            longer: self.longer.at(input),
        }
    }

    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        digest.number(self.min).number(self.max).real(self.ratio.0).real(self.ratio.1);
        self.stop.digest(digest);
        self.longer.digest(digest);
    }
}

impl RoomSides {
    /// The sides of the leaves that hold rooms of these sides.
    pub(crate) fn with_margins(self, style: RoomStyle) -> Self {
        match style {
            RoomStyle::Adjacent => self,
            RoomStyle::Corridors(Margin { least, most }) => {
                Self { min: self.min + 2 * least, max: self.max + 2 * most, ..self }
            }
        }
    }
}

//! How the level is cut into leaves, and how rooms and doors stand in them.

use crate::{
    digest::Digest,
    preset::{Moment, Ramp},
};

/// The rules by which the level is cut into leaves, at any difficulty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SidesRule {
    /// As in [`RoomSides`].
    pub(crate) min: i32,
    pub(crate) max: i32,
    pub(crate) ratio: (f32, f32),
    /// These follow the difficulty alone.
    pub(crate) stop: Ramp,
    pub(crate) longer: Ramp,
}

/// How the level is cut into leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoomSides {
    /// The smallest side of a leaf, in cells.
    pub(crate) min: i32,
    /// The largest side, in cells; at least twice the smallest.
    pub(crate) max: i32,
    /// Where a side is cut, as a share of it: least and most.
    pub(crate) ratio: (f32, f32),
    /// The chance to leave a leaf uncut that could be cut but need not.
    pub(crate) stop: f32,
    /// The chance to cut the longer side where both can be cut.
    pub(crate) longer: f32,
}

/// How rooms stand in their leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Rooms are the leaves themselves, joined by doors in the walls that they share.
    Adjacent,
    /// Rooms stand inside their leaves, joined by corridors.
    Corridors(Margin),
}

/// Cells between a room and the edge of its leaf, on each side.
///
/// Guarantees: not 0 to 1, which could leave two cells between two rooms; and so small against the smallest side of a room that any
/// two rooms at the end of a wall between their leaves face each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Margin {
    pub(crate) least: i32,
    pub(crate) most: i32,
}

/// How wide doors and corridors are, and where along a wall they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Doors {
    /// Cells, least and most.
    pub(crate) width: (i32, i32),
    pub(crate) place: DoorPlace,
}

/// Where along a wall a door lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DoorPlace {
    Anywhere = 0,
    Middle = 1,
}

impl SidesRule {
    /// What they are at a difficulty.
    pub(crate) fn at(&self, difficulty: f32) -> RoomSides {
        let moment = Moment::of_level(difficulty);
        RoomSides {
            min: self.min,
            max: self.max,
            ratio: self.ratio,
            stop: self.stop.at(moment),
            longer: self.longer.at(moment),
        }
    }

    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        digest.number(self.min).number(self.max).real(self.ratio.0).real(self.ratio.1);
        self.stop.digest(digest);
        self.longer.digest(digest);
    }
}

impl RoomSides {
    /// The sides of leaves in which rooms of these sides stand.
    pub(crate) fn around(self, style: Style) -> Self {
        match style {
            Style::Adjacent => self,
            Style::Corridors(Margin { least, most }) => {
                Self { min: self.min + 2 * least, max: self.max + 2 * most, ..self }
            }
        }
    }
}

//! Rules for which leaves become rooms: main path, bonus rooms and loops.

use crate::{
    digest::Digest,
    preset::{Ramp, RampInput},
};

/// Where the main path starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRule {
    /// At a leaf on the level's edge.
    Edge = 0,
    Anywhere = 1,
    /// At a leaf in a corner of the level.
    Corner = 2,
    /// At the leaf farthest from a random one; the path ends as far away as it can.
    Farthest = 3,
}

/// The rules for the main path, at any difficulty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PathRule {
    /// The wanted number of rooms, least and most; ramps over the difficulty alone.
    pub(crate) rooms: (Ramp, Ramp),
    /// Whether `rooms` are fractions of all leaves rather than counts.
    pub(crate) is_fraction: bool,
    /// As in [`PathSpec`].
    pub(crate) wander: Ramp,
}

/// The rules for the main path, at one difficulty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PathSpec {
    pub(crate) rooms: PathRooms,
    /// From 0 (the shortest path) to 1 (as crooked as random weights make it).
    pub(crate) wander: f32,
}

/// A wanted number of rooms, least and most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PathRooms {
    /// Numbers of rooms.
    Count(u32, u32),
    /// Fractions of all leaves.
    Fraction(f32, f32),
}

/// How bonus rooms are hung on the main path. Ramps follow the progress of the host on the path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BonusRule {
    /// The chance that a possible host gets a bonus room, and that a chain continues.
    pub(crate) chance: Ramp,
    /// The least number of path rooms between two hosts.
    pub(crate) spacing: Ramp,
    /// The longest chain of bonus rooms.
    pub(crate) depth: Ramp,
    /// The wanted number of all bonus rooms, least and most; ramps over the difficulty alone.
    pub(crate) rooms: (Ramp, Ramp),
}

/// Extra passages between neighbours. Ramps follow the greater progress of the two rooms.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LoopRule {
    /// The chance that a possible wall is opened.
    pub(crate) chance: Ramp,
    /// The least number of passages between the two rooms without the loop.
    pub(crate) apart: Ramp,
    /// The most of the main path that a loop may cut short: the difference of the rooms' progress.
    pub(crate) skip: Ramp,
}

impl PathRule {
    pub(crate) fn at(&self, difficulty: f32) -> PathSpec {
        let input = RampInput::of_level(difficulty);
        let (least, most) = &self.rooms;
        // Ramps with different easing may cross between their ends.
        let rooms = if self.is_fraction {
            let least = least.at(input);
            PathRooms::Fraction(least, most.at(input).max(least))
        } else {
            let least = least.whole_at(input);
            PathRooms::Count(least.unsigned_abs(), most.whole_at(input).max(least).unsigned_abs())
        };
        PathSpec { rooms, wander: self.wander.at(input) }
    }

    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        let (least, most) = &self.rooms;
        let add = if self.is_fraction { Ramp::digest } else { Ramp::digest_whole };
        digest.number(self.is_fraction);
        add(least, digest);
        add(most, digest);
        self.wander.digest(digest);
    }
}

impl BonusRule {
    /// The wanted number of bonus rooms at a difficulty, least and most.
    pub(crate) fn rooms_at(&self, difficulty: f32) -> (u32, u32) {
        let input = RampInput::of_level(difficulty);
        let least = self.rooms.0.whole_at(input);
        // Ramps with different easing may cross between their ends.
        (least.unsigned_abs(), self.rooms.1.whole_at(input).max(least).unsigned_abs())
    }

    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        self.chance.digest(digest);
        for whole in [&self.spacing, &self.depth, &self.rooms.0, &self.rooms.1] {
            whole.digest_whole(digest);
        }
    }
}

//! Which leaves become rooms: the main path, bonus rooms, loops.

use crate::{
    digest::Digest,
    preset::{Moment, Ramp},
};

/// Where the main path starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRule {
    /// At a leaf on the level's edge.
    Edge = 0,
    /// At any leaf.
    Anywhere = 1,
    /// At a leaf in a corner of the level.
    Corner = 2,
    /// At one end of the longest way, and it ends as far away as it may.
    Farthest = 3,
}

/// The rules by which the main path is chosen, at any difficulty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PathRule {
    /// How many rooms it wants, least and most: so many, or a share of all leaves. They follow the difficulty alone.
    pub(crate) rooms: (Ramp, Ramp),
    pub(crate) is_share: bool,
    /// As in [`Path`].
    pub(crate) wander: Ramp,
}

/// How the main path is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Path {
    /// How many rooms it wants.
    pub(crate) rooms: PathRooms,
    /// 0: the shortest way from start to end; 1: as crooked as random weights make it.
    pub(crate) wander: f32,
}

/// A wanted number of rooms, least and most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PathRooms {
    /// So many.
    Count(u32, u32),
    /// A share of all leaves.
    Share(f32, f32),
}

/// How bonus rooms are hung along the main path. Ramps go by the progress of the room on the path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bonus {
    /// The chance that a room which may host one does, and that a chain goes on.
    pub(crate) chance: Ramp,
    /// How many path rooms lie between two hosts, at least.
    pub(crate) spacing: Ramp,
    /// The longest chain of bonus rooms.
    pub(crate) depth: Ramp,
    /// How many bonus rooms there are to be in all, least and most. They follow the difficulty alone.
    pub(crate) rooms: (Ramp, Ramp),
}

/// Extra passages between neighbours. Ramps go by the progress of the two rooms that is greater.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Loops {
    /// The chance that a wall which may be opened is.
    pub(crate) chance: Ramp,
    /// How many passages apart the two rooms are without it, at least.
    pub(crate) detour: Ramp,
    /// How much of the main path it may cut short, at most: the difference of the two rooms' progress.
    pub(crate) skip: Ramp,
}

impl PathRule {
    /// What is asked for at a difficulty.
    pub(crate) fn at(&self, difficulty: f32) -> Path {
        let moment = Moment::of_level(difficulty);
        let (least, most) = &self.rooms;
        // Ramps that ease differently may cross between their ends.
        let rooms = if self.is_share {
            let least = least.at(moment);
            PathRooms::Share(least, most.at(moment).max(least))
        } else {
            let least = least.whole_at(moment);
            PathRooms::Count(least.unsigned_abs(), most.whole_at(moment).max(least).unsigned_abs())
        };
        Path { rooms, wander: self.wander.at(moment) }
    }

    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        let (least, most) = &self.rooms;
        let add = if self.is_share { Ramp::digest } else { Ramp::digest_whole };
        digest.number(self.is_share);
        add(least, digest);
        add(most, digest);
        self.wander.digest(digest);
    }
}

impl Bonus {
    /// How many rooms there are to be at a difficulty, least and most.
    pub(crate) fn rooms_at(&self, difficulty: f32) -> (u32, u32) {
        let moment = Moment::of_level(difficulty);
        let least = self.rooms.0.whole_at(moment);
        // Ramps that ease differently may cross between their ends.
        (least.unsigned_abs(), self.rooms.1.whole_at(moment).max(least).unsigned_abs())
    }

    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        self.chance.digest(digest);
        for whole in [&self.spacing, &self.depth, &self.rooms.0, &self.rooms.1] {
            whole.digest_whole(digest);
        }
    }
}

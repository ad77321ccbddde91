//! What rooms and doors are beyond their place: shapes, tags, kinds of doors.

use super::RoomFilter;
use crate::{
    digest::Digest,
    model::{DoorKind, RoomShape},
    preset::{Moment, Ramp},
};

/// A shape that rooms may take, and which rooms.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ShapeRule {
    /// The shape.
    pub(crate) shape: RoomShape,
    /// How often it is chosen, in proportion to the weights of the others that suit the room.
    pub(crate) weight: Ramp,
    /// The smallest room, width and height in cells.
    pub(crate) min: (i32, i32),
    /// The largest room, width and height in cells.
    pub(crate) max: (i32, i32),
}

/// How rooms get a tag.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TagRule {
    /// The tag, as a position in the preset's list.
    pub(crate) tag: u8,
    pub(crate) pick: Pick,
    pub(crate) rooms: RoomFilter,
    /// The chance of each room that is picked.
    pub(crate) chance: Ramp,
    /// So many rooms at the most, if there is a limit; by the difficulty alone.
    pub(crate) most: Option<Ramp>,
    /// Whether rooms that have a tag already can have this one too.
    pub(crate) shared: bool,
}

/// Which of the rooms that a rule is for are picked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pick {
    All,
    /// Rooms with a single passage.
    DeadEnds,
    /// The one with the most passages between it and the start room.
    Farthest,
    /// Every so manieth room of the main path, counted from the start room, which is none of them; by the difficulty
    /// alone.
    Every(Ramp),
}

/// How passages get their kind of door.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DoorRule {
    pub(crate) kind: DoorKind,
    /// One of the two rooms is such a one.
    pub(crate) rooms: RoomFilter,
    /// At the progress of the two rooms that is greater.
    pub(crate) chance: Ramp,
    /// Whether it is for passages of the main path too.
    pub(crate) on_path: bool,
}

impl ShapeRule {
    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        self.weight.digest_whole(digest.text(self.shape.name()));
        digest.number(self.min.0).number(self.min.1).number(self.max.0).number(self.max.1);
    }
}

impl TagRule {
    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        digest.number(self.tag);
        match &self.pick {
            Pick::All => digest.number(0).number(0),
            Pick::DeadEnds => digest.number(1).number(0),
            Pick::Farthest => digest.number(2).number(0),
            Pick::Every(step) => {
                step.digest_whole(digest.number(3));
                &mut *digest
            }
        };
        self.chance.digest(digest);
        digest_limit(self.most.as_ref(), digest);
        digest.number(self.shared);
        self.rooms.digest(digest);
    }
}

impl DoorRule {
    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        self.chance.digest(digest.text(self.kind.name()));
        digest.number(self.on_path);
        self.rooms.digest(digest);
    }
}

/// Adds a count at the most to a digest.
pub(in crate::preset) fn digest_limit(most: Option<&Ramp>, digest: &mut Digest) {
    match most {
        Some(most) => most.digest_whole(digest),
        None => {
            digest.number(u32::MAX);
        }
    }
}

/// A count at the most, at a difficulty.
pub(crate) fn limit_at(most: Option<&Ramp>, difficulty: f32) -> u32 {
    most.map_or(u32::MAX, |most| most.whole_at(Moment::of_level(difficulty)).unsigned_abs())
}

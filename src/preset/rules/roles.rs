//! Rules for room shapes, for tags of rooms and for kinds of doors.

use super::RoomFilter;
use crate::{
    digest::Digest,
    geom::Extent,
    model::digest_words,
    model::{DoorKind, RoomShape},
    preset::{Ramp, RampInput},
};

/// A shape that rooms may take, and the sizes of the rooms that may take it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ShapeRule {
    pub(crate) shape: RoomShape,
    /// How often the shape is chosen, relative to other shapes that suit the room.
    pub(crate) weight: Ramp,
    /// The least width and height of the room, in cells.
    pub(crate) min: Extent,
    /// The greatest width and height of the room, in cells.
    pub(crate) max: Extent,
}

/// A rule that gives a tag to rooms.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TagRule {
    /// The tag, as an index into the preset's tags.
    pub(crate) tag: u8,
    pub(crate) pick: TagSelection,
    pub(crate) rooms: RoomFilter,
    /// The chance that a picked room gets the tag.
    pub(crate) chance: Ramp,
    /// The most rooms of a level that get the tag; `None` is no limit.
    ///
    /// A ramp over the difficulty alone.
    pub(crate) most: Option<Ramp>,
    /// Whether rooms that already have another tag may get this one too.
    pub(crate) shared: bool,
}

/// Which of the rooms that pass a tag rule's filter are picked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TagSelection {
    All,
    /// Rooms with a single passage.
    DeadEnds,
    /// The room with the most passages between it and the start room; of several, the first.
    Farthest,
    /// Every n-th room of the main path, for n the value of the ramp.
    ///
    /// Counted from the start room, which is not picked.
    ///
    /// A ramp over the difficulty alone.
    Every(Ramp),
}

/// A rule that decides the kind of a passage's doors.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DoorRule {
    pub(crate) kind: DoorKind,
    /// The filter that at least one of the passage's two rooms must pass.
    pub(crate) rooms: RoomFilter,
    /// The chance that the rule applies, at the greater progress of the passage's two rooms.
    pub(crate) chance: Ramp,
    /// Whether the rule also applies to passages between neighbours on the main path.
    pub(crate) on_path: bool,
}

impl ShapeRule {
    /// Whether a room of this extent may take the shape.
    #[inline]
    pub(crate) fn admits(&self, extent: Extent) -> bool {
        extent.holds(self.min) && self.max.holds(extent)
    }

    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        let Self { shape, weight, min, max } = self;
        weight.digest_whole(digest.text(digest_words::room_shape(*shape)));
        digest.number(min.width).number(min.height).number(max.width).number(max.height);
    }
}

impl TagRule {
    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        let Self { tag, pick, rooms, chance, most, shared } = self;
        digest.number(*tag);
        match pick {
            TagSelection::All => digest.number(0).number(0),
            TagSelection::DeadEnds => digest.number(1).number(0),
            TagSelection::Farthest => digest.number(2).number(0),
            TagSelection::Every(step) => {
                step.digest_whole(digest.number(3));
                &mut *digest
            }
        };
        chance.digest(digest);
        digest_limit(most.as_ref(), digest);
        digest.number(*shared);
        rooms.digest(digest);
    }
}

impl DoorRule {
    pub(in crate::preset) fn digest(&self, digest: &mut Digest) {
        let Self { kind, rooms, chance, on_path } = self;
        chance.digest(digest.text(digest_words::door_kind(*kind)));
        digest.number(*on_path);
        rooms.digest(digest);
    }
}

/// Adds an optional limit on a number of rooms to a digest.
pub(in crate::preset) fn digest_limit(most: Option<&Ramp>, digest: &mut Digest) {
    match most {
        Some(most) => most.digest_whole(digest),
        None => {
            digest.number(u32::MAX);
        }
    }
}

/// The value of a limit on a number of rooms at a difficulty; `u32::MAX` without a limit.
pub(crate) fn limit_at(most: Option<&Ramp>, difficulty: f32) -> u32 {
    most.map_or(u32::MAX, |most| most.whole_at(RampInput::of_level(difficulty)).unsigned_abs())
}

//! Rules for room shapes, for tags of rooms and for kinds of doors.

use serde::Deserialize;

use super::{RawFilter, RoomFilter, one, one_cell, yes};
use crate::{
    geom::Extent,
    model::{DoorKind, RoomShape},
    preset::{Ramp, RampInput, RawRamp},
};

/// A rule for the shapes of rooms, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawShapeRule {
    #[cfg_attr(feature = "schema", schemars(with = "RuledShape"))]
    pub(crate) shape: RoomShape,
    #[serde(default = "one")]
    pub(crate) weight: RawRamp,
    #[serde(default = "one_cell")]
    pub(crate) min: (i64, i64),
    #[serde(default)]
    pub(crate) max: Option<(i64, i64)>,
    pub(crate) open: Option<RawRamp>,
    pub(crate) rough: Option<RawRamp>,
    pub(crate) merge: Option<RawRamp>,
    pub(crate) cut: Option<RawRamp>,
    #[serde(default)]
    pub(crate) size: Option<String>,
    /// By which presets merge the rule over one of their base. It decides nothing else.
    pub(crate) name: Option<String>,
}

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
    /// Of a cave, the wanted fraction of floor; else 0.
    pub(crate) open: Ramp,
    /// Of a cave, how rough its walls are, from 0 to 1; else 0.
    pub(crate) rough: Ramp,
    /// Of a cave, the chance that a passage to another cave becomes a mouth; else 0.
    pub(crate) merge: Ramp,
    /// Of a shape that cuts corners, how deep, from 0 to 1; `None` for the shape's own depth.
    pub(crate) cut: Option<Ramp>,
    /// The tag of the size whose rooms the rule is for; `None` for all rooms that have no rule of
    /// their own.
    pub(crate) size: Option<u8>,
}

/// A rule that gives a tag to rooms, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawTag {
    pub(crate) tag: String,
    #[serde(default)]
    pub(crate) pick: TagSelection<RawRamp>,
    #[serde(default)]
    pub(crate) rooms: RawFilter,
    #[serde(default = "one")]
    pub(crate) chance: RawRamp,
    pub(crate) most: Option<RawRamp>,
    #[serde(default)]
    pub(crate) shared: bool,
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
///
/// `Number` is a number or ramp as the preset file has it, or as it was checked.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Pick"))]
pub(crate) enum TagSelection<Number = Ramp> {
    #[default]
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
    Every(Number),
}

/// A rule that decides the kind of doors, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawDoor {
    #[cfg_attr(feature = "schema", schemars(with = "RuledDoorKind"))]
    pub(crate) kind: DoorKind,
    #[serde(default)]
    pub(crate) rooms: RawFilter,
    #[serde(default = "one")]
    pub(crate) chance: RawRamp,
    #[serde(default = "yes")]
    pub(crate) path: bool,
    /// As [`RawShapeRule::name`].
    pub(crate) name: Option<String>,
}

/// The kinds of doors that rules may give, for the schema: all but those with a lock.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "DoorKind")]
#[expect(dead_code, reason = "only its names count")]
enum RuledDoorKind {
    Open,
    Closed,
    Secret,
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

/// The shapes that rules may give to rooms: all but those of vaults and banks.
pub(crate) struct RuledShape;

impl RuledShape {
    pub(crate) fn names() -> impl Iterator<Item = &'static str> + Clone {
        let is_ruled = |shape: &RoomShape| !matches!(shape, RoomShape::Vault | RoomShape::Bank | RoomShape::Shore);
        RoomShape::ALL.iter().copied().filter(is_ruled).map(RoomShape::name)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for RuledShape {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RoomShape".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": Self::names().collect::<Vec<_>>() })
    }
}

impl ShapeRule {
    /// Whether a room of this extent, with these tags, may take the shape.
    ///
    /// `own` are the tags of rooms with rules of their own: [`Self::own_tags`].
    #[inline]
    pub(crate) fn admits(&self, extent: Extent, tags: u32, own: u32) -> bool {
        let is_for = match self.size {
            None => tags & own == 0,
            Some(tag) => tags >> tag & 1 == 1,
        };
        is_for && extent.holds(self.min) && self.max.holds(extent)
    }

    /// The tags of the sizes whose rooms take the shapes of their own rules alone, one bit for
    /// each.
    pub(crate) fn own_tags(rules: &[Self]) -> u32 {
        rules.iter().filter_map(|rule| rule.size).fold(0, |tags, tag| tags | 1 << tag)
    }
}

/// The value of a limit on a number of rooms at a difficulty; `u32::MAX` without a limit.
pub(crate) fn limit_at(most: Option<&Ramp>, difficulty: f32) -> u32 {
    most.map_or(u32::MAX, |most| most.whole_at(RampInput::of_level(difficulty)).unsigned_abs())
}

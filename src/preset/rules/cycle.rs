//! Rules for cycles: planned second ways between two rooms of the main path.

use serde::Deserialize;

use super::{count_at, one};
use crate::preset::{Ramp, RawRamp};

/// A rule for cycles. Each cycle leads from one room of the main path to a later one, by rooms that
/// are not on the path: its detours.
///
/// `Number` is a number or ramp, and `Tag` a tag, as the preset file has them or as they were
/// checked. All ramps follow the difficulty alone.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(
        rename = "Cycle",
        bound = "Number: schemars::JsonSchema, Tag: schemars::JsonSchema + serde::Serialize, Self: Default"
    )
)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct CycleRule<Number = Ramp, Tag = u8> {
    /// The progress of the rooms where a cycle may leave the path, least and greatest.
    pub(crate) from: (f32, f32),
    /// The progress of the rooms where a cycle may return to the path, least and greatest.
    pub(crate) to: (f32, f32),
    /// The wanted number of detours of a cycle, least and most.
    pub(crate) rooms: (Number, Number),
    /// The chance of each of the `most` cycles beyond the `least`.
    pub(crate) chance: Number,
    /// The most cycles of this rule in a level.
    pub(crate) most: Number,
    /// The cycles of this rule that a level must have; it has a note if it has fewer.
    pub(crate) least: Number,
    /// The tag that the detours get: its name, or its index in the preset's tags.
    pub(crate) tag: Option<Tag>,
}

impl Default for CycleRule<RawRamp, String> {
    fn default() -> Self {
        let rooms = (2.0.into(), 6.0.into());
        Self { from: (0.0, 0.3), to: (0.5, 1.0), rooms, chance: one(), most: one(), least: 0.0.into(), tag: None }
    }
}

impl CycleRule {
    /// The wanted number of detours of a cycle in a level of this difficulty, least and most.
    pub(crate) fn rooms_at(&self, difficulty: f32) -> (u32, u32) {
        count_at(&self.rooms, difficulty)
    }

    /// The tag of the detours, as a bit of a room's tags; 0 without a tag.
    pub(crate) fn tag_bit(&self) -> u32 {
        self.tag.map_or(0, |tag| 1 << tag)
    }
}

//! Rules for cycles: planned second ways between two rooms of the main path.

use serde::Deserialize;

use super::{count_at, one};
use crate::preset::{Ramp, RawRamp};

/// A rule for cycles, as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Cycle"))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawCycle {
    #[serde(default = "early")]
    pub(crate) from: (f32, f32),
    #[serde(default = "late")]
    pub(crate) to: (f32, f32),
    #[serde(default = "some_rooms")]
    pub(crate) rooms: (RawRamp, RawRamp),
    #[serde(default = "one")]
    pub(crate) chance: RawRamp,
    #[serde(default = "one")]
    pub(crate) most: RawRamp,
    #[serde(default)]
    pub(crate) least: RawRamp,
    #[serde(default)]
    pub(crate) tag: Option<String>,
}

fn early() -> (f32, f32) {
    (0.0, 0.3)
}

fn late() -> (f32, f32) {
    (0.5, 1.0)
}

fn some_rooms() -> (RawRamp, RawRamp) {
    (2.0.into(), 6.0.into())
}

/// A rule for cycles. Each cycle leads from one room of the main path to a later one, by rooms that
/// are not on the path: its detours.
///
/// All ramps follow the difficulty alone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CycleRule {
    /// The progress of the rooms where a cycle may leave the path, least and greatest.
    pub(crate) from: (f32, f32),
    /// The progress of the rooms where a cycle may return to the path, least and greatest.
    pub(crate) to: (f32, f32),
    /// The wanted number of detours of a cycle, least and most.
    pub(crate) rooms: (Ramp, Ramp),
    /// The chance of each of the `most` cycles beyond the `least`.
    pub(crate) chance: Ramp,
    /// The most cycles of this rule in a level.
    pub(crate) most: Ramp,
    /// The cycles of this rule that a level must have; it has a note if it has fewer.
    pub(crate) least: Ramp,
    /// The tag that the detours get, as an index into the preset's tags.
    pub(crate) tag: Option<u8>,
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

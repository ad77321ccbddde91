//! Layouts: the formations that furnish a room.

use serde::Deserialize;

use super::{Formation, RawFilter, RawFormation, RoomFilter, one};
use crate::preset::{Entry, Ramp, RawRamp};

/// A layout as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLayout {
    pub(crate) name: String,
    #[serde(default = "one")]
    pub(crate) weight: RawRamp,
    #[serde(default)]
    pub(crate) rooms: RawFilter,
    pub(crate) formations: Vec<RawFormation>,
    #[serde(default = "one")]
    pub(crate) cover: RawRamp,
}

/// The formations that furnish a room, and the rooms that they suit.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Layout {
    /// The name, unique among the layouts of its preset.
    pub name: String,
    /// How often the layout is chosen, relative to other layouts that suit the room.
    pub weight: Ramp,
    /// The rooms that the layout suits.
    pub rooms: RoomFilter,
    /// All formations in the order in which they are stamped, those inside groups included.
    pub formations: Vec<Formation>,
    /// The groups and chances that decide which formations are stamped; empty if all always are.
    pub entries: Vec<Entry>,
    /// The largest fraction of a room's floor that props may cover. Props above the floor do not
    /// count.
    pub cover: Ramp,
}

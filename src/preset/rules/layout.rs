//! Layouts: the formations that furnish a room.

use serde::Deserialize;

use super::{Formation, RawFilter, RawFormation, RoomFilter, each, one};
use crate::{
    geom::{Direction, Extent},
    preset::{Entry, Ramp, RawRamp},
};

/// A layout as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLayout {
    pub(crate) name: String,
    // Refused with `pool`.
    pub(crate) weight: Option<RawRamp>,
    #[serde(default)]
    pub(crate) rooms: RawFilter,
    #[serde(deserialize_with = "each")]
    pub(crate) formations: Vec<RawFormation>,
    #[serde(default = "one")]
    pub(crate) cover: RawRamp,
    #[serde(default)]
    pub(crate) pool: Option<String>,
    #[serde(default)]
    pub(crate) size: Option<String>,
    #[serde(default)]
    pub(crate) needs: Option<(i64, i64)>,
    // Refused without `pool`.
    pub(crate) depth: Option<(f32, f32)>,
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
    /// The width and height, in cells, of a rectangle that the floor of the room must hold, after
    /// its shape; `None` if any room will do.
    pub needs: Option<Extent>,
    /// The pool that deals the layout, as an index into the preset's pools; `None` if it is chosen
    /// by weight.
    pub(crate) pool: Option<u16>,
    /// The size of the rooms that the pool asks for, as an index into the preset's sizes.
    pub(crate) size: Option<u16>,
    /// The difficulties, from least to most, of the levels that the pool deals it to; `None` for
    /// all.
    pub(crate) depth: Option<(f32, f32)>,
    /// The entries that are stamped before the others, in order: those with required formations.
    ///
    /// As indices into `entries`, or into `formations` if there are no entries.
    pub(crate) first: Vec<usize>,
}

impl Layout {
    /// Whether a room of this extent may hold the rectangle that the layout needs.
    pub(crate) fn may_hold(&self, room: Extent) -> bool {
        let turns = self.rooms.turning != 0;
        self.needs.is_none_or(|needs| room.holds(needs) || turns && room.holds(needs.turned(Direction::East)))
    }
}

//! Props that the plan decides for a room, whatever its layout; furnishing lays them.

use super::FloorPlan;
use crate::preset::AnchorPoint;

/// A prop of one cell that a room must have. Furnishing chooses its cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlannedProp {
    /// The id of its room. The plan gives a room fewer of them than it has free cells.
    pub(crate) room: u32,
    /// Its kind, as an index into the preset's kinds.
    pub(crate) kind: u16,
    /// The point near which it lies; `None` for a random cell.
    pub(crate) at: Option<AnchorPoint>,
    pub(crate) source: PlannedPropSource,
}

/// What asks for a planned prop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlannedPropSource {
    /// A key or a switch, by its index in [`PlannedMission::keys`](super::PlannedMission::keys).
    Key(u32),
    /// A metered thing: the index of its rule in the preset, and that of the thing in the loot.
    Metered { rule: u16, item: u32 },
}

impl FloorPlan {
    /// The planned props of a room. Cost: a binary search of the level's.
    pub(crate) fn props_of(&self, room: u32) -> &[PlannedProp] {
        let props = &self.props[self.props.partition_point(|prop| prop.room < room)..];
        &props[..props.partition_point(|prop| prop.room == room)]
    }
}

//! The stages of generation.

use serde::{Deserialize, Serialize};

/// A stage of generation, in pipeline order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Stage {
    /// The cuts of the partition.
    Partition,
    /// The rooms with kind, rectangle, depth, progress and host, and the main path.
    Route,
    /// The doors and corridors.
    Passages,
    /// The tags of rooms and the kinds of doors, before the mission.
    Roles,
    /// Locks, one-way doors and shortcuts, and the rooms of keys.
    Mission,
    /// The grid of tiles, with the shapes of rooms and the walls of vaults.
    Tiles,
    /// The allowances of rooms, bosses, metered things and the guards of keys.
    Allowances,
    /// Layouts, vaults and props; also entry and exit, which give way to the content of vaults.
    Furnishing,
    /// Encounters and loot.
    Population,
    /// The whole level by [`Level::digest`](crate::Level::digest), which includes its origin and
    /// its notes.
    Level,
}

impl Stage {
    /// All stages, in pipeline order.
    pub const ALL: &'static [Self] = &[
        Self::Partition,
        Self::Route,
        Self::Passages,
        Self::Roles,
        Self::Mission,
        Self::Tiles,
        Self::Allowances,
        Self::Furnishing,
        Self::Population,
        Self::Level,
    ];

    /// The name of the stage, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Partition => "partition",
            Self::Route => "route",
            Self::Passages => "passages",
            Self::Roles => "roles",
            Self::Mission => "mission",
            Self::Tiles => "tiles",
            Self::Allowances => "allowances",
            Self::Furnishing => "furnishing",
            Self::Population => "population",
            Self::Level => "level",
        }
    }
}

//! The stages of generation.

use serde::{Deserialize, Serialize};

use crate::named::named;

named! {
/// A stage of generation, in pipeline order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Stage {
    /// The cuts of the partition.
    Partition => "partition",
    /// The rooms with kind, rectangle, depth, progress and host, and the main path.
    Route => "route",
    /// The doors and corridors.
    Passages => "passages",
    /// The tags of rooms and the kinds of doors, before the mission.
    Roles => "roles",
    /// Locks, one-way doors and shortcuts, and the rooms of keys.
    Mission => "mission",
    /// The grid of tiles, with the shapes of rooms and the walls of vaults.
    Tiles => "tiles",
    /// The allowances of rooms, bosses, metered things and the guards of keys.
    Allowances => "allowances",
    /// Layouts, vaults and props; also entry and exit, which give way to the content of vaults.
    Furnishing => "furnishing",
    /// Encounters and loot.
    Population => "population",
    /// The whole level by [`Level::digest`](crate::Level::digest), which includes its origin and
    /// its notes.
    Level => "level",
}
}

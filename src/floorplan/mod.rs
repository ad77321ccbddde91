//! The floor plan: rooms, the passages between them and the main path.
//!
//! Consumes a checked preset and the random streams of its stages; produces a [`FloorPlan`]. The
//! partition cuts the level into leaves, the adjacency lists which leaves share a wall, the route
//! chooses the leaves that become rooms, and passages join them.

mod adjacency;
mod arms;
mod arrival;
mod banks;
mod bend;
mod context;
mod ends;
mod features;
mod floors;
mod index;
mod inset;
mod leaf_wall;
mod mission;
mod openings;
mod partings;
mod partition;
mod passages;
mod placed_vault;
mod planned_prop;
mod planner;
mod pools;
mod quiet;
mod roles;
mod room;
mod route;
mod shape;
mod sizes;
mod stairs;
mod terrain;
#[cfg(test)]
pub(crate) mod tests;
mod tiles;
mod vaults;

pub use crate::model::{Connection, Corridor, DoorKind, Note, NoteCode, Passage, RoomKind, RoomShape, Tile};
use crate::{geom::Cell, grid::Grid, model::Stairs};
pub(crate) use arms::CycleArms;
pub(crate) use context::PlanContext;
pub(crate) use features::{PlannedFeature, PlannedFeatures};
pub(crate) use floors::ShapedFloors;
pub(crate) use mission::{PlannedKey, PlannedMission};
pub(crate) use placed_vault::PlacedVault;
pub(crate) use planned_prop::{PlannedProp, PlannedPropSource};
pub(crate) use planner::Planner;
pub(crate) use quiet::QuietZone;
pub use room::PlannedRoom;
pub(crate) use terrain::{PlannedParting, PlannedTerrain};

/// Rooms, the passages between them, the main path and the tiles of a level.
///
/// Guarantees: rooms are numbered in the order of the partition tree, from the top left; passages
/// in the order of its walls. The path leads from the start room to the end room through passages.
/// All rooms are connected.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FloorPlan {
    /// The rooms, indexed by id.
    pub rooms: Vec<PlannedRoom>,
    /// The passages, indexed by id.
    pub passages: Vec<Passage>,
    /// The ids of the rooms on the main path, from start to end.
    pub path: Vec<u32>,
    /// The cell where the player arrives, in the start room.
    pub entry: Cell,
    /// The cell where the player leaves, in the end room.
    pub exit: Cell,
    /// The ways down beside the exit, in the order of their rules.
    pub stairs: Vec<Stairs>,
    /// Requests of the preset that the plan could not meet.
    pub notes: Vec<Note>,
    /// The floors of the shaped rooms.
    pub(crate) floors: ShapedFloors,
    /// The locks and keys.
    pub(crate) mission: PlannedMission,
    /// The props that the plan decides, by room; those of a room in the order in which they are
    /// laid.
    pub(crate) props: Vec<PlannedProp>,
    /// For each room, the number of cells that furnishing keeps free for members of groups; empty
    /// without any.
    pub(crate) kept: Vec<u32>,
    /// The arms of each cycle.
    pub(crate) cycles: Vec<CycleArms>,
    /// The cells without encounters.
    pub(crate) quiet: QuietZone,
    /// The tile of each cell.
    pub tiles: Grid<Tile>,
    /// The terrain, in levels that have some.
    pub(crate) terrain: PlannedTerrain,
    /// What lies across rooms.
    pub(crate) features: PlannedFeatures,
}

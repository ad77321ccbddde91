//! The rules of a preset: as its file states them, and as they are checked.
//!
//! A type whose name begins with `Raw` is what serde reads from the file, field by field: names and
//! types of fields are checked, values are not, and fields with a default are optional. Beside it
//! stands the checked rule, with all values in range and indices in place of names. A rule of which
//! only the numbers are checked is one type with a parameter: `LoopRule<RawRamp>` in the file,
//! `LoopRule` after the check.

mod anchor;
mod cycle;
mod drawing;
mod encounters;
mod entries;
mod feature;
mod file;
mod filter;
mod floorplan;
mod formation;
mod layout;
mod legend;
mod loot;
mod mask_size;
mod memory;
mod mission;
mod partition;
mod pool;
mod prop;
mod rate;
mod required;
mod roles;
mod room_size;
mod route;
mod sheet;
mod shift;
mod sprite;
mod terrain;
mod theme;

pub use anchor::Anchor;
pub(crate) use anchor::{AnchorPoint, AnchorPoints};
pub(crate) use cycle::CycleRule;
pub(crate) use drawing::ShapeCells;
pub use drawing::{FormationShape, MaskDrawing};
pub(crate) use encounters::{Curve, EncounterRule, GroupMember, GroupRule, RawEncounters, RawGroup, cost_of_one};
pub(crate) use entries::{RawMap, each};
pub(crate) use feature::{AreaAround, FeatureForm, FeatureRule, RawFeature, RoadEnd};
pub(crate) use file::RawPreset;
pub use filter::RoomFilter;
pub(crate) use filter::{RawFilter, RoomFacts};
pub(crate) use floorplan::RawFloorplan;
pub use formation::{ClipRule, Formation, MaskAxis, PropTurn, RouteVia};
pub(crate) use formation::{FormationPattern, RawFormation, TransposedFormation};
pub use layout::Layout;
pub(crate) use layout::RawLayout;
pub(crate) use legend::RawLegendEntry;
pub(crate) use loot::{DueRule, ItemRule, LootRule, MeteredRule, RawDue, RawItem, RawLoot, RewardArm};
pub use mask_size::MaskSize;
pub(crate) use memory::{MemoryRule, RawMemory};
pub(crate) use mission::{
    KeyPick, KeyRule, LockPlace, LockRule, MissionRule, RawCount, RawLock, RawMission, RawShortcuts, ShortcutRule,
    WayAround, count_at, least_at,
};
pub(crate) use partition::{DoorPlace, DoorSpec, PartitionRule, PartitionSpec, RawStyle, RoomMargin, RoomStyle};
pub(crate) use pool::{PoolEntry, PoolRule, PoolUnit, RawPool};
pub(crate) use prop::{RawLightRule, RawProp, RawRule};
pub(crate) use rate::Rate;
pub(crate) use required::RawRequired;
pub(crate) use roles::{
    DoorRule, RawDoor, RawShapeRule, RawTag, RuledShape, ShapeRule, TagRule, TagSelection, limit_at,
};
pub(crate) use room_size::{ExtentRamp, RawRoomSize, RoomSizeRule};
pub(crate) use route::{
    BonusRule, DEFAULT_FRACTION, EntryRule, ExitRule, HostKinds, LoopRule, OpeningRule, PathRooms, PathRule, PathSpec,
    PathStartRule, RawPath, StairsPlace, StairsRule,
};
pub(crate) use sheet::{RawSpriteFile, RawSpriteSheet, sixteen};
pub use shift::AnchorShift;
pub(crate) use sprite::RawSprite;
pub(crate) use terrain::{FringeRule, PartingEnds, PartingRule, RawParting, RawTerrain, TerrainRule};
pub(crate) use theme::RawTheme;

use super::RawRamp;

/// The default of most chances and weights, and of `cover`.
fn one() -> RawRamp {
    1.0.into()
}

fn one_cell() -> (i64, i64) {
    (1, 1)
}

/// The default of fields that switch off what usually applies.
fn yes() -> bool {
    true
}

//! The checked rules of a preset: all of their values are in range.

mod anchor;
mod drawing;
mod filter;
mod formation;
mod layout;
mod partition;
mod roles;
mod route;

pub use anchor::{Anchor, AnchorPoint};
pub use drawing::{FormationShape, MaskDrawing};
pub(crate) use filter::RoomFacts;
pub use filter::RoomFilter;
pub(crate) use formation::FormationPattern;
pub use formation::{Formation, MaskSize, PropTurn};
pub use layout::Layout;
pub(crate) use partition::{DoorPlace, DoorSpec, PartitionRule, PartitionSpec, RoomMargin, RoomStyle};
pub(super) use roles::digest_limit;
pub(crate) use roles::{DoorRule, ShapeRule, TagRule, TagSelection, limit_at};
pub(crate) use route::{BonusRule, LoopRule, PathRooms, PathRule, PathSpec, PathStartRule};

//! The checked rules of a preset: all of their values are in range.

mod anchor;
mod drawing;
mod filter;
mod formation;
mod layout;
mod partition;
mod roles;
mod route;

pub use anchor::{Anchor, Spot};
pub use drawing::{Drawing, FormationShape};
pub(crate) use filter::RoomFacts;
pub use filter::RoomFilter;
pub(crate) use formation::Pattern;
pub use formation::{Formation, MaskSize, Turn};
pub use layout::Layout;
pub(crate) use partition::{DoorPlace, DoorSpec, Margin, RoomSides, RoomStyle, SidesRule};
pub(super) use roles::digest_limit;
pub(crate) use roles::{DoorRule, ShapeRule, TagPick, TagRule, limit_at};
pub(crate) use route::{BonusRule, LoopRule, PathRooms, PathRule, PathSpec, StartRule};

//! The types that presets, plans and levels share: tiles, kinds of rooms, doors and props,
//! passages, notes, uses of keys, names, metres.

mod allowance;
mod feature;
pub(crate) mod import_hint;
mod key;
mod kind;
mod labels;
mod light;
mod metres;
mod name;
mod note;
mod offer;
mod passage;
mod record;
mod rerolls;
mod room;
mod seed;
mod stairs;
mod terrain;
mod tile;

pub use allowance::Allowance;
pub use feature::FeatureKind;
pub(crate) use import_hint::import_hint;
pub(crate) use import_hint::without_import_hints;
pub use key::KeyUse;
pub use kind::PropKind;
pub use labels::Labels;
pub use light::{Hundredths, Light};
pub use metres::Metres;
pub use name::Name;
pub use note::{Note, NoteCode};
pub use offer::Offer;
pub use passage::{Connection, Corridor, Passage};
pub(crate) use passage::{WIDEST_DOOR, corridor_legs};
pub(crate) use record::{PropRecord, TurnedFootprintSize};
pub use rerolls::Rerolls;
pub use room::{DoorKind, RoomKind, RoomShape};
pub(crate) use seed::SeedField;
pub use seed::{NamedSeed, SeedError};
pub use stairs::Stairs;
pub use terrain::TerrainKind;
pub use tile::Tile;

//! The types that presets and levels share: tiles, kinds of rooms, doors and props, uses of keys,
//! names, metres.

mod import_hint;
mod key;
mod kind;
mod labels;
mod metres;
mod name;
mod record;
mod room;
mod tile;

pub(crate) use import_hint::import_hint;
pub use import_hint::without_import_hints;
pub use key::KeyUse;
pub use kind::PropKind;
pub use labels::Labels;
pub use metres::Metres;
pub use name::Name;
pub(crate) use record::{PropRecord, TurnedFootprintSize};
pub use room::{DoorKind, RoomKind, RoomShape};
pub use tile::Tile;

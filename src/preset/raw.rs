//! The unchecked form of a preset file: one struct for each struct of the
//! file, as serde reads it.
//!
//! Names and types of fields are checked, values are not. Fields with a default are optional. Most
//! defaults of the preset language are defined here; those of `Option` fields are in
//! `preset/check`.

mod entries;
mod file;
mod floorplan;
mod formation;
mod layout;
mod prop;
mod ramp;
mod roles;
mod theme;
mod vault;

pub(crate) use entries::RawMap;
pub(crate) use file::RawPreset;
pub(crate) use floorplan::{DEFAULT_SHARE, RawBonus, RawFloorplan, RawPath, RawRooms, RawStyle};
pub(crate) use formation::{RawAnchor, RawFacing, RawFormation, RawShape, RawSize, RawTurn};
pub(crate) use layout::{RawFilter, RawLayout};
pub(crate) use prop::{RawProp, RawRule};
pub(crate) use ramp::{NUMBER_OR_RAMP, RawRamp};
pub(crate) use roles::{RawDoor, RawPick, RawRoomShape, RawShapeRule, RawTag};
pub(crate) use theme::RawTheme;
pub(crate) use vault::{RawVault, RawVaults};

/// The default of most chances and weights, and of `cover`.
fn one() -> RawRamp {
    1.0.into()
}

fn one_cell() -> (i64, i64) {
    (1, 1)
}

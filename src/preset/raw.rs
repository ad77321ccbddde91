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

pub(super) use entries::RawMap;
pub(super) use file::RawPreset;
pub(super) use floorplan::{DEFAULT_SHARE, RawBonus, RawFloorplan, RawPath, RawRooms, RawStyle};
pub(super) use formation::{RawAnchor, RawFacing, RawFormation, RawShape, RawSize, RawTurn};
pub(super) use layout::{RawFilter, RawLayout};
pub(super) use prop::{RawProp, RawRule};
pub(super) use ramp::{NUMBER_OR_RAMP, RawRamp};
pub(super) use roles::{RawDoor, RawPick, RawRoomShape, RawShapeRule, RawTag};
pub(super) use theme::RawTheme;
pub(super) use vault::{RawVault, RawVaults};

/// The default of most chances and weights, and of `cover`.
fn one() -> RawRamp {
    1.0.into()
}

fn one_cell() -> (i64, i64) {
    (1, 1)
}

//! The unchecked form of the rules for room shapes, tags and doors, as serde reads it.

use serde::Deserialize;

use super::{RawFilter, RawRamp, one, one_cell};
use crate::model::DoorKind;

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::preset) struct RawTag {
    pub(in crate::preset) tag: String,
    #[serde(default)]
    pub(in crate::preset) pick: RawPick,
    #[serde(default)]
    pub(in crate::preset) rooms: RawFilter,
    #[serde(default = "one")]
    pub(in crate::preset) chance: RawRamp,
    #[serde(default)]
    pub(in crate::preset) most: Option<RawRamp>,
    #[serde(default)]
    pub(in crate::preset) shared: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::preset) enum RawPick {
    #[default]
    All,
    DeadEnds,
    Farthest,
    Every(RawRamp),
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::preset) struct RawDoor {
    pub(in crate::preset) kind: DoorKind,
    #[serde(default)]
    pub(in crate::preset) rooms: RawFilter,
    #[serde(default = "one")]
    pub(in crate::preset) chance: RawRamp,
    #[serde(default = "yes")]
    pub(in crate::preset) path: bool,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::preset) struct RawShapeRule {
    pub(in crate::preset) shape: RawRoomShape,
    #[serde(default = "one")]
    pub(in crate::preset) weight: RawRamp,
    #[serde(default = "one_cell")]
    pub(in crate::preset) min: (i64, i64),
    #[serde(default)]
    pub(in crate::preset) max: Option<(i64, i64)>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::preset) enum RawRoomShape {
    Rectangle,
    L,
    Plus,
    Round,
    Octagon,
}

fn yes() -> bool {
    true
}

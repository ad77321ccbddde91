//! The unchecked form of the rules for room shapes, tags and doors, as serde reads it.

use serde::Deserialize;

use super::{RawFilter, RawRamp, one, one_cell};
use crate::model::DoorKind;

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawTag {
    pub(crate) tag: String,
    #[serde(default)]
    pub(crate) pick: RawPick,
    #[serde(default)]
    pub(crate) rooms: RawFilter,
    #[serde(default = "one")]
    pub(crate) chance: RawRamp,
    #[serde(default)]
    pub(crate) most: Option<RawRamp>,
    #[serde(default)]
    pub(crate) shared: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum RawPick {
    #[default]
    All,
    DeadEnds,
    Farthest,
    Every(RawRamp),
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawDoor {
    pub(crate) kind: DoorKind,
    #[serde(default)]
    pub(crate) rooms: RawFilter,
    #[serde(default = "one")]
    pub(crate) chance: RawRamp,
    #[serde(default = "yes")]
    pub(crate) path: bool,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawShapeRule {
    pub(crate) shape: RawRoomShape,
    #[serde(default = "one")]
    pub(crate) weight: RawRamp,
    #[serde(default = "one_cell")]
    pub(crate) min: (i64, i64),
    #[serde(default)]
    pub(crate) max: Option<(i64, i64)>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum RawRoomShape {
    Rectangle,
    L,
    Plus,
    Round,
    Octagon,
}

fn yes() -> bool {
    true
}

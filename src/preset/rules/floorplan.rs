//! The floor plan, as a preset file states it.

use serde::Deserialize;

use super::{
    BonusRule, CycleRule, EntryRule, ExitRule, LoopRule, OpeningRule, PartitionRule, PathStartRule, RawDoor,
    RawFeature, RawFilter, RawParting, RawPath, RawRoomSize, RawShapeRule, RawStyle, RawTag, StairsRule,
};
use crate::{
    model::RoomKind,
    preset::{RawRamp, vault::RawVaults},
};

#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawFloorplan {
    pub(crate) rooms: PartitionRule<RawRamp, RawRoomSize>,
    pub(crate) style: RawStyle,
    pub(crate) start: PathStartRule,
    pub(crate) entry: EntryRule,
    pub(crate) exit: ExitRule,
    pub(crate) stairs: Vec<StairsRule<RawFilter, String>>,
    pub(crate) path: RawPath,
    pub(crate) cycles: Vec<CycleRule<RawRamp, String>>,
    pub(crate) bonus: BonusRule<RawRamp, Option<Vec<RoomKind>>>,
    pub(crate) coverage: RawRamp,
    pub(crate) loops: LoopRule<RawRamp, RawFilter>,
    pub(crate) open: OpeningRule<RawRamp, RawFilter>,
    pub(crate) tags: Vec<RawTag>,
    pub(crate) doors: Vec<RawDoor>,
    pub(crate) shapes: Vec<RawShapeRule>,
    pub(crate) vaults: RawVaults,
    pub(crate) partings: Vec<RawParting>,
    pub(crate) features: Vec<RawFeature>,
}

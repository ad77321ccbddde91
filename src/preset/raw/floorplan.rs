//! The unchecked form of the floor plan, as serde reads it.

use serde::Deserialize;

use super::{RawDoor, RawRamp, RawShapeRule, RawTag, RawVaults};
use crate::preset::{DoorPlace, PathStartRule};

#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(in crate::preset) struct RawFloorplan {
    pub(in crate::preset) rooms: RawRooms,
    pub(in crate::preset) style: RawStyle,
    pub(in crate::preset) start: PathStartRule,
    pub(in crate::preset) path: RawPath,
    pub(in crate::preset) bonus: RawBonus,
    pub(in crate::preset) coverage: RawRamp,
    pub(in crate::preset) loops: RawLoops,
    pub(in crate::preset) tags: Vec<RawTag>,
    pub(in crate::preset) doors: Vec<RawDoor>,
    pub(in crate::preset) shapes: Vec<RawShapeRule>,
    pub(in crate::preset) vaults: RawVaults,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(in crate::preset) struct RawRooms {
    pub(in crate::preset) min: i64,
    pub(in crate::preset) max: i64,
    pub(in crate::preset) ratio: (f32, f32),
    pub(in crate::preset) stop: RawRamp,
    pub(in crate::preset) longer: RawRamp,
}

impl Default for RawRooms {
    fn default() -> Self {
        Self { min: 5, max: 14, ratio: (0.35, 0.65), stop: 0.25.into(), longer: 0.8.into() }
    }
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::preset) enum RawStyle {
    Adjacent {
        #[serde(default = "default_door")]
        door: (i64, i64),
        #[serde(default)]
        place: DoorPlace,
    },
    Corridors {
        #[serde(default = "default_door")]
        width: (i64, i64),
        #[serde(default = "default_margin")]
        margin: (i64, i64),
        #[serde(default)]
        place: DoorPlace,
    },
}

fn default_door() -> (i64, i64) {
    (1, 1)
}

/// The least and the greatest margin: large enough for a corridor beside most rooms, and so small
/// that neighbours still face each other.
fn default_margin() -> (i64, i64) {
    (1, 2)
}

impl Default for RawStyle {
    fn default() -> Self {
        Self::Adjacent { door: default_door(), place: DoorPlace::default() }
    }
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(in crate::preset) struct RawPath {
    pub(in crate::preset) rooms: Option<(RawRamp, RawRamp)>,
    pub(in crate::preset) fraction: Option<(RawRamp, RawRamp)>,
    pub(in crate::preset) wander: RawRamp,
}

impl Default for RawPath {
    fn default() -> Self {
        Self { rooms: None, fraction: None, wander: 0.4.into() }
    }
}

/// The default number of rooms on the main path, as fractions of all leaves: least and most.
pub(in crate::preset) const DEFAULT_SHARE: (f64, f64) = (0.15, 0.25);

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(in crate::preset) struct RawBonus {
    pub(in crate::preset) chance: RawRamp,
    pub(in crate::preset) spacing: RawRamp,
    pub(in crate::preset) depth: RawRamp,
    pub(in crate::preset) rooms: Option<(RawRamp, RawRamp)>,
}

impl Default for RawBonus {
    fn default() -> Self {
        Self { chance: 0.4.into(), spacing: 1.0.into(), depth: 2.0.into(), rooms: None }
    }
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(in crate::preset) struct RawLoops {
    pub(in crate::preset) chance: RawRamp,
    pub(in crate::preset) apart: RawRamp,
    pub(in crate::preset) skip: RawRamp,
}

impl Default for RawLoops {
    /// No loops. If a preset asks for some, each joins rooms that are four or more passages apart.
    fn default() -> Self {
        Self { chance: 0.0.into(), apart: 4.0.into(), skip: 1.0.into() }
    }
}

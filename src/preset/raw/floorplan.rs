//! The unchecked form of the floor plan, as serde reads it.

use serde::Deserialize;

use super::{RawDoor, RawRamp, RawShapeRule, RawTag, RawVaults};
use crate::preset::{DoorPlace, PathStartRule};

#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawFloorplan {
    pub(crate) rooms: RawRooms,
    pub(crate) style: RawStyle,
    pub(crate) start: PathStartRule,
    pub(crate) path: RawPath,
    pub(crate) bonus: RawBonus,
    pub(crate) coverage: RawRamp,
    pub(crate) loops: RawLoops,
    pub(crate) tags: Vec<RawTag>,
    pub(crate) doors: Vec<RawDoor>,
    pub(crate) shapes: Vec<RawShapeRule>,
    pub(crate) vaults: RawVaults,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawRooms {
    pub(crate) min: i64,
    pub(crate) max: i64,
    pub(crate) ratio: (f32, f32),
    pub(crate) stop: RawRamp,
    pub(crate) longer: RawRamp,
}

impl Default for RawRooms {
    fn default() -> Self {
        Self { min: 5, max: 14, ratio: (0.35, 0.65), stop: 0.25.into(), longer: 0.8.into() }
    }
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) enum RawStyle {
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
pub(crate) struct RawPath {
    pub(crate) rooms: Option<(RawRamp, RawRamp)>,
    pub(crate) fraction: Option<(RawRamp, RawRamp)>,
    pub(crate) wander: RawRamp,
}

impl Default for RawPath {
    fn default() -> Self {
        Self { rooms: None, fraction: None, wander: 0.4.into() }
    }
}

/// The default number of rooms on the main path, as fractions of all leaves: least and most.
pub(crate) const DEFAULT_SHARE: (f64, f64) = (0.15, 0.25);

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawBonus {
    pub(crate) chance: RawRamp,
    pub(crate) spacing: RawRamp,
    pub(crate) depth: RawRamp,
    pub(crate) rooms: Option<(RawRamp, RawRamp)>,
}

impl Default for RawBonus {
    fn default() -> Self {
        Self { chance: 0.4.into(), spacing: 1.0.into(), depth: 2.0.into(), rooms: None }
    }
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawLoops {
    pub(crate) chance: RawRamp,
    pub(crate) apart: RawRamp,
    pub(crate) skip: RawRamp,
}

impl Default for RawLoops {
    /// No loops. If a preset asks for some, each joins rooms that are four or more passages apart.
    fn default() -> Self {
        Self { chance: 0.0.into(), apart: 4.0.into(), skip: 1.0.into() }
    }
}

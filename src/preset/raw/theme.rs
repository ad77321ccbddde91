//! The raw mirror of the theme.

use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(in crate::preset) struct RawTheme {
    pub(in crate::preset) rock: Option<String>,
    pub(in crate::preset) wall_top: Option<String>,
    pub(in crate::preset) wall_face: Option<String>,
    pub(in crate::preset) walls: RawWalls,
    pub(in crate::preset) floor: RawFloor,
    pub(in crate::preset) floor_start: Option<String>,
    pub(in crate::preset) floor_end: Option<String>,
    pub(in crate::preset) door: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::preset) enum RawWalls {
    #[default]
    Bricks,
    Hedge,
    Planks,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::preset) enum RawFloor {
    #[default]
    Flagstones,
    Grass,
    Planks,
}

//! The unchecked form of the theme, as serde reads it.

use serde::Deserialize;

use crate::theme::{FloorStyle, WallStyle};

#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(in crate::preset) struct RawTheme {
    pub(in crate::preset) rock: Option<String>,
    pub(in crate::preset) wall_top: Option<String>,
    pub(in crate::preset) wall_face: Option<String>,
    pub(in crate::preset) walls: WallStyle,
    pub(in crate::preset) floor: FloorStyle,
    pub(in crate::preset) floor_start: Option<String>,
    pub(in crate::preset) floor_end: Option<String>,
    pub(in crate::preset) door: Option<String>,
}

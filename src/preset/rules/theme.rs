//! The theme, as a preset file states it.

use serde::Deserialize;

use crate::theme::{FloorStyle, WallStyle};

#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawTheme {
    pub(crate) rock: Option<String>,
    pub(crate) wall_top: Option<String>,
    pub(crate) wall_face: Option<String>,
    pub(crate) walls: WallStyle,
    pub(crate) floor: FloorStyle,
    pub(crate) floor_start: Option<String>,
    pub(crate) floor_end: Option<String>,
    pub(crate) door: Option<String>,
    pub(crate) ambient: Option<f32>,
}

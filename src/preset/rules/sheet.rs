//! The picture of sprites beside a preset, as the preset's file states it.

use serde::Deserialize;

use super::RawMap;

/// A picture of sprites: its file alone, or with its grid and the names of its cells.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum RawSpriteFile {
    #[serde(rename = "text")]
    File(String),
    #[serde(rename = "fields")]
    Sheet(RawSpriteSheet),
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSpriteSheet {
    pub(crate) file: String,
    #[serde(default = "sixteen")]
    pub(crate) side: i64,
    #[serde(default)]
    pub(crate) margin: i64,
    #[serde(default)]
    pub(crate) spacing: i64,
    pub(crate) transparent: Option<String>,
    #[serde(default)]
    pub(crate) names: RawMap<String, String>,
}

/// The default side of a cell, in pixels: that of pictures.
pub(crate) fn sixteen() -> i64 {
    16
}

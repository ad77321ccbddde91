//! The unchecked form of a preset file as a whole, as serde reads it.

use serde::Deserialize;

use super::{RawFloorplan, RawLayout, RawMap, RawProp, RawTheme, RawVault};

/// A preset file.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::preset) struct RawPreset {
    pub(in crate::preset) name: String,
    #[serde(default = "default_size")]
    pub(in crate::preset) size: (i64, i64),
    #[serde(default)]
    pub(in crate::preset) floorplan: RawFloorplan,
    #[serde(default = "default_clearance")]
    pub(in crate::preset) clearance: i64,
    #[serde(default)]
    pub(in crate::preset) theme: RawTheme,
    #[serde(default)]
    pub(in crate::preset) palette: RawMap<char, String>,
    #[serde(default)]
    pub(in crate::preset) props: RawMap<String, RawProp>,
    #[serde(default)]
    pub(in crate::preset) layouts: Vec<RawLayout>,
    #[serde(default)]
    #[expect(dead_code, reason = "bases are followed in the text, before it is read")]
    pub(in crate::preset) base: Option<String>,
    #[serde(default)]
    pub(in crate::preset) remove: Vec<String>,
    #[serde(default)]
    pub(in crate::preset) vaults: Vec<RawVault>,
}

/// The usual size of a roguelike level in a terminal.
fn default_size() -> (i64, i64) {
    (80, 50)
}

fn default_clearance() -> i64 {
    1
}

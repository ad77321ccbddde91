//! A preset file as a whole.

use serde::Deserialize;

use super::{
    RawEncounters, RawFloorplan, RawGroup, RawLayout, RawLoot, RawMap, RawMemory, RawMission, RawPool, RawProp,
    RawSpriteFile, RawTerrain, RawTheme, each,
};
use crate::preset::vault::RawVault;

/// A preset file.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawPreset {
    pub(crate) name: String,
    #[serde(default = "default_size")]
    pub(crate) size: (i64, i64),
    #[serde(default)]
    pub(crate) floorplan: RawFloorplan,
    #[serde(default)]
    pub(crate) mission: RawMission,
    #[serde(default = "default_clearance")]
    pub(crate) clearance: i64,
    #[serde(default)]
    pub(crate) theme: RawTheme,
    #[serde(default)]
    pub(crate) palette: RawMap<char, String>,
    pub(crate) sprites: Option<RawSpriteFile>,
    #[serde(default)]
    pub(crate) props: RawMap<String, RawProp>,
    #[serde(default, deserialize_with = "each")]
    pub(crate) layouts: Vec<RawLayout>,
    #[serde(default)]
    #[expect(dead_code, reason = "bases are followed in the text, before it is read")]
    pub(crate) base: Option<String>,
    #[serde(default)]
    pub(crate) remove: Vec<String>,
    #[serde(default, deserialize_with = "each")]
    pub(crate) vaults: Vec<RawVault>,
    #[serde(default)]
    pub(crate) groups: RawMap<String, RawGroup>,
    #[serde(default)]
    pub(crate) encounters: RawEncounters,
    #[serde(default)]
    pub(crate) loot: RawLoot,
    pub(crate) memory: Option<RawMemory>,
    #[serde(default)]
    pub(crate) pools: RawMap<String, RawPool>,
    #[serde(default)]
    pub(crate) terrain: RawMap<String, RawTerrain>,
}

/// The usual size of a roguelike level in a terminal.
fn default_size() -> (i64, i64) {
    (80, 50)
}

fn default_clearance() -> i64 {
    1
}

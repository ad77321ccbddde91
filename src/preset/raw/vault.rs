//! The unchecked form of vaults, as serde reads it.

use serde::Deserialize;

use super::{RawAnchor, RawFilter, RawMap, RawRamp};

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawVault {
    pub(crate) name: String,
    pub(crate) rows: Vec<String>,
    #[serde(default)]
    pub(crate) legend: RawMap<char, String>,
    #[serde(default)]
    pub(crate) rooms: RawFilter,
    #[serde(default)]
    pub(crate) required: bool,
    #[serde(default)]
    pub(crate) turns: bool,
    #[serde(default)]
    pub(crate) mirrored: bool,
    /// Whether the vault has a room of its own, instead of a place inside an ordinary room.
    #[serde(default)]
    pub(crate) room: bool,
    // The fields from here to `alone` are refused with `room: true`. Their defaults are in
    // `preset/check/vaults.rs`.
    #[serde(default)]
    pub(crate) weight: Option<RawRamp>,
    #[serde(default)]
    pub(crate) most: Option<RawRamp>,
    #[serde(default)]
    pub(crate) at: Option<RawAnchor>,
    #[serde(default)]
    pub(crate) inset: Option<i64>,
    #[serde(default)]
    pub(crate) alone: Option<bool>,
    // Refused without `room: true`.
    #[serde(default)]
    pub(crate) chance: Option<RawRamp>,
}

/// How often rooms have vaults.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawVaults {
    pub(crate) chance: RawRamp,
}

impl Default for RawVaults {
    /// Often enough for every level to have some vaults, seldom enough to keep them special.
    fn default() -> Self {
        Self { chance: 0.3.into() }
    }
}

//! The unchecked form of vaults, as serde reads it.

use serde::Deserialize;

use super::{RawAnchor, RawFilter, RawMap, RawRamp};

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::preset) struct RawVault {
    pub(in crate::preset) name: String,
    pub(in crate::preset) rows: Vec<String>,
    #[serde(default)]
    pub(in crate::preset) legend: RawMap<char, String>,
    #[serde(default)]
    pub(in crate::preset) rooms: RawFilter,
    #[serde(default)]
    pub(in crate::preset) required: bool,
    #[serde(default)]
    pub(in crate::preset) turns: bool,
    #[serde(default)]
    pub(in crate::preset) mirrored: bool,
    /// Whether the vault has a room of its own, instead of a place inside an ordinary room.
    #[serde(default)]
    pub(in crate::preset) room: bool,
    // The fields from here to `alone` are refused with `room: true`. Their defaults are in
    // `preset/check/vaults.rs`.
    #[serde(default)]
    pub(in crate::preset) weight: Option<RawRamp>,
    #[serde(default)]
    pub(in crate::preset) most: Option<RawRamp>,
    #[serde(default)]
    pub(in crate::preset) at: Option<RawAnchor>,
    #[serde(default)]
    pub(in crate::preset) inset: Option<i64>,
    #[serde(default)]
    pub(in crate::preset) alone: Option<bool>,
    // Refused without `room: true`.
    #[serde(default)]
    pub(in crate::preset) chance: Option<RawRamp>,
}

/// How often rooms have vaults.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(in crate::preset) struct RawVaults {
    pub(in crate::preset) chance: RawRamp,
}

impl Default for RawVaults {
    /// Often enough for every level to have some vaults, seldom enough to keep them special.
    fn default() -> Self {
        Self { chance: 0.3.into() }
    }
}

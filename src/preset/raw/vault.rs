//! Vaults as they stand in the file.

use serde::Deserialize;

use super::{Entries, RawAnchor, RawFilter, RawRamp};

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::preset) struct RawVault {
    pub(in crate::preset) name: String,
    pub(in crate::preset) rows: Vec<String>,
    #[serde(default)]
    pub(in crate::preset) legend: Entries<char, String>,
    #[serde(default)]
    pub(in crate::preset) rooms: RawFilter,
    #[serde(default)]
    pub(in crate::preset) must: bool,
    #[serde(default)]
    pub(in crate::preset) turns: bool,
    #[serde(default)]
    pub(in crate::preset) mirrored: bool,
    /// Whether it is a room of its own.
    #[serde(default)]
    pub(in crate::preset) room: bool,
    // Not for a room of its own; their defaults stand in the check.
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
    // For a room of its own only.
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
    /// Often enough to be met in every level, seldom enough to stay something special.
    fn default() -> Self {
        Self { chance: 0.3.into() }
    }
}

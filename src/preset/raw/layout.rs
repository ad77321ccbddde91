//! The unchecked form of layouts and room filters, as serde reads it.

use serde::Deserialize;

use super::{RawFormation, RawRamp, one};
use crate::model::RoomKind;

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::preset) struct RawLayout {
    pub(in crate::preset) name: String,
    #[serde(default = "one")]
    pub(in crate::preset) weight: RawRamp,
    #[serde(default)]
    pub(in crate::preset) rooms: RawFilter,
    pub(in crate::preset) formations: Vec<RawFormation>,
    #[serde(default = "one")]
    pub(in crate::preset) cover: RawRamp,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(in crate::preset) struct RawFilter {
    pub(in crate::preset) min: (i64, i64),
    pub(in crate::preset) max: Option<(i64, i64)>,
    pub(in crate::preset) kinds: Option<Vec<RoomKind>>,
    pub(in crate::preset) progress: (f32, f32),
    pub(in crate::preset) tags: Vec<String>,
}

impl Default for RawFilter {
    fn default() -> Self {
        Self { min: (1, 1), max: None, kinds: None, progress: (0.0, 1.0), tags: Vec::new() }
    }
}

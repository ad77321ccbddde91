//! The unchecked form of layouts and room filters, as serde reads it.

use serde::Deserialize;

use super::{RawFormation, RawRamp, one};
use crate::model::RoomKind;

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLayout {
    pub(crate) name: String,
    #[serde(default = "one")]
    pub(crate) weight: RawRamp,
    #[serde(default)]
    pub(crate) rooms: RawFilter,
    pub(crate) formations: Vec<RawFormation>,
    #[serde(default = "one")]
    pub(crate) cover: RawRamp,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawFilter {
    pub(crate) min: (i64, i64),
    pub(crate) max: Option<(i64, i64)>,
    pub(crate) kinds: Option<Vec<RoomKind>>,
    pub(crate) progress: (f32, f32),
    pub(crate) tags: Vec<String>,
}

impl Default for RawFilter {
    fn default() -> Self {
        Self { min: (1, 1), max: None, kinds: None, progress: (0.0, 1.0), tags: Vec::new() }
    }
}

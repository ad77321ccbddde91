//! The unchecked form of kinds of props, as serde reads it.

use serde::Deserialize;

use super::{RawMap, RawRamp, one, one_cell};

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::preset) struct RawProp {
    pub(in crate::preset) glyph: char,
    pub(in crate::preset) color: String,
    /// `true` by default, but `false` by default for a marker.
    #[serde(default)]
    pub(in crate::preset) blocks: Option<bool>,
    #[serde(default)]
    pub(in crate::preset) opaque: bool,
    #[serde(default = "one_cell")]
    pub(in crate::preset) footprint: (i64, i64),
    /// In metres: 1 by default, but 0 by default for a marker.
    #[serde(default)]
    pub(in crate::preset) tall: Option<f32>,
    #[serde(default)]
    pub(in crate::preset) elevation: f32,
    #[serde(default)]
    pub(in crate::preset) sprite: Vec<String>,
    #[serde(default)]
    pub(in crate::preset) body: Option<(f32, f32)>,
    #[serde(default)]
    pub(in crate::preset) jitter: f32,
    #[serde(default = "one")]
    pub(in crate::preset) weight: RawRamp,
    #[serde(default)]
    pub(in crate::preset) variants: RawMap<String, RawRamp>,
    #[serde(default)]
    pub(in crate::preset) near: Vec<RawRule>,
    #[serde(default)]
    pub(in crate::preset) avoid: Vec<RawRule>,
    #[serde(default)]
    pub(in crate::preset) marker: bool,
    #[serde(default)]
    pub(in crate::preset) tags: Vec<String>,
    #[serde(default)]
    pub(in crate::preset) values: RawMap<String, String>,
}

/// A rule of `near` or `avoid`: what a prop has to be near to or avoids, and within how many cells.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::preset) enum RawRule {
    Wall(i64),
    Door(i64),
    Any(i64),
    Prop(String, i64),
}

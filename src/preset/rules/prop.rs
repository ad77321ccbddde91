//! Kinds of props, as a preset file states them.

use serde::Deserialize;

use super::{RawMap, RawSprite, one, one_cell};
use crate::{preset::RawRamp, theme::Look};

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawProp {
    pub(crate) glyph: char,
    pub(crate) color: String,
    /// `true` by default, but `false` by default for a marker.
    #[serde(default)]
    pub(crate) blocks: Option<bool>,
    #[serde(default)]
    pub(crate) opaque: bool,
    #[serde(default = "one_cell")]
    pub(crate) footprint: (i64, i64),
    /// In metres: 1 by default, but 0 by default for a marker.
    #[serde(default)]
    pub(crate) tall: Option<f32>,
    #[serde(default)]
    pub(crate) elevation: f32,
    #[serde(default)]
    pub(crate) sprite: RawSprite,
    #[serde(default)]
    pub(crate) look: Option<Look>,
    #[serde(default)]
    pub(crate) body: Option<(f32, f32)>,
    #[serde(default)]
    pub(crate) jitter: f32,
    #[serde(default = "one")]
    pub(crate) weight: RawRamp,
    #[serde(default)]
    pub(crate) variants: RawMap<String, RawRamp>,
    #[serde(default)]
    pub(crate) near: Vec<RawRule>,
    #[serde(default)]
    pub(crate) avoid: Vec<RawRule>,
    #[serde(default)]
    pub(crate) marker: bool,
    #[serde(default)]
    pub(crate) slot: bool,
    pub(crate) light: Option<RawLightRule>,
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    #[serde(default)]
    pub(crate) values: RawMap<String, String>,
}

/// The light that a prop sheds.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLightRule {
    pub(crate) color: String,
    /// In metres.
    pub(crate) radius: f32,
    #[serde(default = "third")]
    pub(crate) fade: f32,
    #[serde(default = "full")]
    pub(crate) strength: f32,
}

/// Nearly a third.
fn third() -> f32 {
    0.3
}

fn full() -> f32 {
    1.0
}

/// A rule of `near` or `avoid`: what a prop has to be near to or avoids, and within how many cells.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum RawRule {
    Wall(i64),
    Door(i64),
    Entry(i64),
    Exit(i64),
    Any(i64),
    Prop(String, i64),
    Bank(i64),
    /// The name of a kind of terrain, or a tag of some.
    Terrain(String, i64),
}

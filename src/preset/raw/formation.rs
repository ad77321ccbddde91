//! The unchecked form of formations and groups, as serde reads it.

use serde::Deserialize;

use super::{RawRamp, one};

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::preset) struct RawFormation {
    /// Given for a formation. A group of formations gives `one_of` or `all_of` instead.
    #[serde(default)]
    pub(in crate::preset) shape: Option<RawShape>,
    #[serde(default)]
    pub(in crate::preset) at: Option<RawAnchor>,
    #[serde(default)]
    pub(in crate::preset) inset: i64,
    #[serde(default)]
    pub(in crate::preset) prop: Option<String>,
    #[serde(default)]
    pub(in crate::preset) size: Option<RawSize>,
    #[serde(default)]
    pub(in crate::preset) facing: RawFacing,
    #[serde(default)]
    pub(in crate::preset) fill: bool,
    #[serde(default)]
    pub(in crate::preset) checker: bool,
    #[serde(default)]
    pub(in crate::preset) one_of: Option<Vec<RawFormation>>,
    #[serde(default)]
    pub(in crate::preset) all_of: Option<Vec<RawFormation>>,
    #[serde(default = "one")]
    pub(in crate::preset) chance: RawRamp,
    #[serde(default = "one")]
    pub(in crate::preset) weight: RawRamp,
    #[serde(default)]
    pub(in crate::preset) count: Option<RawRamp>,
    #[serde(default)]
    pub(in crate::preset) name: Option<String>,
    #[serde(default)]
    pub(in crate::preset) shift: Option<(i64, i64)>,
    #[serde(default)]
    pub(in crate::preset) least: Option<RawRamp>,
    #[serde(default)]
    pub(in crate::preset) stack: bool,
    #[serde(default)]
    pub(in crate::preset) turn: RawTurn,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::preset) enum RawTurn {
    #[default]
    North,
    East,
    South,
    West,
    Random,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::preset) enum RawShape {
    Vertical,
    Horizontal,
    Diamond,
    Circle,
    Cross,
    X,
    Triangle,
    Square,
    Bitmap(Vec<String>),
    Scatter(i64),
    Border,
    Route,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::preset) enum RawAnchor {
    #[default]
    Center,
    Corners,
    NorthWest,
    NorthEast,
    SouthEast,
    SouthWest,
    Walls,
    North,
    East,
    South,
    West,
    Quarters,
    Doors,
    At(f32, f32),
    Of(String),
    Between(Box<RawAnchor>, Box<RawAnchor>),
    Anywhere,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::preset) enum RawFacing {
    #[default]
    North,
    East,
    South,
    West,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::preset) enum RawSize {
    Cells(RawRamp),
    Box(RawRamp, RawRamp),
    Ratio(RawRamp),
    Fit(RawRamp),
}

impl Default for RawSize {
    /// Two thirds of the room's longer side, rounded up.
    fn default() -> Self {
        Self::Ratio(f64::from(2.0f32 / 3.0).into())
    }
}

//! The unchecked form of formations and groups, as serde reads it.

use serde::Deserialize;

use super::{RawRamp, one};

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawFormation {
    /// Given for a formation. A group of formations gives `one_of` or `all_of` instead.
    #[serde(default)]
    pub(crate) shape: Option<RawShape>,
    #[serde(default)]
    pub(crate) at: Option<RawAnchor>,
    #[serde(default)]
    pub(crate) inset: i64,
    #[serde(default)]
    pub(crate) prop: Option<String>,
    #[serde(default)]
    pub(crate) size: Option<RawSize>,
    #[serde(default)]
    pub(crate) facing: RawFacing,
    #[serde(default)]
    pub(crate) fill: bool,
    #[serde(default)]
    pub(crate) checker: bool,
    #[serde(default)]
    pub(crate) one_of: Option<Vec<RawFormation>>,
    #[serde(default)]
    pub(crate) all_of: Option<Vec<RawFormation>>,
    #[serde(default = "one")]
    pub(crate) chance: RawRamp,
    #[serde(default = "one")]
    pub(crate) weight: RawRamp,
    #[serde(default)]
    pub(crate) count: Option<RawRamp>,
    #[serde(default)]
    pub(crate) name: Option<String>,
    #[serde(default)]
    pub(crate) shift: Option<(i64, i64)>,
    #[serde(default)]
    pub(crate) least: Option<RawRamp>,
    #[serde(default)]
    pub(crate) stack: bool,
    #[serde(default)]
    pub(crate) turn: RawTurn,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum RawTurn {
    #[default]
    North,
    East,
    South,
    West,
    Random,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum RawShape {
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
pub(crate) enum RawAnchor {
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
pub(crate) enum RawFacing {
    #[default]
    North,
    East,
    South,
    West,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum RawSize {
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

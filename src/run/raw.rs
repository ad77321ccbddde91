//! A run as its text states it.

use serde::{Deserialize, de::IgnoredAny};

use crate::preset::{KeyPick, RawFilter, RawMap, StairsPlace, each};

/// A run as its text states it. Pieces are read from the tree of the text.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawRun {
    pub(super) name: String,
    #[serde(deserialize_with = "each")]
    pub(super) acts: Vec<RawAct>,
    pub(super) size: Option<(i64, i64)>,
    #[expect(dead_code, reason = "pieces are read from the tree of the text")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::schema::PieceSchema>"))]
    pub(super) shared: Option<IgnoredAny>,
    #[serde(default)]
    pub(super) moods: RawMap<String, RawMood>,
    #[serde(default, deserialize_with = "each")]
    pub(super) branches: Vec<RawBranch>,
}

/// An act as a run's text states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawAct {
    pub(super) name: Option<String>,
    pub(super) preset: RawPresetNames,
    #[serde(default)]
    pub(super) floors: RawFloorRange,
    pub(super) difficulty: Option<RawDifficulty>,
    pub(super) size: Option<(i64, i64)>,
    #[expect(dead_code, reason = "pieces are read from the tree of the text")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::schema::PieceSchema>"))]
    pub(super) each: Option<IgnoredAny>,
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::schema::PieceSchema>"))]
    pub(super) before: Option<IgnoredAny>,
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::schema::PieceSchema>"))]
    pub(super) last: Option<IgnoredAny>,
}

/// The preset of an act, or those of which the run draws one.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(super) enum RawPresetNames {
    #[serde(rename = "text")]
    One(String),
    #[serde(rename = "list")]
    Draw(Vec<String>),
}

impl RawPresetNames {
    pub(super) fn names(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Draw(names) => names,
        }
    }
}

/// The number of an act's floors: one number, or the least and the most.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(super) enum RawFloorRange {
    #[serde(rename = "number")]
    Exactly(i64),
    #[serde(rename = "pair")]
    Between(i64, i64),
}

impl Default for RawFloorRange {
    fn default() -> Self {
        Self::Exactly(1)
    }
}

/// The difficulty of an act: that of all floors, or of the first and the last.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(super) enum RawDifficulty {
    #[serde(rename = "number")]
    Flat(f32),
    #[serde(rename = "pair")]
    Rising(f32, f32),
}

/// A mood as a run's text states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawMood {
    pub(super) text: Option<RawPieceText>,
    #[serde(default = "one")]
    pub(super) weight: i64,
    pub(super) acts: Option<Vec<String>>,
    pub(super) most: Option<i64>,
}

/// The text of a mood: the name of a file, or the piece itself.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(super) enum RawPieceText {
    #[serde(rename = "text")]
    File(String),
    #[serde(rename = "fields")]
    Here(#[cfg_attr(feature = "schema", schemars(with = "super::schema::PieceSchema"))] IgnoredAny),
}

/// A branch as a run's text states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct RawBranch {
    pub(super) name: String,
    pub(super) from: RawFloorRange,
    #[serde(default)]
    #[expect(dead_code, reason = "checked as a part of the presets with the stair")]
    pub(super) rooms: RawFilter,
    #[serde(default)]
    #[expect(dead_code, reason = "checked as a part of the presets with the stair")]
    pub(super) pick: KeyPick,
    #[serde(default)]
    #[expect(dead_code, reason = "checked as a part of the presets with the stair")]
    pub(super) at: StairsPlace,
    #[serde(default = "certain")]
    pub(super) chance: f32,
    #[serde(deserialize_with = "each")]
    pub(super) acts: Vec<RawAct>,
}

fn one() -> i64 {
    1
}

fn certain() -> f32 {
    1.0
}

//! Rules for features: roads, lakes, streams and areas, which lie across rooms.

use serde::Deserialize;

use super::{RawFilter, RoomFilter, one};
use crate::{
    model::{FeatureKind, Name},
    preset::{Ramp, RawRamp},
};

/// A feature, as a preset file states it. Which fields it may have depends on its kind.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Feature"))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawFeature {
    pub(crate) kind: FeatureKind,
    pub(crate) terrain: String,
    pub(crate) name: Option<String>,
    #[serde(default = "one")]
    pub(crate) chance: RawRamp,
    /// The ends of a road.
    pub(crate) from: Option<RoadEnd<String>>,
    pub(crate) to: Option<RoadEnd<String>>,
    /// A room that a road passes on its way.
    pub(crate) by: Option<RawFilter>,
    /// The size of a lake, as a fraction of the level's cells.
    pub(crate) area: Option<RawRamp>,
    /// The kinds of terrain around a lake, the nearest first.
    pub(crate) fringe: Option<Vec<String>>,
    /// The rooms in which no lake lies.
    pub(crate) avoid: Option<RawFilter>,
    /// How much of the floor an area takes, as a fraction.
    pub(crate) cover: Option<RawRamp>,
    pub(crate) around: Option<AreaAround<String>>,
    /// The cells from one patch of an area to the next.
    pub(crate) scale: Option<i64>,
    /// The cells across a stream.
    pub(crate) width: Option<(i64, i64)>,
    /// How far a stream winds, from 0 to 1.
    pub(crate) meander: Option<f32>,
}

/// An end of a road. `Tag` is the name of a tag, or its position in the preset's tags.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RoadEnd"))]
pub(crate) enum RoadEnd<Tag = u8> {
    /// The cell where the player arrives.
    Entry,
    /// The cell where the player leaves.
    Exit,
    /// The middle of each room with a tag.
    Tag(Tag),
}

/// What an area lies around. `Tag` is the name of a tag, or its position in the preset's tags.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "AreaAround"))]
pub(crate) enum AreaAround<Tag = u8> {
    /// The level's roads.
    Road,
    /// Its lakes.
    Lake,
    /// Its streams.
    Stream,
    /// Its rooms with a tag.
    Tag(Tag),
}

/// A feature: what lies across rooms.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FeatureRule {
    /// Its own name, or that of its terrain. No two rules of a preset have one name.
    pub(crate) name: Name,
    /// The terrain, by position in the list of kinds.
    pub(crate) terrain: u8,
    /// The chance that a level has it, by difficulty.
    pub(crate) chance: Ramp,
    pub(crate) form: FeatureForm,
}

/// What a feature is, with the rules of its kind.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FeatureForm {
    /// The terrain does not block.
    Road { from: RoadEnd, to: RoadEnd, by: Option<RoomFilter> },
    /// `area` is a fraction of the level's cells, by difficulty; the terrain of `fringe` does not
    /// block.
    Lake { area: Ramp, fringe: Vec<u8>, avoid: Option<RoomFilter> },
    /// `width` is the cells across it, least and most; `meander` is 0 for a straight line.
    Stream { width: (i32, i32), meander: f32 },
    /// `cover` is a fraction of the floor, by difficulty; the terrain does not block.
    Area { cover: Ramp, around: Option<AreaAround>, scale: i32 },
}

impl FeatureRule {
    /// The most features of a preset.
    pub(crate) const MAX: usize = 16;
    /// The most kinds of terrain around a lake.
    pub(crate) const MOST_FRINGES: usize = 4;
    pub(crate) const MOST_WIDTH: i32 = 8;
    /// The least and the most cells between two patches of an area: fewer are noise, and more than
    /// a room is wide give each room one ground.
    pub(crate) const SCALES: (i32, i32) = (2, 64);
    /// The default of `scale`: some patches in a room.
    pub(crate) const SCALE: i32 = 8;
    /// The most of a level that a lake takes.
    pub(crate) const MOST_AREA: f32 = 0.5;

    pub(crate) fn kind(&self) -> FeatureKind {
        match self.form {
            FeatureForm::Road { .. } => FeatureKind::Road,
            FeatureForm::Lake { .. } => FeatureKind::Lake,
            FeatureForm::Stream { .. } => FeatureKind::Stream,
            FeatureForm::Area { .. } => FeatureKind::Area,
        }
    }
}

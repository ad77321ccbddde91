//! Terrain.

use serde::{Deserialize, Serialize};

use super::{RectRecord, Text, is_false};
use crate::{
    level::{Feature, Level, Parting},
    level_file::{
        limit::{self, Number},
        object,
    },
    model::{FeatureKind, TerrainKind},
};

/// The character of cells without terrain. No kind has it as glyph, since tiles do.
pub(crate) const NO_TERRAIN: char = '.';

/// The characters for the kinds of a level in which two have the same glyph, by position.
const LETTERS: [u8; TerrainKind::MAX_KINDS] = *b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-/";

/// Terrain as read.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Terrain"))]
#[serde(deny_unknown_fields)]
pub(crate) struct TerrainRecord {
    /// Its kinds.
    #[serde(deserialize_with = "limit::terrain_kinds")]
    pub(crate) kinds: Vec<TerrainKindRecord<'static>>,
    /// A row for each of `tiles`, from the top: of each cell the symbol of its kind, or `.` for
    /// none.
    #[serde(deserialize_with = "limit::terrain_rows")]
    pub(crate) rows: Vec<String>,
    /// The strips of terrain that part the level in two but for their crossings.
    #[serde(deserialize_with = "limit::partings")]
    pub(crate) partings: Vec<PartingRecord<'static>>,
    /// What lies across rooms: roads, lakes, streams and areas. Absent without any.
    #[serde(default, deserialize_with = "limit::features")]
    pub(crate) features: Vec<FeatureRecord<'static>>,
}

/// A kind of terrain; its depth in metres.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "TerrainKind", deny_unknown_fields)]
pub(crate) struct TerrainKindRecord<'level> {
    /// The name, of which no two kinds have the same.
    pub(crate) name: Text<'level>,
    /// The character of its cells in `rows`, which no other kind has: its glyph, or a letter where
    /// two kinds have one glyph.
    pub(crate) symbol: char,
    /// The character that draws it in text.
    pub(crate) glyph: char,
    /// Its colour.
    pub(crate) color: String,
    /// Whether it blocks walking. Its tiles are rock, wall or, as in a pond, the floor of a room
    /// then: no wall stands on any of them, and one sees across them.
    pub(crate) blocks: bool,
    /// How far its surface lies below the floor, in metres, in multiples of 1/256.
    pub(crate) depth: f32,
    /// The cost of a step onto it, as a multiple of a step onto floor.
    #[serde(default = "one_step", skip_serializing_if = "is_one_step")]
    pub(crate) slow: u8,
    /// Whether it leads over terrain that blocks, as planks do.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) is_bridge: bool,
    /// Its tags, for the game. Absent without any.
    #[serde(default, deserialize_with = "limit::kind_tags", skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<Text<'level>>,
}

const fn one_step() -> u8 {
    1
}

const fn is_one_step(slow: &u8) -> bool {
    *slow == 1
}

/// A parting.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Parting", deny_unknown_fields)]
pub(crate) struct PartingRecord<'level> {
    /// The name of its rule.
    pub(crate) name: Text<'level>,
    /// The name of its kind of terrain, which blocks.
    pub(crate) terrain: Text<'level>,
    /// The cells of the cut. All have its terrain but the doors and corridors of its crossings; the
    /// banks beside it may wind.
    #[serde(deserialize_with = "object::named")]
    pub(crate) band: RectRecord,
    /// The ids of the passages that cross it, ascending: corridors with a door on each bank.
    #[serde(deserialize_with = "limit::unlimited")]
    pub(crate) crossings: Vec<Number>,
    /// Whether the entry and the exit lie on different sides of it; false in files of earlier
    /// versions, which do not say it.
    #[serde(default)]
    pub(crate) ends_apart: bool,
}

/// A feature.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Feature", deny_unknown_fields)]
pub(crate) struct FeatureRecord<'level> {
    /// The name of its rule, or of its terrain.
    pub(crate) name: Text<'level>,
    /// What it is.
    pub(crate) kind: FeatureKind,
    /// The name of its kind of terrain.
    pub(crate) terrain: Text<'level>,
    /// Its cells in row order, as runs: the first column, the row, and the number of cells. Other
    /// features and formations may cover some of them.
    #[serde(deserialize_with = "limit::unlimited")]
    pub(crate) cells: Vec<[i32; 3]>,
    /// The cells where one walks over it, likewise. Absent without any.
    #[serde(default, deserialize_with = "limit::unlimited", skip_serializing_if = "Vec::is_empty")]
    pub(crate) bridges: Vec<[i32; 3]>,
}

impl<'level> FeatureRecord<'level> {
    pub(crate) fn of(level: &'level Level, feature: &'level Feature) -> Self {
        let Feature { name, kind, terrain, cells, bridges } = feature;
        let of = level.terrain_kinds().get(usize::from(*terrain));
        let [cells, bridges] =
            [cells, bridges].map(|runs| runs.iter().map(|run| [run.left(), run.top(), run.width()]).collect());
        Self {
            name: name.as_str().into(),
            kind: *kind,
            terrain: of.map_or("", |kind| kind.name.as_str()).into(),
            cells,
            bridges,
        }
    }
}

impl<'level> TerrainKindRecord<'level> {
    pub(crate) fn of(kind: &'level TerrainKind, symbol: char) -> Self {
        Self {
            name: kind.name.as_str().into(),
            symbol,
            glyph: kind.glyph,
            color: kind.color.to_string(),
            blocks: kind.blocks,
            depth: kind.depth.get(),
            slow: kind.slow,
            is_bridge: kind.is_bridge,
            tags: kind.labels.tags().iter().map(Into::into).collect(),
        }
    }
}

impl<'level> PartingRecord<'level> {
    pub(crate) fn of(level: &'level Level, parting: &'level Parting) -> Self {
        let Parting { name, terrain, band, crossings, ends_apart } = parting;
        let kind = level.terrain_kinds().get(usize::from(*terrain));
        Self {
            name: name.as_str().into(),
            terrain: kind.map_or("", |kind| kind.name.as_str()).into(),
            band: (*band).into(),
            crossings: crossings.iter().copied().map(Number).collect(),
            ends_apart: *ends_apart,
        }
    }
}

/// The character of each kind in the rows: the glyphs, if all differ, else letters.
pub(crate) fn terrain_symbols(kinds: &[TerrainKind]) -> Vec<char> {
    let mut glyphs: Vec<char> = kinds.iter().map(|kind| kind.glyph).collect();
    glyphs.sort_unstable();
    let are_distinct = glyphs.windows(2).all(|pair| pair[0] != pair[1]);
    let symbol = |(kind, &letter): (&TerrainKind, &u8)| if are_distinct { kind.glyph } else { letter.into() };
    kinds.iter().zip(&LETTERS).map(symbol).collect()
}

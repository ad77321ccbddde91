//! Terrain.

use serde::{Deserialize, Serialize};

use super::{RectRecord, Text, is_false};
use crate::{
    level::{Level, Parting},
    level_file::{
        limit::{self, Number},
        object,
    },
    model::TerrainKind,
};

/// The character of cells without terrain. No kind has it as glyph, since tiles do.
pub(crate) const NO_TERRAIN: char = '.';

/// The characters for the kinds of a level in which two have the same glyph, by position.
const LETTERS: [u8; TerrainKind::MAX_KINDS] = *b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-/";

/// Terrain as read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TerrainRecord {
    #[serde(deserialize_with = "limit::terrain_kinds")]
    pub(crate) kinds: Vec<TerrainKindRecord<'static>>,
    #[serde(deserialize_with = "limit::terrain_rows")]
    pub(crate) rows: Vec<String>,
    #[serde(deserialize_with = "limit::partings")]
    pub(crate) partings: Vec<PartingRecord<'static>>,
}

/// A kind of terrain; its depth in metres.
#[derive(Serialize, Deserialize)]
#[serde(rename = "TerrainKind", deny_unknown_fields)]
pub(crate) struct TerrainKindRecord<'level> {
    pub(crate) name: Text<'level>,
    /// The character of its cells in the rows: its glyph, if no two kinds have the same.
    pub(crate) symbol: char,
    pub(crate) glyph: char,
    pub(crate) color: String,
    pub(crate) blocks: bool,
    pub(crate) depth: f32,
    /// Absent where a step costs as much as one onto floor.
    #[serde(default = "one_step", skip_serializing_if = "is_one_step")]
    pub(crate) slow: u8,
    /// Absent where it is none.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) is_bridge: bool,
    /// Absent without any.
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
#[serde(rename = "Parting", deny_unknown_fields)]
pub(crate) struct PartingRecord<'level> {
    pub(crate) name: Text<'level>,
    /// The name of its terrain.
    pub(crate) terrain: Text<'level>,
    #[serde(deserialize_with = "object::named")]
    pub(crate) band: RectRecord,
    /// The ids of its passages, ascending.
    #[serde(deserialize_with = "limit::unlimited")]
    pub(crate) crossings: Vec<Number>,
    /// Absent in files of earlier versions, which do not say it.
    #[serde(default)]
    pub(crate) ends_apart: bool,
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

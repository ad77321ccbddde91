//! Terrain in a level file: as read, and as written.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    LevelForm, NamedFields, RawRect,
    columns::{ColumnList, list_or_columns},
    limit,
    list_writer::ListWriter,
    lists::RawOpens,
};
use crate::{
    geom::Rect,
    level::{Level, LevelTerrain, Parting},
    model::TerrainKind,
};

/// The character of cells without terrain. No kind has it as glyph, since tiles do.
pub(super) const NONE: char = '.';

/// The characters for the kinds of a level in which two have the same glyph, by position.
const LETTERS: [u8; TerrainKind::MAX_KINDS] = *b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-/";

/// The fields of terrain; its lists are either borrowed from a level or read.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Terrain", deny_unknown_fields)]
pub(crate) struct TerrainDocument<Kinds, Rows, Partings> {
    pub(super) kinds: Kinds,
    pub(super) rows: Rows,
    pub(super) partings: Partings,
}

/// Terrain as read; none of its values is checked yet.
pub(crate) struct RawTerrain(pub(super) TerrainDocument<RawTerrainKinds, RawTerrainRows, RawPartings>);

/// An object with named fields, which RON could otherwise write as a list.
impl<'de> Deserialize<'de> for RawTerrain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        NamedFields::deserialize(deserializer).map(|NamedFields(terrain)| Self(terrain))
    }
}

/// The kinds of terrain, as read.
pub(crate) struct RawTerrainKinds(pub(super) Vec<NamedFields<RawTerrainKind>>);

impl<'de> Deserialize<'de> for RawTerrainKinds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        limit::TERRAIN_KINDS.list(deserializer).map(Self)
    }
}

/// The rows of terrain, as read.
pub(crate) struct RawTerrainRows(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for RawTerrainRows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        limit::TERRAIN_ROWS.list(deserializer).map(Self)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "TerrainKind", deny_unknown_fields)]
pub(crate) struct RawTerrainKind {
    pub(super) name: String,
    /// The character of its cells in the rows: its glyph, if no two kinds have the same.
    pub(super) symbol: char,
    pub(super) glyph: char,
    pub(super) color: String,
    pub(super) blocks: bool,
    pub(super) depth: f32,
    /// Absent where a step costs as much as one onto floor.
    #[serde(default = "one_step", skip_serializing_if = "is_one_step")]
    pub(super) slow: u8,
    /// Absent where it is none.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub(super) is_bridge: bool,
    /// Absent without any.
    #[serde(default, deserialize_with = "super::kind_tags", skip_serializing_if = "Vec::is_empty")]
    pub(super) tags: Vec<String>,
}

const fn one_step() -> u8 {
    1
}

const fn is_one_step(slow: &u8) -> bool {
    *slow == 1
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Parting", deny_unknown_fields)]
pub(crate) struct RawParting {
    pub(super) name: String,
    /// The name of its terrain.
    pub(super) terrain: String,
    #[serde(deserialize_with = "band")]
    pub(super) band: RawRect,
    /// The ids of its passages, ascending.
    pub(super) crossings: RawOpens,
    /// Absent in files of earlier versions, which do not say it.
    #[serde(default)]
    pub(super) ends_apart: bool,
}

fn band<'de, D: Deserializer<'de>>(deserializer: D) -> Result<RawRect, D::Error> {
    NamedFields::deserialize(deserializer).map(|NamedFields(band)| band)
}

/// Partings read from a list or from columns.
pub(crate) struct RawPartings(pub(super) Vec<RawParting>);

impl<'de> Deserialize<'de> for RawPartings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        list_or_columns::<_, _, NamedFields<RawParting>, PartingColumns>(&limit::PARTINGS, deserializer).map(Self)
    }
}

impl From<NamedFields<RawParting>> for RawParting {
    fn from(NamedFields(parting): NamedFields<RawParting>) -> Self {
        parting
    }
}

/// The partings of a level as columns.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartingColumns {
    #[serde(deserialize_with = "parting_column")]
    name: Vec<String>,
    #[serde(deserialize_with = "parting_column")]
    terrain: Vec<String>,
    #[serde(deserialize_with = "parting_column")]
    x: Vec<i64>,
    #[serde(deserialize_with = "parting_column")]
    y: Vec<i64>,
    #[serde(deserialize_with = "parting_column")]
    width: Vec<i64>,
    #[serde(deserialize_with = "parting_column")]
    height: Vec<i64>,
    #[serde(deserialize_with = "parting_column")]
    crossings: Vec<RawOpens>,
    /// Absent in files of earlier versions.
    #[serde(default, deserialize_with = "parting_column")]
    ends_apart: Vec<bool>,
}

fn parting_column<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    limit::PARTINGS.list(deserializer)
}

impl PartingColumns {
    fn of(partings: impl Iterator<Item = RawParting>) -> Self {
        let mut all = Self::default();
        for RawParting { name, terrain, band: RawRect { x, y, width, height }, crossings, ends_apart } in partings {
            all.name.push(name);
            all.terrain.push(terrain);
            all.x.push(x);
            all.y.push(y);
            all.width.push(width);
            all.height.push(height);
            all.crossings.push(crossings);
            all.ends_apart.push(ends_apart);
        }
        all
    }
}

impl ColumnList<RawParting> for PartingColumns {
    fn elements(self) -> Option<Vec<RawParting>> {
        let Self { name, terrain, x, y, width, height, crossings, mut ends_apart } = self;
        let count = name.len();
        if ends_apart.is_empty() {
            ends_apart.resize(count, false);
        }
        let lengths = [terrain.len(), x.len(), y.len(), width.len(), height.len(), crossings.len(), ends_apart.len()];
        let corners = x.into_iter().zip(y);
        let bands = corners.zip(width.into_iter().zip(height));
        let bands = bands.map(|((x, y), (width, height))| RawRect { x, y, width, height });
        let rows = name.into_iter().zip(terrain).zip(bands).zip(crossings.into_iter().zip(ends_apart));
        let parting = |(((name, terrain), band), (crossings, ends_apart))| RawParting {
            name,
            terrain,
            band,
            crossings,
            ends_apart,
        };
        lengths.iter().all(|&length| length == count).then(|| rows.map(parting).collect())
    }
}

/// Writes the terrain of a level.
pub(super) struct TerrainWriter<'level>(
    pub(super) &'level Level,
    pub(super) &'level LevelTerrain,
    pub(super) LevelForm,
);

impl Serialize for TerrainWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(level, terrain, form) = *self;
        let symbols = symbols(&terrain.kinds);
        let symbol = |number: u8| {
            let kind = usize::from(number).checked_sub(1);
            kind.and_then(|kind| symbols.get(kind)).copied().unwrap_or(NONE)
        };
        let kind = |(kind, &symbol): (&TerrainKind, &char)| RawTerrainKind {
            name: kind.name.to_string(),
            symbol,
            glyph: kind.glyph,
            color: kind.color.to_string(),
            blocks: kind.blocks,
            depth: kind.depth.get(),
            slow: kind.slow,
            is_bridge: kind.is_bridge,
            tags: kind.labels.tags().to_vec(),
        };
        TerrainDocument {
            kinds: ListWriter(|| terrain.kinds.iter().zip(&symbols).map(kind)),
            rows: ListWriter(|| terrain.cells.rows().map(|row| row.iter().map(|&at| symbol(at)).collect::<String>())),
            partings: PartingsWriter(level, form),
        }
        .serialize(serializer)
    }
}

/// The character of each kind in the rows: the glyphs, if all differ, else letters.
fn symbols(kinds: &[TerrainKind]) -> Vec<char> {
    let mut glyphs: Vec<char> = kinds.iter().map(|kind| kind.glyph).collect();
    glyphs.sort_unstable();
    let are_distinct = glyphs.windows(2).all(|pair| pair[0] != pair[1]);
    let symbol = |(kind, &letter): (&TerrainKind, &u8)| if are_distinct { kind.glyph } else { letter.into() };
    kinds.iter().zip(&LETTERS).map(symbol).collect()
}

struct PartingsWriter<'level>(&'level Level, LevelForm);

impl Serialize for PartingsWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(level, form) = *self;
        let partings = level.partings().iter().map(|parting| raw_parting(level, parting));
        match form {
            LevelForm::Ron | LevelForm::Json => serializer.collect_seq(partings),
            LevelForm::JsonLine => PartingColumns::of(partings).serialize(serializer),
        }
    }
}

fn raw_parting(level: &Level, Parting { name, terrain, band, crossings, ends_apart }: &Parting) -> RawParting {
    let kind = level.terrain_kinds().get(usize::from(*terrain));
    RawParting {
        name: name.to_string(),
        terrain: kind.map_or_else(String::new, |kind| kind.name.to_string()),
        band: Rect::into(*band),
        crossings: RawOpens(crossings.clone()),
        ends_apart: *ends_apart,
    }
}

//! The types that serde reads and writes as level files, format 1.
//!
//! `record` has the things of a level as plain structs, read and written by the same fields.
//! `LevelFile` writes a level, one record at a time. `RawLevel` holds what a text says; `TryFrom`
//! converts it to a [`Level`] and checks the guarantees of that type.

mod error;
mod limit;
mod list_writer;
mod object;
mod read;
mod record;
mod traits;
mod write;

use serde::{
    Deserialize, Deserializer,
    de::{Error, IgnoredAny},
};

use crate::{
    level::Level,
    model::{Rerolls, SeedField},
};
pub use error::LevelError;
use limit::Number;
pub(crate) use object::NamedFields;
use object::Present;
pub use read::StatedFacts;
use record::{
    BudgetsRecord, EncounterRecord, KeyRecord, KindsByName, LootRecord, NoteRecord, OfferRecord, PassageRecord,
    PlacedPropRecord, RoomRecord, TerrainRecord,
};

/// The level file format that this version reads and writes.
pub const FORMAT: u32 = 1;

/// A borrowed level, and the form in which serde writes it as a level file.
pub(crate) struct LevelFile<'level>(pub(crate) &'level Level, pub(crate) LevelForm);

/// The forms of a level file. They have the same fields in the same order, and all can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LevelForm {
    /// The seed is a number.
    Ron,
    /// The seed is a text, since numbers in JavaScript are exact only up to 2^53.
    Json,
}

/// The fields by which a file that is no level of this format is recognized.
#[derive(Deserialize)]
#[serde(rename = "Level")]
pub(crate) struct FileMarks {
    /// Level files of every format have it.
    format: Option<i64>,
    tiles: Option<IgnoredAny>,
    /// Presets have one of these, and no `tiles`.
    layouts: Option<IgnoredAny>,
    floorplan: Option<IgnoredAny>,
}

impl FileMarks {
    /// The error for a level of another format, or for a preset; `None` for any other file.
    pub(crate) fn refusal(&self) -> Option<LevelError> {
        let Self { format, tiles, layouts, floorplan } = self;
        let is_preset = tiles.is_none() && (layouts.is_some() || floorplan.is_some());
        format.and_then(refused_format).or_else(|| is_preset.then_some(LevelError::Preset))
    }
}

fn refused_format(given: i64) -> Option<LevelError> {
    (given != i64::from(FORMAT)).then_some(LevelError::Format { given })
}

/// Reads the format number; another format is refused before fields that only it has.
fn known_format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let format = i64::deserialize(deserializer)?;
    refused_format(format).map_or(Ok(format), |refusal| Err(D::Error::custom(refusal)))
}

/// A level file as read; none of its values is checked yet. [`LevelFile`] writes the same fields in
/// the same order. Lists that are often empty are absent then.
#[derive(Deserialize)]
#[serde(rename = "Level", deny_unknown_fields)]
pub(crate) struct RawLevel {
    #[serde(rename = "format", deserialize_with = "known_format")]
    _format: i64,
    revision: i64,
    seed: SeedField,
    #[serde(default)]
    seed_word: Option<String>,
    floor: i64,
    difficulty: f32,
    preset: String,
    preset_digest: String,
    start: Option<[i64; 2]>,
    #[serde(default)]
    rerolls: Rerolls,
    /// The level's own digest. Always written; a file that was edited by hand may leave it out.
    #[serde(default)]
    digest: Present<String>,
    width: i64,
    height: i64,
    #[serde(deserialize_with = "limit::rows")]
    tiles: Vec<String>,
    #[serde(default = "Present::absent", deserialize_with = "object::present")]
    terrain: Present<TerrainRecord>,
    #[serde(deserialize_with = "limit::records")]
    rooms: Vec<RoomRecord<'static>>,
    #[serde(deserialize_with = "limit::records")]
    passages: Vec<PassageRecord<'static>>,
    #[serde(deserialize_with = "limit::unlimited")]
    path: Vec<Number>,
    entry: [i64; 2],
    exit: [i64; 2],
    /// The walkable cells that cannot be reached, as runs: column, row and length.
    #[serde(default, deserialize_with = "limit::unlimited")]
    unreachable: Vec<[i32; 3]>,
    #[serde(default, deserialize_with = "limit::keys")]
    keys: Vec<KeyRecord<'static>>,
    /// Absent from levels without budgets.
    #[serde(default = "Present::absent", deserialize_with = "object::present")]
    budgets: Present<BudgetsRecord>,
    #[serde(default, deserialize_with = "limit::records")]
    encounters: Vec<EncounterRecord<'static>>,
    #[serde(default, deserialize_with = "limit::records")]
    loot: Vec<LootRecord<'static>>,
    kinds: KindsByName,
    #[serde(deserialize_with = "limit::records")]
    props: Vec<PlacedPropRecord<'static>>,
    #[serde(default, deserialize_with = "limit::records")]
    offers: Vec<OfferRecord>,
    #[serde(deserialize_with = "limit::notes")]
    notes: Vec<NoteRecord<'static>>,
}

/// A digest as files write it.
fn digits(digest: u64) -> String {
    format!("{digest:016x}")
}

//! The types that serde reads and writes as level files, format 1.
//!
//! `record` has the things of a level as plain structs, read and written by the same fields.
//! `LevelFile` writes a level, one record at a time. `RawLevel` holds what a text says; `TryFrom`
//! converts it to a [`Level`] and checks the guarantees of that type.

mod error;
mod limit;
mod list_writer;
mod object;
#[doc(hidden)]
pub mod prop_columns;
mod read;
mod record;
#[doc(hidden)]
pub mod records;
mod traits;
mod write;

#[cfg(all(test, feature = "schema"))]
mod tests;

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
pub(crate) use object::Present;
pub use read::StatedFacts;
pub(crate) use record::PlacedPropRecord;
use record::{
    BudgetsRecord, EncounterRecord, KeyRecord, KindsByName, LootRecord, NoteRecord, OfferRecord, PassageRecord,
    RoomRecord, RunRecord, StairsRecord, TerrainRecord,
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Level", deny_unknown_fields)]
pub(crate) struct RawLevel {
    /// The number of this format.
    #[serde(rename = "format", deserialize_with = "known_format")]
    _format: i64,
    /// The generator's revision: seeds keep their levels within one.
    revision: i64,
    /// The seed, 64 bits: written as text, since JavaScript numbers cannot hold all values.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    seed: SeedField,
    /// The word that stood for the seed. Absent if a number did.
    #[serde(default)]
    seed_word: Option<String>,
    /// The floor of the seed.
    floor: i64,
    /// The difficulty asked for.
    difficulty: f32,
    /// The name of the preset that made the level.
    preset: String,
    /// The digest of that preset's rules.
    preset_digest: String,
    /// The cell requested for the player's arrival, if any.
    start: Option<[i64; 2]>,
    /// The rooms that are furnished anew, each with the number of its re-roll. Absent without any.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, u32>"))]
    rerolls: Rerolls,
    /// The run of which the level is a floor. Absent without one.
    #[serde(default, deserialize_with = "object::present")]
    run: Present<RunRecord>,
    /// The digest of this level, as in manifests: another level has another one. Always written;
    /// who edits a file by hand leaves it out.
    #[serde(default)]
    digest: Present<String>,
    /// Columns of cells.
    width: i64,
    /// Rows of cells.
    height: i64,
    /// The rows from the top: `#` wall, `.` floor of a room, `,` floor of a corridor, `+` door,
    /// space rock. Where `terrain` has a cell, the terrain stands there, and neither wall nor rock,
    /// whatever the tile.
    #[serde(deserialize_with = "limit::rows")]
    tiles: Vec<String>,
    /// What covers cells, such as a river and its bridges. Absent without any.
    #[serde(default, deserialize_with = "object::present")]
    terrain: Present<TerrainRecord>,
    /// The rooms by id, which counts up from 0.
    #[serde(deserialize_with = "limit::records")]
    rooms: Vec<RoomRecord<'static>>,
    /// The passages by id, which counts up from 0.
    #[serde(deserialize_with = "limit::records")]
    passages: Vec<PassageRecord<'static>>,
    /// The ids of the rooms from the start room to the end room.
    #[serde(deserialize_with = "limit::unlimited")]
    path: Vec<Number>,
    /// Where the player arrives: a cell of the start room, free of obstacles.
    entry: [i64; 2],
    /// Where the player leaves: a cell of the end room, free of obstacles.
    exit: [i64; 2],
    /// Whether no way leads down from the exit, so that one goes back by the entry. Absent if not.
    #[serde(default)]
    dead_end: bool,
    /// The ways down beside the exit, by the preset's rules. Absent without any.
    #[serde(default, deserialize_with = "limit::stairs")]
    stairs: Vec<StairsRecord<'static>>,
    /// The cells that are open and free of obstacles, and that nobody can walk to, as runs in row
    /// order; absent without any.
    #[serde(default, deserialize_with = "limit::unlimited")]
    unreachable: Vec<[i32; 3]>,
    /// The keys and switches, by the mission's rules.
    #[serde(default, deserialize_with = "limit::keys")]
    keys: Vec<KeyRecord<'static>>,
    /// The budgets of the level: absent without any.
    #[serde(default, deserialize_with = "object::present")]
    budgets: Present<BudgetsRecord>,
    /// The encounters by room, with at most as many cells as there are props; absent without any.
    #[serde(default, deserialize_with = "limit::records")]
    encounters: Vec<EncounterRecord<'static>>,
    /// What the budget of loot bought, by room, at most as many things as props; absent without
    /// any. The preset's `first` keeps it off the entry, but for rooms behind a lock with fewer
    /// keys than passages.
    #[serde(default, deserialize_with = "limit::records")]
    loot: Vec<LootRecord<'static>>,
    /// The kinds of the level's props, by name.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, record::KindRecord<'static>>"))]
    kinds: KindsByName,
    /// The props, by room, then in the order in which they were placed.
    #[serde(deserialize_with = "limit::records")]
    props: Vec<PlacedPropRecord<'static>>,
    /// Sets of props of which some may be taken, and the others are then removed; the number of an
    /// offer is its position. Absent without any.
    #[serde(default, deserialize_with = "limit::records")]
    offers: Vec<OfferRecord>,
    /// Requests of the preset that the level could not meet.
    #[serde(deserialize_with = "limit::notes")]
    notes: Vec<NoteRecord<'static>>,
}

/// A digest as files write it.
fn digits(digest: u64) -> String {
    format!("{digest:016x}")
}

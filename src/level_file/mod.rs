//! The types that serde reads and writes as level files, format 1.
//!
//! `LevelFile` writes a level directly from its parts. `RawLevel` holds what a text says, in
//! numbers wide enough for any value, and in little more memory than the text: lists whose number
//! is limited end there (`limit`), long ones are compact (`lists`). `TryFrom` converts it to a
//! [`Level`] and checks the guarantees of that type. Names and order of the fields are stated here,
//! once for reading and writing.

mod by_name;
mod columns;
mod deal;
mod error;
mod limit;
mod list_writer;
mod lists;
mod object;
mod offers;
mod read;
mod rerolls;
mod terrain;
mod texts;
mod traits;
mod write;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, IgnoredAny},
};

use crate::{
    geom::Rect,
    level::Level,
    model::{DoorKind, KeyUse, NoteCode, RoomKind, RoomShape, SeedField},
};
use by_name::KindsByName;
use columns::{RawKeyList, RawNoteList, RawRunList};
use deal::{RawAllowance, RawBudgets, RawBudgetsOrNone, RawEncounterList, RawGroupCost, RawLootList};
pub use error::LevelError;
use lists::{RawOpens, RawRoomPath, RawRows, RawTags};
pub(crate) use object::NamedFields;
use object::NamedFieldsList;
use offers::RawOffers;
pub use read::StatedFacts;
use rerolls::RawRerolls;
use terrain::RawTerrain;
use texts::TextMap;

/// The level file format that this version reads and writes.
pub const FORMAT: u32 = 1;

/// A borrowed level, and the form in which serde writes it as a level file.
pub(crate) struct LevelFile<'level>(pub(crate) &'level Level, pub(crate) LevelForm);

/// The forms of a level file. They have the same fields in the same order, and all can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LevelForm {
    /// RON: the seed is a number, kinds are a map by name.
    Ron,
    /// JSON: the seed is a text, since numbers in JavaScript are exact only up to 2^53.
    Json,
    /// JSON on one line for table readers: like [`LevelForm::Json`], with one type per column.
    ///
    /// Kinds are a list, no field is absent, and lists that are often empty are columns: values,
    /// corridors, unreachable cells, keys, encounters, loot, offers, notes and partings. Re-rolls
    /// are columns too. They, terrain and the word of a seed are
    /// absent where there are none, like no other field.
    JsonLine,
}

/// A level file as read; none of its values is checked yet.
pub(crate) type RawLevel = LevelDocument<
    RawRows,
    RawTerrain,
    NamedFieldsList<RawRoom>,
    NamedFieldsList<RawPassage>,
    RawRoomPath,
    RawRunList,
    RawKeyList,
    RawBudgetsOrNone,
    RawEncounterList,
    RawLootList,
    KindsByName,
    NamedFieldsList<RawLevelProp<Box<str>>>,
    RawOffers,
    RawNoteList,
>;

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

/// The origin of a level as a level file states it; none of its values is checked yet.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Origin", deny_unknown_fields)]
struct RawOrigin {
    revision: i64,
    seed: SeedField,
    /// Absent without a word for the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed_word: Option<String>,
    floor: i64,
    difficulty: f32,
    preset: String,
    preset_digest: String,
    start: Option<[i64; 2]>,
    /// Absent without re-rolls.
    #[serde(default, skip_serializing_if = "RawRerolls::is_empty")]
    rerolls: RawRerolls,
}

/// The fields of a level file; its lists are either borrowed from a level or read.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Level", deny_unknown_fields)]
pub(crate) struct LevelDocument<
    Tiles,
    Terrain,
    Rooms,
    Passages,
    Path,
    Runs,
    Keys,
    Budgets,
    Encounters,
    Loot,
    Kinds,
    Props,
    Offers,
    Notes,
> {
    #[serde(deserialize_with = "known_format")]
    format: i64,
    revision: i64,
    seed: SeedField,
    /// Absent from levels without a word for their seed, also in JSON lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed_word: Option<String>,
    floor: i64,
    difficulty: f32,
    preset: String,
    preset_digest: String,
    start: Option<[i64; 2]>,
    /// Absent from levels without re-rolls.
    #[serde(default, skip_serializing_if = "RawRerolls::is_empty")]
    rerolls: RawRerolls,
    /// The level's own digest. Always written; a file that was edited by hand may leave it out.
    #[serde(default)]
    digest: Present<String>,
    width: i64,
    height: i64,
    tiles: Tiles,
    /// Absent from levels without terrain, also in JSON lines.
    #[serde(default = "Present::absent", skip_serializing_if = "Present::is_absent")]
    terrain: Present<Terrain>,
    rooms: Rooms,
    passages: Passages,
    path: Path,
    entry: [i64; 2],
    exit: [i64; 2],
    /// The walkable cells that cannot be reached, as runs. Absent from levels without such cells.
    #[serde(default = "Present::absent", skip_serializing_if = "Present::is_absent")]
    unreachable: Present<Runs>,
    /// Absent from levels without keys.
    #[serde(default = "Present::absent", skip_serializing_if = "Present::is_absent")]
    keys: Present<Keys>,
    /// Absent from levels without budgets; null in JSON lines.
    #[serde(default = "Present::absent", skip_serializing_if = "Present::is_absent")]
    budgets: Present<Budgets>,
    /// Absent from levels without encounters.
    #[serde(default = "Present::absent", skip_serializing_if = "Present::is_absent")]
    encounters: Present<Encounters>,
    /// Absent from levels without loot.
    #[serde(default = "Present::absent", skip_serializing_if = "Present::is_absent")]
    loot: Present<Loot>,
    kinds: Kinds,
    props: Props,
    /// Absent from levels without offers.
    #[serde(default = "Present::absent", skip_serializing_if = "Present::is_absent")]
    offers: Present<Offers>,
    notes: Notes,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Room", deny_unknown_fields)]
pub(crate) struct RawRoom {
    id: i64,
    kind: RoomKind,
    x: i64,
    y: i64,
    width: i64,
    height: i64,
    depth: i64,
    progress: f32,
    host: Option<i64>,
    /// Absent for rooms that are no detours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cycle: Option<i64>,
    layout: Option<Box<str>>,
    vault: Option<Box<str>>,
    tags: RawTags,
    shape: RoomShape,
    /// Absent where the room gets nothing.
    #[serde(
        default = "Present::absent",
        skip_serializing_if = "Present::is_absent",
        deserialize_with = "object::present"
    )]
    allowance: Present<RawAllowance>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Passage", deny_unknown_fields)]
pub(crate) struct RawPassage {
    id: i64,
    rooms: [i64; 2],
    #[serde(deserialize_with = "object::doors")]
    doors: Box<[RawRect]>,
    #[serde(deserialize_with = "columns::points")]
    corridor: Box<[[i32; 2]]>,
    kind: DoorKind,
    // The following fields are absent when they are null.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lock: Option<Box<str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    one_way: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    saves: Option<i64>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Key", deny_unknown_fields)]
pub(crate) struct RawKey {
    name: String,
    #[serde(rename = "use")]
    key_use: KeyUse,
    room: i64,
    cell: [i64; 2],
    /// The ids of all passages with the lock, derived from `lock` of each.
    opens: RawOpens,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename = "Rect", deny_unknown_fields)]
struct RawRect {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Kind", deny_unknown_fields)]
pub(crate) struct RawKind {
    /// The kind's name: absent where kinds are a map.
    #[serde(default, skip_serializing_if = "Present::is_absent")]
    name: Present<String>,
    blocks: bool,
    /// Whether the prop blocks walking, derived from `blocks` and `elevation`; absent in files of
    /// earlier versions.
    #[serde(default)]
    obstacle: Present<bool>,
    opaque: bool,
    width: i64,
    height: i64,
    tall: f32,
    elevation: f32,
    glyph: char,
    color: String,
    // The following fields are absent when they have their default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body: Option<[f32; 2]>,
    #[serde(default, skip_serializing_if = "is_false")]
    marker: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    light: Option<RawLight>,
    /// What a thing takes from the budget of loot, and what a member that a vault draws takes from
    /// that of encounters.
    #[serde(default, skip_serializing_if = "is_zero")]
    value: i64,
    #[serde(default, skip_serializing_if = "is_zero")]
    cost: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "kind_tags")]
    tags: Vec<String>,
    #[serde(default, skip_serializing_if = "TextMap::is_empty")]
    values: TextMap,
}

/// The light that props of a kind shed.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename = "Light", deny_unknown_fields)]
struct RawLight {
    color: String,
    radius: f32,
    fade: f32,
    strength: f32,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Prop", deny_unknown_fields)]
pub(crate) struct RawLevelProp<Name> {
    kind: Name,
    room: i64,
    x: i64,
    y: i64,
    width: i64,
    height: i64,
    offset: [f32; 2],
    /// The turn of the prop: quarter turns clockwise. Absent from the file if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    turn: i64,
    /// Whether the prop's light burns. Absent where it does, and for kinds without a light.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    lit: bool,
}

fn kind_tags<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    limit::KIND_TAGS.list(deserializer)
}

/// The value of a field that may be absent, but not null.
///
/// It is written alone, since RON would write an option as `Some(value)`.
#[derive(Default)]
struct Present<T>(Option<T>);

impl<T> Present<T> {
    fn absent() -> Self {
        Self(None)
    }

    fn is_absent(&self) -> bool {
        self.0.is_none()
    }
}

impl<T: Serialize> Serialize for Present<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(value) => value.serialize(serializer),
            None => serializer.serialize_none(),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Present<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(|value| Self(Some(value)))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Note", deny_unknown_fields)]
pub(crate) struct RawNote {
    code: NoteCode,
    wanted: i64,
    got: i64,
    about: Option<String>,
}

impl From<Rect> for RawRect {
    fn from(rect: Rect) -> Self {
        Self { x: rect.left().into(), y: rect.top().into(), width: rect.width().into(), height: rect.height().into() }
    }
}

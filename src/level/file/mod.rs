//! The serde mirror of the level file, format 1.
//!
//! [`LevelFile`] writes a level straight from its parts. [`RawLevel`] is what a text says, with numbers wide enough for any
//! that it may say; `TryFrom` makes a [`Level`] of it and checks every guarantee that the type gives. The names and the
//! order of fields are stated once, here, for both.

mod by_name;
mod columns;
mod object;
mod read;
mod seed;
mod texts;
mod write;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use by_name::ByName;
use columns::Notes;
pub(crate) use object::Object;
use object::{Objects, objects};
use seed::Seed;
use texts::Texts;

use super::{Level, LevelError};
use crate::{
    floorplan::{DoorKind, NoteCode, RoomKind, RoomShape},
    geom::Rect,
};

/// The number of the file format that this version writes and reads.
pub const FORMAT: u32 = 1;

/// A level, ready to be serialized without a copy.
pub(crate) struct LevelFile<'level>(pub(crate) &'level Level, pub(crate) Form);

/// The forms of a level file. All of them have the same fields in the same order, and reading takes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Seeds are numbers, kinds a map by name.
    Ron,
    /// Seeds are texts, since numbers of JavaScript are exact up to 2^53 only.
    Json,
    /// JSON whose columns have one type in every level, for readers of tables: as [`Form::Json`], with kinds as a
    /// list, no field absent, and as columns what is often empty: values, corridors and notes.
    JsonLine,
}

/// A level file as it was read; nothing in it is known to be sensible.
pub(crate) type RawLevel =
    Document<Vec<String>, Objects<RawRoom>, Objects<RawPassage>, Vec<i64>, ByName, Objects<RawProp>, Notes>;

/// The one field of a level file that every format has.
#[derive(Deserialize)]
#[serde(rename = "Level")]
pub(crate) struct FormatOnly {
    format: i64,
}

impl FormatOnly {
    /// Why this version does not read the format, if so.
    pub(crate) fn refusal(self) -> Option<LevelError> {
        (self.format != i64::from(FORMAT)).then_some(LevelError::Format { given: self.format })
    }
}

/// The fields of a level file, with its lists either borrowed from a level or read.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Level", deny_unknown_fields)]
pub(crate) struct Document<Tiles, Rooms, Passages, Path, Kinds, Props, Notes> {
    format: i64,
    revision: i64,
    seed: Seed,
    floor: i64,
    difficulty: f32,
    preset: String,
    digest: String,
    start: Option<[i64; 2]>,
    width: i64,
    height: i64,
    tiles: Tiles,
    rooms: Rooms,
    passages: Passages,
    path: Path,
    entry: [i64; 2],
    exit: [i64; 2],
    kinds: Kinds,
    props: Props,
    notes: Notes,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Room", deny_unknown_fields)]
pub(crate) struct RawRoom {
    id: i64,
    #[serde(with = "RawRoomKind")]
    kind: RoomKind,
    x: i64,
    y: i64,
    width: i64,
    height: i64,
    depth: i64,
    progress: f32,
    host: Option<i64>,
    layout: Option<String>,
    vault: Option<String>,
    tags: Vec<String>,
    #[serde(with = "RawRoomShape")]
    shape: RoomShape,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "RoomKind", rename = "RoomKind")]
enum RawRoomKind {
    Start,
    Path,
    Bonus,
    End,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "RoomShape", rename = "RoomShape")]
enum RawRoomShape {
    Rectangle,
    Ell,
    Plus,
    Round,
    Octagon,
    Vault,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Passage", deny_unknown_fields)]
pub(crate) struct RawPassage {
    id: i64,
    rooms: [i64; 2],
    #[serde(deserialize_with = "objects")]
    doors: Vec<RawRect>,
    #[serde(deserialize_with = "columns::points")]
    corridor: Vec<[i64; 2]>,
    #[serde(with = "RawDoorKind")]
    kind: DoorKind,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "DoorKind", rename = "DoorKind")]
enum RawDoorKind {
    Open,
    Closed,
    Secret,
    Barred,
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
    /// Given where kinds are a list, absent where they are a map.
    #[serde(default, deserialize_with = "given", skip_serializing)]
    name: Option<String>,
    blocks: bool,
    /// Derived from `blocks` and `elevation`; absent in files of earlier versions.
    #[serde(default, deserialize_with = "given", serialize_with = "plain")]
    obstacle: Option<bool>,
    opaque: bool,
    width: i64,
    height: i64,
    tall: f32,
    elevation: f32,
    glyph: char,
    color: String,
    // What follows is absent where it says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body: Option<[f32; 2]>,
    #[serde(default, skip_serializing_if = "is_false")]
    marker: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    values: Texts,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Prop", deny_unknown_fields)]
pub(crate) struct RawProp<Name = String> {
    kind: Name,
    room: i64,
    x: i64,
    y: i64,
    width: i64,
    height: i64,
    offset: [f32; 2],
    /// Absent where it is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    turn: i64,
}

/// A field that may be absent, but not null.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// The flag itself: RON would write an option as `Some`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn plain<S: Serializer>(flag: &Option<bool>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(flag.unwrap_or_default())
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Note", deny_unknown_fields)]
pub(crate) struct RawNote {
    #[serde(with = "RawNoteCode")]
    code: NoteCode,
    wanted: i64,
    got: i64,
    about: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "NoteCode", rename = "NoteCode")]
enum RawNoteCode {
    PathShort,
    BonusShort,
    RoomsBare,
    VaultShort,
}

impl From<Rect> for RawRect {
    fn from(rect: Rect) -> Self {
        Self { x: rect.left().into(), y: rect.top().into(), width: rect.width().into(), height: rect.height().into() }
    }
}

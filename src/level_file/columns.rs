//! Lists stored as columns, one list per field, as JSON lines write them.
//!
//! A table reader thus knows a column's type even if it is empty. Reading accepts lists and columns
//! in every form.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};

use super::{
    NamedFields, RawKey, RawNote, RawOpens,
    limit::{self, Limit},
};
use crate::{
    geom::Rect,
    model::{KeyUse, Note, NoteCode},
};

/// A list of `T` stored as columns: one list for each field of `T`.
pub(super) trait ColumnList<T> {
    /// Turns the columns into a list; `None` if the columns differ in length.
    fn elements(self) -> Option<Vec<T>>;
}

/// Reads a list of `Element`s up to a limit, or its columns as a `Table`, which has the same limit.
pub(super) fn list_or_columns<'de, D, T, Element, Table>(
    limit: &'static Limit,
    deserializer: D,
) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    Element: Deserialize<'de> + Into<T>,
    Table: Deserialize<'de> + ColumnList<T>,
{
    struct ListOrColumns<T, Element, Table>(&'static Limit, PhantomData<(T, Element, Table)>);

    impl<'de, T, Element, Table> Visitor<'de> for ListOrColumns<T, Element, Table>
    where
        Element: Deserialize<'de> + Into<T>,
        Table: Deserialize<'de> + ColumnList<T>,
    {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list, or an object of columns")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<T>, A::Error> {
            let elements: Vec<Element> = self.0.elements(list)?;
            Ok(elements.into_iter().map(Into::into).collect())
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Vec<T>, A::Error> {
            let table = Table::deserialize(MapAccessDeserializer::new(map))?;
            table.elements().ok_or_else(|| A::Error::custom("the columns of a list differ in length"))
        }
    }

    deserializer.deserialize_any(ListOrColumns::<T, Element, Table>(limit, PhantomData))
}

/// The corner points of a corridor as columns.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PointColumns {
    x: Vec<i32>,
    y: Vec<i32>,
}

impl PointColumns {
    pub(super) fn of(points: impl Iterator<Item = [i32; 2]>) -> Self {
        let (x, y) = points.map(|[x, y]| (x, y)).unzip();
        Self { x, y }
    }
}

impl ColumnList<[i32; 2]> for PointColumns {
    fn elements(self) -> Option<Vec<[i32; 2]>> {
        let Self { x, y } = self;
        (x.len() == y.len()).then(|| x.into_iter().zip(y).map(Into::into).collect())
    }
}

/// Runs of cells as columns.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RunColumns {
    x: Vec<i32>,
    y: Vec<i32>,
    length: Vec<i32>,
}

impl RunColumns {
    pub(super) fn of(runs: &[Rect]) -> Self {
        Self {
            x: runs.iter().map(|run| run.left()).collect(),
            y: runs.iter().map(|run| run.top()).collect(),
            length: runs.iter().map(|run| run.width()).collect(),
        }
    }
}

impl ColumnList<[i32; 3]> for RunColumns {
    fn elements(self) -> Option<Vec<[i32; 3]>> {
        let Self { x, y, length } = self;
        let fits = x.len() == y.len() && x.len() == length.len();
        fits.then(|| x.into_iter().zip(y).zip(length).map(|((x, y), length)| [x, y, length]).collect())
    }
}

/// The values of a kind as columns.
#[derive(Serialize)]
pub(super) struct TextColumns {
    key: Vec<String>,
    value: Vec<String>,
}

impl TextColumns {
    pub(super) fn from_columns(key: Vec<String>, value: Vec<String>) -> Self {
        Self { key, value }
    }

    pub(super) fn of<'text>(pairs: impl Iterator<Item = (&'text str, &'text str)>) -> Self {
        let (key, value) = pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).unzip();
        Self { key, value }
    }
}

impl ColumnList<(String, String)> for TextColumns {
    fn elements(self) -> Option<Vec<(String, String)>> {
        let Self { key, value } = self;
        (key.len() == value.len()).then(|| key.into_iter().zip(value).collect())
    }
}

/// The notes of a level as columns.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoteColumns {
    #[serde(deserialize_with = "note_column")]
    code: Vec<NoteCode>,
    #[serde(deserialize_with = "note_column")]
    wanted: Vec<i64>,
    #[serde(deserialize_with = "note_column")]
    got: Vec<i64>,
    #[serde(deserialize_with = "note_column")]
    about: Vec<Option<String>>,
}

fn note_column<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    limit::NOTES.list(deserializer)
}

impl NoteColumns {
    pub(super) fn of(notes: &[Note]) -> Self {
        Self {
            code: notes.iter().map(|note| note.code).collect(),
            wanted: notes.iter().map(|note| note.wanted.into()).collect(),
            got: notes.iter().map(|note| note.got.into()).collect(),
            about: notes.iter().map(|note| note.about.clone()).collect(),
        }
    }
}

impl ColumnList<RawNote> for NoteColumns {
    fn elements(self) -> Option<Vec<RawNote>> {
        let Self { code, wanted, got, about } = self;
        let count = code.len();
        let fits = [wanted.len(), got.len(), about.len()].iter().all(|&length| length == count);
        let rows = code.into_iter().zip(wanted).zip(got).zip(about);
        let note = |(((code, wanted), got), about)| RawNote { code, wanted, got, about };
        fits.then(|| rows.map(note).collect())
    }
}

/// The keys of a level as columns.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyColumns {
    #[serde(deserialize_with = "key_column")]
    name: Vec<String>,
    #[serde(rename = "use", deserialize_with = "key_column")]
    key_use: Vec<KeyUse>,
    #[serde(deserialize_with = "key_column")]
    room: Vec<i64>,
    #[serde(deserialize_with = "key_column")]
    x: Vec<i64>,
    #[serde(deserialize_with = "key_column")]
    y: Vec<i64>,
    #[serde(deserialize_with = "key_column")]
    opens: Vec<RawOpens>,
}

fn key_column<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    limit::KEYS.list(deserializer)
}

impl KeyColumns {
    pub(super) fn of(keys: impl Iterator<Item = RawKey>) -> Self {
        let (name, key_use, room) = (Vec::new(), Vec::new(), Vec::new());
        let mut all = Self { name, key_use, room, x: Vec::new(), y: Vec::new(), opens: Vec::new() };
        for RawKey { name, key_use, room, cell: [x, y], opens } in keys {
            all.name.push(name);
            all.key_use.push(key_use);
            all.room.push(room);
            all.x.push(x);
            all.y.push(y);
            all.opens.push(opens);
        }
        all
    }
}

impl ColumnList<RawKey> for KeyColumns {
    fn elements(self) -> Option<Vec<RawKey>> {
        let Self { name, key_use, room, x, y, opens } = self;
        let count = name.len();
        let fits = [key_use.len(), room.len(), x.len(), y.len(), opens.len()].iter().all(|&length| length == count);
        let rows = name.into_iter().zip(key_use).zip(room).zip(x.into_iter().zip(y)).zip(opens);
        let key = |((((name, key_use), room), (x, y)), opens)| RawKey { name, key_use, room, cell: [x, y], opens };
        fits.then(|| rows.map(key).collect())
    }
}

/// Runs of cells read from a list or from columns: column, row and length of each.
pub(crate) struct RawRunList(pub(super) Vec<[i32; 3]>);

impl<'de> Deserialize<'de> for RawRunList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        list_or_columns::<_, _, [i32; 3], RunColumns>(&limit::RUNS, deserializer).map(Self)
    }
}

/// Keys read from a list or from columns.
pub(crate) struct RawKeyList(pub(super) Vec<RawKey>);

impl<'de> Deserialize<'de> for RawKeyList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        list_or_columns::<_, _, NamedFields<RawKey>, KeyColumns>(&limit::KEYS, deserializer).map(Self)
    }
}

/// Notes read from a list or from columns.
pub(crate) struct RawNoteList(pub(super) Vec<RawNote>);

impl<'de> Deserialize<'de> for RawNoteList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        list_or_columns::<_, _, NamedFields<RawNote>, NoteColumns>(&limit::NOTES, deserializer).map(Self)
    }
}

/// Reads the corner points of a corridor from a list or from columns.
pub(super) fn points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<[[i32; 2]]>, D::Error> {
    list_or_columns::<_, _, [i32; 2], PointColumns>(&limit::CORNERS, deserializer).map(Vec::into)
}

impl From<NamedFields<RawKey>> for RawKey {
    fn from(NamedFields(key): NamedFields<RawKey>) -> Self {
        key
    }
}

impl From<NamedFields<RawNote>> for RawNote {
    fn from(NamedFields(note): NamedFields<RawNote>) -> Self {
        note
    }
}

//! serde's traits of levels, their origins and their kinds of props: as level files write them.
//!
//! Whoever uses them compiles the way to a format alone: what is read and written is compiled once,
//! here, behind the types of `erased_serde`.

use erased_serde::Deserializer as ErasedDeserializer;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeOwned, Error},
    ser,
};

use super::{
    LevelError, LevelFile, LevelForm, NamedFields, Present, RawLevel, read,
    record::{KindRecord, OriginRecord},
};
use crate::{
    level::{Level, Origin},
    model::PropKind,
};

impl RawLevel {
    /// Reads a level file from any self-describing format.
    ///
    /// # Errors
    ///
    /// The deserializer's.
    pub(crate) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_level(&mut <dyn ErasedDeserializer<'_>>::erase(deserializer)).map_err(D::Error::custom)
    }
}

/// Reads an object with named fields.
fn read_named<T: DeserializeOwned>(deserializer: &mut dyn ErasedDeserializer<'_>) -> Result<T, erased_serde::Error> {
    NamedFields::deserialize(deserializer).map(|NamedFields(record)| record)
}

#[inline(never)]
fn read_level(deserializer: &mut dyn ErasedDeserializer<'_>) -> Result<RawLevel, erased_serde::Error> {
    read_named(deserializer)
}

#[inline(never)]
fn read_origin(deserializer: &mut dyn ErasedDeserializer<'_>) -> Result<Origin, erased_serde::Error> {
    read::origin(read_named(deserializer)?, "origin").map_err(Error::custom)
}

#[inline(never)]
fn read_kind(deserializer: &mut dyn ErasedDeserializer<'_>) -> Result<PropKind, erased_serde::Error> {
    let mut record: KindRecord<'_> = read_named(deserializer)?;
    let name = record.name.0.take().ok_or_else(|| erased_serde::Error::missing_field("name"))?;
    read::kind((name.into_owned(), record)).map_err(Error::custom)
}

#[inline(never)]
fn erased_level<'level>(file: &'level LevelFile<'level>) -> &'level dyn erased_serde::Serialize {
    file
}

#[inline(never)]
fn erased_origin(origin: &OriginRecord) -> &dyn erased_serde::Serialize {
    origin
}

#[inline(never)]
fn erased_kind<'kind>(kind: &'kind KindRecord<'kind>) -> &'kind dyn erased_serde::Serialize {
    kind
}

impl Serialize for Level {
    /// Writes the document of [`export::json`](crate::export::json), in any format of serde.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        erased_serde::serialize(erased_level(&LevelFile(self, LevelForm::Json)), serializer)
    }
}

impl<'de> Deserialize<'de> for Level {
    /// Reads a level file of any form, in a self-describing format such as JSON or RON.
    ///
    /// Whatever was written is read as it was, edited levels too. So this tests the guarantees of
    /// [`Level`], on which queries rely, and no invariant: that is for [`Level::check`]. Files of
    /// strangers are for [`export::json::read`](crate::export::json::read), which does both.
    ///
    /// # Errors
    ///
    /// The deserializer's error, with the text of the [`LevelError`] that
    /// [`export::json::read_unchecked`](crate::export::json::read_unchecked) gives.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(RawLevel::read(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for Origin {
    /// Writes the fields that a level file has; the seed is text, as in JSON.
    ///
    /// # Errors
    ///
    /// The serializer's; and a field with a value that reading refuses, which a game may have set.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = || OriginRecord::of(self, LevelForm::Json);
        read::origin(record(), "origin").map_err(ser::Error::custom)?;
        erased_serde::serialize(erased_origin(&record()), serializer)
    }
}

impl<'de> Deserialize<'de> for Origin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_origin(&mut <dyn ErasedDeserializer<'_>>::erase(deserializer)).map_err(D::Error::custom)
    }
}

impl Serialize for PropKind {
    /// Writes the fields that a level file has for a kind, the name first.
    ///
    /// # Errors
    ///
    /// The serializer's; and a field with a value that reading refuses, which a game may have set.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        can_be_read(self).map_err(ser::Error::custom)?;
        let record = KindRecord { name: Present(Some(self.name.as_str().into())), ..KindRecord::of(self) };
        erased_serde::serialize(erased_kind(&record), serializer)
    }
}

impl<'de> Deserialize<'de> for PropKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_kind(&mut <dyn ErasedDeserializer<'_>>::erase(deserializer)).map_err(D::Error::custom)
    }
}

/// Tests whether a kind can be read again once it is written, since its fields are public.
pub(super) fn can_be_read(kind: &PropKind) -> Result<(), LevelError> {
    read::kind((kind.name.to_string(), KindRecord::of(kind))).map(drop)
}

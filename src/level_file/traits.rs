//! serde's traits of levels, their origins and their kinds of props: as level files write them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error, ser};

use super::{LevelError, LevelFile, LevelForm, NamedFields, Present, RawKind, RawLevel, RawOrigin, read, write};
use crate::{
    level::{Level, Origin},
    model::PropKind,
};

impl Serialize for Level {
    /// Writes the document of [`export::json`](crate::export::json), in any format of serde.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        LevelFile(self, LevelForm::Json).serialize(serializer)
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
        let NamedFields(raw) = NamedFields::<RawLevel>::deserialize(deserializer)?;
        Self::try_from(raw).map_err(D::Error::custom)
    }
}

impl Serialize for Origin {
    /// Writes the fields that a level file has; the seed is text, as in JSON.
    ///
    /// # Errors
    ///
    /// The serializer's; and a field with a value that reading refuses, which a game may have set.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw = || write::raw_origin(self, LevelForm::Json);
        read::origin(raw(), "origin").map_err(ser::Error::custom)?;
        raw().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Origin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let NamedFields(raw) = NamedFields::<RawOrigin>::deserialize(deserializer)?;
        read::origin(raw, "origin").map_err(D::Error::custom)
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
        RawKind { name: Present(Some(self.name.to_string())), ..write::raw_kind(self) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PropKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let NamedFields(mut raw) = NamedFields::<RawKind>::deserialize(deserializer)?;
        let name = raw.name.0.take().ok_or_else(|| D::Error::missing_field("name"))?;
        read::kind((name, raw)).map_err(D::Error::custom)
    }
}

/// Tests whether a kind can be read again once it is written, since its fields are public.
pub(super) fn can_be_read(kind: &PropKind) -> Result<(), LevelError> {
    read::kind((kind.name.to_string(), write::raw_kind(kind))).map(drop)
}

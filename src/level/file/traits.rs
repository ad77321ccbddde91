//! serde's traits of levels, their origins and their kinds of props: as level files write them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{LevelFile, LevelForm, NamedFields, RawKind, RawLevel, RawOrigin, read, write};
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
    /// # Errors
    ///
    /// The deserializer's error, with the text of the [`LevelError`](crate::LevelError) that
    /// [`export::json::read`](crate::export::json::read) gives.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let NamedFields(raw) = NamedFields::<RawLevel>::deserialize(deserializer)?;
        Self::try_from(raw).and_then(Self::checked).map_err(D::Error::custom)
    }
}

impl Serialize for Origin {
    /// Writes the fields that a level file has; the seed is text, as in JSON.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write::raw_origin(self, LevelForm::Json).serialize(serializer)
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
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawKind { name: Some(self.name.to_string()), ..write::raw_kind(self) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PropKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let NamedFields(mut raw) = NamedFields::<RawKind>::deserialize(deserializer)?;
        let name = raw.name.take().ok_or_else(|| D::Error::missing_field("name"))?;
        read::kind((name, raw)).map_err(D::Error::custom)
    }
}

//! Structs read from objects with named fields only.
//!
//! serde's derived code also accepts a list of the fields' values, which checks no names; in JSON
//! such lists would pass.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, MapAccess, Visitor, value::MapAccessDeserializer},
};

/// A value read from an object with named fields; a list of the fields' values is refused.
pub(crate) struct NamedFields<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for NamedFields<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NamedFieldsVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for NamedFieldsVisitor<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("named fields")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_struct("", &[], NamedFieldsVisitor(PhantomData)).map(Self)
    }
}

/// Reads an object with named fields.
pub(super) fn named<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    NamedFields::deserialize(deserializer).map(|NamedFields(value)| value)
}

/// Reads an object with named fields, the value of a field that may be absent.
pub(super) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Present<T>, D::Error> {
    named(deserializer).map(|value| Present(Some(value)))
}

/// The error for a list as one column for each field, which earlier versions wrote in JSON lines.
pub(super) fn of_earlier_version<E: Error>() -> E {
    E::custom("the columns of a JSON line of an earlier version; allowed: a level file in JSON, also on one line")
}

/// The value of a field that may be absent, but not null.
///
/// It is written alone, since RON would write an option as `Some(value)`.
pub(crate) struct Present<T>(pub(crate) Option<T>);

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Present<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

impl<T> Present<T> {
    pub(super) fn is_absent(&self) -> bool {
        self.0.is_none()
    }
}

impl<T> Default for Present<T> {
    fn default() -> Self {
        Self(None)
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

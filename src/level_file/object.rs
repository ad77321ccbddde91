//! Structs read from objects with named fields only.
//!
//! serde's derived code also accepts a list of the fields' values, which checks no names; in JSON
//! such lists would pass.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

use super::{Present, RawRect, limit};

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

/// A list of objects with named fields.
pub(crate) struct NamedFieldsList<T>(pub(crate) Vec<T>);

impl<T> Default for NamedFieldsList<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for NamedFieldsList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(named).map(Self)
    }
}

/// Reads an object with named fields, the value of a field that may be absent.
pub(super) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Present<T>, D::Error> {
    NamedFields::deserialize(deserializer).map(|NamedFields(value)| Present(Some(value)))
}

/// Reads the doors of a passage.
pub(super) fn doors<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<[RawRect]>, D::Error> {
    limit::DOORS.list(deserializer).map(named).map(Vec::into)
}

/// The objects themselves, in the same memory.
fn named<T>(objects: Vec<NamedFields<T>>) -> Vec<T> {
    objects.into_iter().map(|NamedFields(value)| value).collect()
}

//! Reads prop kinds by name: from a map, or from a list whose elements have a name.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};

use super::{NamedFields, RawKind, limit};

/// Prop kinds with their names, in the order of the file; duplicate names are kept for the caller
/// to refuse.
pub(crate) struct KindsByName(pub(super) Vec<(String, RawKind)>);

impl<'de> Deserialize<'de> for KindsByName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(KindsVisitor)
    }
}

struct KindsVisitor;

impl<'de> Visitor<'de> for KindsVisitor {
    type Value = KindsByName;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map from names to kinds, or a list of kinds with names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<KindsByName, A::Error> {
        let mut entries = Vec::new();
        while let Some((name, NamedFields(kind))) = map.next_entry::<String, NamedFields<RawKind>>()? {
            limit::KINDS.admit(entries.len())?;
            if !kind.name.is_absent() {
                return Err(A::Error::custom("a kind in a map has its name there, and no `name`"));
            }
            entries.push((name, kind));
        }
        Ok(KindsByName(entries))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<KindsByName, A::Error> {
        let mut entries = Vec::new();
        while let Some(NamedFields(mut kind)) = list.next_element::<NamedFields<RawKind>>()? {
            limit::KINDS.admit(entries.len())?;
            let name = kind.name.0.take().ok_or_else(|| A::Error::missing_field("name"))?;
            entries.push((name, kind));
        }
        Ok(KindsByName(entries))
    }
}

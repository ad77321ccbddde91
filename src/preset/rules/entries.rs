//! The maps of a preset file, such as `{ "urn": (..) }`, as lists of keys and values in file order;
//! and its lists.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};

/// A map in file order. It keeps duplicate keys, so that the check can refuse them.
#[derive(Debug)]
pub(crate) struct RawMap<K, V>(pub(crate) Vec<(K, V)>);

impl<K, V> Default for RawMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for RawMap<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<K, V>(PhantomData<(K, V)>);

        impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for InOrder<K, V> {
            type Value = RawMap<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::with_capacity(map.size_hint().unwrap_or_default());
                loop {
                    match map.next_entry() {
                        Ok(Some(entry)) => entries.push(entry),
                        Ok(None) => return Ok(RawMap(entries)),
                        Err(error) if map.size_hint().is_none() => return Err(error),
                        // The reader has noted the mistake, and goes on without its part.
                        Err(_) => {}
                    }
                }
            }
        }

        deserializer.deserialize_map(InOrder(PhantomData))
    }
}

/// Reads a list of which any item may have mistakes.
pub(crate) fn each<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    struct InOrder<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for InOrder<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut items = Vec::with_capacity(list.size_hint().unwrap_or_default());
            loop {
                match list.next_element() {
                    Ok(Some(item)) => items.push(item),
                    Ok(None) => return Ok(items),
                    Err(error) if list.size_hint().is_none() => return Err(error),
                    Err(_) => {}
                }
            }
        }
    }

    deserializer.deserialize_seq(InOrder(PhantomData))
}

#[cfg(feature = "schema")]
impl<K: schemars::JsonSchema, V: schemars::JsonSchema> schemars::JsonSchema for RawMap<K, V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Entries_of_{}_and_{}", K::schema_name(), V::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let (keys, values) = (generator.subschema_for::<K>(), generator.subschema_for::<V>());
        schemars::json_schema!({ "type": "object", "propertyNames": keys, "additionalProperties": values })
    }
}

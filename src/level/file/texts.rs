//! Texts by name, as kinds carry them for games.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, Visitor},
};

/// A map from names to texts, in the order of the names. A name that stands there twice is refused at its place.
#[derive(Clone, Default, Serialize)]
#[serde(transparent)]
pub(super) struct Texts(pub(super) BTreeMap<String, String>);

impl Texts {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Texts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("texts by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Texts, A::Error> {
                let mut texts = BTreeMap::new();
                while let Some((name, text)) = map.next_entry::<String, String>()? {
                    if texts.contains_key(&name) {
                        return Err(A::Error::custom(format!("the value {name:?} is given twice")));
                    }
                    texts.insert(name, text);
                }
                Ok(Texts(texts))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

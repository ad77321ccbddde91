//! Reads and writes maps of texts by name: the values that kinds carry for the game.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, SeqAccess, Visitor},
};

use super::{
    columns::{ColumnList, TextColumns},
    limit::VALUES,
};

/// Texts by name, sorted by name. Reading also accepts a column of names and a column of texts.
///
/// A repeated name is an error at its position in the file.
#[derive(Clone, Default, Serialize)]
#[serde(transparent)]
pub(super) struct TextMap(pub(super) BTreeMap<String, String>);

impl TextMap {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn add<E: Error>(&mut self, name: String, text: String) -> Result<(), E> {
        VALUES.admit(self.0.len())?;
        if self.0.contains_key(&name) {
            return Err(E::custom(format!("the value {name:?} is given twice")));
        }
        self.0.insert(name, text);
        Ok(())
    }
}

/// A value of the map: one text, or a column of texts.
enum TextValueOrColumn {
    Text(String),
    Column(Vec<String>),
}

impl<'de> Deserialize<'de> for TextValueOrColumn {
    /// serde's own code for such types stores what it reads before it knows what it is.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrColumnVisitor;

        impl<'de> Visitor<'de> for TextOrColumnVisitor {
            type Value = TextValueOrColumn;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, or a list of texts")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<TextValueOrColumn, E> {
                Ok(TextValueOrColumn::Text(text.to_owned()))
            }

            fn visit_string<E: Error>(self, text: String) -> Result<TextValueOrColumn, E> {
                Ok(TextValueOrColumn::Text(text))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<TextValueOrColumn, A::Error> {
                VALUES.elements(list).map(TextValueOrColumn::Column)
            }
        }

        deserializer.deserialize_any(TextOrColumnVisitor)
    }
}

impl<'de> Deserialize<'de> for TextMap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextsVisitor;

        impl<'de> Visitor<'de> for TextsVisitor {
            type Value = TextMap;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of texts, or a column of keys and a column of values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TextMap, A::Error> {
                let (mut texts, mut keys, mut values) = (TextMap::default(), None, None);
                while let Some((name, entry)) = map.next_entry::<String, TextValueOrColumn>()? {
                    match (entry, name.as_str()) {
                        (TextValueOrColumn::Text(text), _) => texts.add(name, text)?,
                        (TextValueOrColumn::Column(column), "key") if keys.is_none() => keys = Some(column),
                        (TextValueOrColumn::Column(column), "value") if values.is_none() => values = Some(column),
                        (TextValueOrColumn::Column(_), _) => {
                            return Err(A::Error::unknown_field(&name, &["key", "value"]));
                        }
                    }
                }
                let columns = TextColumns::from_columns(keys.unwrap_or_default(), values.unwrap_or_default());
                let differ = || A::Error::custom("the columns of a list differ in length");
                for (name, text) in columns.elements().ok_or_else(differ)? {
                    texts.add(name, text)?;
                }
                Ok(texts)
            }
        }

        deserializer.deserialize_map(TextsVisitor)
    }
}

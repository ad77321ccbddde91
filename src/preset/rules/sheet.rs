//! The picture of sprites beside a preset, as the preset's file states it.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

use super::RawMap;

/// A picture of sprites: its file alone, or with its grid and the names of its cells.
#[derive(Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum RawSpriteFile {
    File(String),
    Sheet(RawSpriteSheet),
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSpriteSheet {
    pub(crate) file: String,
    #[serde(default = "sixteen")]
    pub(crate) side: i64,
    #[serde(default)]
    pub(crate) margin: i64,
    #[serde(default)]
    pub(crate) spacing: i64,
    pub(crate) transparent: Option<String>,
    #[serde(default)]
    pub(crate) names: RawMap<String, String>,
}

/// The default side of a cell, in pixels: that of pictures.
pub(crate) fn sixteen() -> i64 {
    16
}

/// What serde reports as expected in place of a bad picture of sprites.
///
/// `preset/syntax` recognizes that error by this text.
pub(crate) const FILE_OR_SHEET: &str = "the file of a picture, alone or with its grid";

impl<'de> Deserialize<'de> for RawSpriteFile {
    /// Decides by the form of the value: a grid has brackets, a file's name does not.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = RawSpriteFile;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(FILE_OR_SHEET)
            }

            fn visit_str<E>(self, file: &str) -> Result<RawSpriteFile, E> {
                Ok(RawSpriteFile::File(file.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawSpriteFile, A::Error> {
                RawSpriteSheet::deserialize(MapAccessDeserializer::new(map)).map(RawSpriteFile::Sheet)
            }
        }

        deserializer.deserialize_any(Either)
    }
}

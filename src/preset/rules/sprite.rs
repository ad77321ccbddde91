//! The sprite of a kind of prop, as a preset file states it.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{SeqAccess, Visitor, value::SeqAccessDeserializer},
};

/// A sprite: rows of characters of the palette, or the name of a sprite.
#[derive(Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum RawSprite {
    /// No rows are no sprite.
    Rows(Vec<String>),
    Named(String),
}

impl Default for RawSprite {
    fn default() -> Self {
        Self::Rows(Vec::new())
    }
}

impl RawSprite {
    /// The characters that are transparent in every sprite. The palette cannot define them.
    pub(crate) const TRANSPARENT: [char; 2] = ['.', ' '];

    /// Whether a sprite is given.
    pub(crate) fn is_given(&self) -> bool {
        match self {
            Self::Rows(rows) => !rows.is_empty(),
            Self::Named(_) => true,
        }
    }

    /// The name of the sprite, if it has one.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Rows(_) => None,
            Self::Named(name) => Some(name),
        }
    }

    /// The rows of characters; none of a sprite that is named.
    pub(crate) fn rows(&self) -> &[String] {
        match self {
            Self::Rows(rows) => rows,
            Self::Named(_) => &[],
        }
    }
}

/// What serde reports as expected in place of a bad sprite.
///
/// `preset/syntax` recognizes that error by this text.
pub(crate) const ROWS_OR_NAME: &str = "rows of characters or the name of a sprite";

impl<'de> Deserialize<'de> for RawSprite {
    /// Decides by the form of the value: a list has brackets, a name does not.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = RawSprite;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(ROWS_OR_NAME)
            }

            fn visit_str<E>(self, name: &str) -> Result<RawSprite, E> {
                Ok(RawSprite::Named(name.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> Result<RawSprite, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(rows)).map(RawSprite::Rows)
            }
        }

        deserializer.deserialize_any(Either)
    }
}

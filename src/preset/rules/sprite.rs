//! The sprite of a kind of prop, as a preset file states it.

use serde::Deserialize;

/// A sprite: rows of characters of the palette, or the name of a sprite.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum RawSprite {
    /// No rows are no sprite.
    #[serde(rename = "list")]
    Rows(Vec<String>),
    #[serde(rename = "text")]
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

//! How a level is drawn: with tiles, or in ink.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// How a picture draws a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PictureStyle {
    /// With the tiles and sprites of the theme, in the level's light.
    #[default]
    Tiles,
    /// As a page that a table shares: a plan in black ink on paper, from above, with a key.
    ///
    /// See [`InkPage`](super::ink_page::InkPage). It has no overlays, no light and no isometric
    /// view; its key takes the place of the legend.
    Ink,
}

impl PictureStyle {
    /// All styles.
    pub const ALL: &'static [Self] = &[Self::Tiles, Self::Ink];

    /// The name of the style on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tiles => "tiles",
            Self::Ink => "ink",
        }
    }
}

impl fmt::Display for PictureStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of parsing a [`PictureStyle`] from an unknown name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no style {given:?}; the styles are tiles and ink")]
pub struct UnknownStyle {
    /// The name that was given.
    pub given: String,
}

impl FromStr for PictureStyle {
    type Err = UnknownStyle;

    fn from_str(name: &str) -> Result<Self, UnknownStyle> {
        let named = Self::ALL.iter().copied().find(|style| style.name() == name);
        named.ok_or_else(|| UnknownStyle { given: name.to_owned() })
    }
}

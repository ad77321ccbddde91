//! What the flags of pictures and maps say something about.

use roomgen_export::format::{Format, FormatKind};

/// What a flag says something about.
#[derive(Clone, Copy, Debug)]
pub(super) enum FlagSubject {
    /// Pictures, and pages in ink as SVG.
    Pictures,
    /// Pictures, and maps with a picture inside.
    Scaled,
    /// Pictures and SVG.
    Plans,
    /// What is shown in the level's light, or has its lights: pictures, Universal VTT and ANSI.
    Lit,
    /// All that shows a level to people.
    Drawings,
    /// What shows a level in characters: text and ANSI.
    Characters,
    /// Maps with a picture inside.
    Tabletops,
    /// Maps that refer to tilesets or have them inside.
    Tilesets,
    /// Maps whose tile sheet may have gaps.
    TileSheets,
}

impl FlagSubject {
    /// The files that it includes, in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Pictures => "pictures",
            Self::Scaled => "pictures and Universal VTT",
            Self::Plans => "pictures and SVG",
            Self::Lit => "pictures, Universal VTT and ANSI",
            Self::Drawings => "pictures, Universal VTT, SVG, text and ANSI",
            Self::Characters => "text and ANSI",
            Self::Tabletops => "Universal VTT",
            Self::Tilesets => "maps for Tiled",
            Self::TileSheets => "maps for Tiled and Godot",
        }
    }

    /// How to ask for such a file, if it is no picture.
    pub(super) fn remedy(self) -> Option<&'static str> {
        match self {
            Self::Pictures | Self::Scaled | Self::Plans | Self::Lit | Self::Drawings => None,
            Self::Characters => Some("an output that ends in .txt"),
            Self::Tabletops => Some("an output that ends in .uvtt"),
            Self::Tilesets | Self::TileSheets => Some("an output that ends in .tmx"),
        }
    }

    /// Whether it includes files of a format. Pages in ink are pictures also as SVG.
    pub(super) fn includes(self, format: Format, in_ink: bool) -> bool {
        let [is_picture, is_tabletop] = [FormatKind::Picture, FormatKind::Tabletop].map(|kind| format.kind() == kind);
        let is_page = in_ink && format == Format::Svg;
        match self {
            Self::Pictures => is_picture || is_page,
            Self::Scaled => is_picture || is_page || is_tabletop,
            Self::Plans => is_picture || format == Format::Svg,
            Self::Lit => is_picture || is_tabletop || format == Format::Ansi,
            Self::Drawings => is_picture || is_tabletop || matches!(format, Format::Svg | Format::Text | Format::Ansi),
            Self::Characters => matches!(format, Format::Text | Format::Ansi),
            Self::Tabletops => is_tabletop,
            Self::Tilesets => matches!(format, Format::Tmx | Format::Tmj),
            Self::TileSheets => matches!(format, Format::Tmx | Format::Tmj | Format::Godot),
        }
    }
}

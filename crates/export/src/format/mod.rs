//! The formats in which a level is written: their names, endings and media types, what they are
//! for, and how each is written.
//!
//! The list is the one below. A new format needs a row of it, and an encoder in a library.

mod error;
mod export;

use std::{io::Write, str::FromStr};

use roomgen::export::{csv, dot, json, ron, text};
use roomgen_text::UnknownName;

use crate::{
    ExportFile, ansi, gltf,
    picture::{Picture, PictureError},
    svg,
};
#[cfg(feature = "png")]
use crate::{godot, map::TileSheet, tiled};

pub use error::ExportError;
pub use export::LevelExport;

/// What the files of a format are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatKind {
    /// A level file, from which a level can be read again.
    Level,
    /// Text for people or programs.
    Text,
    /// A picture, drawn with [`LevelExport::picture`].
    Picture,
    /// A picture that moves, drawn with [`LevelExport::animation`].
    Animation,
    /// A scene in three dimensions.
    Scene,
    /// A map, which refers to the files of a tile sheet beside it.
    Map,
}

impl FormatKind {
    /// Whether no terminal can show the bytes of these files.
    #[must_use]
    pub fn is_binary(self) -> bool {
        match self {
            Self::Picture | Self::Animation | Self::Scene => true,
            Self::Level | Self::Text | Self::Map => false,
        }
    }
}

/// Encodes a picture as the bytes of a file.
pub type PictureEncoder = fn(&Picture) -> Result<Vec<u8>, PictureError>;

/// How a format is written: from a level, or from the picture of one.
enum FormatWriter {
    Level(fn(&LevelExport<'_>, &mut dyn Write) -> Result<(), ExportError>),
    Picture(PictureEncoder),
}

/// The properties of a format, and the function that writes it.
struct FormatRow {
    name: &'static str,
    ending: &'static str,
    media_type: &'static str,
    kind: FormatKind,
    about: &'static str,
    writer: FormatWriter,
}

/// Declares [`Format`] from its rows: variant, name, ending, media type, kind, what it is for, and
/// how it is written.
macro_rules! formats {
    ($(
        $(#[$attribute:meta])*
        $format:ident $name:literal $ending:literal $media_type:literal $kind:ident $about:literal $writer:expr;
    )*) => {
        /// A file format in which a level can be written. The features of codecs add some.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$attribute])* #[doc = concat!("`", $name, "`: ", $about, ".")] $format,)*
        }

        impl Format {
            /// All formats, in the order of lists for people.
            pub const ALL: &'static [Self] = &[$($(#[$attribute])* Self::$format),*];

            const fn row(self) -> FormatRow {
                match self {
                    $($(#[$attribute])* Self::$format => FormatRow {
                        name: $name,
                        ending: $ending,
                        media_type: $media_type,
                        kind: FormatKind::$kind,
                        about: $about,
                        writer: $writer,
                    },)*
                }
            }
        }
    };
}

formats! {
    Ron "ron" "ron" "text/plain" Level "the level as data, for games"
        FormatWriter::Level(|export, out| Ok(ron::write_to(export.level, out)?));
    Json "json" "json" "application/json" Level "the same as JSON, for games and scripts"
        FormatWriter::Level(|export, out| Ok(json::write_to(export.level, out)?));
    Text "text" "txt" "text/plain" Text "rows of characters with a legend, to look at"
        FormatWriter::Level(|export, out| {
            let charset = export.blocks.glyphs.unwrap_or_default();
            Ok(text::write_as(&export.level.shown_to(export.picture.audience), charset, out)?)
        });
    Ansi "ansi" "ans" "text/plain" Text "half blocks of colour, for terminals"
        FormatWriter::Level(|export, out| Ok(out.write_all(ansi::write(export.level, export.theme, export.blocks)?.as_bytes())?));
    #[cfg(feature = "png")]
    Png "png" "png" "image/png" Picture "a picture"
        FormatWriter::Picture(crate::png::encode);
    #[cfg(feature = "webp")]
    Webp "webp" "webp" "image/webp" Picture "the same as WebP, without loss, for pages"
        FormatWriter::Picture(crate::webp::encode);
    Svg "svg" "svg" "image/svg+xml" Text "a plan for documents and browsers"
        FormatWriter::Level(|export, out| {
            Ok(out.write_all(svg::write_with(export.level, export.theme, export.picture)?.as_bytes())?)
        });
    Csv "csv" "csv" "text/csv" Text "a table of the props, for spreadsheets"
        FormatWriter::Level(|export, out| Ok(csv::write_to(export.level, out)?));
    Dot "dot" "dot" "text/vnd.graphviz" Text "a graph of the rooms, passages, locks and keys, for GraphViz"
        FormatWriter::Level(|export, out| Ok(dot::write_to(export.level, out)?));
    Glb "glb" "glb" "model/gltf-binary" Scene
        "a scene in three dimensions, glTF 2.0, for engines and modelling programs"
        FormatWriter::Level(|export, out| Ok(out.write_all(&gltf::write(export.level, export.theme)?)?));
    #[cfg(feature = "png")]
    Tmx "tmx" "tmx" "application/xml" Map "a map for Tiled, with its tile sheet"
        FormatWriter::Level(|export, out| map(export, tiled::tmx, out));
    #[cfg(feature = "png")]
    Tmj "tmj" "tmj" "application/json" Map "the same as JSON, with its tile sheet"
        FormatWriter::Level(|export, out| map(export, tiled::tmj, out));
    #[cfg(feature = "png")]
    Godot "godot" "tscn" "application/x-godot-scene" Map "a scene for Godot, with its tile set"
        FormatWriter::Level(|export, out| map(export, godot::tscn, out));
    #[cfg(feature = "gif")]
    Gif "gif" "gif" "image/gif" Animation "how the level is made, as an animation"
        FormatWriter::Level(|export, out| Ok(out.write_all(&animation(export)?)?));
}

#[cfg(feature = "png")]
type MapWriter = fn(&roomgen::Level, &roomgen::theme::Theme, &TileSheet, &str) -> Vec<u8>;

#[cfg(feature = "png")]
fn map(export: &LevelExport<'_>, write: MapWriter, out: &mut dyn Write) -> Result<(), ExportError> {
    let bytes = match export.sheet {
        Some((sheet, name)) => write(export.level, export.theme, sheet, name),
        None => write(export.level, export.theme, &export.own_sheet(), "tiles"),
    };
    Ok(out.write_all(&bytes)?)
}

#[cfg(feature = "gif")]
fn animation(export: &LevelExport<'_>) -> Result<Vec<u8>, ExportError> {
    let recipe = export.recipe().ok_or(ExportError::NeedsPreset)?;
    Ok(crate::gif::Animation::of(export.level, recipe, export.animation)?.encode()?)
}

impl Format {
    /// The name of the format, as the tool's `--format` takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The ending of files of this format, without the dot.
    #[must_use]
    pub fn ending(self) -> &'static str {
        self.row().ending
    }

    /// The media type of files of this format, as in `image/png`.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        self.row().media_type
    }

    /// What the files are.
    #[must_use]
    pub fn kind(self) -> FormatKind {
        self.row().kind
    }

    /// What the format is for, in words for a list.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// The format with this ending, in upper or lower case.
    #[must_use]
    pub fn with_ending(ending: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.ending().eq_ignore_ascii_case(ending))
    }

    /// Writes a level in this format. RON, JSON, text, CSV and DOT are streamed in small writes;
    /// the others are built in memory.
    ///
    /// # Errors
    ///
    /// [`ExportError`].
    pub fn write(self, export: &LevelExport<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
        match self.row().writer {
            FormatWriter::Level(write) => write(export, out),
            #[cfg(feature = "png")]
            FormatWriter::Picture(_)
                if self == Self::Png && export.picture.style == crate::picture::PictureStyle::Ink =>
            {
                Ok(out.write_all(&crate::png::write(export.level, export.theme, export.picture)?)?)
            }
            FormatWriter::Picture(encode) => Ok(out.write_all(&encode(&export.draw()?)?)?),
        }
    }

    /// The encoder of pictures in this format; `None` for formats of other kinds.
    #[must_use]
    pub fn encoder(self) -> Option<PictureEncoder> {
        match self.row().writer {
            FormatWriter::Level(_) => None,
            FormatWriter::Picture(encode) => Some(encode),
        }
    }

    /// The bytes of a level's file in this format.
    ///
    /// # Errors
    ///
    /// Those of [`Format::write`], but for [`ExportError::Io`].
    pub fn bytes(self, export: &LevelExport<'_>) -> Result<Vec<u8>, ExportError> {
        let mut bytes = Vec::new();
        self.write(export, &mut bytes)?;
        Ok(bytes)
    }

    /// The file of a level in this format, and those beside it: `NAME.ENDING`, and for a map the
    /// files of its tile sheet, `NAME-tiles.png` and others.
    ///
    /// # Errors
    ///
    /// Those of [`Format::bytes`].
    pub fn files(self, export: &LevelExport<'_>, name: &str) -> Result<Vec<ExportFile>, ExportError> {
        let own = |export: &LevelExport<'_>| -> Result<ExportFile, ExportError> {
            let bytes = self.bytes(export)?;
            Ok(ExportFile { name: format!("{name}.{}", self.ending()), media_type: self.media_type(), bytes })
        };
        #[cfg(feature = "png")]
        if self.kind() == FormatKind::Map {
            let (sheet, sheet_name) = (export.own_sheet(), format!("{name}-tiles"));
            let map = own(&LevelExport { sheet: Some((&sheet, &sheet_name)), ..*export })?;
            let beside = self.sheet_files(&sheet, &sheet_name)?;
            return Ok([map].into_iter().chain(beside).collect());
        }
        Ok(vec![own(export)?])
    }
}

#[cfg(feature = "png")]
impl Format {
    /// The files of a tile sheet for maps in this format, the picture first; none for formats of
    /// other kinds.
    ///
    /// # Errors
    ///
    /// [`PictureError::Encode`] if the picture cannot be encoded.
    pub fn sheet_files(self, sheet: &TileSheet, name: &str) -> Result<Vec<ExportFile>, PictureError> {
        match self {
            Self::Godot => godot::sheet_files(sheet, name),
            _ if self.kind() == FormatKind::Map => tiled::sheet_files(sheet, name),
            _ => Ok(Vec::new()),
        }
    }

    /// The ending of the tilesets of a sheet, beside its picture; `None` for formats without one.
    #[must_use]
    pub fn tileset_ending(self) -> Option<&'static str> {
        match self {
            Self::Godot => Some("tres"),
            _ => (self.kind() == FormatKind::Map).then_some("tsx"),
        }
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    /// The format with this name or ending, in upper or lower case.
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let named = Self::ALL.iter().copied().find(|format| format.name().eq_ignore_ascii_case(name));
        let named = named.or_else(|| Self::with_ending(name));
        named.map_or_else(|| UnknownName::find("format", name, Self::ALL, Self::name), Ok)
    }
}

#[cfg(test)]
mod tests;

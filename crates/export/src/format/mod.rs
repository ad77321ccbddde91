//! The formats in which a level is written: their names, endings and media types, what they are
//! for, and how each is written.
//!
//! The list is the one below. A new format needs a row of it, and an encoder in a library.

mod error;
mod export;
mod kind;
#[cfg(feature = "png")]
mod map_writer;

use std::{io::Write, str::FromStr};

use roomgen::export::{csv, dot, json, ron, text};
use roomgen_text::UnknownName;

use crate::{ExportFile, RunFiles, ansi, gltf, svg};
#[cfg(feature = "png")]
use crate::{
    map::{MapFloor, TileSheet},
    tiled::TilesetPlace,
    uvtt,
};
#[cfg(feature = "png")]
use map_writer::{MapWriter, sheets_of};

pub use crate::picture::PictureEncoder;
pub use error::ExportError;
pub use export::LevelExport;
pub use kind::FormatKind;

/// How a format is written: from a level, from the picture of one, or with a tile sheet.
enum FormatWriter {
    Level(fn(&LevelExport<'_>, &mut dyn Write) -> Result<(), ExportError>),
    Picture(PictureEncoder),
    #[cfg(feature = "png")]
    Map(MapWriter),
}

/// The properties of a format, and the functions that write it.
struct FormatRow {
    name: &'static str,
    ending: &'static str,
    /// Other endings of the same files.
    aliases: &'static [&'static str],
    media_type: &'static str,
    kind: FormatKind,
    about: &'static str,
    writer: FormatWriter,
}

/// Declares [`Format`] from its rows: variant, name, ending and its aliases, media type, kind, what
/// it is for, and how it is written.
macro_rules! formats {
    ($(
        $(#[$attribute:meta])*
        $format:ident $name:literal $ending:literal $(| $alias:literal)* $media_type:literal $kind:ident $about:literal
            $writer:expr;
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
                        aliases: &[$($alias),*],
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
        FormatWriter::Map(MapWriter::TMX);
    #[cfg(feature = "png")]
    Tmj "tmj" "tmj" "application/json" Map "the same as JSON, with its tile sheet"
        FormatWriter::Map(MapWriter::TMJ);
    #[cfg(feature = "png")]
    Ldtk "ldtk" "ldtk" "application/json" Map "a project for LDtk, with its tile sheet; a run is one, too"
        FormatWriter::Map(MapWriter::LDTK);
    #[cfg(feature = "png")]
    Godot "godot" "tscn" "application/x-godot-scene" Map "a scene for Godot, with its tile set"
        FormatWriter::Map(MapWriter::GODOT);
    #[cfg(feature = "png")]
    Uvtt "uvtt" "uvtt" | "dd2vtt" "application/json" Tabletop
        "a map for virtual tabletops, Universal VTT: picture, walls, doors and lights"
        FormatWriter::Level(|export, out| {
            Ok(out.write_all(&uvtt::write(export.level, export.theme, export.picture, export.tabletop)?)?)
        });
    #[cfg(feature = "gif")]
    Gif "gif" "gif" "image/gif" Animation "how the level is made, as an animation"
        FormatWriter::Level(|export, out| Ok(out.write_all(&animation(export)?)?));
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

    /// Other endings of the same files, without the dot: `dd2vtt` of Universal VTT.
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        self.row().aliases
    }

    /// The format with this ending or alias, in upper or lower case.
    #[must_use]
    pub fn with_ending(ending: &str) -> Option<Self> {
        let has = |format: &Self| {
            [&[format.ending()], format.aliases()].concat().iter().any(|own| own.eq_ignore_ascii_case(ending))
        };
        Self::ALL.iter().copied().find(has)
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
            #[cfg(feature = "png")]
            FormatWriter::Map(map) => {
                let own = export.sheet.is_none().then(|| export.own_sheet());
                let sheet = export.sheet.or(own.as_ref().map(|sheet| (sheet, "tiles")));
                let written = sheet.map(|(sheet, name)| (map.write)(&export.floor(sheet, name), export.tiled.tileset));
                Ok(out.write_all(&written.transpose()?.unwrap_or_default())?)
            }
        }
    }

    /// How maps in this format are written; `None` for other formats.
    #[cfg(feature = "png")]
    fn map(self) -> Option<MapWriter> {
        match self.row().writer {
            FormatWriter::Map(map) => Some(map),
            FormatWriter::Level(_) | FormatWriter::Picture(_) => None,
        }
    }

    /// The encoder of pictures in this format; `None` for formats of other kinds.
    #[must_use]
    pub fn encoder(self) -> Option<PictureEncoder> {
        match self.row().writer {
            FormatWriter::Picture(encode) => Some(encode),
            FormatWriter::Level(_) => None,
            #[cfg(feature = "png")]
            FormatWriter::Map(_) => None,
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

    /// The ending of the file of a run in this format; `None` if a run is a file for each floor.
    #[must_use]
    pub fn run_ending(self) -> Option<&'static str> {
        #[cfg(feature = "png")]
        let ending = self.map().and_then(|map| map.run).map(|run| run.ending);
        #[cfg(not(feature = "png"))]
        let ending = None;
        ending
    }

    /// The format in which a run is one file with this ending, in upper or lower case: the first
    /// one in the list.
    #[must_use]
    pub fn with_run_ending(ending: &str) -> Option<Self> {
        let is_it = |format: &&Self| format.run_ending().is_some_and(|own| own.eq_ignore_ascii_case(ending));
        Self::ALL.iter().find(is_it).copied()
    }

    /// The files of a run in this format: `NAME.ENDING` with the
    /// [ending of runs](Format::run_ending), what belongs to it, and its tile sheets. In formats
    /// where a run is no file, those of each floor, `NAME-00.ENDING` and others.
    ///
    /// Floors with the same tiles share a sheet. Each states the floor [above](LevelExport::above).
    /// Cost: that of all floors; their files are held in memory.
    ///
    /// # Errors
    ///
    /// [`ExportError::Map`] for more than [`MAX_FLOORS`](crate::map::MAX_FLOORS) floors, and those
    /// of [`Format::files`].
    pub fn run_files(self, floors: &[LevelExport<'_>], name: &str) -> Result<RunFiles, ExportError> {
        #[cfg(feature = "png")]
        if let Some(run) = self.map().and_then(|map| map.run) {
            let count = floors.len();
            if count > crate::map::MAX_FLOORS {
                return Err(crate::map::MapError::ManyFloors { floors: count }.into());
            }
            let (sheets, of) = sheets_of(floors);
            let place = floors.first().and_then(|floor| floor.tiled.tileset);
            let is_one = sheets.len() == 1 || run.has_one_picture;
            let sheet_name = |at| if is_one { format!("{name}-tiles") } else { format!("{name}-tiles-{at}") };
            let names: Vec<String> = (1..=sheets.len()).map(sheet_name).collect();
            let floors: Vec<MapFloor<'_>> =
                floors.iter().zip(of).map(|(floor, at)| floor.floor(&sheets[at], &names[at])).collect();
            return Ok((run.write)(&floors, name, place)?);
        }
        let last = floors.iter().map(|floor| floor.level.origin().floor).max().unwrap_or_default();
        let files = floors
            .iter()
            .map(|floor| self.files(floor, &crate::file::floor_name(name, floor.level.origin().floor, last)));
        Ok(RunFiles { files: files.collect::<Result<Vec<_>, _>>()?.concat(), sheets: Vec::new() })
    }

    /// The files of a tile sheet that lie beside a map in this format; none for other formats.
    /// `place` is where maps for Tiled have their tilesets: tilesets that are said to be embedded
    /// have no files.
    ///
    /// # Errors
    ///
    /// [`ExportError::Picture`] if the picture cannot be encoded.
    #[cfg(feature = "png")]
    pub fn sheet_files(
        self,
        sheet: &TileSheet,
        name: &str,
        place: Option<TilesetPlace>,
    ) -> Result<Vec<ExportFile>, ExportError> {
        Ok(self.map().map_or(Ok(Vec::new()), |map| (map.sheet_files)(sheet, name, place))?)
    }

    /// The ending of the tilesets of a sheet, beside its picture; `None` for formats without one.
    #[cfg(feature = "png")]
    #[must_use]
    pub fn tileset_ending(self) -> Option<&'static str> {
        self.map()?.tileset_ending
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
            let beside = self.sheet_files(&sheet, &sheet_name, export.tiled.tileset)?;
            return Ok([map].into_iter().chain(beside).collect());
        }
        Ok(vec![own(export)?])
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

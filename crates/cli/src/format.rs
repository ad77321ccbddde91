//! The formats of files, one line each: by flag, and by the ending of a file's name.

use std::{path::Path, str::FromStr};

use roomgen::{Level, Preset, export, theme::Theme};
use roomgen_formats::tiled::{self, TileSheet};
use roomgen_pictures::{
    ansi,
    png::{self, GenerationRecord, Overlay, PictureError},
};

use super::{
    failure::Failure,
    output::{Content, Stream},
    picture::way_out,
    print, sheet,
};

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Ron,
    Json,
    Text,
    Ansi,
    Png,
    Svg,
    Csv,
    Glb,
    Tmx,
    Tmj,
}

/// The formats, in the order in which they are listed. A new one is a variant, a line, and a file of the library's `export`.
#[rustfmt::skip]
static LINES: &[Line] = &[
    line(Format::Ron, "ron", &["ron"], Kind::Text, "the level as data, for games", Encode::Streamed(|level, writer| export::ron::write_to(level, writer))),
    line(Format::Json, "json", &["json"], Kind::Text, "the same as JSON, for games and scripts", Encode::Streamed(|level, writer| export::json::write_to(level, writer))),
    line(Format::Text, "text", &["txt"], Kind::Text, "rows of characters with a legend, to look at", Encode::Streamed(|level, writer| export::text::write_to(level, writer))),
    line(Format::Ansi, "ansi", &["ans"], Kind::Text, "half blocks of colour, for terminals", Encode::Whole(blocks)),
    line(Format::Png, "png", &["png"], Kind::Bytes, "a picture", Encode::Whole(picture)),
    line(Format::Svg, "svg", &["svg"], Kind::Text, "a plan for documents and browsers", Encode::Whole(|scene| done(roomgen_formats::svg::write(scene.level)))),
    line(Format::Csv, "csv", &["csv"], Kind::Text, "a table of the props, for spreadsheets", Encode::Streamed(|level, writer| export::csv::write_to(level, writer))),
    line(Format::Glb, "glb", &["glb"], Kind::Bytes, "a scene in three dimensions, glTF 2.0, for engines and modelling programs", Encode::Whole(scene)),
    line(Format::Tmx, "tmx", &["tmx"], Kind::Text, "a map for Tiled", Encode::Whole(|scene| map(scene, tiled::tmx))).with_sheet(),
    line(Format::Tmj, "tmj", &["tmj"], Kind::Text, "the same as JSON", Encode::Whole(|scene| map(scene, tiled::tmj))).with_sheet(),
];

/// All that the tool knows of a format.
struct Line {
    format: Format,
    name: &'static str,
    endings: &'static [&'static str],
    kind: Kind,
    about: &'static str,
    encode: Encode,
    has_sheet: bool,
}

/// A format without a tile sheet: what `--format` calls it, the endings of its files with the usual one first, whether
/// a terminal can show it, what it is in the help's words, its encoder.
const fn line(
    format: Format,
    name: &'static str,
    endings: &'static [&'static str],
    kind: Kind,
    about: &'static str,
    encode: Encode,
) -> Line {
    Line { format, name, endings, kind, about, encode, has_sheet: false }
}

impl Line {
    /// The same for maps whose tiles are cut from a sheet.
    const fn with_sheet(self) -> Self {
        Self { has_sheet: true, ..self }
    }
}

/// Whether a terminal can show a format.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Text,
    Bytes,
}

/// What files are made from.
pub(super) struct Scene<'level> {
    pub(super) level: &'level Level,
    pub(super) theme: &'level Theme,
    /// The preset that made the level, or gives it its looks; `None` if it is not known.
    pub(super) preset: Option<&'level Preset>,
    /// How pictures are drawn.
    pub(super) picture: png::Options,
    /// How half blocks are drawn.
    pub(super) blocks: ansi::AnsiOptions,
    /// The tiles of maps, and the name by which the map finds their files; drawn for this level alone if there are none.
    pub(super) sheet: Option<(&'level TileSheet, String)>,
}

impl<'level> Scene<'level> {
    /// A level in the looks of a preset, and how pictures of it are drawn.
    pub(super) fn new(level: &'level Level, preset: &'level Preset, picture: png::Options) -> Self {
        Self { preset: Some(preset), ..Self::bare(level, preset.theme(), picture) }
    }

    /// The tiles of maps of this level: by the numbers of its preset, if that is known.
    pub(super) fn own_sheet(&self) -> TileSheet {
        TileSheet::of_level(self.level, self.theme, self.preset)
    }

    /// A level whose preset is not known.
    pub(super) fn bare(level: &'level Level, theme: &'level Theme, picture: png::Options) -> Self {
        Self { level, theme, preset: None, picture, blocks: ansi::AnsiOptions::default(), sheet: None }
    }
}

/// How a format is written.
#[derive(Clone, Copy)]
enum Encode {
    /// A piece at a time, whatever the level's size.
    Streamed(Stream),
    /// All at once.
    Whole(fn(&Scene) -> Result<Vec<u8>, Failure>),
}

fn done(bytes: impl Into<Vec<u8>>) -> Result<Vec<u8>, Failure> {
    Ok(bytes.into())
}

fn blocks(scene: &Scene) -> Result<Vec<u8>, Failure> {
    let refuse = |error| Failure::failed(format!("The level cannot be drawn: {error}."));
    done(ansi::write(scene.level, scene.theme, scene.blocks).map_err(refuse)?)
}

fn picture(scene: &Scene) -> Result<Vec<u8>, Failure> {
    let refuse = |error| {
        let help = match &error {
            PictureError::NeedsRecord { .. } => "Name the preset with --preset",
            PictureError::TopOnly { .. } => "See --view",
            PictureError::NoRoom { .. } => "See --room",
            PictureError::NoRegion { .. } => "See --region",
            _ => "See --scale",
        };
        let sentences = format!("The picture cannot be made: {error}{}. {help}.", way_out(&error));
        if matches!(error, PictureError::NoRoom { .. }) {
            Failure::usage(sentences)
        } else {
            Failure::failed(sentences)
        }
    };
    let Scene { level, theme, preset, picture, .. } = scene;
    let bytes = match preset.filter(|_| picture.overlays.iter().any(Overlay::needs_record)) {
        Some(preset) => {
            let again = |error| {
                let made = picture.overlays.iter().filter(|overlay| overlay.needs_record());
                let made = print::list(made.map(|overlay| overlay.name().to_owned()), "and");
                Failure::failed(format!("--overlay: {made} cannot be drawn without the level made again: {error}."))
            };
            png::write_recorded(level, theme, &GenerationRecord::of(level, preset).map_err(again)?, *picture)
        }
        None => png::write(level, theme, *picture),
    };
    done(bytes.map_err(refuse)?)
}

fn scene(scene: &Scene) -> Result<Vec<u8>, Failure> {
    let refuse = |error| Failure::failed(format!("The scene cannot be written: {error}."));
    done(roomgen_formats::gltf::write(scene.level, scene.theme).map_err(refuse)?)
}

fn map(scene: &Scene, write: fn(&Level, &Theme, &TileSheet, &str) -> Vec<u8>) -> Result<Vec<u8>, Failure> {
    match &scene.sheet {
        Some((sheet, name)) => done(write(scene.level, scene.theme, sheet, name)),
        None => done(write(scene.level, scene.theme, &scene.own_sheet(), sheet::IN_FOLDER)),
    }
}

impl Format {
    fn line(self) -> &'static Line {
        // Each variant has its line, which a test makes sure of.
        LINES.iter().find(|line| line.format == self).unwrap_or(&LINES[0])
    }

    /// What `--format` calls it.
    pub(super) fn name(self) -> &'static str {
        self.line().name
    }

    /// The usual ending of its files.
    pub(super) fn ending(self) -> &'static str {
        self.line().endings[0]
    }

    /// Whether a terminal can show it.
    pub(super) fn is_text(self) -> bool {
        self.line().kind == Kind::Text
    }

    /// Whether the tiles of its maps are cut from a sheet, whose files lie beside them.
    pub(super) fn has_sheet(self) -> bool {
        self.line().has_sheet
    }

    /// The bytes of a file.
    pub(super) fn encode(self, scene: &Scene) -> Result<Vec<u8>, Failure> {
        match self.line().encode {
            Encode::Whole(encode) => encode(scene),
            Encode::Streamed(stream) => {
                let mut bytes = Vec::new();
                let name = self.name();
                stream(scene.level, &mut bytes)
                    .map_err(|error| Failure::failed(format!("The level cannot be written as {name}: {error}.")))?;
                done(bytes)
            }
        }
    }

    /// What goes to a file: nothing that is as large as the level, if the format can be written a piece at a time.
    pub(super) fn content<'level>(self, scene: &Scene<'level>) -> Result<Content<'level>, Failure> {
        if let Encode::Streamed(stream) = self.line().encode {
            return Ok(Content::Streamed(scene.level, stream));
        }
        self.encode(scene).map(Content::Bytes)
    }

    /// The format that a file's ending stands for, in letters of any case.
    pub(super) fn of_ending(path: &Path) -> Option<Self> {
        Self::with_ending(path.extension()?.to_str()?)
    }

    fn with_ending(ending: &str) -> Option<Self> {
        let stands = |line: &&Line| line.endings.iter().any(|known| known.eq_ignore_ascii_case(ending));
        LINES.iter().find(stands).map(|line| line.format)
    }

    /// The refusal of a file whose ending stands for no format.
    pub(super) fn unknown_ending(flag: &str, path: &Path) -> Failure {
        let ending = match path.extension() {
            Some(ending) => format!("the ending .{} stands for no format", print::shown(&ending.to_string_lossy())),
            None => "the name has no ending that says the format".to_owned(),
        };
        let path = print::path(path);
        let known = Self::endings();
        Failure::usage(format!("{flag} {path}: {ending}. Known are {known}; or say which it is with --format."))
    }

    /// The endings of all formats, as a sentence has them.
    pub(super) fn endings() -> String {
        print::list(LINES.iter().flat_map(|line| line.endings).map(|ending| format!(".{ending}")), "and")
    }

    /// What the help says of formats.
    pub(super) fn help() -> String {
        let each = LINES.iter().map(|line| {
            let endings: Vec<_> = line.endings.iter().map(|ending| format!(".{ending}")).collect();
            let beside = if line.has_sheet { ", with NAME-tiles.tsx and NAME-tiles.png beside it" } else { "" };
            format!("  {:6}{:7}{}{beside}\n", line.name, endings.join(" "), line.about)
        });
        format!("Formats, by the ending of a file or by --format:\n{}", each.collect::<String>())
    }
}

impl FromStr for Format {
    type Err = String;

    /// The format of this name, or with this ending.
    fn from_str(name: &str) -> Result<Self, String> {
        let named = LINES.iter().find(|line| line.name.eq_ignore_ascii_case(name)).map(|line| line.format);
        let known = || print::list(LINES.iter().map(|line| line.name.to_owned()), "and");
        named.or_else(|| Self::with_ending(name)).ok_or_else(|| format!("formats are {}", known()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_endings_say_one_format_each() {
        for format in LINES.iter().map(|line| line.format) {
            assert_eq!(format.line().format, format);
            assert_eq!(format.name().to_uppercase().parse(), Ok(format));
            assert!(Format::help().contains(format.name()) && !format.line().about.is_empty());
            for ending in format.line().endings {
                assert_eq!(Format::of_ending(Path::new(&format!("a.{}", ending.to_uppercase()))), Some(format));
                assert!(ending.parse() == Ok(format) && Format::endings().contains(&format!(".{ending}")));
            }
        }
        let mut names: Vec<_> = LINES.iter().map(|line| line.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), LINES.len());
        assert!("yaml".parse::<Format>().is_err() && Format::of_ending(Path::new("level")).is_none());
    }
}

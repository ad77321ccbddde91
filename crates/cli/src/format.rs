//! The formats of files: their names, their endings, and how each writes a level.

use std::{ffi::OsStr, io::Write, path::Path, str::FromStr};

use roomgen::{Level, LevelError, export, level::StatedFacts, theme::Theme};
use roomgen_formats::tiled::{self, TileSheet};
use roomgen_pictures::{ansi, png};

use super::{export::LevelExport, failure::CommandFailure, output::Output, picture::drawn, print, sheet};

/// A file format in which a level can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Ron,
    Json,
    Text,
    Ansi,
    Png,
    Svg,
    Csv,
    Dot,
    Glb,
    Tmx,
    Tmj,
}

/// The properties of a format, and the function that writes it.
struct FormatRow {
    /// The name of the format, which is the value of `--format`.
    name: &'static str,
    ending: &'static str,
    /// The description of the format in the help.
    about: &'static str,
    write: fn(&LevelExport, &mut dyn Write) -> Result<(), CommandFailure>,
    kind: FormatKind,
}

/// What the files of a format are.
#[derive(Clone, Copy)]
enum FormatKind {
    /// A level file, from which a level can be read.
    Level(LevelFileCodec),
    /// A map for Tiled, which refers to the files of a tile sheet beside it.
    Map,
    /// Text for people or programs.
    Text,
    /// Bytes that no terminal can show.
    Binary,
}

/// How a level file is read and written.
#[derive(Clone, Copy)]
pub(super) struct LevelFileCodec {
    /// Reads a level, which may break invariants, and what its file states of it.
    pub(super) read: fn(&str) -> Result<(Level, StatedFacts), LevelError>,
    pub(super) write: fn(&Level) -> Vec<u8>,
}

const RON: LevelFileCodec =
    LevelFileCodec { read: export::ron::read_stated, write: |level| export::ron::write(level).into_bytes() };
const JSON: LevelFileCodec = LevelFileCodec { read: export::json::read_stated, write: export::json::write };

const fn row(
    name: &'static str,
    ending: &'static str,
    about: &'static str,
    kind: FormatKind,
    write: fn(&LevelExport, &mut dyn Write) -> Result<(), CommandFailure>,
) -> FormatRow {
    FormatRow { name, ending, about, write, kind }
}

fn blocks(export: &LevelExport, out: &mut dyn Write) -> Result<(), CommandFailure> {
    let refuse = |error| CommandFailure::failed(format!("The level cannot be drawn: {error}."));
    Ok(out.write_all(ansi::write(export.level, export.theme, export.blocks).map_err(refuse)?.as_bytes())?)
}

fn picture(export: &LevelExport, out: &mut dyn Write) -> Result<(), CommandFailure> {
    let LevelExport { level, theme, preset, picture, .. } = export;
    let bytes = png::encode(&drawn(level, theme, *preset, *picture)?);
    Ok(out.write_all(&bytes.map_err(|error| CommandFailure::failed(format!("{error}.")))?)?)
}

fn scene(export: &LevelExport, out: &mut dyn Write) -> Result<(), CommandFailure> {
    let refuse = |error| CommandFailure::failed(format!("The scene cannot be written: {error}."));
    Ok(out.write_all(&roomgen_formats::gltf::write(export.level, export.theme).map_err(refuse)?)?)
}

fn map(
    export: &LevelExport,
    write: fn(&Level, &Theme, &TileSheet, &str) -> Vec<u8>,
    out: &mut dyn Write,
) -> Result<(), CommandFailure> {
    let bytes = match export.sheet {
        Some((sheet, name)) => write(export.level, export.theme, sheet, name),
        None => write(export.level, export.theme, &export.own_sheet(), sheet::SHARED_NAME),
    };
    Ok(out.write_all(&bytes)?)
}

impl Format {
    /// All formats, in the order of the help.
    const ALL: [Self; 11] = [
        Self::Ron,
        Self::Json,
        Self::Text,
        Self::Ansi,
        Self::Png,
        Self::Svg,
        Self::Csv,
        Self::Dot,
        Self::Glb,
        Self::Tmx,
        Self::Tmj,
    ];

    /// The table of all formats. A new format needs a variant, a place in [`Format::ALL`], a row
    /// here, and an encoder in a library.
    #[rustfmt::skip]
    fn row(self) -> FormatRow {
        match self {
            Self::Ron => row("ron", "ron", "the level as data, for games", FormatKind::Level(RON), |export, out| Ok(export::ron::write_to(export.level, out)?)),
            Self::Json => row("json", "json", "the same as JSON, for games and scripts", FormatKind::Level(JSON), |export, out| Ok(export::json::write_to(export.level, out)?)),
            Self::Text => row("text", "txt", "rows of characters with a legend, to look at", FormatKind::Text, |export, out| Ok(export::text::write_to(export.level, out)?)),
            Self::Ansi => row("ansi", "ans", "half blocks of colour, for terminals", FormatKind::Text, blocks),
            Self::Png => row("png", "png", "a picture", FormatKind::Binary, picture),
            Self::Svg => row("svg", "svg", "a plan for documents and browsers", FormatKind::Text, |export, out| Ok(out.write_all(roomgen_formats::svg::write(export.level).as_bytes())?)),
            Self::Csv => row("csv", "csv", "a table of the props, for spreadsheets", FormatKind::Text, |export, out| Ok(export::csv::write_to(export.level, out)?)),
            Self::Dot => row("dot", "dot", "a graph of the rooms, passages, locks and keys, for GraphViz", FormatKind::Text, |export, out| Ok(export::dot::write_to(export.level, out)?)),
            Self::Glb => row("glb", "glb", "a scene in three dimensions, glTF 2.0, for engines and modelling programs", FormatKind::Binary, scene),
            Self::Tmx => row("tmx", "tmx", "a map for Tiled", FormatKind::Map, |export, out| map(export, tiled::tmx, out)),
            Self::Tmj => row("tmj", "tmj", "the same as JSON", FormatKind::Map, |export, out| map(export, tiled::tmj, out)),
        }
    }

    fn rows() -> impl Iterator<Item = (Self, FormatRow)> + Clone {
        Self::ALL.into_iter().map(|format| (format, format.row()))
    }

    /// The name of the format, which is the value of `--format`.
    pub(super) fn name(self) -> &'static str {
        self.row().name
    }

    /// The ending of files of this format, without the dot.
    pub(super) fn ending(self) -> &'static str {
        self.row().ending
    }

    /// Whether files of this format are maps for Tiled. A map refers to the files of a tile sheet
    /// beside it.
    pub(super) fn has_sheet(self) -> bool {
        matches!(self.row().kind, FormatKind::Map)
    }

    /// How a level is read from files of this format; `None` if it cannot be.
    pub(super) fn level_file(self) -> Option<LevelFileCodec> {
        match self.row().kind {
            FormatKind::Level(codec) => Some(codec),
            FormatKind::Map | FormatKind::Text | FormatKind::Binary => None,
        }
    }

    /// Writes a level in this format. RON, JSON, text, CSV and DOT are streamed, the others are
    /// built in memory.
    pub(super) fn write(self, export: &LevelExport, out: &mut dyn Write) -> Result<(), CommandFailure> {
        (self.row().write)(export, out)
    }

    /// The bytes of a level's file in this format.
    pub(super) fn bytes(self, export: &LevelExport) -> Result<Vec<u8>, CommandFailure> {
        let mut bytes = Vec::new();
        self.write(export, &mut bytes)?;
        Ok(bytes)
    }

    /// The format that the ending of a file's name stands for, in upper or lower case.
    pub(super) fn of_ending(path: &Path) -> Option<Self> {
        Self::with_ending(path.extension()?.to_str()?)
    }

    fn with_ending(ending: &str) -> Option<Self> {
        Self::rows().find(|(_, row)| row.ending.eq_ignore_ascii_case(ending)).map(|(format, _)| format)
    }

    /// Refuses an output that cannot take this format: a terminal, or a stream for a map.
    pub(super) fn refuse_output(self, output: &Output) -> Result<(), CommandFailure> {
        if matches!(self.row().kind, FormatKind::Binary) {
            output.refuse_terminal(self.name())?;
        }
        if output.is_stream() && self.has_sheet() {
            let (output, name) = (&output.name, self.name());
            return Err(CommandFailure::usage(format!(
                "{output}: {name} comes with other files beside it; give a file."
            )));
        }
        Ok(())
    }

    /// What writes the tables of a data set, for a name that asks for them: `None` for others.
    ///
    /// The tool writes no Parquet: Arrow's encoder would add megabytes for one format.
    pub(super) fn tables_by(name: &str) -> Option<&'static str> {
        let is_table = ["parquet", "arrow", "feather"].iter().any(|table| name.eq_ignore_ascii_case(table));
        is_table.then_some(
            "The Python package writes Parquet: \
             roomgen.dataset.write(\"levels.parquet\", roomgen.Preset.built_in(\"crypt\"), range(1000))",
        )
    }

    /// The same for the ending of a path, as a sentence behind another.
    pub(super) fn tables_in(path: &Path) -> String {
        let ending = path.extension().and_then(OsStr::to_str).and_then(Self::tables_by);
        ending.map_or_else(String::new, |tables| format!(" {tables}."))
    }

    /// The failure for a file whose ending belongs to no format.
    pub(super) fn unknown_ending(flag: &str, path: &Path) -> CommandFailure {
        let ending = match path.extension() {
            Some(ending) => format!("no format has the ending .{}", print::escaped(&ending.to_string_lossy())),
            None => "the name has no ending that says the format".to_owned(),
        };
        let known = print::list(Self::rows().map(|(_, row)| format!(".{}", row.ending)), "and");
        let tables = Self::tables_in(path);
        let path = print::path(path);
        CommandFailure::usage(format!(
            "{flag} {path}: {ending}. Known are {known}; or give the format with --format.{tables}"
        ))
    }

    /// A list of all formats, as text for the help.
    pub(super) fn help() -> String {
        let line = |(format, row): (Self, FormatRow)| {
            let beside = if format.has_sheet() { ", with NAME-tiles.tsx and NAME-tiles.png beside it" } else { "" };
            format!("  {:6}.{:6}{}{beside}\n", row.name, row.ending, row.about)
        };
        let lines: String = Self::rows().map(line).collect();
        format!("Formats, by the ending of a file or by --format:\n{lines}")
    }
}

impl FromStr for Format {
    type Err = String;

    /// The format of this name or with this ending.
    fn from_str(name: &str) -> Result<Self, String> {
        let named = Self::rows().find(|(_, row)| row.name.eq_ignore_ascii_case(name)).map(|(format, _)| format);
        let known = || print::list(Self::rows().map(|(_, row)| row.name.to_owned()), "and");
        let tables = || Self::tables_by(name).map_or_else(String::new, |tables| format!(". {tables}"));
        named.or_else(|| Self::with_ending(name)).ok_or_else(|| format!("formats are {}{}", known(), tables()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_has_a_row_a_name_and_an_ending_of_its_own() {
        for format in Format::ALL {
            assert_eq!(format.name().to_uppercase().parse(), Ok(format));
            assert!(Format::help().contains(format.name()) && !format.row().about.is_empty());
            let ending = format.ending();
            assert_eq!(Format::of_ending(Path::new(&format!("a.{}", ending.to_uppercase()))), Some(format));
            assert_eq!(ending.parse(), Ok(format));
        }
        let mut names: Vec<_> = Format::ALL.map(Format::name).to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Format::ALL.len());
        assert!("yaml".parse::<Format>().is_err() && Format::of_ending(Path::new("level")).is_none());
    }
}

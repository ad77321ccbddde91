//! The formats of files: their names, their endings, and how each writes a level.

use std::{io::Write, path::Path, str::FromStr};

use roomgen::{Level, export, theme::Theme};
use roomgen_formats::tiled::{self, TileSheet};
use roomgen_pictures::{
    ansi,
    png::{self, GenerationRecord, PictureError},
};

use super::{export::LevelExport, failure::CommandFailure, output::Output, picture, print, sheet};

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
    Glb,
    Tmx,
    Tmj,
}

/// The properties of a format, and the function that writes it.
struct FormatRow {
    format: Format,
    /// The name of the format, which is the value of `--format`.
    name: &'static str,
    ending: &'static str,
    /// The description of the format in the help.
    about: &'static str,
    write: fn(&LevelExport, &mut dyn Write) -> Result<(), CommandFailure>,
}

/// The table of all formats, in the order of the help. A new format needs a variant of [`Format`],
/// a row here, and an encoder in a library.
#[rustfmt::skip]
static ROWS: &[FormatRow] = &[
    row(Format::Ron, "ron", "ron", "the level as data, for games", |export, out| Ok(export::ron::write_to(export.level, out)?)),
    row(Format::Json, "json", "json", "the same as JSON, for games and scripts", |export, out| Ok(export::json::write_to(export.level, out)?)),
    row(Format::Text, "text", "txt", "rows of characters with a legend, to look at", |export, out| Ok(export::text::write_to(export.level, out)?)),
    row(Format::Ansi, "ansi", "ans", "half blocks of colour, for terminals", blocks),
    row(Format::Png, "png", "png", "a picture", picture),
    row(Format::Svg, "svg", "svg", "a plan for documents and browsers", |export, out| Ok(out.write_all(roomgen_formats::svg::write(export.level).as_bytes())?)),
    row(Format::Csv, "csv", "csv", "a table of the props, for spreadsheets", |export, out| Ok(export::csv::write_to(export.level, out)?)),
    row(Format::Glb, "glb", "glb", "a scene in three dimensions, glTF 2.0, for engines and modelling programs", scene),
    row(Format::Tmx, "tmx", "tmx", "a map for Tiled", |export, out| map(export, tiled::tmx, out)),
    row(Format::Tmj, "tmj", "tmj", "the same as JSON", |export, out| map(export, tiled::tmj, out)),
];

const fn row(
    format: Format,
    name: &'static str,
    ending: &'static str,
    about: &'static str,
    write: fn(&LevelExport, &mut dyn Write) -> Result<(), CommandFailure>,
) -> FormatRow {
    FormatRow { format, name, ending, about, write }
}

fn blocks(export: &LevelExport, out: &mut dyn Write) -> Result<(), CommandFailure> {
    let refuse = |error| CommandFailure::failed(format!("The level cannot be drawn: {error}."));
    Ok(out.write_all(ansi::write(export.level, export.theme, export.blocks).map_err(refuse)?.as_bytes())?)
}

fn picture(export: &LevelExport, out: &mut dyn Write) -> Result<(), CommandFailure> {
    let refuse = |error: PictureError| {
        let help = match &error {
            PictureError::NeedsRecord { .. } => "Name the preset with --preset",
            PictureError::TopOnly { .. } => "See --view",
            PictureError::NoRoom { .. } => "See --room",
            PictureError::NoRegion { .. } => "See --region",
            _ => "See --scale",
        };
        let sentences = format!("The picture cannot be made: {error}{}. {help}.", picture::advice(&error));
        match error {
            PictureError::NoRoom { .. } => CommandFailure::usage(sentences),
            _ => CommandFailure::failed(sentences),
        }
    };
    let LevelExport { level, theme, preset, picture, .. } = export;
    let overlays: Vec<_> = picture.overlays.iter().filter(|overlay| overlay.needs_record()).collect();
    let bytes = match preset.filter(|_| !overlays.is_empty()) {
        Some(preset) => {
            let refuse_making = |error| {
                let names = print::list(overlays.iter().map(|overlay| overlay.name().to_owned()), "and");
                CommandFailure::failed(format!("--overlay: {names} need the level to be generated again: {error}."))
            };
            png::write_recorded(level, theme, &GenerationRecord::of(level, preset).map_err(refuse_making)?, *picture)
        }
        None => png::write(level, theme, *picture),
    };
    Ok(out.write_all(&bytes.map_err(refuse)?)?)
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
    fn row(self) -> &'static FormatRow {
        // A test asserts that each variant has its row.
        ROWS.iter().find(|row| row.format == self).unwrap_or(&ROWS[0])
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
        matches!(self, Self::Tmx | Self::Tmj)
    }

    /// Whether a level can be read from files of this format.
    pub(super) fn is_level_file(self) -> bool {
        matches!(self, Self::Ron | Self::Json)
    }

    /// Writes a level in this format. RON, JSON, text and CSV are streamed, the others are built in
    /// memory.
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
        ROWS.iter().find(|row| row.ending.eq_ignore_ascii_case(ending)).map(|row| row.format)
    }

    /// Refuses an output that cannot take this format: a terminal, or a stream for a map.
    pub(super) fn refuse_output(self, output: &Output) -> Result<(), CommandFailure> {
        if matches!(self, Self::Png | Self::Glb) {
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

    /// The failure for a file whose ending belongs to no format.
    pub(super) fn unknown_ending(flag: &str, path: &Path) -> CommandFailure {
        let ending = match path.extension() {
            Some(ending) => format!("no format has the ending .{}", print::shown(&ending.to_string_lossy())),
            None => "the name has no ending that says the format".to_owned(),
        };
        let known = print::list(ROWS.iter().map(|row| format!(".{}", row.ending)), "and");
        let path = print::path(path);
        CommandFailure::usage(format!("{flag} {path}: {ending}. Known are {known}; or give the format with --format."))
    }

    /// A list of all formats, as text for the help.
    pub(super) fn help() -> String {
        let line = |row: &FormatRow| {
            let beside = if row.format.has_sheet() { ", with NAME-tiles.tsx and NAME-tiles.png beside it" } else { "" };
            format!("  {:6}.{:6}{}{beside}\n", row.name, row.ending, row.about)
        };
        let lines: String = ROWS.iter().map(line).collect();
        format!("Formats, by the ending of a file or by --format:\n{lines}")
    }
}

impl FromStr for Format {
    type Err = String;

    /// The format of this name or with this ending.
    fn from_str(name: &str) -> Result<Self, String> {
        let named = ROWS.iter().find(|row| row.name.eq_ignore_ascii_case(name)).map(|row| row.format);
        let known = || print::list(ROWS.iter().map(|row| row.name.to_owned()), "and");
        named.or_else(|| Self::with_ending(name)).ok_or_else(|| format!("formats are {}", known()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_has_a_row_a_name_and_an_ending_of_its_own() {
        for format in ROWS.iter().map(|row| row.format) {
            assert_eq!(format.row().format, format);
            assert_eq!(format.name().to_uppercase().parse(), Ok(format));
            assert!(Format::help().contains(format.name()) && !format.row().about.is_empty());
            let ending = format.ending();
            assert_eq!(Format::of_ending(Path::new(&format!("a.{}", ending.to_uppercase()))), Some(format));
            assert_eq!(ending.parse(), Ok(format));
        }
        let mut names: Vec<_> = ROWS.iter().map(|row| row.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ROWS.len());
        assert!("yaml".parse::<Format>().is_err() && Format::of_ending(Path::new("level")).is_none());
    }
}

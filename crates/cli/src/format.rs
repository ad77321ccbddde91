//! Formats in the tool: their help, what refuses them, and messages on what cannot be written.

use std::{ffi::OsStr, io::Write, path::Path};

use roomgen_export::{
    format::{ExportError, Format, FormatKind, LevelExport},
    map::MapError,
};

use super::{animate, failure::CommandFailure, output::Output, picture, print};

/// The format of this name or with this ending, for the values of flags.
pub(super) fn named(name: &str) -> Result<Format, String> {
    let known = || print::list(Format::ALL.iter().map(|format| format.name().to_owned()), "and");
    let instead = || instead_of(name).map_or_else(String::new, |instead| format!(". {instead}"));
    name.parse().map_err(|_| format!("formats are {}{}", known(), instead()))
}

/// The format that the ending of a file's name stands for, in upper or lower case.
pub(super) fn of_ending(path: &Path) -> Option<Format> {
    Format::with_ending(path.extension()?.to_str()?)
}

/// Whether files of this format refer to the files of a tile sheet beside them.
pub(super) fn has_sheet(format: Format) -> bool {
    format.kind() == FormatKind::Map
}

/// Refuses an output that cannot take a format: a terminal, or a stream for a map.
pub(super) fn refuse_output(format: Format, output: &Output) -> Result<(), CommandFailure> {
    if format.kind().is_binary() {
        output.refuse_terminal(format.name())?;
    }
    if output.is_stream() && has_sheet(format) {
        let (output, name) = (&output.name, format.name());
        return Err(CommandFailure::usage(format!("{output}: {name} comes with other files beside it; give a file.")));
    }
    Ok(())
}

/// Writes a level in a format.
pub(super) fn write(format: Format, export: &LevelExport, out: &mut dyn Write) -> Result<(), CommandFailure> {
    format.write(export, out).map_err(|error| failure(format, error, export))
}

/// The failure of a level, or of a run with such levels, that cannot be written in a format.
pub(super) fn failure(format: Format, error: ExportError, export: &LevelExport) -> CommandFailure {
    match error {
        ExportError::Io(error) => error.into(),
        ExportError::Picture(error) if format == Format::Ansi => {
            CommandFailure::failed(format!("The level cannot be drawn: {error}."))
        }
        ExportError::Animation(error) => animate::refusal(&error),
        ExportError::NeedsPreset => {
            CommandFailure::failed(format!("The animation cannot be made: {error}. Name it with --preset."))
        }
        ExportError::Scene(error) => CommandFailure::failed(format!("The scene cannot be written: {error}.")),
        ExportError::Map(MapError::Picture(error)) => picture::refusal(&error.into(), export.picture),
        ExportError::Map(error) => CommandFailure::failed(format!("The map cannot be written: {error}.")),
        error => picture::refusal(&error, export.picture),
    }
}

/// The bytes of a level's file in a format.
pub(super) fn bytes(format: Format, export: &LevelExport) -> Result<Vec<u8>, CommandFailure> {
    let mut bytes = Vec::new();
    write(format, export, &mut bytes)?;
    Ok(bytes)
}

/// What to use instead of a format that the tool does not write; `None` for other names.
///
/// The tool writes no Parquet: Arrow's encoder would add megabytes for one format.
fn instead_of(name: &str) -> Option<&'static str> {
    match name.to_ascii_lowercase().as_str() {
        "parquet" | "arrow" | "feather" => Some(
            "The Python package writes Parquet: \
             roomgen.dataset.write(\"levels.parquet\", roomgen.Preset.built_in(\"crypt\"), range(1000))",
        ),
        "qoi" => Some("Pictures without loss are .png and .webp"),
        _ => None,
    }
}

/// The same for the ending of a path, as a sentence behind another.
pub(super) fn instead_in(path: &Path) -> String {
    let ending = path.extension().and_then(OsStr::to_str).and_then(instead_of);
    ending.map_or_else(String::new, |instead| format!(" {instead}."))
}

/// The failure for a file whose ending belongs to no format.
pub(super) fn unknown_ending(flag: &str, path: &Path) -> CommandFailure {
    let ending = match path.extension() {
        Some(ending) => format!("no format has the ending .{}", print::escaped(&ending.to_string_lossy())),
        None => "the name has no ending that says the format".to_owned(),
    };
    let endings =
        Format::ALL.iter().flat_map(|format| [format.ending()].into_iter().chain(format.aliases().iter().copied()));
    let known = print::list(endings.map(|ending| format!(".{ending}")), "and");
    let instead = instead_in(path);
    let path = print::path(path);
    CommandFailure::usage(format!(
        "{flag} {path}: {ending}. Known are {known}; or give the format with --format.{instead}"
    ))
}

/// A list of all formats, as text for the help.
pub(super) fn help() -> String {
    let line = |format: &Format| {
        let beside = match (has_sheet(*format), format.tileset_ending()) {
            (true, Some(ending)) => format!(": NAME-tiles.{ending} and NAME-tiles.png beside it"),
            (true, None) => ": NAME-tiles.png beside it".to_owned(),
            _ => String::new(),
        };
        let aliases: String = format.aliases().iter().map(|alias| format!("; also .{alias}")).collect();
        format!("  {:6}.{:6}{}{beside}{aliases}\n", format.name(), format.ending(), format.about())
    };
    let lines: String = Format::ALL.iter().map(line).collect();
    format!("Formats, by the ending of a file or by --format:\n{lines}")
}

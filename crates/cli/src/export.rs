//! Writing one level to its outputs: all of them, or nothing.

use std::path::{Path, PathBuf};

use roomgen_export::{
    format::{Format, FormatKind, LevelExport},
    map::TileSheet,
    png::{self, Picture, left_out_lights},
    tiled::TilesetPlace,
};

use super::{
    commit::FileCommit,
    failure::CommandFailure,
    format::{self, has_sheet, refuse_output, unknown_ending},
    output::{InputFile, Output, refuse_conflicts, report_success},
    print, progress,
    request::figures,
    sheet, terminal,
};

/// Writes a level to all outputs, and the tile sheets beside maps. Then it says so on a terminal.
/// `force` replaces edited tile sheets.
pub(super) fn write_and_report(
    export: &LevelExport,
    outputs: &[(Output, Format)],
    inputs: &[InputFile],
    force: bool,
) -> Result<(), CommandFailure> {
    write(export, outputs, inputs, force)?;
    let what = format!("{}, {}", export.level.origin().preset, figures(export.level));
    report_success(outputs.iter().map(|(output, _)| output), &what);
    Ok(())
}

/// Writes a level to all outputs, and the tile sheets beside maps. `force` replaces edited tile
/// sheets.
pub(super) fn write(
    export: &LevelExport,
    outputs: &[(Output, Format)],
    inputs: &[InputFile],
    force: bool,
) -> Result<(), CommandFailure> {
    let own_sheet = outputs.iter().any(|(_, format)| has_sheet(*format)).then(|| export.own_sheet());
    let mut notes = Vec::new();
    let sheet_files = match &own_sheet {
        Some(sheet) => sheet_files(sheet, export.tiled.tileset, outputs, force, &mut notes)?,
        None => Vec::new(),
    };
    let all = sheet_files.iter().map(|(output, _)| output).chain(outputs.iter().map(|(output, _)| output));
    refuse_conflicts(&all.collect::<Vec<_>>(), inputs)?;

    let mut commit = FileCommit::new();
    for (output, bytes) in &sheet_files {
        commit.add(output, |out| Ok(out.write_all(bytes)?))?;
    }
    let (streams, files): (Vec<_>, Vec<_>) = outputs.iter().partition(|(output, _)| output.is_stream());
    for (output, format) in files.into_iter().chain(streams) {
        let _spinner = progress::of_step(export.level.size(), &format!("writing {}", output.name));
        let name = if has_sheet(*format) { sheet_name(output)? } else { String::new() };
        let export = LevelExport { sheet: own_sheet.as_ref().map(|sheet| (sheet, &*name)), ..*export };
        commit.add(output, |out| {
            if !output.is_shown || *format != Format::Ansi {
                return format::write(*format, &export, out);
            }
            let (bytes, note) = terminal::shown(&export)?;
            notes.extend(note);
            Ok(out.write_all(&bytes)?)
        })?;
    }
    commit.finish()?;
    let left_out =
        if has_picture(outputs) && export.picture.shows_lights() { left_out_lights(export.level) } else { 0 };
    if left_out > 0 {
        let count = print::count(left_out, "light");
        notes.push(format!("a room shows the brightest of very many lights; {count} left out"));
    }
    notes.iter().for_each(|note| print::status(note));
    Ok(())
}

/// The files of the tile sheets beside maps. Adds notes on edited ones that are kept.
fn sheet_files(
    sheet: &TileSheet,
    place: Option<TilesetPlace>,
    outputs: &[(Output, Format)],
    force: bool,
    notes: &mut Vec<String>,
) -> Result<Vec<(Output, Vec<u8>)>, CommandFailure> {
    let mut all: Vec<(Output, Vec<u8>)> = Vec::new();
    for (map, format) in outputs.iter().filter(|(_, format)| has_sheet(*format)) {
        let folder = map.path().and_then(Path::parent).unwrap_or(Path::new("."));
        let (files, note) = sheet::files(sheet, *format, place, &sheet_name(map)?, folder, force)?;
        notes.extend(note.filter(|note| !notes.contains(note)));
        for file in files {
            let file = (map.beside(&file.name)?, file.bytes);
            // Maps of one name in two formats share their sheet.
            if !all.iter().any(|(other, bytes)| other.is_same_place(&file.0) && *bytes == file.1) {
                all.push(file);
            }
        }
    }
    Ok(all)
}

/// The name of a map's own tile sheet, without an ending.
fn sheet_name(output: &Output) -> Result<String, CommandFailure> {
    Ok(format!("{}-tiles", output.stem()?))
}

/// The output at `path`, the value of `flag`, and its format: the one given, or else that of the
/// ending, or RON for a stream.
fn output(flag: &str, path: &Path, format: Option<Format>) -> Result<(Output, Format), CommandFailure> {
    let output = Output::at(flag, path)?;
    let by_name = || format::of_ending(path).or_else(|| output.is_stream().then_some(Format::Ron));
    let format = format.or_else(by_name).ok_or_else(|| unknown_ending(flag, path))?;
    refuse_output(format, &output)?;
    Ok((output, format))
}

/// The outputs at `paths` and their formats. A given format is refused if there are several
/// outputs.
pub(super) fn outputs(
    flag: &str,
    paths: &[PathBuf],
    format: Option<Format>,
) -> Result<Vec<(Output, Format)>, CommandFailure> {
    if let (Some(format), [_, _, ..]) = (format, paths) {
        let name = format.name();
        return Err(CommandFailure::usage(format!(
            "--format {name} is for one {flag}; several have the formats of their endings."
        )));
    }
    paths.iter().map(|path| output(flag, path, format)).collect()
}

/// The output at `path`, the value of `flag`, for a picture, and its format: that of the ending, or
/// PNG for a stream.
pub(super) fn picture_output(flag: &str, path: &Path) -> Result<(Output, Format), CommandFailure> {
    let output = Output::at(flag, path)?;
    let by_ending = || format::of_ending(path).filter(|format| format.kind() == FormatKind::Picture);
    let format = if output.is_stream() { Some(Format::Png) } else { by_ending() };
    let format = format.ok_or_else(|| {
        let formats = Format::ALL.iter().filter(|format| format.kind() == FormatKind::Picture);
        let endings = print::list(formats.map(|format| format!(".{}", format.ending())), "or");
        CommandFailure::usage(format!(
            "{}: a picture goes to a file that ends in {endings}, or to - for standard output.",
            output.name
        ))
    })?;
    output.refuse_terminal(format.name())?;
    Ok((output, format))
}

/// The bytes of a picture in a format of pictures.
pub(super) fn encoded(picture: &Picture, format: Format) -> Result<Vec<u8>, CommandFailure> {
    let encode = format.encoder().unwrap_or(png::encode);
    encode(picture).map_err(|error| CommandFailure::failed(format!("The picture cannot be made: {error}.")))
}

/// The formats of outputs.
pub(super) fn formats(outputs: &[(Output, Format)]) -> Vec<Format> {
    outputs.iter().map(|(_, format)| *format).collect()
}

/// Whether one of the outputs is a picture.
fn has_picture(outputs: &[(Output, Format)]) -> bool {
    outputs.iter().any(|(_, format)| format.kind() == FormatKind::Picture)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use roomgen::Preset;
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn maps_of_one_name_share_a_sheet_which_overwrites_neither_outputs_nor_inputs() {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        let preset = Preset::built_in("cellar").unwrap();
        let level = roomgen::generate(&preset, 1);
        let export = LevelExport::new(&level, &preset);
        let maps = ["level.tmx", "level.tmj"].map(|name| output("--out", &path(name), None).unwrap());
        write(&export, &maps, &[], false).unwrap();
        let sheet = fs::read(path("level-tiles.png")).unwrap();

        let preset_file = InputFile { path: path("level-tiles.png"), role: "the preset" };
        let refused = write(&export, &maps, &[preset_file], false).unwrap_err();
        assert!(format!("{refused:?}").contains("level-tiles.png") && format!("{refused:?}").contains("the preset"));
        let [map, _] = maps;
        let picture = picture_output("--png", &path("level-tiles.png")).unwrap();
        let refused = write(&export, &[map, picture], &[], false).unwrap_err();
        assert!(format!("{refused:?}").contains("the same place"), "{refused:?}");
        assert_eq!(fs::read(path("level-tiles.png")).unwrap(), sheet);
    }
}

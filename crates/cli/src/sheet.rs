//! Tile sheets of maps: their files beside a map, or in a folder of maps. Edited files are kept.

use std::{
    fs::OpenOptions,
    io::{self, Read},
    path::Path,
};

use roomgen::Preset;
use roomgen_export::{
    ExportFile,
    format::Format,
    map::{TileGaps, TileSheet, is_unedited_picture},
    tiled::{TilesetPlace, is_unedited_tileset},
};

use super::{failure::CommandFailure, format::has_sheet, print, source};

/// The name of the sheet that all maps of a folder share, without an ending.
pub(super) const SHARED_NAME: &str = "tiles";

/// The tile sheet that all levels of a preset share; `None` for a format without tile sheets.
pub(super) fn of_preset(preset: &Preset, format: Format, gaps: TileGaps) -> Option<TileSheet> {
    has_sheet(format).then(|| TileSheet::of_preset_with(preset, gaps))
}

/// The files of a tile sheet to write beside maps in a format, whose tilesets are at a place, and a
/// note: see [`to_write`].
pub(super) fn files(
    sheet: &TileSheet,
    format: Format,
    place: Option<TilesetPlace>,
    name: &str,
    folder: &Path,
    force: bool,
) -> Result<(Vec<ExportFile>, Option<String>), CommandFailure> {
    let refuse = |error| CommandFailure::failed(format!("The tiles of the map cannot be drawn: {error}."));
    to_write(format.sheet_files(sheet, name, place).map_err(refuse)?, folder, force)
}

/// Of the files of a tile sheet those to write to a folder, and a note if edited ones are kept.
///
/// If one file was edited since roomgen wrote it, all files that exist are kept and only missing
/// ones are written. `force` replaces them.
pub(super) fn to_write(
    mut files: Vec<ExportFile>,
    folder: &Path,
    force: bool,
) -> Result<(Vec<ExportFile>, Option<String>), CommandFailure> {
    if force {
        return Ok((files, None));
    }
    let existing = files.iter().map(|file| read(&folder.join(&file.name))).collect::<Result<Vec<_>, _>>()?;
    let is_edited = |file: &ExportFile, existing: &[u8]| {
        let is_unedited =
            if file.name.ends_with(".png") { is_unedited_picture(existing) } else { is_unedited_tileset(existing) };
        file.bytes != existing && !is_unedited
    };
    let edited: Vec<String> = files
        .iter()
        .zip(&existing)
        .filter(|(file, existing)| existing.as_deref().is_some_and(|existing| is_edited(file, existing)))
        .map(|(file, _)| print::path(Path::new(&file.name)))
        .collect();
    if edited.is_empty() {
        return Ok((files, None));
    }
    let mut exists = existing.iter().map(Option::is_some);
    files.retain(|_| !exists.next().unwrap_or_default());
    let edited = print::list(edited, "and");
    let note = format!("kept the tile sheet, since {edited} was edited; --force replaces the sheet");
    Ok((files, Some(note)))
}

/// The bytes of a file; `None` if it does not exist.
fn read(path: &Path) -> Result<Option<Vec<u8>>, CommandFailure> {
    // A folder counts as no file here. It is refused when the output is created.
    if path.is_dir() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let opened = source::open_kept(path, OpenOptions::new().read(true));
    match opened.and_then(|mut file| file.read_to_end(&mut bytes)) {
        Ok(_) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(CommandFailure::reading(&print::path(path), &error)),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    fn names(files: &[ExportFile]) -> Vec<&str> {
        files.iter().map(|file| file.name.as_str()).collect()
    }

    #[test]
    fn an_unedited_sheet_is_replaced_and_an_edited_one_is_kept() {
        let folder = TempDir::new().unwrap();
        let preset = |name| TileSheet::of_preset(&Preset::built_in(name).unwrap());
        let (cellar, crypt) = (preset("cellar"), preset("crypt"));
        let files = |sheet, force| files(sheet, Format::Tmx, None, "a", folder.path(), force).unwrap();
        let (first, note) = files(&cellar, false);
        assert!(names(&first)[..2] == ["a.png", "a.tsx"] && note.is_none());
        first.iter().for_each(|file| fs::write(folder.path().join(&file.name), &file.bytes).unwrap());

        // The sheet of another preset replaces it, since it is unedited.
        let (second, note) = files(&crypt, false);
        assert!(second.len() >= 2 && note.is_none());
        // An edited picture stays.
        fs::write(folder.path().join("a.png"), "mine").unwrap();
        let (rest, note) = files(&crypt, false);
        assert!(!names(&rest).contains(&"a.png") && !names(&rest).contains(&"a.tsx"), "{:?}", names(&rest));
        assert!(note.is_some_and(|note| note.contains("\"a.png\" was edited") && note.contains("--force")));
        let (all, note) = files(&crypt, true);
        assert!(all == second && note.is_none());
        // So does an edited tileset.
        fs::write(folder.path().join("a.png"), &first[0].bytes).unwrap();
        let edited = String::from_utf8(first[1].bytes.clone()).unwrap().replace("class=\"roomgen\"", "class=\"mine\"");
        fs::write(folder.path().join("a.tsx"), edited).unwrap();
        assert!(files(&cellar, false).1.is_some_and(|note| note.contains("\"a.tsx\"")));
    }
}

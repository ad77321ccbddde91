//! The tile sheet of maps: its files lie beside a map, or in the folder of many, and what somebody has edited stays.

use std::{fs, io, path::Path};

use roomgen::Preset;
use roomgen_formats::tiled::{SheetFile, TileSheet, is_unedited_picture, is_unedited_tileset};

use super::{failure::Failure, format::Format, print};

/// The name of the sheet in a folder of maps.
pub(super) const IN_FOLDER: &str = "tiles";

/// What a map's name without its ending gets behind it for the name of its own sheet.
pub(super) const ADDITION: &str = "-tiles";

/// The sheet that all levels of a preset share, if the format is cut from one.
pub(super) fn of_preset(preset: &Preset, format: Format) -> Option<TileSheet> {
    format.has_sheet().then(|| TileSheet::of_preset(preset))
}

/// The files of a sheet that are to be written to a folder, and what is to be said of those that are kept.
///
/// A file that is there and not as roomgen wrote it is an artist's or a game's: then the whole sheet that is there stays, and only what is
/// missing is written. `force` replaces it.
pub(super) fn files(
    sheet: &TileSheet,
    name: &str,
    folder: &Path,
    force: bool,
) -> Result<(Vec<SheetFile>, Option<String>), Failure> {
    let refuse = |error| Failure::failed(format!("The tiles of the map cannot be drawn: {error}."));
    let mut files = sheet.files(name).map_err(refuse)?;
    if force {
        return Ok((files, None));
    }
    let there = files.iter().map(|file| there(&folder.join(&file.name))).collect::<Result<Vec<_>, _>>()?;
    let tileset = files.iter().zip(&there).find(|(file, _)| file.name == format!("{name}.tsx"));
    let tileset = tileset.and_then(|(_, there)| there.as_deref()).unwrap_or_default();
    let is_edited = |file: &SheetFile, there: &[u8]| {
        let is_ours =
            if file.name.ends_with(".png") { is_unedited_picture(there, tileset) } else { is_unedited_tileset(there) };
        file.bytes != there && !is_ours
    };
    let edited: Vec<String> = files
        .iter()
        .zip(&there)
        .filter(|(file, there)| there.as_deref().is_some_and(|there| is_edited(file, there)))
        .map(|(file, _)| print::path(Path::new(&file.name)))
        .collect();
    if edited.is_empty() {
        return Ok((files, None));
    }
    let mut is_there = there.iter().map(Option::is_some);
    files.retain(|_| !is_there.next().unwrap_or_default());
    let (edited, is) = (print::list(edited.iter().cloned(), "and"), if edited.len() == 1 { "is" } else { "are" });
    let fact = format!("kept the tile sheet: {edited} {is} not as roomgen wrote it; --force replaces the sheet");
    Ok((files, Some(fact)))
}

/// What is at a place; `None` if nothing is.
fn there(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(path) {
        Ok(there) => Ok(Some(there)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::failed(format!("{} is there and cannot be read: {error}.", print::path(path)))),
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn names(files: &[SheetFile]) -> Vec<&str> {
        files.iter().map(|file| file.name.as_str()).collect()
    }

    #[test]
    fn a_sheet_replaces_its_like_and_keeps_what_was_edited() {
        let folder = TempDir::new().unwrap();
        let preset = |name| TileSheet::of_preset(&Preset::built_in(name).unwrap());
        let (cellar, crypt) = (preset("cellar"), preset("crypt"));
        let files = |sheet, force| files(sheet, "a", folder.path(), force).unwrap();
        let (first, fact) = files(&cellar, false);
        assert!(names(&first)[..2] == ["a.png", "a.tsx"] && fact.is_none());
        first.iter().for_each(|file| fs::write(folder.path().join(&file.name), &file.bytes).unwrap());

        // The sheet of another preset replaces it, since nobody has touched it.
        let (second, fact) = files(&crypt, false);
        assert!(second.len() >= 2 && fact.is_none());
        // The picture of an artist stays, whatever the tileset file says.
        fs::write(folder.path().join("a.png"), "mine").unwrap();
        let (rest, fact) = files(&crypt, false);
        assert!(!names(&rest).contains(&"a.png") && !names(&rest).contains(&"a.tsx"), "{:?}", names(&rest));
        assert!(fact.is_some_and(|fact| fact.contains("\"a.png\" is not") && fact.contains("--force")));
        let (all, fact) = files(&crypt, true);
        assert!(all == second && fact.is_none());
        // So does a tileset file with a collision shape that a game has added.
        fs::write(folder.path().join("a.png"), &first[0].bytes).unwrap();
        let edited = String::from_utf8(first[1].bytes.clone()).unwrap().replace("class=\"roomgen\"", "class=\"mine\"");
        fs::write(folder.path().join("a.tsx"), edited).unwrap();
        assert!(files(&cellar, false).1.is_some_and(|fact| fact.contains("\"a.tsx\"")));
    }
}

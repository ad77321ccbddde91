//! Preset files: the file of a preset and those of its bases, which lie in its folder or below it.
//!
//! This is the only module of the library that opens files.

use std::{
    fs::{self, File},
    io::Read,
    path::{Component, Path, PathBuf},
};

use roomgen_text::file;

use super::{BasePreset, MAX_TEXT, Preset, RunTextReader};
use crate::{
    error::{PresetError, PresetLoadError, TextFileError},
    legible::escaped,
};

/// Reads the preset at `path` and its bases, for [`Preset::load`].
pub(super) fn load(path: &Path) -> Result<Preset, PresetLoadError> {
    let text = refuse_special(path).and_then(|()| text_of(path));
    let text = text.map_err(|error| PresetLoadError::File { path: path.to_owned(), error })?;
    let mut bases = BasePresetReader::beside(path);
    let preset = Preset::parse_with(&text, |name| bases.read(name));
    preset.map_err(|error| PresetLoadError::Preset { path: path.to_owned(), error })
}

/// Reads the file of a run at `path`, which `parse` makes of its text and of the files that it
/// names.
pub(crate) fn load_run_text<T>(
    path: &Path,
    parse: impl FnOnce(&str, RunTextReader<'_>) -> Result<T, PresetError>,
) -> Result<T, PresetLoadError> {
    let text = refuse_special(path).and_then(|()| text_of(path));
    let text = text.map_err(|error| PresetLoadError::RunFile { path: path.to_owned(), error })?;
    let mut reader = BasePresetReader::beside(path);
    let mut read = |name: &str, from: Option<&str>| {
        // What the run names is relative to its own file.
        if from.is_none() {
            reader = BasePresetReader::beside(path);
        }
        reader.read(name)
    };
    parse(&text, &mut read).map_err(|error| PresetLoadError::Preset { path: path.to_owned(), error })
}

/// A reader for callers without access to files: refuses every file that a run names.
pub(crate) fn no_run_texts(name: &str, _: Option<&str>) -> Result<BasePreset, String> {
    Err(format!("{name:?} is a file, but files cannot be read here"))
}

fn text_of(path: &Path) -> Result<String, TextFileError> {
    file::read(File::open(path)?, MAX_TEXT)
}

/// The bytes of a picture's file.
fn bytes_of(path: &Path) -> Result<Vec<u8>, TextFileError> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_PICTURE as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_PICTURE { Err(TextFileError::TooLong { limit: MAX_PICTURE }) } else { Ok(bytes) }
}

/// Refuses an existing file that is neither a regular one nor a folder: reading a pipe or a device
/// may never end.
fn refuse_special(path: &Path) -> Result<(), TextFileError> {
    let is_special = fs::metadata(path).is_ok_and(|file| !file.is_file() && !file.is_dir());
    if is_special { Err(TextFileError::Special) } else { Ok(()) }
}

/// The largest file of a picture of sprites, in bytes: 16 MiB.
pub const MAX_PICTURE: usize = 1 << 24;

/// Reads the bases of one preset from files, one after the other, and the file of its sprites.
///
/// [`Preset::load`] uses it. It serves callers that read the text of the preset themselves, check a
/// preset with [`lint`](crate::lint::lint), or need the paths of the bases, to load the preset
/// again once a file changes.
///
/// A base is refused if it lies outside of the preset's folder and those below it, directly or by a
/// link; if it is used twice; if it is a device or a pipe, longer than [`MAX_TEXT`], or not UTF-8.
///
/// ```
/// use roomgen::{Preset, preset::BasePresetReader};
///
/// let text = "(name: \"mine\", base: \"../secret.ron\")";
/// let mut bases = BasePresetReader::beside("presets/mine.ron");
/// let refused = Preset::parse_with(text, |name| bases.read(name)).unwrap_err();
/// assert!(refused.problems()[0].message.contains("leads out of the preset's folder"));
/// ```
#[derive(Clone, Debug)]
pub struct BasePresetReader {
    /// The folder of the preset.
    root: PathBuf,
    /// The folder of the base that was read last, relative to `root`.
    folder: PathBuf,
    bases: Vec<BasePreset>,
    paths: Vec<PathBuf>,
    pictures: Vec<PathBuf>,
    /// The paths of the preset and its bases, with links resolved, to find a base that is used
    /// twice.
    resolved: Vec<PathBuf>,
}

impl BasePresetReader {
    /// A reader of the bases of the preset at `file`, which has read none yet.
    #[must_use]
    pub fn beside(file: impl AsRef<Path>) -> Self {
        let file = file.as_ref();
        let root = file.parent().unwrap_or(Path::new("")).to_owned();
        let resolved = Vec::from_iter(fs::canonicalize(file));
        Self { root, folder: PathBuf::new(), bases: Vec::new(), paths: Vec::new(), pictures: Vec::new(), resolved }
    }

    /// The paths of the bases in the order of reading.
    ///
    /// The last one may be the path of a base that could not be read.
    #[must_use]
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// The bases that were read, in the order of reading. The name of each is its path.
    #[must_use]
    pub fn bases(&self) -> &[BasePreset] {
        &self.bases
    }

    /// Reads the base of this name. The preset, or the base that was read last, names it: the name
    /// is a path relative to that file.
    ///
    /// # Errors
    ///
    /// A sentence that says why the base is refused, as [`Preset::parse_with`] takes it.
    pub fn read(&mut self, name: &str) -> Result<BasePreset, String> {
        let given = Path::new(name);
        if !given.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(outside(name, "bases"));
        }
        // Without components `.`, so that one file has one name.
        let inside: PathBuf = self.folder.join(given).components().filter(|part| *part != Component::CurDir).collect();
        let path = self.root.join(&inside);
        self.paths.push(path.clone());
        self.refuse(name, &path)?;
        let path_text = path.to_string_lossy();
        let text = refuse_special(&path).and_then(|()| text_of(&path));
        let text = text.map_err(|error| format!("the base \"{}\" {error}", escaped(&path_text)))?;
        let base = BasePreset { name: path_text.into_owned(), text };
        self.folder = inside.parent().unwrap_or(Path::new("")).to_owned();
        self.bases.push(base.clone());
        Ok(base)
    }

    /// The paths of the pictures that were asked for, in the order of reading.
    #[must_use]
    pub fn picture_paths(&self) -> &[PathBuf] {
        &self.pictures
    }

    /// Reads the file of a picture of sprites. The preset, or the base called `base` that was read
    /// before, names it: the name is a path relative to that file.
    ///
    /// # Errors
    ///
    /// A sentence that says why the file is refused, as [`Preset::parse_with_pictures`] takes it:
    /// what leads out of the preset's folder, what is no file, and what is longer than
    /// [`MAX_PICTURE`].
    pub fn read_picture(&mut self, name: &str, base: Option<&str>) -> Result<Vec<u8>, String> {
        let given = Path::new(name);
        if !given.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(outside(name, "pictures"));
        }
        let folder = base.map_or(&*self.root, |base| Path::new(base).parent().unwrap_or(Path::new("")));
        let path: PathBuf = folder.join(given).components().filter(|part| *part != Component::CurDir).collect();
        self.pictures.push(path.clone());
        if self.leads_out(&path) {
            return Err(outside(name, "pictures"));
        }
        let bytes = refuse_special(&path).and_then(|()| bytes_of(&path));
        bytes.map_err(|error| format!("the picture \"{}\" {error}", escaped(&path.to_string_lossy())))
    }

    /// Whether a file that exists lies outside of the preset's folder, by a link.
    fn leads_out(&self, path: &Path) -> bool {
        let root = if self.root.as_os_str().is_empty() { Path::new(".") } else { &self.root };
        // A file that does not exist passes here: reading it reports the error.
        let (Ok(root), Ok(resolved)) = (fs::canonicalize(root), fs::canonicalize(path)) else { return false };
        !resolved.starts_with(root)
    }

    /// Refuses a base outside of the folder, and a base that is used twice.
    fn refuse(&mut self, name: &str, path: &Path) -> Result<(), String> {
        if self.leads_out(path) {
            return Err(outside(name, "bases"));
        }
        // A file that does not exist passes here: reading it reports the error.
        let Ok(resolved) = fs::canonicalize(path) else { return Ok(()) };
        if self.resolved.contains(&resolved) {
            return Err(format!("the base {name:?} is used twice"));
        }
        self.resolved.push(resolved);
        Ok(())
    }
}

fn outside(name: &str, files: &str) -> String {
    format!("{name:?} leads out of the preset's folder; {files} lie in it or below it")
}

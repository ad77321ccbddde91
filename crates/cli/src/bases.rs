//! Base presets: the files that a preset builds on. They must lie in its folder or below it.

use std::{
    fs,
    path::{Component, Path, PathBuf},
};

use roomgen::preset::BasePreset;

use super::{print, source};

/// Reads the bases of one preset, one after the other.
#[derive(Debug)]
pub(super) struct BasePresetReader {
    /// The folder of the preset.
    root: PathBuf,
    /// The folder of the base that was read last, relative to `root`.
    folder: PathBuf,
    found: Vec<BasePreset>,
    /// The paths of the bases read so far, including that of a last one that could not be read.
    paths: Vec<PathBuf>,
    /// The paths of the preset and its bases, with links resolved, to find a base that is used
    /// twice.
    resolved: Vec<PathBuf>,
}

impl BasePresetReader {
    /// A reader of the bases of the preset at `file`, which has read none yet.
    pub(super) fn beside(file: &Path) -> Self {
        Self {
            root: file.parent().unwrap_or(Path::new("")).to_owned(),
            folder: PathBuf::new(),
            found: Vec::new(),
            paths: Vec::new(),
            resolved: Vec::from_iter(fs::canonicalize(file)),
        }
    }

    pub(super) fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    pub(super) fn found(&self) -> &[BasePreset] {
        &self.found
    }

    /// Reads the base of this name. The preset, or the base that was read last, names it.
    pub(super) fn read(&mut self, name: &str) -> Result<BasePreset, String> {
        let given = Path::new(name);
        if !given.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(outside(name));
        }
        // Without components `.`, so that one file has one name.
        let inside: PathBuf = self.folder.join(given).components().filter(|part| *part != Component::CurDir).collect();
        let path = self.root.join(&inside);
        self.paths.push(path.clone());
        self.refuse(name, &path)?;
        let text = source::read(&format!("the base {}", print::path(&path)), &path, source::MAX_PRESET);
        let text = text.map_err(|sentences| sentences.trim_end_matches('.').to_owned())?;
        let base = BasePreset { name: path.to_string_lossy().into_owned(), text };
        self.folder = inside.parent().unwrap_or(Path::new("")).to_owned();
        self.found.push(base.clone());
        Ok(base)
    }

    /// Refuses a base outside of the folder, a base that is used twice, and special files: reading
    /// a pipe or a device may never end.
    fn refuse(&mut self, name: &str, path: &Path) -> Result<(), String> {
        let root = if self.root.as_os_str().is_empty() { Path::new(".") } else { &self.root };
        // A file that does not exist passes here: reading it reports the error.
        let (Ok(root), Ok(resolved)) = (fs::canonicalize(root), fs::canonicalize(path)) else { return Ok(()) };
        if !resolved.starts_with(root) {
            return Err(outside(name));
        }
        if self.resolved.contains(&resolved) {
            return Err(format!("the base {name:?} is used twice"));
        }
        if fs::metadata(&resolved).is_ok_and(|file| !file.is_file() && !file.is_dir()) {
            return Err(format!("the base {} cannot be read: it is a device or a pipe, not a file", print::path(path)));
        }
        self.resolved.push(resolved);
        Ok(())
    }
}

fn outside(name: &str) -> String {
    format!("{name:?} leads out of the preset's folder; bases lie in it or below it")
}

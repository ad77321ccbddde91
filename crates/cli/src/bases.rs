//! The files that a preset builds on: in its own folder or below it, and nowhere else.

use std::{
    fs,
    path::{Component, Path, PathBuf},
};

use roomgen::preset::Base;

use super::{print, source};

/// Reads the bases of one preset, one after the other.
#[derive(Debug, PartialEq)]
pub(super) struct Bases {
    /// The folder of the preset, as it was given.
    root: PathBuf,
    /// The preset.
    file: PathBuf,
    /// The folder of the last file that was read, below that of the preset.
    folder: PathBuf,
    found: Vec<Base>,
    /// The files that were read, or were to be.
    tried: Vec<PathBuf>,
    /// The preset and the files that were read, free of links.
    real: Vec<PathBuf>,
}

impl Bases {
    /// Those of the preset at `file`.
    pub(super) fn beside(file: &Path) -> Self {
        let root = file.parent().unwrap_or(Path::new("")).to_owned();
        let mut bases = Self {
            root,
            file: file.to_owned(),
            folder: PathBuf::new(),
            found: Vec::new(),
            tried: Vec::new(),
            real: Vec::new(),
        };
        bases.begin();
        bases
    }

    /// Forgets what was read.
    pub(super) fn begin(&mut self) {
        self.folder.clear();
        self.found.clear();
        self.tried.clear();
        self.real = Vec::from_iter(fs::canonicalize(&self.file));
    }

    /// The files that were read, or were to be, in order.
    pub(super) fn tried(&self) -> impl Iterator<Item = &Path> {
        self.tried.iter().map(PathBuf::as_path)
    }

    /// What was read, in order.
    pub(super) fn found(&self) -> &[Base] {
        &self.found
    }

    /// The base that the last file read, or the preset, names.
    pub(super) fn read(&mut self, name: &str) -> Result<Base, String> {
        let given = Path::new(name);
        if !given.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(out(name));
        }
        // Without `.` in it, so that one file has one name.
        let inside: PathBuf = self.folder.join(given).components().filter(|part| *part != Component::CurDir).collect();
        let path = self.root.join(&inside);
        self.tried.push(path.clone());
        self.refuse(name, &path)?;
        let text = source::read(&format!("the base {}", print::path(&path)), &path, source::MAX_PRESET);
        let text = text.map_err(|sentences| sentences.trim_end_matches('.').to_owned())?;
        let base = Base { name: path.to_string_lossy().into_owned(), text: source::without_mark(&text).to_owned() };
        self.folder = inside.parent().unwrap_or(Path::new("")).to_owned();
        self.found.push(base.clone());
        Ok(base)
    }

    /// Refuses a file that lies elsewhere, whatever links lead to it, one that was read before, by whatever path, and what is no file:
    /// a pipe would be waited for, a device might never end.
    fn refuse(&mut self, name: &str, path: &Path) -> Result<(), String> {
        let root = if self.root.as_os_str().is_empty() { Path::new(".") } else { &self.root };
        // What is not there is told by whoever reads it.
        let (Ok(root), Ok(real)) = (fs::canonicalize(root), fs::canonicalize(path)) else { return Ok(()) };
        if !real.starts_with(root) {
            return Err(out(name));
        }
        if self.real.contains(&real) {
            return Err(format!("{name:?} builds on itself"));
        }
        if fs::metadata(&real).is_ok_and(|file| !file.is_file() && !file.is_dir()) {
            return Err(format!("the base {} cannot be read: it is a device or a pipe, not a file", print::path(path)));
        }
        self.real.push(real);
        Ok(())
    }
}

fn out(name: &str) -> String {
    format!("{name:?} leads out of the preset's folder; bases lie in it or below it")
}

//! A folder of files that are written all or not at all.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use roomgen_formats::tiled::TileSheet;
use tempfile::{Builder, TempDir};

use super::{
    failure::Failure,
    interrupt::{self, Guard},
    output::{self, HIDDEN, HIDDEN_END},
    print, sheet,
};

/// Files on their way into a folder. Until [`Folder::finish`] they lie in a hidden folder beside their places, which is gone again
/// if that is never reached, also if the process is told to end. One that is killed leaves a hidden folder at most; if it is killed while files
/// of an earlier run are replaced, each of them is the old or the new one, whole, and the index
/// there says that it is not finished.
#[derive(Debug)]
pub(super) struct Folder {
    /// How sentences call it: the flag and what was given.
    name: String,
    target: PathBuf,
    exists: bool,
    /// The files of an earlier run that are there.
    earlier: Vec<String>,
    staged: TempDir,
    files: Vec<String>,
    // Dropped after the hidden folder.
    guard: Guard,
}

/// The file that lists the others, as bytes. It takes its place last.
#[derive(Debug)]
pub(super) struct Index<'run> {
    pub(super) file: &'static str,
    /// What stands there while files are replaced: a list of none.
    pub(super) begun: &'run [u8],
    pub(super) whole: &'run [u8],
}

impl Folder {
    /// The folder that `flag` names: there already, or to be made. `belongs` tells files like those that will be added.
    pub(super) fn at(flag: &str, path: &Path, belongs: impl Fn(&str) -> bool) -> Result<Self, Failure> {
        let name = format!("{flag} {}", print::path(path));
        let failed = |error: &io::Error| Failure::writing(&name, error);
        let refuse = |why: String| Err(Failure::failed(format!("{name} cannot be written: {why}.")));
        // A separator at the end would hide the folder's own name.
        let path: PathBuf = path.components().collect();
        let (target, exists) = match fs::canonicalize(&path) {
            Ok(target) if target.is_dir() => (target, true),
            Ok(_) => return refuse("it is a file; give a folder".to_owned()),
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.symlink_metadata().is_err() => (path, false),
            Err(error) => return Err(failed(&error)),
        };
        let mut earlier = Vec::new();
        if exists {
            for entry in fs::read_dir(&target).map_err(|error| failed(&error))? {
                let file = entry.map_err(|error| failed(&error))?.file_name().to_string_lossy().into_owned();
                if belongs(&file) {
                    earlier.push(file);
                }
            }
        }
        let parent = if exists { Some(target.as_path()) } else { target.parent() };
        let parent = parent.filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !parent.is_dir() {
            return refuse(format!("there is no folder {}; make it first", print::path(parent)));
        }
        let mut builder = Builder::new();
        let prefix = format!(".{HIDDEN}");
        builder.prefix(&prefix).suffix(HIDDEN_END);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let staged = interrupt::guarded(|| builder.tempdir_in(parent), TempDir::path);
        let (staged, guard) = staged.map_err(|error| failed(&error))?;
        Ok(Self { name, target, exists, earlier, staged, files: Vec::new(), guard })
    }

    /// Whether a file lies in it.
    pub(super) fn holds(&self, path: &Path) -> bool {
        fs::canonicalize(path).is_ok_and(|path| path.parent() == Some(&self.target))
    }

    /// Adds a file.
    pub(super) fn add(&mut self, file: &str, bytes: &[u8]) -> Result<(), Failure> {
        let place = self.target.join(file);
        if place.is_dir() {
            let file = print::path(Path::new(file));
            return Err(Failure::failed(format!("{} cannot be written: {file} in it is a folder.", self.name)));
        }
        if place.metadata().is_ok_and(|there| there.permissions().readonly()) {
            let file = print::path(Path::new(file));
            return Err(Failure::failed(format!("{} cannot be written: {file} in it is read-only.", self.name)));
        }
        self.stage(file, &place, bytes)?;
        self.files.push(file.to_owned());
        Ok(())
    }

    /// Writes a file to the hidden folder, with the permissions of the one at `place`, if there is
    /// one.
    fn stage(&self, file: &str, place: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let permissions = place.metadata().ok().map(|there| there.permissions());
        // Not while what is there is taken away.
        let written = interrupt::unbroken(|| {
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, output::mode_of_new(permissions.as_ref()));
            let mut new = options.open(self.staged.path().join(file))?;
            new.write_all(bytes)?;
            if let Some(permissions) = permissions {
                new.set_permissions(permissions)?;
            }
            new.sync_all()
        });
        written.map_err(|error| Failure::writing(&self.name, &error))
    }

    /// Adds the tile sheet of the maps in it. One that was edited stays, unless with `force`.
    pub(super) fn add_sheet(&mut self, sheet: &TileSheet, force: bool) -> Result<(), Failure> {
        let (files, kept) = sheet::files(sheet, sheet::IN_FOLDER, &self.target, force)?;
        kept.iter().for_each(|kept| print::fact(kept));
        files.iter().try_for_each(|file| self.add(&file.name, &file.bytes))
    }

    /// Puts all files in their places. Files of the same names are replaced; of an earlier run no other may be there, since it
    /// would be taken for a part of this one.
    pub(super) fn finish(self, index: &Index<'_>) -> Result<(), Failure> {
        /// The name of the index in the hidden folder while it lists nothing.
        const BEGUN: &str = "begun";
        let failed = |error: &io::Error| Failure::writing(&self.name, error);
        let mut left: Vec<_> = self.earlier.iter().filter(|file| !self.files.contains(file)).collect();
        left.sort();
        if let [first, others @ ..] = &left[..] {
            let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
            return Err(Failure::failed(format!(
                "{}: the folder has {}{more} of an earlier run, which would stay and be taken for floors of this one; nothing was \
                 written. Take them away, or give another folder.",
                self.name,
                print::shown(first)
            )));
        }
        let place = self.target.join(index.file);
        self.stage(index.file, &place, index.whole)?;
        if self.exists {
            self.stage(BEGUN, &place, index.begun)?;
        }
        let staged = self.staged.path();
        let replace = || {
            fs::rename(staged.join(BEGUN), &place)?;
            store_names(&self.target);
            self.files.iter().try_for_each(|file| fs::rename(staged.join(file), self.target.join(file)))?;
            store_names(&self.target);
            fs::rename(staged.join(index.file), &place)
        };
        interrupt::last(|| if self.exists { replace() } else { fs::rename(staged, &self.target) })
            .map_err(|error| failed(&error))?;
        if !self.exists {
            // The hidden folder has its new name: there is nothing left to take away.
            let _ = self.staged.keep();
        }
        drop(self.guard);
        Ok(())
    }
}

/// Waits until the names in a folder are stored, so that after a power cut no later name is there
/// without them. Best effort: not every system can open a folder.
fn store_names(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

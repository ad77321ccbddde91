//! The folder of a batch: a file for each level, a thousand to a folder.

use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

use roomgen_formats::tiled::{SheetFile, TileSheet};

use super::{header::Header, manifest};
use crate::{failure::Failure, format::Format, output, print, seeds::Seeds, sheet};

/// As many as every file manager and file system is quick with.
const FILES_IN_A_FOLDER: u64 = 1000;

/// Where the file of a level is, from the folder of the batch: decided by seed and format alone, so that the parts of a range fit
/// together. Names are in order up to a million seeds.
pub(super) fn file(seed: u64, format: Format) -> String {
    format!("{}/{}", subfolder(seed), file_name(seed, format))
}

/// The name of that file.
pub(super) fn file_name(seed: u64, format: Format) -> String {
    format!("{seed:06}.{}", format.ending())
}

fn subfolder(seed: u64) -> String {
    format!("{:03}", seed / FILES_IN_A_FOLDER)
}

/// The folder that gets the files.
#[derive(Debug)]
pub(super) struct Store {
    /// How sentences call it: the flag and what was given.
    pub(super) name: String,
    pub(super) folder: PathBuf,
}

impl Store {
    /// The folder that `--out-dir` names: there already, or made.
    pub(super) fn at(path: &Path) -> Result<Self, Failure> {
        let name = format!("--out-dir {}", print::path(path));
        let refuse = |why: String| Err(Failure::failed(format!("{name} cannot be written: {why}.")));
        if path.as_os_str() == "-" {
            return Err(Failure::usage(format!("{name} is no folder; a stream to standard output is --out -.")));
        }
        match fs::create_dir(path) {
            Ok(()) => {}
            Err(_) if path.is_dir() => {}
            Err(_) if path.exists() => return refuse("it is a file; give a folder".to_owned()),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let parent = path.parent().unwrap_or(path);
                return refuse(format!("there is no folder {}; make it first", print::path(parent)));
            }
            Err(error) => return Err(Failure::writing(&name, &error)),
        }
        Ok(Self { name, folder: path.to_owned() })
    }

    /// Refuses a folder where the preset lies, or what it builds on, which would be taken for one of its levels, and be lost.
    pub(super) fn spare(&self, file: &Path, what: &str) -> Result<(), Failure> {
        let inside = fs::canonicalize(&self.folder).ok().zip(fs::canonicalize(file).ok());
        if inside.is_some_and(|(folder, file)| file.starts_with(folder)) {
            let file = print::path(file);
            return Err(Failure::usage(format!(
                "--preset: {file} is {what}, and lies in the folder of {}; move it.",
                self.name
            )));
        }
        Ok(())
    }

    /// Refuses a folder with the manifest of another request, whose files would be mixed with these.
    pub(super) fn refuse_others(&self, header: &Header) -> Result<(), Failure> {
        let failed = |error: &io::Error| Failure::failed(format!("{} cannot be read: {error}.", self.name));
        for entry in fs::read_dir(&self.folder).map_err(|error| failed(&error))? {
            let name = entry.map_err(|error| failed(&error))?.file_name();
            let Some(name) = name.to_str().filter(|name| manifest::is_manifest(name)) else { continue };
            let first = manifest::first_line(&self.folder.join(name))
                .map_err(|error| Failure::failed(format!("{}: {name} there cannot be read: {error}.", self.name)))?;
            // One that is just being begun is looked at by whoever begins it.
            if let Some(why) = first.and_then(|line| header.difference(&line)) {
                return Err(Failure::failed(format!(
                    "{}: {name} there is of another request: {why}. Ask for the same, or give another folder.",
                    self.name
                )));
            }
        }
        Ok(())
    }

    /// Writes the tile sheet of all maps; one that was edited stays.
    pub(super) fn write_sheet(&self, sheet: &TileSheet) -> Result<(), Failure> {
        let (files, kept) = sheet::files(sheet, sheet::IN_FOLDER, &self.folder, false)?;
        kept.iter().for_each(|kept| print::fact(kept));
        for SheetFile { name, bytes } in files {
            let path = self.folder.join(&name);
            let written = output::beside(&path, None, |file| file.write_all(&bytes))
                .and_then(|(file, _guard)| file.persist(&path).map_err(|error| error.error));
            written.map_err(|error| Failure::writing(&format!("{name} in {}", self.name), &error))?;
        }
        Ok(())
    }

    /// Whether the file of a level is there with all its bytes.
    pub(super) fn is_whole(&self, seed: u64, format: Format, bytes: u64) -> bool {
        let is_there = |path: &Path| fs::metadata(path).ok().filter(fs::Metadata::is_file);
        let path = self.folder.join(file(seed, format));
        is_there(&path).is_some_and(|there| there.len() == bytes)
    }

    /// Whether a file is there with these very bytes.
    pub(super) fn holds(&self, seed: u64, name: &str, bytes: &[u8]) -> bool {
        let path = self.path(seed, name);
        let same_length = fs::metadata(&path).is_ok_and(|there| there.len() == bytes.len() as u64);
        same_length && fs::read(path).is_ok_and(|there| there == bytes)
    }

    /// Writes a file of a level, whole or not at all.
    ///
    /// It is not waited for that it is stored: that would take longer than making the level, and the levels of a batch can be made again. After a
    /// power cut a file that the manifest lists may be short, which the next run sees and mends.
    pub(super) fn write(&self, seed: u64, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        /// Each other run that begins in the folder may take the unfinished file away once, see [`Store::clear_leftovers`].
        const TRIES: usize = 16;
        let path = self.path(seed, name);
        let permissions = fs::metadata(&path).ok().map(|there| there.permissions());
        let write = || -> io::Result<()> {
            let (file, _guard) = output::beside(&path, permissions.as_ref(), |file| file.write_all(bytes))?;
            file.persist(&path).map(|_| ()).map_err(|error| error.error)
        };
        let mut written = write();
        for _ in 1..TRIES {
            match &written {
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    written = self.make_subfolder(seed).and_then(|()| write());
                }
                _ => break,
            }
        }
        let place = || format!("{} in {}", print::path(&Path::new(&subfolder(seed)).join(name)), self.name);
        written.map_err(|error| Failure::writing(&place(), &error))
    }

    fn path(&self, seed: u64, name: &str) -> PathBuf {
        self.folder.join(subfolder(seed)).join(name)
    }

    fn make_subfolder(&self, seed: u64) -> io::Result<()> {
        match fs::create_dir(self.folder.join(subfolder(seed))) {
            // Another thread or another part has made it meanwhile.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            made => made,
        }
    }

    /// Takes away what a process that was killed has left of files of these seeds. Best effort: they do no harm. What another run in
    /// the same folder has under way looks the same, and is written again by it.
    pub(super) fn clear_leftovers(&self, seeds: Seeds) {
        let mut looked_at = None;
        for seed in (0..seeds.count()).map(|position| seeds.at(position)) {
            if looked_at == Some(seed / FILES_IN_A_FOLDER) {
                continue;
            }
            looked_at = Some(seed / FILES_IN_A_FOLDER);
            let Ok(entries) = fs::read_dir(self.folder.join(subfolder(seed))) else { continue };
            for entry in entries.flatten() {
                let name = entry.file_name();
                let own = name.to_str().and_then(output::leftover).and_then(|own| own.split(['.', '-']).next());
                if own.and_then(|own| own.parse().ok()).is_some_and(|seed| seeds.contains(seed)) {
                    let _ = fs::remove_file(entry.path());
                }
            }
        }
    }
}

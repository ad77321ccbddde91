//! The levels as files in a folder, and their manifest.
//!
//! The manifest only grows, in the order of seeds, and a level is listed after its file is written.
//! Several runs of one shard at a time do no harm: they write the same bytes to the same places.

use std::{
    fs::{self, File, OpenOptions},
    io::{ErrorKind, Seek, SeekFrom, Write},
    path::Path,
    sync::atomic::AtomicBool,
};

use roomgen::Generator;

use super::BatchJob;
use crate::cli::{
    commit,
    failure::Failure,
    interrupt,
    manifest::{self, ManifestEntry, ManifestReader},
    ordered::in_order,
    output::{InputFile, Output},
    print,
    progress::Progress,
    sheet,
};

/// Levels that each thread may be ahead of the manifest.
const AHEAD: u64 = 64;

/// Generates the levels that the folder does not have; with `verify` all of them.
pub(super) fn run(job: &BatchJob, folder: &Path, verify: bool) -> Result<(), Failure> {
    let name = format!("--out-dir {}", print::path(folder));
    create(folder, &name)?;
    refuse_inputs(folder, &name, &job.loaded.inputs)?;
    refuse_other_batches(job, folder, &name)?;
    let is_stopped = interrupt::stop_flag();
    if let Some(sheet) = &job.sheet {
        let (files, note) = sheet::files(sheet, sheet::SHARED_NAME, folder, false)?;
        note.iter().for_each(|note| print::note(note));
        for file in files {
            let output = Output::file(format!("{} in {name}", file.name), folder.join(&file.name));
            commit::replace(&output, &file.bytes)?;
        }
    }
    let mut batch = BatchFolder::open(job, folder, name, verify)?;
    let written = batch.complete(&is_stopped);
    let finished = batch.finish();
    let BatchFolder { name, listed, .. } = &batch;
    let all = print::count(job.seeds.count() as usize, "level");
    let remaining = format!("with {listed} of {all} in {name}; the same command makes the rest");
    match written.and_then(|written| finished.map(|()| written)) {
        Err(failure) => {
            failure.report();
            print::note(&format!("stopped {remaining}"));
            Err(Failure::printed())
        }
        Ok(None) => {
            print::note(&format!("interrupted {remaining}"));
            Err(Failure::interrupted())
        }
        Ok(Some(replaced)) => {
            let again = match replaced {
                0 => String::new(),
                _ => format!(", {} of them written again", print::count(replaced, "file")),
            };
            print::note(&format!("{all} in {name}, listed in {}{again}", job.manifest));
            Ok(())
        }
    }
}

/// A folder and its manifest, which is open for more lines.
struct BatchFolder<'batch> {
    job: &'batch BatchJob,
    folder: &'batch Path,
    /// How messages call the folder.
    name: String,
    manifest: File,
    /// Bytes of the complete lines of the manifest.
    length: u64,
    /// Levels that the manifest lists.
    listed: u64,
    /// Listed levels to generate again: position and line.
    again: Vec<(u64, Box<str>)>,
}

impl<'batch> BatchFolder<'batch> {
    /// Opens or creates the manifest. An incomplete last line is overwritten: the process was
    /// killed while it wrote it.
    fn open(job: &'batch BatchJob, folder: &'batch Path, name: String, verify: bool) -> Result<Self, Failure> {
        let path = folder.join(&job.manifest);
        let file = format!("{} in {name}", job.manifest);
        let opened = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let manifest = opened.map_err(|error| Failure::from(error).at(&file))?;
        let mut this = Self { job, folder, name, manifest, length: 0, listed: 0, again: Vec::new() };

        let unreadable = |error| Failure::reading(&file, &error);
        let mut reader = ManifestReader::open(&path).map_err(unreadable)?;
        let mut is_header = true;
        while let Some(line) = reader.line().map_err(unreadable)?.filter(|line| line.ends_with(b"\n")) {
            this.length += line.len() as u64;
            if !std::mem::take(&mut is_header) {
                let entry = serde_json::from_slice::<ManifestEntry>(&line).ok();
                let Some(entry) = entry.filter(|entry| job.names().fits(this.listed, entry)) else {
                    return Err(Failure::failed(format!(
                        "{file} cannot be resumed: line {} is not that of the next seed. Move it away to make all levels anew.",
                        this.listed + 2
                    )));
                };
                let length = fs::metadata(folder.join(&entry.file)).ok().filter(fs::Metadata::is_file);
                if verify || length.map(|file| file.len()) != Some(entry.bytes) {
                    this.again.push((this.listed, String::from_utf8_lossy(&line).into()));
                }
                this.listed += 1;
            }
        }
        let seek = this.manifest.seek(SeekFrom::Start(this.length));
        seek.map_err(|error| Failure::from(error).at(&file))?;
        if this.length == 0 {
            this.append(&manifest::line(&job.header))?;
        }
        Ok(this)
    }

    fn append(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.manifest.write_all(line.as_bytes());
        self.length += line.len() as u64;
        written.map_err(|error| Failure::from(error).at(&format!("{} in {}", self.job.manifest, self.name)))
    }

    /// Generates listed levels whose files are missing or short, then the levels that are not
    /// listed. Returns the number of listed files that were written again; `None` if interrupted.
    fn complete(&mut self, is_stopped: &AtomicBool) -> Result<Option<usize>, Failure> {
        let Self { job, folder, name, .. } = &*self;
        let (job, folder, name) = (*job, *folder, name.clone());
        let (again, first) = (std::mem::take(&mut self.again), self.listed);
        let count = again.len() as u64 + job.seeds.count() - first;
        let bar = Progress::new(job.seeds.count(), first - again.len() as u64, false);
        let make = |generator: &mut Generator, number: u64| {
            let listed = again.get(number as usize);
            let position = listed.map_or_else(|| first + number - again.len() as u64, |(position, _)| *position);
            let made = MadeLevel::new(job, generator, position)?;
            if let Some((_, line)) = listed
                && **line != made.line
            {
                return Err(Failure::failed(format!(
                    "{name}: the line of {} in {} is not that of its level, {}. Move the manifest away to make \
                     all levels anew.",
                    job.names().level(position),
                    job.manifest,
                    made.line.trim_end()
                )));
            }
            let is_written = listed.is_none() || !made.is_in(folder);
            if is_written {
                made.write(folder, &name)?;
            }
            Ok((listed.is_none().then_some(made.line), is_written))
        };
        let mut replaced = 0;
        let take = |(line, is_written): (Option<String>, bool)| {
            match line {
                Some(line) => {
                    self.append(&line)?;
                    self.listed += 1;
                }
                None => replaced += usize::from(is_written),
            }
            bar.step(1);
            Ok(())
        };
        let taken = in_order(count, job.workers(AHEAD), is_stopped, || job.generator(), make, take)?;
        Ok((taken == count).then_some(replaced))
    }

    /// Syncs the manifest. Bytes after its last line are cut off only when it is complete: another
    /// run may be writing there.
    fn finish(&mut self) -> Result<(), Failure> {
        let finish = || {
            if self.listed == self.job.seeds.count() {
                self.manifest.set_len(self.length)?;
            }
            self.manifest.sync_all()
        };
        finish().map_err(|error| Failure::from(error).at(&format!("{} in {}", self.job.manifest, self.name)))
    }
}

/// A level's file and its line in the manifest.
struct MadeLevel {
    file: String,
    bytes: Vec<u8>,
    line: String,
}

impl MadeLevel {
    fn new(job: &BatchJob, generator: &mut Generator, position: u64) -> Result<Self, Failure> {
        let seed = job.seeds.at(position);
        let level = job.level(generator, seed);
        let bytes = job.bytes(&level).map_err(|failure| failure.prefixed(&format!("Seed {seed}: ")))?;
        let file = job.names().file(position);
        let entry = ManifestEntry::new(&level, &job.header.series, file.clone(), bytes.len() as u64);
        Ok(Self { file, bytes, line: manifest::line(&entry) })
    }

    /// Whether the file exists with the same bytes.
    fn is_in(&self, folder: &Path) -> bool {
        let path = folder.join(&self.file);
        let has_length = fs::metadata(&path).is_ok_and(|file| file.is_file() && file.len() == self.bytes.len() as u64);
        has_length && fs::read(path).is_ok_and(|bytes| bytes == self.bytes)
    }

    fn write(&self, folder: &Path, name: &str) -> Result<(), Failure> {
        let path = folder.join(&self.file);
        let name = format!("{} in {name}", print::path(Path::new(&self.file)));
        match path.parent().map(fs::create_dir) {
            Some(Err(error)) if error.kind() != ErrorKind::AlreadyExists => Err(Failure::from(error).at(&name)),
            _ => commit::replace(&Output::file(name, path), &self.bytes),
        }
    }
}

fn create(folder: &Path, name: &str) -> Result<(), Failure> {
    let refuse = |why: String| Err(Failure::failed(format!("{name} cannot be written: {why}.")));
    if folder.as_os_str() == "-" {
        return Err(Failure::usage(format!("{name} is no folder; a stream to standard output is --out -.")));
    }
    match fs::create_dir(folder) {
        Ok(()) => Ok(()),
        Err(_) if folder.is_dir() => Ok(()),
        Err(_) if folder.exists() => refuse("it is a file; give a folder".to_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let parent = folder.parent().unwrap_or(folder);
            refuse(format!("there is no folder {}; create it first", print::path(parent)))
        }
        Err(error) => Err(Failure::from(error).at(name)),
    }
}

/// Refuses a folder with the preset or one of its bases in it: a level might overwrite it.
fn refuse_inputs(folder: &Path, name: &str, inputs: &[InputFile]) -> Result<(), Failure> {
    for InputFile { path, role } in inputs {
        let resolved = fs::canonicalize(folder).ok().zip(fs::canonicalize(path).ok());
        if resolved.is_some_and(|(folder, file)| file.starts_with(folder)) {
            let file = print::path(path);
            return Err(Failure::usage(format!("--preset: {file} is {role}, and lies in the folder of {name}; move it.")));
        }
    }
    Ok(())
}

/// Refuses a folder with the manifest of another request: its files would be mixed with these.
fn refuse_other_batches(job: &BatchJob, folder: &Path, name: &str) -> Result<(), Failure> {
    let header = manifest::line(&job.header);
    let manifests = manifest::in_folder(folder).map_err(|error| Failure::reading(name, &error))?;
    for (manifest, _) in manifests {
        let file = format!("{manifest} in {name}");
        let unreadable = |error| Failure::reading(&file, &error);
        let mut reader = ManifestReader::open(&folder.join(&manifest)).map_err(unreadable)?;
        // A first line that is being written is a beginning of the header.
        let first = reader.line().map_err(unreadable)?.unwrap_or_default();
        if !header.as_bytes().starts_with(&first) {
            return Err(Failure::failed(format!(
                "{file} is of another request: its first line is {}, and that of this request is {}. Ask for the same, or \
                 give another folder.",
                String::from_utf8_lossy(&first).trim_end(),
                header.trim_end()
            )));
        }
    }
    Ok(())
}

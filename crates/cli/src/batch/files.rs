//! The levels of a batch as files in a folder, and their manifest.
//!
//! The manifest only grows, in the order of seeds, and a level is listed after its file is written.
//! Several runs of one shard at a time do no harm: they write the same bytes to the same places.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write},
    path::Path,
};

use super::BatchJob;
use crate::{
    commit::{self, FileCommit},
    failure::CommandFailure,
    interrupt,
    manifest::{self, ManifestEntry, ManifestHeader, ManifestReader},
    ordered::in_order,
    output::{InputFile, Output, refuse_folder},
    print, progress,
    requests::{Requested, SeedMaker},
    sheet, source,
};

/// The number of levels that each thread may be ahead of the next one to list in the manifest.
const AHEAD: usize = 64;

/// Generates the levels that the folder does not have; with `verify` all of them.
pub(super) fn run(job: &BatchJob, folder: &Path, verify: bool) -> Result<(), CommandFailure> {
    let name = format!("--out-dir {}", print::path(folder));
    if folder.as_os_str() == "-" {
        return Err(CommandFailure::usage(format!("{name} is no folder; a stream to standard output is --out -.")));
    }
    refuse_folder(&name, folder)?;
    create(folder).map_err(|failure| failure.at(&name))?;
    refuse_inputs(folder, &name, job.requested.inputs())?;
    let has_fewer = refuse_other_batches(job, folder, &name)?;
    interrupt::stop_in_order();
    if has_fewer {
        extend(job, folder, &name)?;
    }
    if let Some(sheet) = &job.sheet {
        let (files, note) =
            sheet::files(sheet, job.format, job.picture.tiled().tileset, sheet::SHARED_NAME, folder, false)?;
        note.iter().for_each(|note| print::status(note));
        for file in files {
            let output = Output::file(format!("{} in {name}", file.name), folder.join(&file.name));
            commit::replace(&output, &file.bytes)?;
        }
    }
    let mut batch = BatchFolder::open(job, folder, &name, verify)?;
    let written = batch.complete();
    let finished = batch.finish();
    let all = print::count(job.seeds.count() as usize, job.requested.noun());
    let remaining = format!("with {} of {all} in {name}", batch.listed);
    match written.and_then(|written| finished.map(|()| written)) {
        Err(failure) => {
            let remedy = if failure.is_lasting() { "" } else { MAKES_THE_REST };
            print::failure(failure);
            print::status(&format!("stopped {remaining}{remedy}"));
            Err(CommandFailure::printed())
        }
        Ok(None) => {
            print::status(&format!("interrupted {remaining}{MAKES_THE_REST}"));
            Err(CommandFailure::interrupted())
        }
        Ok(Some(replaced)) => {
            let (folder, preset) = (folder.to_string_lossy(), job.requested.name());
            let done = format!("{folder}: {all} of {preset}, listed in {}", job.manifest);
            match replaced {
                0 => print::success(&done),
                some => print::note(&format!("{done}, {some} of them written again")),
            }
            Ok(())
        }
    }
}

/// The folder of a batch, and its manifest, to which lines are appended.
struct BatchFolder<'batch> {
    job: &'batch BatchJob,
    folder: &'batch Path,
    /// How messages call the folder.
    name: &'batch str,
    manifest: File,
    /// The length of the manifest's complete lines, in bytes.
    length: u64,
    /// The number of levels that the manifest lists.
    listed: u64,
    /// Listed levels to generate again: position in the seeds, and line of the manifest.
    again: Vec<(u64, Box<str>)>,
}

impl<'batch> BatchFolder<'batch> {
    /// Opens or creates the manifest. An incomplete last line is overwritten: the process was
    /// killed while it wrote it.
    fn open(
        job: &'batch BatchJob,
        folder: &'batch Path,
        name: &'batch str,
        verify: bool,
    ) -> Result<Self, CommandFailure> {
        let path = folder.join(&job.manifest);
        let file = format!("{} in {name}", job.manifest);
        let mut options = OpenOptions::new();
        let opened = source::open_kept(&path, options.read(true).write(true).create(true).truncate(false));
        let manifest = opened.map_err(|error| CommandFailure::from(error).at(&file))?;
        let mut this = Self { job, folder, name, manifest, length: 0, listed: 0, again: Vec::new() };
        let again = this.manifest.try_clone().map_err(|error| CommandFailure::reading(&file, &error))?;
        let mut reader = ManifestReader(BufReader::new(again));
        while let Some(line) = reader.line(&file)?.filter(|line| line.ends_with(b"\n")) {
            if this.length > 0 {
                this.resume(&line, verify).map_err(|why| {
                    let number = this.listed + 2;
                    CommandFailure::failed(format!("{file}: line {number} {why}. {MOVE_AWAY}"))
                })?;
            }
            this.length += line.len() as u64;
        }
        this.manifest.seek(SeekFrom::Start(this.length)).map_err(|error| CommandFailure::from(error).at(&file))?;
        if this.length == 0 {
            this.append(&manifest::line(&job.header))?;
        }
        Ok(this)
    }

    /// Counts a manifest line of an earlier run as listed. Fails with the reason if the line is not
    /// of the next seed.
    fn resume(&mut self, line: &[u8], verify: bool) -> Result<(), String> {
        let entry: ManifestEntry = serde_json::from_slice(line).map_err(|_| "is no line of a manifest".to_owned())?;
        let names = self.job.names();
        if self.listed >= names.count() {
            return Err(format!("is one too many: the seeds are {}", self.job.seeds));
        }
        if !names.fits(self.listed, &entry) {
            return Err(format!(
                "has `file` {:?}, and that of the next seed is {:?}",
                entry.file,
                names.file(self.listed)
            ));
        }
        if verify || !self.is_there(&entry) {
            self.again.push((self.listed, String::from_utf8_lossy(line).into()));
        }
        self.listed += 1;
        Ok(())
    }

    /// Whether there is a listed file; of a run, also those that its own manifest lists.
    fn is_there(&self, entry: &ManifestEntry) -> bool {
        let has_length = |path: &Path, entry: &ManifestEntry| {
            fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == entry.bytes)
        };
        let path = self.folder.join(&entry.file);
        let Requested::Runs(_) = self.job.requested else { return has_length(&path, entry) };
        let mut reader = match ManifestReader::open(&path, "") {
            Ok(reader) if has_length(&path, entry) => reader,
            _ => return false,
        };
        let names = reader.header("").map(|(_, names)| names.count());
        let floors = reader.entries("");
        names.is_ok_and(|count| count == floors.len() as u64)
            && floors.iter().all(|floor| has_length(&path.with_file_name(&floor.file), floor))
    }

    fn append(&mut self, line: &str) -> Result<(), CommandFailure> {
        let written = self.manifest.write_all(line.as_bytes());
        self.length += line.len() as u64;
        written.map_err(|error| CommandFailure::from(error).at(&format!("{} in {}", self.job.manifest, self.name)))
    }

    /// Generates listed levels whose files are missing or short, then the levels that are not
    /// listed. Returns the number of listed files that were written again; `None` if interrupted.
    fn complete(&mut self) -> Result<Option<usize>, CommandFailure> {
        let Self { job, folder, name, listed: first, .. } = *self;
        let again = std::mem::take(&mut self.again);
        let count = again.len() as u64 + job.seeds.count() - first;
        let bar = progress::of_levels(job.seeds.count(), first - again.len() as u64, false);
        let make = |maker: &mut SeedMaker<'_>, number: u64| match again.get(number as usize) {
            None => {
                let (entry, files) = job.make(maker, first + number - again.len() as u64, folder)?;
                files.iter().try_for_each(|(file, bytes)| write(folder, name, file, bytes))?;
                Ok((Some(manifest::line(&entry)), true))
            }
            Some((position, listed)) => {
                let (entry, files) = job.make(maker, *position, folder)?;
                let line = manifest::line(&entry);
                if **listed != line {
                    let (file, number) = (&job.manifest, position + 2);
                    let why = manifest::first_difference(listed.as_bytes(), &line);
                    return Err(CommandFailure::lasting(format!(
                        "{file} in {name}: line {number}: {why}. {MOVE_AWAY}"
                    )));
                }
                let mut differs = false;
                for (file, bytes) in files.iter().filter(|(file, bytes)| !is_kept(&folder.join(file), bytes)) {
                    differs = true;
                    write(folder, name, file, bytes)?;
                }
                Ok((None, differs))
            }
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
            bar.inc(1);
            Ok(())
        };
        let workers = job.jobs.workers(AHEAD);
        let taken = in_order(count, workers, interrupt::is_stopped, || job.requested.maker(), make, take)?;
        Ok((taken == count).then_some(replaced))
    }

    /// Syncs the manifest. Bytes after its last line are cut off only when all levels are listed:
    /// until then, another run may be writing there.
    fn finish(&mut self) -> Result<(), CommandFailure> {
        let complete = self.listed == self.job.seeds.count();
        let cut = if complete { self.manifest.set_len(self.length) } else { Ok(()) };
        let synced = cut.and_then(|()| self.manifest.sync_all());
        synced.map_err(|error| CommandFailure::from(error).at(&format!("{} in {}", self.job.manifest, self.name)))
    }
}

/// The end of a message on a batch that has stopped, where that helps.
const MAKES_THE_REST: &str = "; the same command makes the rest";

const MOVE_AWAY: &str = "Move the manifest away to generate all levels again.";

/// Writes a file, and creates its subfolders where needed.
fn write(folder: &Path, name: &str, file: &str, bytes: &[u8]) -> Result<(), CommandFailure> {
    let path = folder.join(file);
    let name = format!("{} in {name}", print::path(Path::new(file)));
    // The folder itself is not made again if it goes away.
    let parents = Path::new(file).ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty());
    for parent in parents.collect::<Vec<_>>().into_iter().rev() {
        create(&folder.join(parent)).map_err(|failure| failure.at(&name))?;
    }
    commit::replace(&Output::file(name, path), bytes)
}

/// Whether the file has these bytes.
fn is_kept(path: &Path, bytes: &[u8]) -> bool {
    let mut existing = Vec::new();
    let opened = source::open_kept(path, OpenOptions::new().read(true));
    let read = opened.and_then(|file| file.take(bytes.len() as u64 + 1).read_to_end(&mut existing));
    read.is_ok() && existing == bytes
}

fn create(folder: &Path) -> Result<(), CommandFailure> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error.into()),
        _ => Ok(()),
    }
}

/// Refuses a folder with a file in it that the preset or the run was read from: a level might
/// overwrite it.
fn refuse_inputs(folder: &Path, name: &str, (inputs, flag): (&[InputFile], &str)) -> Result<(), CommandFailure> {
    for InputFile { path, role } in inputs {
        let resolved = fs::canonicalize(folder).ok().zip(fs::canonicalize(path).ok());
        if resolved.is_some_and(|(folder, file)| file.starts_with(folder)) {
            let file = print::path(path);
            return Err(CommandFailure::usage(format!(
                "{flag}: {file} is {role}, and lies in the folder of {name}; move it."
            )));
        }
    }
    Ok(())
}

/// Gives the manifest of a batch for fewer seeds the first line of this batch. Its levels stay.
fn extend(job: &BatchJob, folder: &Path, name: &str) -> Result<(), CommandFailure> {
    let path = folder.join(&job.manifest);
    let file = format!("{} in {name}", job.manifest);
    let mut reader = ManifestReader::open(&path, &file)?;
    reader.line(&file)?;
    let mut commit = FileCommit::new();
    commit.add(&Output::file(file.clone(), path), |out| {
        out.write_all(manifest::line(&job.header).as_bytes())?;
        io::copy(&mut reader.0, out)?;
        Ok(())
    })?;
    commit.finish()
}

/// Refuses a folder with the manifest of another request: its files would be mixed with these.
/// Returns whether the manifest is of the same request for fewer seeds.
fn refuse_other_batches(job: &BatchJob, folder: &Path, name: &str) -> Result<bool, CommandFailure> {
    let header = manifest::line(&job.header);
    let mut has_fewer = false;
    let manifests = manifest::in_folder(folder).map_err(|error| CommandFailure::reading(name, &error))?;
    for (manifest, _) in manifests {
        let file = format!("{manifest} in {name}");
        let line = ManifestReader::open(&folder.join(&manifest), &file)?.line(&file)?.unwrap_or_default();
        // Compares beginnings: while another run writes the first line, the file may hold only a
        // part of it.
        if header.as_bytes().starts_with(&line) {
            continue;
        }
        let theirs = serde_json::from_slice::<ManifestHeader>(&line).ok();
        let is_extended = theirs.is_some_and(|theirs| theirs.is_extended_by(&job.header));
        // The parts of a larger range are others, so shards cannot be extended.
        if is_extended && manifest == job.manifest && manifest == manifest::file_name(None) {
            has_fewer = true;
            continue;
        }
        let why = manifest::first_difference(&line, &header);
        let remedy = if is_extended { " Only a folder without shards can be extended." } else { "" };
        return Err(CommandFailure::failed(format!(
            "{file} is of another request: line 1: {why}.{remedy} Ask for the same, or give another folder."
        )));
    }
    Ok(has_fewer)
}

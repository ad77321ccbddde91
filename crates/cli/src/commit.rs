//! Writing outputs: to temporary files first, then all renames at once.
//!
//! At any time each file is the old one or the new one, complete, also after a kill or a power cut.

use std::{
    collections::VecDeque,
    fs::{self, OpenOptions, Permissions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use tempfile::{Builder, NamedTempFile, TempPath};

use super::{
    failure::CommandFailure,
    interrupt::{self, TemporaryPathGuard},
    output::{Output, OutputDestination},
    print,
};

/// Bytes that are buffered before a system call.
const BUFFER: usize = 1 << 16;

/// Files that are written and wait for their rename. Dropped without [`FileCommit::finish`], or
/// when a signal ends the process, their temporary files are removed.
#[derive(Debug)]
pub(super) struct FileCommit {
    files: Vec<WrittenFile>,
    // Declared after `files`, so that folders are dropped after the files in them; the last first.
    folders: VecDeque<NewFolderGuard>,
    is_synced: bool,
}

#[derive(Debug)]
struct WrittenFile {
    output: String,
    destination: PathBuf,
    path: TempPath,
    guard: TemporaryPathGuard,
}

impl FileCommit {
    /// An empty commit. It syncs each file before its rename: some file systems store the new name
    /// first, and a power cut would then leave a short file.
    pub(super) fn new() -> Self {
        Self { files: Vec::new(), folders: VecDeque::new(), is_synced: true }
    }

    /// Creates a folder. It is removed again unless files are committed to it.
    pub(super) fn create_folder(&mut self, path: &Path) -> io::Result<()> {
        // The path is resolved, as those of the files in it are. So the registry removes them
        // before the folder.
        let create = || fs::create_dir(path).and_then(|()| fs::canonicalize(path));
        let (path, guard) = interrupt::guarded(create, |path| path)?;
        self.folders.push_front(NewFolderGuard { path, _guard: guard });
        Ok(())
    }

    /// Writes one output: a file under a temporary name beside its destination, a stream at once.
    /// Callers add streams last, so that nothing is streamed unless all files are written.
    pub(super) fn add(
        &mut self,
        output: &Output,
        write: impl FnOnce(&mut dyn Write) -> Result<(), CommandFailure>,
    ) -> Result<(), CommandFailure> {
        let written = match output.destination() {
            OutputDestination::Standard => print::accept_broken_pipe(buffered(io::stdout().lock(), write)),
            OutputDestination::Device(path) => {
                let opened = OpenOptions::new().write(true).open(path);
                opened.map_err(CommandFailure::from).and_then(|device| buffered(device, write))
            }
            OutputDestination::File(path, permissions) => {
                self.add_file(&output.name, path, permissions.as_ref(), write)
            }
        };
        written.map_err(|failure| failure.at(&output.name))
    }

    fn add_file(
        &mut self,
        output: &str,
        destination: &Path,
        permissions: Option<&Permissions>,
        write: impl FnOnce(&mut dyn Write) -> Result<(), CommandFailure>,
    ) -> Result<(), CommandFailure> {
        let mut builder = Builder::new();
        builder.prefix(".roomgen-").suffix(".tmp");
        // A file that replaces a private one must not be readable by others at any time.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(match permissions {
            Some(_) => 0o600,
            None => 0o666,
        }));
        let folder = destination.parent().unwrap_or(Path::new("."));
        let (file, guard) = interrupt::guarded(|| builder.tempfile_in(folder), NamedTempFile::path)?;
        let (file, path) = file.into_parts();
        buffered(&file, write)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions.clone())?;
        }
        if self.is_synced {
            file.sync_all()?;
        }
        self.files.push(WrittenFile { output: output.to_owned(), destination: destination.to_owned(), path, guard });
        Ok(())
    }

    /// Renames all files to their destinations, in the order in which they were added.
    pub(super) fn finish(self) -> Result<(), CommandFailure> {
        let mut guards = Vec::new();
        let mut renames = Vec::new();
        for WrittenFile { output, destination, path, guard } in self.files {
            guards.push(guard);
            renames.push((output, destination, path));
        }
        interrupt::uninterrupted(|| {
            renames.into_iter().try_for_each(|(output, destination, path)| {
                path.persist(destination).map_err(|error| CommandFailure::from(error.error).at(&output))
            })
        })
    }
}

fn buffered(
    out: impl Write,
    write: impl FnOnce(&mut dyn Write) -> Result<(), CommandFailure>,
) -> Result<(), CommandFailure> {
    let mut out = BufWriter::with_capacity(BUFFER, out);
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Writes all outputs, streams last, or none.
pub(super) fn write(mut contents: Vec<(&Output, Vec<u8>)>) -> Result<(), CommandFailure> {
    contents.sort_by_key(|(output, _)| output.is_stream());
    let mut commit = FileCommit::new();
    for (output, bytes) in &contents {
        commit.add(output, |out| Ok(out.write_all(bytes)?))?;
    }
    commit.finish()
}

/// Writes one output and commits it at once, without syncing: for files that are cheaper to make
/// again than to sync.
pub(super) fn replace(output: &Output, bytes: &[u8]) -> Result<(), CommandFailure> {
    let mut commit = FileCommit { is_synced: false, ..FileCommit::new() };
    commit.add(output, |out| Ok(out.write_all(bytes)?))?;
    commit.finish()
}

/// A folder that is removed on drop if it is empty.
#[derive(Debug)]
struct NewFolderGuard {
    path: PathBuf,
    _guard: TemporaryPathGuard,
}

impl Drop for NewFolderGuard {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.path);
    }
}

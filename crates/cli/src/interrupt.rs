//! Ctrl-C and signals that end the process, and the temporary files that are removed then.
//!
//! A signal that is ignored when the process starts stays ignored: `nohup` ignores SIGHUP, and a
//! shell without job control ignores SIGINT for background processes.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
    process,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{failure::INTERRUPTED, print, signals};

/// Returns a flag that the first signal sets. The second signal ends the process at once.
pub(super) fn stop_flag() -> Arc<AtomicBool> {
    let is_stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_stopped);
    let on_signal = move || {
        if flag.swap(true, Ordering::SeqCst) {
            end(&registry());
        }
    };
    if let Err(error) = signals::listen(on_signal) {
        print::warning(&format!("The system refuses a handler for Ctrl-C ({error}); Ctrl-C ends the run at once."));
    }
    is_stopped
}

/// The temporary files and new folders of this process.
#[derive(Debug)]
struct TemporaryPathRegistry {
    paths: BTreeSet<PathBuf>,
    /// Whether the command has committed its files. Without a [`stop_flag`], signals have no effect
    /// from then on.
    is_committed: bool,
}

static REGISTRY: Mutex<TemporaryPathRegistry> =
    Mutex::new(TemporaryPathRegistry { paths: BTreeSet::new(), is_committed: false });

fn registry() -> MutexGuard<'static, TemporaryPathRegistry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all registered temporary files and ends the process. The caller holds the lock to the
/// end, so that no file is created or renamed meanwhile.
fn end(registry: &TemporaryPathRegistry) -> ! {
    // In reverse order a folder comes after its files. A folder with other files stays.
    for path in registry.paths.iter().rev() {
        let _ = if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) };
    }
    process::exit(INTERRUPTED.into());
}

/// Keeps the path of a temporary file or folder in the registry until it is dropped. A signal that
/// ends the process before that deletes the file or folder.
#[derive(Debug)]
pub(super) struct TemporaryPathGuard(PathBuf);

impl Drop for TemporaryPathGuard {
    fn drop(&mut self) {
        registry().paths.remove(&self.0);
    }
}

/// Creates a file or folder and registers its path in one step. Where the command has a
/// [`stop_flag`], only the second signal ends the process.
pub(super) fn guarded<T>(
    create: impl FnOnce() -> io::Result<T>,
    path: impl FnOnce(&T) -> &Path,
) -> io::Result<(T, TemporaryPathGuard)> {
    // Without a handler a signal ends the process and leaves the temporary file.
    let _ = signals::listen(|| {
        let registry = registry();
        if !registry.is_committed {
            end(&registry);
        }
    });
    let mut registry = registry();
    let created = create()?;
    let path = path(&created).to_owned();
    registry.paths.insert(path.clone());
    Ok((created, TemporaryPathGuard(path)))
}

/// Runs `rename`, which makes the renames of a commit. Signals wait for it, and do nothing after
/// its success. `rename` must not create or drop a [`TemporaryPathGuard`].
pub(super) fn uninterrupted<T, E>(rename: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let mut registry = registry();
    let result = rename();
    registry.is_committed = result.is_ok();
    result
}

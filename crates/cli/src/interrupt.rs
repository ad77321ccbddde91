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
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicI32, Ordering},
    },
};

use super::{failure::INTERRUPTED, print, signals};

/// Whether the command stops by itself, in good order, after the first signal.
static STOPS_IN_ORDER: AtomicBool = AtomicBool::new(false);

/// The number of the first signal of this run; 0 before it. Nothing resets it, so that no signal is
/// lost.
static STOPPED_BY: AtomicI32 = AtomicI32::new(0);

/// From now on the first signal is noted by [`is_stopped`], and the second one ends the process.
pub(super) fn stop_in_order() {
    STOPS_IN_ORDER.store(true, Ordering::SeqCst);
    if let Err(error) = listen() {
        print::warning(&format!("The system refuses a handler for Ctrl-C ({error}); Ctrl-C ends the run at once."));
    }
}

/// From now on a signal removes the temporary files and ends the process with 130, unless the
/// command has committed its files or stops in order.
pub(super) fn listen() -> io::Result<()> {
    signals::listen(|signal| {
        let is_first = STOPPED_BY.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst).is_ok();
        let stops_in_order = STOPS_IN_ORDER.load(Ordering::SeqCst);
        let registry = registry();
        if if stops_in_order { !is_first } else { !registry.is_committed } {
            end(&registry);
        }
    })
}

/// The number of the signal that asks this run to stop.
pub(super) fn stopped_by() -> Option<i32> {
    Some(STOPPED_BY.load(Ordering::SeqCst)).filter(|&signal| signal != 0)
}

/// Whether a signal asks this run to stop.
pub(super) fn is_stopped() -> bool {
    stopped_by().is_some()
}

/// The temporary files and new folders of this process.
#[derive(Debug)]
struct TemporaryPathRegistry {
    paths: BTreeSet<PathBuf>,
    /// Whether the command has committed its files. Signals have no effect from then on, unless it
    /// stops in order.
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

/// Creates a file or folder and registers its path in one step.
pub(super) fn guarded<T>(
    create: impl FnOnce() -> io::Result<T>,
    path: impl FnOnce(&T) -> &Path,
) -> io::Result<(T, TemporaryPathGuard)> {
    // Without a handler a signal ends the process and leaves the temporary file.
    let _ = listen();
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

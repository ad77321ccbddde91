//! Ctrl-C, and being told to end.

use std::{
    fs, io,
    path::PathBuf,
    process,
    sync::{
        Arc, Mutex, MutexGuard, Once, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tempfile::NamedTempFile;

use super::failure::{Failure, INTERRUPTED};

/// Whether Ctrl-C was pressed, or the process told to end, since. The second time it ends at once.
pub(super) fn awaited() -> Result<Arc<AtomicBool>, Failure> {
    let is_stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_stopped);
    let pressed = move || {
        if flag.swap(true, Ordering::SeqCst) {
            process::exit(INTERRUPTED.into());
        }
    };
    ctrlc::set_handler(pressed).map_err(|error| Failure::failed(format!("Ctrl-C cannot be waited for: {error}.")))?;
    Ok(is_stopped)
}

/// Files that are being written, which are no use to anybody if they do not become whole.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a file that is taken away if the process is told to end before it is done: dropping the file does not happen then. Where a
/// command waits for Ctrl-C itself, it is for that command to come to an end.
pub(super) fn guarded(make: &dyn Fn() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
    static WAITING: Once = Once::new();
    WAITING.call_once(|| {
        // An error says that a command waits already.
        let _ = ctrlc::set_handler(|| {
            for path in unfinished().drain(..) {
                let _ = fs::remove_file(path);
            }
            process::exit(INTERRUPTED.into());
        });
    });
    // Held while the file is made, so that it cannot be missed.
    let mut unfinished = unfinished();
    let file = make()?;
    unfinished.push(file.path().to_owned());
    Ok(file)
}

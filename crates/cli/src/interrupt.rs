//! Ctrl-C, and being told to end; and what is taken away then, since it is no use to anybody unless it becomes whole.
//!
//! A signal that is ignored when the process starts stays ignored: `nohup` ignores SIGHUP, and a
//! shell without job control ignores SIGINT of what runs in the background.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{failure::INTERRUPTED, print, signals};

/// Whether Ctrl-C was pressed, or the process told to end, since. The second time it ends at once.
pub(super) fn awaited() -> Arc<AtomicBool> {
    let is_stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_stopped);
    let pressed = move || {
        if flag.swap(true, Ordering::SeqCst) {
            end(&unfinished());
        }
    };
    if let Err(error) = signals::listen(pressed) {
        print::warning(&format!("The system refuses to wait for Ctrl-C ({error}); it ends the run at once."));
    }
    is_stopped
}

/// Files and folders on their way.
#[derive(Debug)]
struct Unfinished {
    paths: Vec<PathBuf>,
    /// Whether all that the command writes has taken its place.
    is_done: bool,
}

static UNFINISHED: Mutex<Unfinished> = Mutex::new(Unfinished { paths: Vec::new(), is_done: false });

fn unfinished() -> MutexGuard<'static, Unfinished> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes away what is unfinished, and ends. It is called with the lock held, which nobody else gets again, so that nothing new is begun and
/// nothing takes its place meanwhile.
fn end(unfinished: &Unfinished) -> ! {
    for path in &unfinished.paths {
        // What cannot be removed now stays, with a name that says what it is.
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    process::exit(INTERRUPTED.into());
}

/// Something on its way; what it stands for is taken away if the process is told to end before this is dropped.
#[derive(Debug)]
pub(super) struct Guard(PathBuf);

impl Drop for Guard {
    fn drop(&mut self) {
        let paths = &mut unfinished().paths;
        if let Some(at) = paths.iter().position(|path| *path == self.0) {
            paths.swap_remove(at);
        }
    }
}

/// Makes a file or a folder, at `path`, that is taken away if the process is told to end while there is the guard: dropping does not
/// happen then. Where a command waits for Ctrl-C itself, that is only when it is pressed a second time.
pub(super) fn guarded<T>(
    make: impl FnOnce() -> io::Result<T>,
    path: impl FnOnce(&T) -> &Path,
) -> io::Result<(T, Guard)> {
    // Without it, a signal ends the process, and leaves what is on its way.
    let _ = signals::listen(|| {
        let unfinished = unfinished();
        if !unfinished.is_done {
            end(&unfinished);
        }
    });
    // Held while it is made, so that it cannot be missed.
    let mut unfinished = unfinished();
    let made = make()?;
    let path = path(&made).to_owned();
    unfinished.paths.push(path.clone());
    Ok((made, Guard(path)))
}

/// Does what being told to end must not come between. It may neither make nor drop a guard.
pub(super) fn unbroken<R>(work: impl FnOnce() -> R) -> R {
    let _held = unfinished();
    work()
}

/// The same for the last thing that a command does: if it went well, it is too late to be told to end.
pub(super) fn last<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let mut unfinished = unfinished();
    let done = work();
    unfinished.is_done = done.is_ok();
    done
}

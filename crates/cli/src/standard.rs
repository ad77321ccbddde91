//! Standard output: a reader that leaves it early has seen enough, and where it is closed what was
//! made is lost.

use std::io::{self, StdoutLock, Write};

/// Prints what a command makes.
///
/// # Errors
///
/// It cannot be written, or it is closed.
pub(super) fn product(write: impl FnOnce(&mut StdoutLock<'_>) -> io::Result<()>) -> io::Result<()> {
    refuse_closed()?;
    verdict(write)
}

/// Prints what a command finds, which its exit code tells as well: so it does not matter if it is
/// closed.
///
/// # Errors
///
/// It cannot be written.
pub(super) fn verdict(write: impl FnOnce(&mut StdoutLock<'_>) -> io::Result<()>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    enough(write(&mut out).and_then(|()| out.flush()))
}

/// The result of writing for a reader that may leave: then it has seen enough.
pub(super) fn enough(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Refuses a standard output that was closed when the process started.
pub(super) fn refuse_closed() -> io::Result<()> {
    let why = "it is closed, or a /dev/null open for reading and writing; to drop what is printed, use > /dev/null";
    if was_closed() { Err(io::Error::other(why)) } else { Ok(()) }
}

/// Whether standard output was closed. The standard library opens `/dev/null` for reading and
/// writing then. So does a daemon for all three streams. A shell's `> /dev/null` is open for
/// writing alone. Some programs hand on the same as the standard library (`subprocess.DEVNULL` of
/// Python), so that only what makes something asks.
#[cfg(target_os = "linux")]
fn was_closed() -> bool {
    let is_null = |stream: u32| {
        let target = std::fs::read_link(format!("/proc/self/fd/{stream}"));
        target.is_ok_and(|target| target.as_os_str() == "/dev/null") && is_read_and_written(stream)
    };
    is_null(1) && !(is_null(0) && is_null(2))
}

/// Whether a stream is open for reading and writing.
#[cfg(target_os = "linux")]
fn is_read_and_written(stream: u32) -> bool {
    /// The bits of the flags that say how it is open.
    const ACCESS: u32 = 0o3;
    const BOTH: u32 = 0o2;
    let info = std::fs::read_to_string(format!("/proc/self/fdinfo/{stream}")).unwrap_or_default();
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
    flags.is_some_and(|flags| flags & ACCESS == BOTH)
}

/// Elsewhere nothing tells.
#[cfg(not(target_os = "linux"))]
fn was_closed() -> bool {
    false
}

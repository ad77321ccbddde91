//! Signals that end the process. Those that are ignored when it starts stay ignored.

use std::{io, sync::Once};

/// Calls `on_signal` with the number of each SIGINT, SIGTERM and SIGHUP, or Ctrl-C. Only the first
/// call in a process registers a handler.
///
/// # Errors
///
/// The system refuses the thread of the handler. Signals then end the process.
pub(super) fn listen(on_signal: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    static LISTENING: Once = Once::new();
    let mut listening = Ok(());
    LISTENING.call_once(|| listening = start(on_signal));
    listening
}

#[cfg(target_os = "linux")]
fn start(on_signal: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    use std::{sync::mpsc, thread::Builder};

    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };

    let ignored = ignored();
    let heard = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    // Starts the thread before the signals are registered: without it they would be lost.
    let (sender, receiver) = mpsc::channel::<Signals>();
    Builder::new().spawn(move || {
        if let Ok(mut signals) = receiver.recv() {
            signals.forever().for_each(on_signal);
        }
    })?;
    let _ = sender.send(Signals::new(heard)?);
    Ok(())
}

/// The signals that this process ignores, one bit for each; the lowest bit is signal 1.
#[cfg(target_os = "linux")]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(target_os = "linux"))]
fn start(on_signal: impl FnMut() + Send + 'static) -> io::Result<()> {
    match ctrlc::try_set_handler(on_signal) {
        // Another handler exists, or a signal is ignored: all signals stay as they are.
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        Err(ctrlc::Error::System(error)) => Err(error),
        Err(error) => Err(io::Error::other(error)),
    }
}

//! Ctrl-C, and being told to end.

use std::{
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

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

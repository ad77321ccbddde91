//! What takes long is told while it lasts, on a terminal only.

use std::{
    io::{self, IsTerminal},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use roomgen::geom::Size;

/// A line that says what is being done, and for how long; it is gone when it is dropped.
pub(super) struct Waiting(ProgressBar);

impl Waiting {
    /// From about a second on, for whatever is linear in cells.
    const MANY_CELLS: u32 = 1 << 24;

    /// The same for whatever is linear in bytes.
    const MANY_BYTES: u64 = 1 << 27;

    /// Something done to a level of `size`, in the words of `doing`.
    pub(super) fn over(size: Size, doing: &str) -> Self {
        Self::of(size.cells() >= Self::MANY_CELLS, doing)
    }

    /// Something done to a file of so many bytes.
    pub(super) fn over_bytes(bytes: u64, doing: &str) -> Self {
        Self::of(bytes >= Self::MANY_BYTES, doing)
    }

    fn of(is_long: bool, doing: &str) -> Self {
        /// Seconds are what it counts.
        const TICK: Duration = Duration::from_millis(250);
        if !is_long || !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_message(doing.to_owned());
        let style = ProgressStyle::with_template("{msg} ... {elapsed}");
        let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
        bar.enable_steady_tick(TICK);
        Self(bar)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

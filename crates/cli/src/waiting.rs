//! What takes long is told while it lasts, on a terminal only.

use std::{
    io::{self, IsTerminal},
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread::Builder,
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use roomgen::geom::Size;

/// A line that says what is being done, and for how long; it is gone when it is dropped.
pub(super) struct Waiting {
    bar: ProgressBar,
    /// Ends the thread that counts when it is dropped.
    _counting: Option<Sender<()>>,
}

impl Waiting {
    /// From about a second on, for whatever is linear in cells.
    const MANY_CELLS: u32 = 1 << 24;

    /// Something done to a level of `size`, in the words of `doing`.
    pub(super) fn over(size: Size, doing: &str) -> Self {
        Self::of(size.cells() >= Self::MANY_CELLS, doing)
    }

    fn of(is_long: bool, doing: &str) -> Self {
        /// Seconds are what it counts.
        const TICK: Duration = Duration::from_millis(250);
        if !is_long || !io::stderr().is_terminal() {
            return Self { bar: ProgressBar::hidden(), _counting: None };
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_message(doing.to_owned());
        let style = ProgressStyle::with_template("{msg} ... {elapsed}");
        let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
        bar.tick();
        let (counting, ended) = mpsc::channel();
        let ticking = bar.clone();
        let tick = move || {
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                ticking.tick();
            }
        };
        // The bar's own thread would panic where the system refuses it; a bar that stands still is
        // no harm.
        let is_counting = Builder::new().spawn(tick).is_ok();
        Self { bar, _counting: is_counting.then_some(counting) }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

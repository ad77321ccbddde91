//! How many levels are made, on a terminal only.

use std::{
    fmt,
    io::{self, IsTerminal},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A bar with the rate and the time left; it is gone when it is dropped.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar of `whole` levels, of which some are there already. Nothing is drawn where standard error is no terminal, or where
    /// levels are printed on the same one.
    pub(super) fn of(whole: u64, there: u64, to_standard_output: bool) -> Self {
        let is_seen = io::stderr().is_terminal() && !(to_standard_output && io::stdout().is_terminal());
        let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(whole), target).with_position(there);
        // Those that were there took no time.
        bar.reset_eta();
        let style =
            ProgressStyle::with_template("[{bar:32}] {human_pos} of {human_len} levels, {rate} a second, {eta} left");
        Self(style.map_or(bar.clone(), |style| bar.with_style(style.progress_chars("=> ").with_key("rate", rate))))
    }

    /// One more.
    pub(super) fn step(&self) {
        self.step_by(1);
    }

    /// So many more.
    pub(super) fn step_by(&self, levels: u64) {
        self.0.inc(levels);
    }
}

/// Levels a second, in three digits or more.
fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    let rate = state.per_sec();
    let decimals = if rate < 10.0 { 2 } else { usize::from(rate < 100.0) };
    // There is nobody to tell that a bar cannot be drawn.
    let _ = write!(out, "{rate:.decimals$}");
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

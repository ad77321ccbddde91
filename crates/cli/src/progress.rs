//! Progress on standard error, where that is a terminal.

use std::{
    io::{self, IsTerminal},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use roomgen::geom::Size;

/// A progress bar that counts levels, with the rate and the time left. Dropping it clears it.
pub(super) struct LevelProgressBar(ProgressBar);

impl LevelProgressBar {
    /// A bar of `total` levels, of which `done` exist. It is hidden where levels are printed on the
    /// same terminal.
    pub(super) fn new(total: u64, done: u64, to_standard_output: bool) -> Self {
        let is_visible = io::stderr().is_terminal() && !(to_standard_output && io::stdout().is_terminal());
        let target = if is_visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(total), target).with_position(done);
        // The estimate of the time left ignores the levels of an earlier run.
        bar.reset_eta();
        let style = ProgressStyle::with_template("[{bar:32}] {human_pos} of {human_len} levels, {per_sec}, {eta} left");
        Self(style.map_or(bar.clone(), |style| bar.with_style(style.progress_chars("=> "))))
    }

    /// Adds `levels` to the count.
    pub(super) fn step(&self, levels: u64) {
        self.0.inc(levels);
    }
}

impl Drop for LevelProgressBar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A line on standard error that names a long step and counts its seconds. Dropping it clears it.
pub(super) struct StepSpinner(ProgressBar);

impl StepSpinner {
    /// A spinner for a step that is linear in cells; hidden below 2^24 cells, which take a second.
    pub(super) fn for_size(size: Size, step: &str) -> Self {
        const MANY_CELLS: u32 = 1 << 24;
        if size.cells() < MANY_CELLS || !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_message(step.to_owned());
        let style = ProgressStyle::with_template("{msg} ... {elapsed}");
        let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
        bar.enable_steady_tick(Duration::from_millis(250));
        Self(bar)
    }
}

impl Drop for StepSpinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

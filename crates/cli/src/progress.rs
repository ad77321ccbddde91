//! Progress on standard error, where that is a terminal.

use std::{
    fmt,
    io::{self, IsTerminal},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use roomgen::geom::Size;

use super::print;

/// A progress bar of `total` levels, of which `done` exist, with the rate and the time left. It is
/// hidden where levels are printed on the same terminal. Dropping it clears it.
pub(super) fn of_levels(total: u64, done: u64, to_standard_output: bool) -> ProgressBar {
    styled(Some(total), done, to_standard_output, "[{bar:32}] {human_pos} of {human_len} levels, {rate}, {eta} left")
}

/// A progress bar of a search, with the rate and a message; without a `total`, a line.
pub(super) fn of_search(total: Option<u64>, noun: &str, to_standard_output: bool) -> ProgressBar {
    let template = match total {
        Some(_) => format!("[{{bar:32}}] {{human_pos}} of {{human_len}} {noun}s, {{rate}}, {{msg}}, {{eta}} left"),
        None => format!("{{human_pos}} {noun}s, {{rate}}, {{msg}}"),
    };
    styled(total, 0, to_standard_output, &template)
}

fn styled(total: Option<u64>, done: u64, to_standard_output: bool, template: &str) -> ProgressBar {
    let is_visible = print::shows_progress() && !(to_standard_output && io::stdout().is_terminal());
    let target = if is_visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(total, target).with_position(done);
    // The estimate of the time left ignores the levels of an earlier run.
    bar.reset_eta();
    let style = ProgressStyle::with_template(template);
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        // Writing to the line of the bar cannot fail.
        let _ = out.write_str(&rate(state.per_sec()));
    };
    style.map_or(bar.clone(), |style| bar.with_style(style.with_key("rate", rate).progress_chars("=> ")))
}

/// A line on standard error that names a long step, which is linear in cells, and counts its
/// seconds; hidden below 2^24 cells, which take a second. Dropping it clears it.
pub(super) fn of_step(size: Size, step: &str) -> ProgressBar {
    const MANY_CELLS: u32 = 1 << 24;
    if size.cells() < MANY_CELLS || !print::shows_progress() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_message(step.to_owned());
    let style = ProgressStyle::with_template("{msg} ... {elapsed}");
    let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// A rate in words, of two digits or more.
fn rate(per_second: f64) -> String {
    if per_second < 10.0 { format!("{per_second:.1} a second") } else { format!("{per_second:.0} a second") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_no_digits_that_nobody_reads() {
        let rates = [0.0, 0.449, 9.94, 10.4, 81_234.567_8].map(rate);
        assert_eq!(rates, ["0.0 a second", "0.4 a second", "9.9 a second", "10 a second", "81235 a second"]);
    }
}

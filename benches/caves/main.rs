//! What caves look like, in single leaves and in whole levels: figures, with what is asked of them.
//!
//! Run: `cargo run --release -p roomgen-benches --bin caves -- leaves [--caves N] [--jobs N]`
//! It digs a million caves and searches each of them: the cave must be in one piece with the entry,
//! the exit, the two cells before each door, and the cell before each cell of a mouth. The caves
//! with two doors in leaves of known sides are measured.
//!
//! Run: `cargo run --release -p roomgen-benches --bin caves -- levels [PRESET or FILE.ron]...
//! [--levels N] [--difficulty D] [--size WIDTHxHEIGHT] [--jobs N]`
//! The default is 1000 levels of every built-in preset, at its own size, at each of the
//! difficulties 0, 1/2 and 1. Of named presets, only their own figures are asked.
//!
//! A figure that misses what is asked has a `!`, and the program then ends with 1. A `-` says that
//! nothing has what the figure measures. `docs/figures.md` defines the figures.

mod facing;
mod figures;
mod floor_map;
mod leaf_series;
mod leaf_tally;
mod level_tally;
mod levels;
mod options;
#[allow(dead_code)] // Of the shared file, this program needs neither `Arguments` nor `count`.
#[path = "../seeds.rs"]
mod seeds;

use std::{env, error::Error, process::ExitCode};

use options::Options;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let run = match arguments.next().as_deref() {
        Some("leaves") => leaf_series::run,
        Some("levels") => levels::run,
        _ => return Err("`leaves` or `levels` must come first".into()),
    };
    let is_met = run(&Options::read(arguments)?)?;
    Ok(if is_met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

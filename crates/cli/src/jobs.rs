//! How many threads make levels: the flag of every command that makes many.

use std::{num::NonZero, thread};

use clap::Args;

/// The flag.
#[derive(Debug, Args)]
pub(super) struct Jobs {
    /// How many threads make levels, 1 to 1024 [default: one for each core]
    #[arg(long, value_name = "NUMBER", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<usize>,
}

impl Jobs {
    /// More threads than any machine has cores, fewer than systems allow.
    pub(super) const MOST: usize = 1024;

    /// How many threads make levels.
    pub(super) fn threads(&self) -> usize {
        self.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get))
    }
}

fn jobs(text: &str) -> Result<usize, String> {
    const MOST: usize = Jobs::MOST;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("a number of threads is a whole number from 1 to {MOST}"))
}

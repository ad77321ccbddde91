//! The levels of a batch as one stream: a line of JSON for each, in the order of seeds.

use std::io::{self, Write};

use roomgen::export::json;

use super::BatchJob;
use crate::{
    failure::CommandFailure,
    interrupt,
    ordered::in_order,
    print::{self, accept_broken_pipe},
    progress,
};

/// The number of lines that each thread may be ahead of the next line to print; few, since lines of
/// huge levels take much memory.
const AHEAD: usize = 4;

/// Generates the levels and prints them. If the reader closes the pipe early, the stream ends
/// without an error.
pub(super) fn run(job: &BatchJob) -> Result<(), CommandFailure> {
    let seeds = job.seeds;
    interrupt::stop_in_order();
    let bar = progress::of_levels(seeds.count(), 0, true);
    let mut out = io::stdout().lock();
    let make = |generator: &mut _, position| Ok(json::write_line(&job.level(generator, position)));
    let take = |line: String| {
        out.write_all(line.as_bytes())?;
        bar.inc(1);
        Ok(())
    };
    let mut written = seeds.count();
    let workers = job.jobs.workers(AHEAD);
    let printed = in_order(seeds.count(), workers, interrupt::is_stopped, || job.generator(), make, take);
    let printed = printed.and_then(|lines| {
        written = lines;
        Ok(out.flush()?)
    });
    drop(bar);
    accept_broken_pipe(printed).map_err(|failure| failure.at("standard output"))?;
    let rest = seeds.after(written);
    if rest.count() == 0 {
        return Ok(());
    }
    let lines = print::count(written as usize, "line");
    print::status(&format!("interrupted after {lines}; the rest is --seeds {rest}, without --shard"));
    Err(CommandFailure::interrupted())
}

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
    requests::SeedMaker,
};

/// The number of seeds that each thread may be ahead of the next one to print; few, since lines of
/// huge levels take much memory.
const AHEAD: usize = 4;

/// Generates the levels, of runs all floors of a seed, and prints them. If the reader closes the
/// pipe early, the stream ends without an error.
pub(super) fn run(job: &BatchJob) -> Result<(), CommandFailure> {
    let (seeds, noun) = (job.seeds, job.requested.noun());
    interrupt::stop_in_order();
    let bar = progress::of_search(Some(seeds.count()), noun, true);
    let mut out = io::stdout().lock();
    let make = |maker: &mut SeedMaker<'_>, position| {
        Ok(maker.levels(seeds.at(position)).map(|level| json::write_line(&level)).collect::<String>())
    };
    let take = |lines: String| {
        out.write_all(lines.as_bytes())?;
        bar.inc(1);
        Ok(())
    };
    let mut written = seeds.count();
    let workers = job.jobs.workers(AHEAD);
    let printed = in_order(seeds.count(), workers, interrupt::is_stopped, || job.requested.maker(), make, take);
    let printed = printed.and_then(|done| {
        written = done;
        Ok(out.flush()?)
    });
    drop(bar);
    accept_broken_pipe(printed).map_err(|failure| failure.at("standard output"))?;
    let rest = seeds.after(written);
    if rest.count() == 0 {
        return Ok(());
    }
    let done = print::count(written as usize, noun);
    print::status(&format!("interrupted after {done}; the rest is --seeds {rest}, without --shard"));
    Err(CommandFailure::interrupted())
}

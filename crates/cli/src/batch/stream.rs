//! The levels of a batch as one stream: a line of JSON for each, in the order of seeds.

use std::io::{self, Write};

use roomgen::{export::json, run::RunGenerator};

use super::{BatchArgs, BatchJob};
use crate::{
    failure::CommandFailure,
    interrupt,
    ordered::{JobsArgs, in_order},
    print::{self, accept_broken_pipe},
    progress,
    requests::RequestedRun,
    seeds::SeedRange,
};

/// The number of lines that each thread may be ahead of the next line to print; few, since lines of
/// huge levels take much memory.
const AHEAD: usize = 4;

/// Generates the levels and prints them.
pub(super) fn run(job: &BatchJob) -> Result<(), CommandFailure> {
    let lines = |generator: &mut _, position| json::write_line(&job.level(generator, position));
    stream(job.seeds, "line", job.jobs, || job.generator(), lines)
}

/// Generates the floors of the runs of all seeds and prints them.
pub(super) fn run_of_runs(arguments: &BatchArgs, run: &RequestedRun) -> Result<(), CommandFailure> {
    let seeds = arguments.shard.map_or(arguments.seeds, |shard| arguments.seeds.part(shard));
    let lines = |generator: &mut RunGenerator<_>, position| {
        generator.restart(seeds.at(position));
        generator.by_ref().map(|level| json::write_line(&level)).collect()
    };
    stream(seeds, "run", arguments.jobs, || run.generator(), lines)
}

/// Prints the lines of each seed, which `noun` names. If the reader closes the pipe early, the
/// stream ends without an error.
fn stream<Tool>(
    seeds: SeedRange,
    noun: &str,
    jobs: JobsArgs,
    tool: impl Fn() -> Tool + Sync,
    lines: impl Fn(&mut Tool, u64) -> String + Sync,
) -> Result<(), CommandFailure> {
    interrupt::stop_in_order();
    let bar = progress::of_search(Some(seeds.count()), noun, true);
    let mut out = io::stdout().lock();
    let make = |tool: &mut Tool, position| Ok(lines(tool, position));
    let take = |line: String| {
        out.write_all(line.as_bytes())?;
        bar.inc(1);
        Ok(())
    };
    let mut written = seeds.count();
    let workers = jobs.workers(AHEAD);
    let printed = in_order(seeds.count(), workers, interrupt::is_stopped, tool, make, take);
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
    let lines = print::count(written as usize, noun);
    print::status(&format!("interrupted after {lines}; the rest is --seeds {rest}, without --shard"));
    Err(CommandFailure::interrupted())
}

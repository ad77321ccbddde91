//! The levels as one stream: a line of JSON for each, in the order of seeds.

use std::{
    io::{self, Write},
    sync::atomic::AtomicBool,
};

use roomgen::export::json;

use super::task::Task;
use crate::{failure::Failure, interrupt, ordered::in_order, print, progress::Progress, standard};

/// How many lines of each thread may wait for those before them; few, since those of huge levels take much memory.
const AHEAD: u64 = 4;

/// Makes the levels, and prints them.
pub(super) fn run(task: &Task) -> Result<(), Failure> {
    standard::refuse_closed().map_err(|error| failed(&error))?;
    let is_stopped = interrupt::awaited();
    let Printed::Lines(written) = print_all(task, &is_stopped)? else { return Ok(()) };
    let rest = task.seeds.after(written);
    if rest.count() == 0 {
        return Ok(());
    }
    // With the range of the rest, since nothing else knows how far this came.
    let lines = print::count(written as usize, "line");
    print::fact(&format!("interrupted after {lines}; the rest is --seeds {rest}, without --shard"));
    Err(Failure::interrupted())
}

/// How far a stream came.
enum Printed {
    /// So many lines are printed.
    Lines(u64),
    /// The reader has seen enough.
    Enough,
}

fn failed(error: &io::Error) -> Failure {
    Failure::writing("standard output", error)
}

fn print_all(task: &Task, is_stopped: &AtomicBool) -> Result<Printed, Failure> {
    let bar = Progress::of(task.seeds.count(), 0, true);
    let mut out = io::stdout().lock();
    let mut is_enough = false;
    let make = |generator: &mut _, position| {
        let level = task.level(generator, task.seeds.at(position))?;
        Ok(json::write_line(&level))
    };
    let take = |line: Vec<u8>| {
        out.write_all(&line).map_err(|error| {
            is_enough = error.kind() == io::ErrorKind::BrokenPipe;
            failed(&error)
        })?;
        bar.step();
        Ok(())
    };
    let written = in_order(task.seeds.count(), task.crew(AHEAD), is_stopped, || task.generator(), make, take);
    if is_enough {
        return Ok(Printed::Enough);
    }
    let written = written?;
    standard::enough(out.flush()).map_err(|error| failed(&error))?;
    Ok(Printed::Lines(written))
}

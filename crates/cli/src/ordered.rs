//! Jobs on several threads, whose results are taken in order.
//!
//! Memory is bounded: a worker that is too far ahead of the next result waits.

use std::{
    collections::VecDeque,
    num::NonZero,
    sync::{
        Mutex, PoisonError,
        mpsc::{self, SyncSender},
    },
    thread::{self, Builder},
};

use clap::Args;

use super::{failure::CommandFailure, print};

/// The number of threads, for commands that generate many levels.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct JobsArgs {
    /// Threads that generate levels, 1 to 1024 [default: one for each core]
    #[arg(long, short, value_name = "NUMBER", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<usize>,
}

impl JobsArgs {
    /// The limits of threads of which each may be `ahead` jobs ahead.
    pub(super) fn workers(self, ahead: usize) -> WorkerLimits {
        let threads = self.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get));
        WorkerLimits { threads, ahead: ahead * threads }
    }
}

fn jobs(text: &str) -> Result<usize, String> {
    const MOST: usize = 1024;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("a number of threads is a whole number from 1 to {MOST}"))
}

/// The number of threads of [`in_order`], and how far they may work ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorkerLimits {
    /// The number of threads, at least one.
    threads: usize,
    /// The largest number of jobs that are begun or finished but not yet taken, at least one.
    ahead: usize,
}

/// Runs the jobs 0 to `count - 1` on several threads, and takes their results in the order of jobs.
/// Each thread has its own value of `tool` and passes it to `make` with each job. The calling
/// thread passes the results to `take`. Returns the number of results taken.
///
/// Once `is_stopped` is true, no further job is begun; those in progress are finished and taken.
///
/// # Errors
///
/// The first failure of `make` or `take` in the order of jobs, or a system that starts no thread.
pub(super) fn in_order<Tool, Product: Send>(
    count: u64,
    workers: WorkerLimits,
    is_stopped: impl Fn() -> bool + Sync,
    tool: impl Fn() -> Tool + Sync,
    make: impl Fn(&mut Tool, u64) -> Result<Product, CommandFailure> + Sync,
    mut take: impl FnMut(Product) -> Result<(), CommandFailure>,
) -> Result<u64, CommandFailure> {
    let threads = workers.threads.min(usize::try_from(count).unwrap_or(usize::MAX));
    let (jobs, queue) = mpsc::channel::<(u64, SyncSender<Result<Product, CommandFailure>>)>();
    let queue = Mutex::new(queue);
    let lock = || queue.lock().unwrap_or_else(PoisonError::into_inner);
    // A worker holds the lock until it has looked at the flag: jobs are begun in their order.
    let begin = || {
        let queue = lock();
        queue.recv().ok().filter(|_| !is_stopped())
    };
    let work = || {
        let mut tool = tool();
        while let Some((job, result)) = begin() {
            // After a failure nobody waits for the result.
            let _ = result.send(make(&mut tool, job));
        }
    };
    thread::scope(|scope| {
        for started in 0..threads {
            if let Err(error) = Builder::new().spawn_scoped(scope, work) {
                if started == 0 {
                    return Err(CommandFailure::failed(format!("The system refuses to start a thread: {error}.")));
                }
                print::warning(&format!("The system refuses {threads} threads ({error}); {started} are in use."));
                break;
            }
        }
        let mut queued = (0..count).map_while(|job| {
            let (sender, result) = mpsc::sync_channel(1);
            jobs.send((job, sender)).ok().map(|()| result)
        });
        let mut results = VecDeque::from_iter(queued.by_ref().take(workers.ahead));
        let (mut taken, mut outcome) = (0, Ok(()));
        // There is no result of a job that nobody has begun, or whose worker has panicked.
        while let Some(Ok(product)) = results.pop_front().map(|result| result.recv()) {
            results.extend(queued.next());
            outcome = product.and_then(&mut take);
            if outcome.is_err() {
                break;
            }
            taken += 1;
        }
        // Lets no worker begin another job.
        drop(jobs);
        lock().try_iter().for_each(drop);
        outcome.map(|()| taken)
    })
}

#[cfg(test)]
mod tests {
    use std::{
        hint,
        sync::atomic::{AtomicBool, AtomicU64, Ordering},
    };

    use super::*;

    /// Takes a while that is unrelated to the order of `piece` numbers. It gives no turn away:
    /// beside busy programs that would take a second for every few dozen.
    fn work(piece: u64) {
        (0..piece * 7919 % 97 * 100).for_each(|_| hint::spin_loop());
    }

    #[test]
    fn results_come_in_order_and_none_is_made_too_far_ahead() {
        for (threads, ahead) in [(1, 1), (1, 5), (4, 1), (4, 6), (9, 3)] {
            let (begun, taken) = (AtomicU64::new(0), AtomicU64::new(0));
            let farthest = AtomicU64::new(0);
            let make = |_: &mut (), piece| {
                begun.fetch_add(1, Ordering::SeqCst);
                farthest.fetch_max(piece - taken.load(Ordering::SeqCst).min(piece), Ordering::SeqCst);
                work(piece);
                Ok(piece)
            };
            let mut order = Vec::new();
            let take = |piece| {
                order.push(piece);
                taken.store(order.len() as u64, Ordering::SeqCst);
                Ok(())
            };
            let workers = WorkerLimits { threads, ahead };
            assert_eq!(in_order(300, workers, || false, || (), make, take).unwrap(), 300);
            assert_eq!(order, Vec::from_iter(0..300), "{workers:?}");
            assert_eq!(begun.load(Ordering::SeqCst), 300);
            // One result is off the queue while it is taken.
            assert!(farthest.load(Ordering::SeqCst) <= ahead as u64, "{workers:?}: {farthest:?}");
        }
    }

    #[test]
    fn nothing_is_begun_after_a_stop_and_all_that_was_begun_is_taken() {
        let (begun, is_stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let make = |_: &mut (), piece| {
            begun.fetch_add(1, Ordering::SeqCst);
            work(piece);
            Ok(piece)
        };
        let mut order = Vec::new();
        let take = |piece| {
            order.push(piece);
            is_stopped.store(piece >= 50, Ordering::SeqCst);
            Ok(())
        };
        let taken = in_order(
            u64::MAX,
            WorkerLimits { threads: 4, ahead: 8 },
            || is_stopped.load(Ordering::SeqCst),
            || (),
            make,
            take,
        )
        .unwrap();
        assert!((51..=60).contains(&taken) && taken == begun.load(Ordering::SeqCst), "{taken}");
        assert_eq!(order, Vec::from_iter(0..taken));
    }

    #[test]
    fn the_first_failure_in_order_ends_it() {
        let make = |_: &mut (), piece: u64| {
            work(piece);
            if piece >= 20 { Err(CommandFailure::failed(format!("piece {piece}"))) } else { Ok(piece) }
        };
        let mut taken = 0;
        let take = |_| {
            taken += 1;
            Ok(())
        };
        let workers = WorkerLimits { threads: 4, ahead: 16 };
        let failure = in_order(100, workers, || false, || (), make, take).unwrap_err();
        assert!(format!("{failure:?}").contains("piece 20") && taken == 20, "{failure:?}");
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_passed_on_and_nobody_waits_for_ever() {
        let make = |_: &mut (), piece: u64| if piece == 5 { panic!("on purpose") } else { Ok(piece) };
        let workers = WorkerLimits { threads: 3, ahead: 4 };
        let _ = in_order(1000, workers, || false, || (), make, |_| Ok(()));
    }
}

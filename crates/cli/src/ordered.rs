//! Jobs on several threads, whose results are taken in order.
//!
//! Memory is bounded: a worker that is too far ahead of the next result waits.

use std::{
    collections::VecDeque,
    num::NonZero,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, Builder},
};

use clap::Args;

use super::{failure::CommandFailure, print};

/// The number of threads, for commands that generate many levels.
#[derive(Debug, Args)]
pub(super) struct JobsArgs {
    /// Threads that generate levels, 1 to 1024 [default: one for each core]
    #[arg(long, short, value_name = "NUMBER", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<usize>,
}

impl JobsArgs {
    pub(super) fn threads(&self) -> usize {
        self.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get))
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
    pub(super) threads: usize,
    /// The largest number of jobs that are begun or finished but not yet taken, at least one.
    pub(super) ahead: u64,
}

/// Runs the jobs 0 to `count - 1` on several threads, and takes their results in the order of jobs.
/// Each thread has its own value of `tool` and passes it to `make` with each job. The calling
/// thread passes the results to `take`. Returns the number of results taken.
///
/// Once `is_stopped` is set, no further job is begun; those in progress are finished and taken.
///
/// # Errors
///
/// The first failure of `make` or `take` in the order of jobs, or a system that starts no thread.
pub(super) fn in_order<Tool, Product: Send>(
    count: u64,
    workers: WorkerLimits,
    is_stopped: &AtomicBool,
    tool: impl Fn() -> Tool + Sync,
    make: impl Fn(&mut Tool, u64) -> Result<Product, CommandFailure> + Sync,
    mut take: impl FnMut(Product) -> Result<(), CommandFailure>,
) -> Result<u64, CommandFailure> {
    let threads = workers.threads.min(usize::try_from(count).unwrap_or(usize::MAX));
    let queue = OrderedJobQueue::new(count, workers.ahead);
    let work = || {
        let _worker = WorkerGuard(&queue);
        let mut tool = tool();
        while let Some(job) = queue.begin(is_stopped) {
            let product = make(&mut tool, job);
            queue.put(job, product);
        }
    };
    thread::scope(|scope| {
        for started in 0..threads {
            queue.state().workers += 1;
            if let Err(error) = Builder::new().spawn_scoped(scope, work) {
                queue.state().workers -= 1;
                if started == 0 {
                    return Err(CommandFailure::failed(format!("The system refuses to start a thread: {error}.")));
                }
                print::warning(&format!("The system refuses {threads} threads ({error}); {started} are in use."));
                break;
            }
        }
        let mut taken = 0;
        while let Some(product) = queue.next() {
            if let Err(failure) = product.and_then(&mut take) {
                queue.close();
                return Err(failure);
            }
            taken += 1;
        }
        Ok(taken)
    })
}

/// The queue of jobs. Workers begin and finish jobs; one thread takes the results in the order of
/// jobs.
struct OrderedJobQueue<Product> {
    count: u64,
    ahead: u64,
    state: Mutex<QueueState<Product>>,
    /// Wakes workers: a job may be begun, or the queue is closed.
    may_begin: Condvar,
    /// Wakes the thread that takes results.
    has_result: Condvar,
}

struct QueueState<Product> {
    /// The job whose result is taken next.
    next: u64,
    /// The results of jobs that are begun, from job `next` on; `None` while a job is in progress.
    results: VecDeque<Option<Product>>,
    /// The number of worker threads that have not ended.
    workers: usize,
    is_closed: bool,
}

impl<Product> OrderedJobQueue<Product> {
    fn new(count: u64, ahead: u64) -> Self {
        let state = QueueState { next: 0, results: VecDeque::new(), workers: 0, is_closed: false };
        Self { count, ahead, state: Mutex::new(state), may_begin: Condvar::new(), has_result: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, QueueState<Product>> {
        // No statement leaves the state inconsistent, so a poisoned lock is usable.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a job may be begun, and returns it; `None` if there is nothing left to begin.
    fn begin(&self, is_stopped: &AtomicBool) -> Option<u64> {
        let mut state = self.state();
        loop {
            let begun = state.results.len() as u64;
            let job = state.next + begun;
            if job == self.count || state.is_closed || is_stopped.load(Ordering::SeqCst) {
                return None;
            }
            if begun < self.ahead {
                state.results.push_back(None);
                return Some(job);
            }
            state = self.may_begin.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn put(&self, job: u64, product: Product) {
        let mut state = self.state();
        let at = (job - state.next) as usize;
        state.results[at] = Some(product);
        if at == 0 {
            self.has_result.notify_one();
        }
    }

    /// Waits for the next result; `None` if all workers have ended without it.
    fn next(&self) -> Option<Product> {
        let mut state = self.state();
        loop {
            if let Some(product) = state.results.front_mut().and_then(Option::take) {
                state.results.pop_front();
                state.next += 1;
                self.may_begin.notify_one();
                return Some(product);
            }
            if state.workers == 0 {
                return None;
            }
            state = self.has_result.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets no worker begin another job.
    fn close(&self) {
        self.state().is_closed = true;
        self.may_begin.notify_all();
    }
}

/// Stands for a running worker thread. Its drop tells the queue that the thread ends.
struct WorkerGuard<'queue, Product>(&'queue OrderedJobQueue<Product>);

impl<Product> Drop for WorkerGuard<'_, Product> {
    fn drop(&mut self) {
        {
            let mut state = self.0.state();
            state.workers -= 1;
            // Closes the queue if this thread panics: its job has no result, and others would wait
            // for it.
            state.is_closed |= thread::panicking();
        }
        self.0.may_begin.notify_all();
        self.0.has_result.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::atomic::AtomicU64, time::Duration};

    use super::*;

    /// Takes a time that is unrelated to the order of `piece` numbers.
    fn work(piece: u64) {
        thread::sleep(Duration::from_micros(piece * 7919 % 97));
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
            assert_eq!(in_order(300, workers, &AtomicBool::new(false), || (), make, take).unwrap(), 300);
            assert_eq!(order, Vec::from_iter(0..300), "{workers:?}");
            assert_eq!(begun.load(Ordering::SeqCst), 300);
            // One result is off the queue while it is taken.
            assert!(farthest.load(Ordering::SeqCst) <= ahead, "{workers:?}: {farthest:?}");
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
        let taken = in_order(u64::MAX, WorkerLimits { threads: 4, ahead: 8 }, &is_stopped, || (), make, take).unwrap();
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
        let failure = in_order(100, workers, &AtomicBool::new(false), || (), make, take).unwrap_err();
        assert!(format!("{failure:?}").contains("piece 20") && taken == 20, "{failure:?}");
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_passed_on_and_nobody_waits_for_ever() {
        let make = |_: &mut (), piece: u64| if piece == 5 { panic!("on purpose") } else { Ok(piece) };
        let workers = WorkerLimits { threads: 3, ahead: 4 };
        let _ = in_order(1000, workers, &AtomicBool::new(false), || (), make, |_| Ok(()));
    }
}

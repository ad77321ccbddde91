//! A contest: entrants that do the same work, timed in turns.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// The time budget of a contest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Small enough that the whole table takes less than five minutes.
    Quick,
    Full,
}

impl Effort {
    /// The time limit for all entrants of one contest together.
    const fn budget(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(1500),
            Self::Full => Duration::from_secs(8),
        }
    }
}

/// The fewest timings for a median.
const FEWEST_ROUNDS: usize = 5;
/// The most timings for a median.
const MOST_ROUNDS: usize = 301;
/// Work is repeated until one timing takes this long, so that single interruptions matter little.
const LONG_ENOUGH: Duration = Duration::from_micros(200);
/// Work that takes less than this is done once before each timing.
///
/// This warms the caches, which the other entrants have used in between.
const BRIEF: Duration = Duration::from_millis(10);

/// One way to do a piece of work.
pub struct Entrant<'a> {
    /// The crate, by its name in the lock file.
    pub name: &'static str,
    /// The least ratio of its time to ours that we accept.
    pub bar: f64,
    /// The ratio that we aim at beyond the bar, or 0.
    pub aim: f64,
    /// The part of the crate that is used, if it offers several.
    pub label: &'static str,
    /// The mean number of rooms of its levels, for workloads that generate.
    pub rooms: Option<f64>,
    /// Does the work the given number of times and returns the time taken.
    timed: Box<dyn FnMut(u32) -> Duration + 'a>,
    /// Does the work once and returns a checksum of the result.
    checked: Box<dyn FnMut() -> u64 + 'a>,
}

impl<'a> Entrant<'a> {
    /// An entrant that times `work`, which must take long compared with reading a clock.
    ///
    /// The result of `work` is neither dropped nor inspected within the timing. `checksum` digests
    /// a result; all entrants of a contest must agree on it.
    pub fn new<R>(
        name: &'static str,
        bar: f64,
        work: impl FnMut() -> R + 'a,
        checksum: impl Fn(&R) -> u64 + 'a,
    ) -> Self {
        Self::prepared(
            name,
            bar,
            || (),
            {
                let mut work = work;
                move |()| work()
            },
            checksum,
        )
    }

    /// An entrant with an input from `prepare` for each piece of work, made outside of the timing.
    pub fn prepared<S, R>(
        name: &'static str,
        bar: f64,
        prepare: impl FnMut() -> S + 'a,
        work: impl FnMut(S) -> R + 'a,
        checksum: impl Fn(&R) -> u64 + 'a,
    ) -> Self {
        let shared = std::rc::Rc::new(std::cell::RefCell::new((prepare, work)));
        let again = shared.clone();
        Self {
            name,
            bar,
            aim: 0.0,
            label: "",
            rooms: None,
            timed: Box::new(move |times| {
                let (prepare, work) = &mut *again.borrow_mut();
                // The result is dropped between pieces of work. A program that repeats the work
                // would not request fresh memory from the system each time either.
                (0..times)
                    .map(|_| {
                        let prepared = black_box(prepare());
                        let start = Instant::now();
                        let result = black_box(work(prepared));
                        let time = start.elapsed();
                        drop(result);
                        time
                    })
                    .sum()
            }),
            checked: Box::new(move || {
                let (prepare, work) = &mut *shared.borrow_mut();
                checksum(&work(prepare()))
            }),
        }
    }
}

impl Entrant<'_> {
    /// Sets an aim beyond the bar.
    pub fn aiming_at(self, aim: f64) -> Self {
        Self { aim, ..self }
    }

    /// Sets the label of the part of the crate that is used.
    pub fn labelled(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    /// Sets the mean number of rooms.
    pub fn making(self, rooms: f64) -> Self {
        Self { rooms: Some(rooms), ..self }
    }
}

/// The median time of each entrant for one piece of work.
pub fn medians(entrants: &mut [Entrant<'_>], effort: Effort) -> Vec<Duration> {
    let sums: Vec<u64> = entrants.iter_mut().map(|entrant| (entrant.checked)()).collect();
    for (entrant, sum) in entrants.iter().zip(&sums) {
        assert_eq!(*sum, sums[0], "{} finds the same as {}", entrant.name, entrants[0].name);
    }
    let (times, brief): (Vec<u32>, Vec<bool>) = entrants.iter_mut().map(calibrate).unzip();
    let mut timings = vec![Vec::new(); entrants.len()];
    let start = Instant::now();
    for round in 0..MOST_ROUNDS {
        if round >= FEWEST_ROUNDS && start.elapsed() > effort.budget() {
            break;
        }
        // Entrants rotate: one that runs after an entrant that fills the caches looks slower.
        for turn in 0..entrants.len() {
            let entrant = (round + turn) % entrants.len();
            if brief[entrant] {
                (entrants[entrant].timed)(1);
            }
            timings[entrant].push((entrants[entrant].timed)(times[entrant]) / times[entrant]);
        }
    }
    timings.iter_mut().map(|timings| median(timings)).collect()
}

/// The repetitions of the work in one timing, and whether the work is brief.
fn calibrate(entrant: &mut Entrant<'_>) -> (u32, bool) {
    // The first run warms the caches.
    let brief = (entrant.timed)(1) < BRIEF;
    let mut times = 1;
    while (entrant.timed)(times) < LONG_ENOUGH && times < 1 << 16 {
        times *= 2;
    }
    (times, brief)
}

fn median(timings: &mut [Duration]) -> Duration {
    timings.sort_unstable();
    timings[timings.len() / 2]
}

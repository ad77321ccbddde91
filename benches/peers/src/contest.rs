//! Entrants that do the same work, timed in turns.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// How long a contest may take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Ends the whole table within five minutes.
    Quick,
    Full,
}

impl Effort {
    /// For how long the entrants of one contest are timed, all together.
    const fn budget(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(1500),
            Self::Full => Duration::from_secs(8),
        }
    }
}

/// The fewest timings of which a median is taken.
const FEWEST_ROUNDS: usize = 5;
/// The most timings of which a median is taken.
const MOST_ROUNDS: usize = 301;
/// Work is repeated until one timing takes as long as this, so that single interruptions do not count for much.
const LONG_ENOUGH: Duration = Duration::from_micros(200);
/// What takes less than this is done once before each timing, so that nobody is timed filling the caches which the others
/// used before.
const BRIEF: Duration = Duration::from_millis(10);

/// One way to do a piece of work.
pub struct Entrant<'a> {
    /// The crate as its name stands in the lock file.
    pub name: &'static str,
    /// At least this often should our time go into its time.
    pub bar: f64,
    /// What we aim at beyond the bar, or 0.
    pub aim: f64,
    /// What of the crate is used, if it has several.
    pub label: &'static str,
    /// How many rooms it makes on average, where that is what it makes.
    pub rooms: Option<f64>,
    /// Does the work so many times and gives the time that it took.
    timed: Box<dyn FnMut(u32) -> Duration + 'a>,
    /// Does the work once and gives a checksum of what came out.
    checked: Box<dyn FnMut() -> u64 + 'a>,
}

impl<'a> Entrant<'a> {
    /// `work` is timed, and takes long against reading a clock; what it returns is neither dropped nor looked at meanwhile. `checksum` sums up a result: all entrants of a contest
    /// must agree on it.
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

    /// The same, with something made anew before each piece of work, outside the timed part.
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
                // Each by itself, what came out dropped in between: a program that does this again and again does not ask the system
                // for memory each time either.
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
    /// The same, with an aim beyond the bar.
    pub fn aiming_at(self, aim: f64) -> Self {
        Self { aim, ..self }
    }

    /// The same, with a word on what of the crate is used.
    pub fn labelled(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    /// The same, with the number of rooms that it makes.
    pub fn making(self, rooms: f64) -> Self {
        Self { rooms: Some(rooms), ..self }
    }
}

/// What one entrant took: the median of its timings, for one piece of work.
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
        // Each in turn goes first: who follows one that fills the caches looks slower.
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

/// How often the work is done in one timing, and whether it is brief.
fn calibrate(entrant: &mut Entrant<'_>) -> (u32, bool) {
    // The first time is for the caches.
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

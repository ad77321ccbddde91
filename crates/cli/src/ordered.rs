//! Work on several threads whose results come in order.
//!
//! No more results wait for those before them than is said, so that memory is bounded whatever the number of pieces: a thread
//! that is too far ahead waits.

use std::{
    collections::VecDeque,
    io,
    num::NonZero,
    sync::{
        Condvar, Mutex, MutexGuard, Once, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, Builder},
};

use super::{failure::Failure, print};

/// Who does the work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crew {
    /// How many threads, at least one.
    pub(super) threads: usize,
    /// How many results may be made or waiting beyond the one that comes next, at least one.
    pub(super) ahead: u64,
}

/// Makes the pieces of work 0 to `count` on the threads of `crew`, each with a tool of its own, and hands their results to `take`
/// on this thread, in order. Once `is_stopped`, no piece is begun; those that are under way are made and taken. The first
/// failure ends it. Gives the number of pieces that were taken.
pub(super) fn in_order<Tool, Done: Send>(
    count: u64,
    crew: Crew,
    is_stopped: &AtomicBool,
    tool: impl Fn() -> Tool + Sync,
    make: impl Fn(&mut Tool, u64) -> Result<Done, Failure> + Sync,
    mut take: impl FnMut(Done) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let wanted = crew.threads.min(usize::try_from(count).unwrap_or(usize::MAX));
    let queue = Queue::new(count, crew);
    thread::scope(|scope| {
        let (room, workers) = room(wanted);
        let mut started = 0;
        let mut refusal = None;
        while started < wanted && refusal.is_none() {
            let number = started;
            let (queue, tool, make) = (&queue, &tool, &make);
            let work = move || {
                // Also when a thread panics: nobody waits for it then, and the panic is passed on.
                let _leaving = Leaving(queue);
                if !queue.stays(number) {
                    return;
                }
                let mut tool = tool();
                while let Some(piece) = queue.begin(is_stopped) {
                    let done = make(&mut tool, piece);
                    queue.put(piece, done);
                }
            };
            queue.state().present += 1;
            match start_room().and_then(|()| Builder::new().spawn_scoped(scope, work)) {
                Ok(_) => started += 1,
                Err(error) => {
                    queue.state().present -= 1;
                    refusal = Some(error);
                }
            }
        }
        if let Some(error) = refusal {
            // Without memory for all of them, so that the first allocation would end the process.
            started = started.min(workers);
            queue.dismiss(started, wanted);
            warn_of_refusal(wanted, started, &error);
        }
        drop(room);
        queue.open();
        if started == 0 {
            return on_this_thread(count, is_stopped, &tool, &make, take);
        }
        let mut taken = 0;
        while let Some(done) = queue.next() {
            if let Err(failure) = done.and_then(&mut take) {
                queue.close();
                return Err(failure);
            }
            taken += 1;
        }
        Ok(taken)
    })
}

/// The same on this thread alone.
fn on_this_thread<Tool, Done>(
    count: u64,
    is_stopped: &AtomicBool,
    tool: &impl Fn() -> Tool,
    make: &impl Fn(&mut Tool, u64) -> Result<Done, Failure>,
    mut take: impl FnMut(Done) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let mut tool = tool();
    for piece in 0..count {
        if is_stopped.load(Ordering::SeqCst) {
            return Ok(piece);
        }
        take(make(&mut tool, piece)?)?;
    }
    Ok(count)
}

/// Address space for the work of several threads, and of how many; as many as there are cores, or
/// fewer. It is held while threads are started: where a limit refuses one, those before it have
/// left nothing else to work with.
fn room(wanted: usize) -> (Vec<u8>, usize) {
    /// What an allocator may take for a thread: twice the heap of a thread in glibc, 64 megabytes,
    /// to cut an aligned one out.
    const FOR_A_THREAD: usize = 1 << 27;
    let mut room = Vec::new();
    let mut workers = wanted.min(thread::available_parallelism().map_or(1, NonZero::get));
    while workers > 0 && room.try_reserve_exact(workers.saturating_mul(FOR_A_THREAD)).is_err() {
        workers -= 1;
    }
    (std::hint::black_box(room), workers)
}

/// Refuses to start a thread where there is no room for its start: the standard library would panic
/// in the new thread.
fn start_room() -> io::Result<()> {
    /// The stack, and what several threads that are about to start take besides.
    const FOR_STARTS: usize = 1 << 24;
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(FOR_STARTS).map_err(|_| io::ErrorKind::OutOfMemory)?;
    std::hint::black_box(room);
    Ok(())
}

/// Says once in a process that the system refuses threads, and how many do the work.
fn warn_of_refusal(wanted: usize, staying: usize, error: &io::Error) {
    static WARNED: Once = Once::new();
    let how = match staying {
        0 => "none, the work is done on the main thread".to_owned(),
        some => format!("{some} of them"),
    };
    WARNED.call_once(|| {
        print::warning(&format!("The system refuses {wanted} threads ({error}); it goes on with {how}."));
    });
}

/// The pieces of work under way, and their results in order.
struct Queue<Done> {
    count: u64,
    state: Mutex<State<Done>>,
    /// Whoever may begin a piece, or has to end, is told by this one.
    is_free: Condvar,
    /// Whoever takes the results is told by this one.
    is_ready: Condvar,
}

struct State<Done> {
    /// The piece whose result comes next.
    next: u64,
    /// The results of the pieces that were begun, from `next` on; `None` while it is made.
    results: VecDeque<Option<Done>>,
    ahead: u64,
    /// Threads that have not left.
    present: usize,
    /// Threads of this number and above leave.
    staying: usize,
    /// Whether threads may begin.
    is_open: bool,
    is_closed: bool,
}

impl<Done> Queue<Done> {
    fn new(count: u64, Crew { ahead, .. }: Crew) -> Self {
        let state = State {
            next: 0,
            results: VecDeque::new(),
            ahead,
            present: 0,
            staying: usize::MAX,
            is_open: false,
            is_closed: false,
        };
        Self { count, state: Mutex::new(state), is_free: Condvar::new(), is_ready: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State<Done>> {
        // The state is whole between any two statements, so that a panic elsewhere does not matter.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends away all threads but the first ones, and waits until they have left.
    fn dismiss(&self, staying: usize, wanted: usize) {
        let mut state = self.state();
        state.staying = staying;
        // Fewer threads are ahead by less, since memory may be what is short.
        state.ahead = (state.ahead * staying as u64 / wanted as u64).max(1);
        self.is_free.notify_all();
        while state.present > staying {
            state = self.is_ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets the threads begin.
    fn open(&self) {
        self.state().is_open = true;
        self.is_free.notify_all();
    }

    /// Whether the thread of this number works, when that is decided.
    fn stays(&self, number: usize) -> bool {
        let mut state = self.state();
        while !state.is_open && number < state.staying {
            state = self.is_free.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        number < state.staying
    }

    /// A piece that nobody has begun, when it is near enough to the next result; `None` when there is nothing left to begin.
    fn begin(&self, is_stopped: &AtomicBool) -> Option<u64> {
        let mut state = self.state();
        loop {
            let begun = state.results.len() as u64;
            let piece = state.next + begun;
            if piece == self.count || state.is_closed || is_stopped.load(Ordering::SeqCst) {
                return None;
            }
            if begun < state.ahead {
                state.results.push_back(None);
                return Some(piece);
            }
            state = self.is_free.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn put(&self, piece: u64, done: Done) {
        let mut state = self.state();
        let at = (piece - state.next) as usize;
        state.results[at] = Some(done);
        if at == 0 {
            self.is_ready.notify_one();
        }
    }

    /// The next result, when it is there; `None` when there will be none.
    fn next(&self) -> Option<Done> {
        let mut state = self.state();
        loop {
            if let Some(done) = state.results.front_mut().and_then(Option::take) {
                state.results.pop_front();
                state.next += 1;
                self.is_free.notify_one();
                return Some(done);
            }
            if state.present == 0 {
                return None;
            }
            state = self.is_ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Nothing more is begun.
    fn close(&self) {
        self.state().is_closed = true;
        self.is_free.notify_all();
    }
}

/// A thread at work, which says so when it is gone.
struct Leaving<'queue, Done>(&'queue Queue<Done>);

impl<Done> Drop for Leaving<'_, Done> {
    fn drop(&mut self) {
        {
            let mut state = self.0.state();
            state.present -= 1;
            // The piece of a thread that panics is never made, so that all others would wait for it in the end.
            state.is_closed |= thread::panicking();
        }
        // The others may wait for what this one would have taken on.
        self.0.is_free.notify_all();
        self.0.is_ready.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::atomic::AtomicU64, time::Duration};

    use super::*;

    /// Works for a time that has nothing to do with the order of pieces.
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
            let crew = Crew { threads, ahead };
            assert_eq!(in_order(300, crew, &AtomicBool::new(false), || (), make, take).unwrap(), 300);
            assert_eq!(order, Vec::from_iter(0..300), "{crew:?}");
            assert_eq!(begun.load(Ordering::SeqCst), 300);
            // One result is off the queue while it is taken.
            assert!(farthest.load(Ordering::SeqCst) <= ahead, "{crew:?}: {farthest:?}");
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
        let taken = in_order(u64::MAX, Crew { threads: 4, ahead: 8 }, &is_stopped, || (), make, take).unwrap();
        assert!((51..=60).contains(&taken) && taken == begun.load(Ordering::SeqCst), "{taken}");
        assert_eq!(order, Vec::from_iter(0..taken));
    }

    #[test]
    fn the_first_failure_in_order_ends_it() {
        let make = |_: &mut (), piece: u64| {
            work(piece);
            if piece >= 20 { Err(Failure::failed(format!("piece {piece}"))) } else { Ok(piece) }
        };
        let mut taken = 0;
        let take = |_| {
            taken += 1;
            Ok(())
        };
        let crew = Crew { threads: 4, ahead: 16 };
        let failure = in_order(100, crew, &AtomicBool::new(false), || (), make, take).unwrap_err();
        assert!(format!("{failure:?}").contains("piece 20") && taken == 20, "{failure:?}");
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_passed_on_and_nobody_waits_for_ever() {
        let make = |_: &mut (), piece: u64| if piece == 5 { panic!("on purpose") } else { Ok(piece) };
        let crew = Crew { threads: 3, ahead: 4 };
        let _ = in_order(1000, crew, &AtomicBool::new(false), || (), make, |_| Ok(()));
    }
}

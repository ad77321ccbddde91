//! Peak memory of a piece of work.

use peak_alloc::PeakAlloc;

/// Counts all allocations of the program; each takes some nanoseconds more, for all entrants.
#[global_allocator]
static COUNTED: PeakAlloc = PeakAlloc;

/// The most bytes in use while `work` runs beyond those before, its result included.
pub fn peak<R>(work: impl FnOnce() -> R) -> usize {
    let before = COUNTED.current_usage();
    COUNTED.reset_peak_usage();
    let result = work();
    let peak = COUNTED.peak_usage() - before;
    drop(result);
    peak
}

//! How much memory is in use at the peak of a piece of work.

use peak_alloc::PeakAlloc;

/// Counts what is asked for and given back, in all of this program: some nanoseconds for each request, ours as a peer's.
#[global_allocator]
static COUNTED: PeakAlloc = PeakAlloc;

/// The most bytes in use while `work` runs, beyond those in use before; what it returns counts.
pub fn peak<R>(work: impl FnOnce() -> R) -> usize {
    let before = COUNTED.current_usage();
    COUNTED.reset_peak_usage();
    let result = work();
    let peak = COUNTED.peak_usage() - before;
    drop(result);
    peak
}

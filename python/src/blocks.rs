//! Work in blocks, on several threads: what batches and surveys run on.
//!
//! Consumes blocks and a worker for each thread. Guarantees that each block is worked on once, that
//! other threads of the interpreter run meanwhile, and that a signal ends the work.

use std::{
    collections::TryReserveError,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use pyo3::prelude::*;

use crate::errors;

/// How often the calling thread asks whether the user wants to interrupt the work.
const INTERRUPT: Duration = Duration::from_millis(50);

/// Has `threads` threads take blocks in order, this one among them, each with a worker of its own.
/// Other threads of the interpreter run meanwhile. A signal ends the work with its exception, and
/// so does a worker that finds no memory. A thread that cannot be started is left out.
pub(crate) fn run_blocks<Block: Send, Worker: FnMut(Block) -> Result<(), TryReserveError>>(
    py: Python<'_>,
    threads: usize,
    blocks: Vec<Block>,
    worker: impl Fn() -> Worker + Sync,
) -> PyResult<()> {
    let helpers = threads.min(blocks.len()).saturating_sub(1);
    let blocks = Mutex::new(blocks.into_iter());
    let is_stopped = AtomicBool::new(false);
    let shortage = Mutex::new(None);
    // The next block, unless the work has ended early.
    let next = || {
        let block = blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
        block.filter(|_| !is_stopped.load(Ordering::Relaxed))
    };
    let run = |work: &mut Worker, block| {
        if let Err(error) = work(block) {
            is_stopped.store(true, Ordering::Relaxed);
            *shortage.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    };
    let interrupted = py.detach(|| {
        thread::scope(|scope| {
            for _ in 0..helpers {
                let help = || {
                    let mut work = worker();
                    while let Some(block) = next() {
                        run(&mut work, block);
                    }
                };
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let (mut work, mut asked) = (worker(), Instant::now());
            while let Some(block) = next() {
                run(&mut work, block);
                if asked.elapsed() >= INTERRUPT {
                    let interrupted = Python::attach(|py| py.check_signals());
                    if interrupted.is_err() {
                        is_stopped.store(true, Ordering::Relaxed);
                        return interrupted;
                    }
                    asked = Instant::now();
                }
            }
            Ok(())
        })
    });
    interrupted?;
    let shortage = shortage.into_inner().unwrap_or_else(PoisonError::into_inner);
    shortage.map_or(Ok(()), |error| Err(errors::memory(&error)))
}

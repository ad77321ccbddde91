//! The observer of generation: sees single steps for pictures, animations, lint and tests.

mod stage;
mod step;

pub use stage::Stage;
pub use step::{PropSource, Rejection, Step};

/// Sees the steps of generation as they happen, and counts work.
///
/// Nothing that an observer does can change what is generated. Both closures are called by
/// observers alone: generation without one is compiled for [`NoTrace`] and pays nothing.
pub(crate) trait Trace {
    /// Whether anyone sees the steps. Guards what is costly to collect, such as single cells.
    const DETAILED: bool;

    /// A step happens.
    fn see(&mut self, step: impl FnOnce() -> Step);

    /// Work is done: so many visits of leaves, walls, cells, words or props.
    fn count(&mut self, work: impl FnOnce() -> u64);

    /// Hides the steps from here on, or shows them again. Work counts as before.
    ///
    /// What a room was drawn first is hidden if the room is re-rolled: no prop of it remains.
    fn hide(&mut self, is_hidden: impl FnOnce() -> bool);

    /// A stage ends, with what was counted since the one before: a step of its own.
    fn end(&mut self, stage: Stage);
}

/// An observer that ignores every step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoTrace;

impl Trace for NoTrace {
    const DETAILED: bool = false;

    #[inline]
    fn see(&mut self, _: impl FnOnce() -> Step) {}

    #[inline]
    fn count(&mut self, _: impl FnOnce() -> u64) {}

    #[inline]
    fn hide(&mut self, _: impl FnOnce() -> bool) {}

    #[inline]
    fn end(&mut self, _: Stage) {}
}

/// An observer that hands each step to a function.
pub(crate) struct StepObserver<'see> {
    see: &'see mut dyn FnMut(Step),
    /// The work counted since the last stage ended.
    work: u64,
    is_hidden: bool,
}

impl<'see> StepObserver<'see> {
    /// An observer that calls `see` with each step.
    pub(crate) fn new(see: &'see mut dyn FnMut(Step)) -> Self {
        Self { see, work: 0, is_hidden: false }
    }
}

impl Trace for StepObserver<'_> {
    const DETAILED: bool = true;

    fn see(&mut self, step: impl FnOnce() -> Step) {
        if !self.is_hidden {
            (self.see)(step());
        }
    }

    fn count(&mut self, work: impl FnOnce() -> u64) {
        self.work += work();
    }

    fn hide(&mut self, is_hidden: impl FnOnce() -> bool) {
        self.is_hidden = is_hidden();
    }

    fn end(&mut self, stage: Stage) {
        let work = std::mem::take(&mut self.work);
        (self.see)(Step::End { stage, work });
    }
}

//! Where in a text a problem stands.

use std::ops::Range;

use roomgen_text::{Problem, TextPlace};
use serde::Serialize;

/// A part of a text, from its first place up to the place behind its last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TextSpan {
    start: TextPlace,
    end: TextPlace,
}

impl TextSpan {
    /// The bytes `range` of `text`; those beyond the text count as its end. Cost: linear in `text`.
    pub(crate) fn new(text: &str, range: Range<usize>) -> Self {
        Self { start: TextPlace::of(text, range.start), end: TextPlace::of(text, range.end) }
    }

    pub(super) fn of_problem(problem: &Problem) -> Self {
        let [start, end] = problem.places();
        Self { start, end }
    }
}

//! Where in a text a problem stands, in the units of bytes, UTF-16, and lines and columns.

use std::ops::Range;

use roomgen::error::PresetProblem;
use serde::Serialize;

/// A part of a text, from its first place up to the place behind its last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TextSpan {
    start: TextPlace,
    end: TextPlace,
}

/// A place in a text without its byte order mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct TextPlace {
    /// From 1.
    line: usize,
    /// In characters, from 1.
    column: usize,
    /// From 0.
    byte: usize,
    /// In units of UTF-16, from 0.
    utf16: usize,
}

impl TextSpan {
    /// The bytes `range` of `text`; those beyond the text count as its end. Cost: linear in `text`.
    pub(crate) fn new(text: &str, range: Range<usize>) -> Self {
        let place = |byte| {
            let before = text.get(..byte).unwrap_or(text);
            let (lines, line) = before.rsplit_once('\n').unwrap_or(("", before));
            let line_feeds = usize::from(before.contains('\n')) + lines.matches('\n').count();
            TextPlace {
                line: line_feeds + 1,
                column: line.chars().count() + 1,
                byte: before.len(),
                utf16: before.encode_utf16().count(),
            }
        };
        Self { start: place(range.start), end: place(range.end) }
    }

    pub(super) fn of_problem(problem: &PresetProblem) -> Self {
        let PresetProblem { span, utf16, line, column, end_line, end_column, .. } = problem;
        Self {
            start: TextPlace { line: *line, column: *column, byte: span.start, utf16: utf16.start },
            end: TextPlace { line: *end_line, column: *end_column, byte: span.end, utf16: utf16.end },
        }
    }
}

#[cfg(test)]
mod tests {
    use roomgen::Preset;

    use super::*;

    #[test]
    fn a_span_of_bytes_is_that_of_the_library() {
        let texts =
            ["(name: \"🗝é\", size: (1, 1))", "// 🗝\n(name: \"é\",\r\n\n  zise: 4)", "", "(\n\n", "(name: \"a\",\n"];
        for text in texts {
            let error = Preset::parse(text).expect_err(text);
            for problem in error.problems() {
                assert_eq!(TextSpan::new(text, problem.span.clone()), TextSpan::of_problem(problem), "{text:?}");
            }
        }
    }
}

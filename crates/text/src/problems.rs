//! All problems of a text.

use std::{error::Error, fmt};

use serde::Serialize;

use crate::problem::Problem;

/// The problems of a text and of the texts that it builds on: at least one.
///
/// Problems stand in text order: first those of the text itself, then those of its bases.
///
/// `Display` names line and column of each. The alternate form, `{error:#}`, also shows the line
/// with carets below the offending part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Problems {
    problems: Vec<Problem>,
}

impl Problems {
    /// One problem.
    #[must_use]
    pub fn of(problem: Problem) -> Self {
        Self { problems: vec![problem] }
    }

    /// An error with all of `problems` in text order; `Ok` if there are none.
    ///
    /// # Errors
    ///
    /// If there are some.
    pub fn from_problems(problems: Vec<Problem>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self::all(problems)) }
    }

    /// These problems, of which there is at least one, in text order.
    #[must_use]
    pub fn all(mut problems: Vec<Problem>) -> Self {
        problems.sort_by_key(|problem| problem.span.start);
        Self { problems }
    }

    /// The same error with each problem replaced by `change`, sorted by base and position.
    #[must_use]
    pub fn map(self, change: impl Fn(Problem) -> Problem) -> Self {
        let mut problems: Vec<_> = self.problems.into_iter().map(change).collect();
        problems.sort_by(|a, b| (&a.base, a.span.start).cmp(&(&b.base, b.span.start)));
        Self { problems }
    }

    /// The same error, attributed to the text of `base`.
    #[must_use]
    pub fn in_base(self, base: Option<&str>) -> Self {
        self.map(|problem| problem.in_base(base.map(str::to_owned)))
    }

    /// The problems in text order; at least one.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Writes all problems, with their positions as `file:line:column`. The text itself stands in
    /// `file`.
    ///
    /// # Errors
    ///
    /// Those of the formatter.
    pub fn write_in(&self, f: &mut fmt::Formatter<'_>, file: &str) -> fmt::Result {
        self.write(f, |problem| problem.position_in(file))
    }

    /// Writes all problems, each with its position as `position` tells it.
    fn write(&self, f: &mut fmt::Formatter<'_>, position: impl Fn(&Problem) -> String) -> fmt::Result {
        let separator = if f.alternate() { "\n\n" } else { "\n" };
        for (number, problem) in self.problems.iter().enumerate() {
            f.write_str(if number == 0 { "" } else { separator })?;
            problem.write(f, &position(problem))?;
        }
        Ok(())
    }
}

impl Error for Problems {}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Problem::position_in_words)
    }
}

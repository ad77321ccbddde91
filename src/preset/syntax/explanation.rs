//! What an explanation of a problem is made of.

use std::ops::Range;

/// The span in bytes, the message and the help of a problem.
pub(super) type Explanation = (Range<usize>, String, Option<String>);

/// The length in bytes of the longest value that a message repeats.
pub(super) const SHORT: usize = 40;

/// A value in backquotes; `None` if it is too long to repeat.
pub(super) fn quoted_if_short(value: &str) -> Option<String> {
    (value.len() <= SHORT && !value.contains('\n')).then(|| format!("`{value}`"))
}

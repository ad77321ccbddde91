//! What an explanation of a problem is made of.

use std::ops::Range;

/// The span in bytes, the message and the help of a problem.
pub(super) type Explanation = (Range<usize>, String, Option<String>);

/// The length in bytes of the longest value that a message repeats.
pub(super) const SHORT: usize = 40;

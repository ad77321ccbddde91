//! What bounds the cost of an expression.

/// The most bytes of an expression: far more than a person types, and checked before reading.
pub const MAX_BYTES: usize = 4096;

/// The most levels of nesting: each parenthesis, call, list, `!`, unary `-`, `?:` and
/// `.` is one.
///
/// A chain, such as `a && b && c`, is one level however long it is. The bound keeps recursion
/// within the smallest stacks, those of threads in browsers.
pub const MAX_DEPTH: usize = 64;

//! Levels as bytes, one file for each format: a level in, bytes out, no I/O.

#[cfg(feature = "png")]
pub mod png;

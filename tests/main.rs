//! All tests that use the crate from outside: one binary, to link once.

mod cli;
mod golden;

//! Fuzzes the arguments of the command line tool.

#![no_main]
#![allow(dead_code, reason = "only what reads arguments is used of the tool")]

#[path = "../../src/cli/mod.rs"]
mod cli;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cli::only_read(bytes));

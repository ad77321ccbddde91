//! Fuzzes the reader of level files as RON.

#![no_main]

use roomgen_fuzz::checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::level_ron(bytes));

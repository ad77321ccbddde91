//! Fuzzes the parser of runs.

#![no_main]

use roomgen_fuzz::checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::run_text(bytes));

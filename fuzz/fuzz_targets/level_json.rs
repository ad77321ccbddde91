//! Fuzzes the reader of level files as JSON.

#![no_main]

use roomgen_fuzz::checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::level_json(bytes));

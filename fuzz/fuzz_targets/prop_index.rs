//! Fuzzes sequences of operations on a prop index.

#![no_main]

use roomgen_fuzz::checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::prop_index(bytes));

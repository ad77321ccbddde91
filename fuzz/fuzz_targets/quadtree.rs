//! Fuzzes sequences of operations on a quadtree.

#![no_main]

use roomgen_fuzz::checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::quadtree(bytes));

//! Fuzzes sequences of operations on an octree.

#![no_main]

use roomgen_fuzz::checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::octree(bytes));

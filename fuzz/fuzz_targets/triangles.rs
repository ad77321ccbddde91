//! Fuzzes triangle octrees of arbitrary meshes.

#![no_main]

use roomgen_fuzz::checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::triangles(bytes));

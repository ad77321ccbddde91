//! Fuzzes the parser of presets.

#![no_main]

use roomgen_fuzz::checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::preset_text(bytes));

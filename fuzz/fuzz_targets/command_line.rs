//! Fuzz target: arguments, one a line, are read or refused; see `fuzz/README.md`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| roomgen_cli::corpus::only_read(bytes));

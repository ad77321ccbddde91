//! Fuzzes the arguments of the command line tool.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| roomgen_cli::corpus::only_read(bytes));

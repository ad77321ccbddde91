//! The tool, run as a user runs it, and what no input may do to it or to the library.

#[cfg(target_os = "linux")]
mod agents;
mod cli;
mod corpus;
#[path = "../../../tests/golden.rs"]
mod golden;
mod hostile;
mod manual;
mod papers;
#[path = "../../../tests/pixels.rs"]
mod pixels;
#[cfg(target_os = "linux")]
mod readme;
#[path = "../../../tests/tier.rs"]
mod tier;
#[path = "../../../tests/export/validator.rs"]
mod validator;

/// The folder of golden files.
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

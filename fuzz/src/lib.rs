//! The checks that each fuzz target runs, which are those of the ordinary test of the corpus too.

#[path = "../../crates/cli/tests/corpus/checks/mod.rs"]
pub mod checks;

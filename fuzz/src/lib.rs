//! The checks that each fuzz target runs, which are those of the ordinary test of the corpus too.

#[path = "../../tests/corpus/checks/mod.rs"]
pub mod checks;

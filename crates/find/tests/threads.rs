//! Expressions can be kept, sent to other threads and shared.

use std::path::Path;

use crate::sources::{assert_public_types, free};

free! {
    roomgen_find::Conjunct, roomgen_find::Undefined, roomgen_find::Value,
    roomgen_find::Find, roomgen_find::Finds<'static>, roomgen_find::FindTally, roomgen_find::LevelFinder<'static>,
    roomgen_find::LevelInput, roomgen_find::LevelWords, roomgen_find::NameSort, roomgen_find::StepsPlace,
    roomgen_find::FindOutcome, roomgen_find::FloorsInput, roomgen_find::Query, roomgen_find::Strictest,
    roomgen_find::Word,
}

#[test]
fn all_public_types_are_tested_for_being_sent_and_shared() {
    assert_public_types(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("src")], FREE, &[]);
}

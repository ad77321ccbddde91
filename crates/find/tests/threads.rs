//! Expressions can be kept, sent to other threads and shared.

use std::path::Path;

use crate::sources::{assert_public_types, free};

free! {
    roomgen_find::ArgumentError,
    roomgen_find::Condition, roomgen_find::Conjunct, roomgen_find::Score, roomgen_find::Verdict,
    roomgen_find::ErrorCode, roomgen_find::ExpressionError,
    roomgen_find::Parameter, roomgen_find::Signature, roomgen_find::Target, roomgen_find::Word,
    roomgen_find::Undefined, roomgen_find::Value<'static>, roomgen_find::ValueType,
}

#[test]
fn all_public_types_are_tested_for_being_sent_and_shared() {
    assert_public_types(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("src")], FREE, &[]);
}

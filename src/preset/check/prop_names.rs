//! Names by which other parts of a preset refer to kinds of props.

use super::{checker::Checker, props::PropKindDraft};
use crate::{
    error::ProblemCode,
    preset::syntax::{ValueStep, suggestion},
};

/// The index of the kind of prop with this name in `kinds`, which are sorted by name.
pub(super) fn position(kinds: &[PropKindDraft], name: &str) -> Option<u16> {
    let position = kinds.binary_search_by(|known| known.kind.name.as_str().cmp(name)).ok()?;
    position.try_into().ok()
}

/// As [`position`]. Refuses an unknown name, at the place to which `steps` lead.
pub(super) fn kind_named(
    check: &mut Checker<'_>,
    steps: impl IntoIterator<Item = ValueStep>,
    name: &str,
    kinds: &[PropKindDraft],
) -> Option<u16> {
    let position = position(kinds, name);
    if position.is_none() {
        refuse_unknown(check, steps, name, suggestion(name, kinds.iter().map(|known| known.kind.name.as_str())));
    }
    position
}

/// Refuses a name that no kind has.
pub(super) fn refuse_unknown(
    check: &mut Checker<'_>,
    steps: impl IntoIterator<Item = ValueStep>,
    name: &str,
    help: String,
) {
    check.refuse_at(steps, ProblemCode::UnknownName, format!("there is no prop {name:?}"), help);
}

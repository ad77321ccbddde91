//! Notes.

use serde::{Deserialize, Serialize};

use super::Text;
use crate::model::{Note, NoteCode};

/// What the preset or the request asks for, and the level could not meet.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Note", deny_unknown_fields)]
pub(crate) struct NoteRecord<'level> {
    /// The kind of shortfall.
    pub(crate) code: NoteCode,
    /// The number that the preset or the request asks for.
    pub(crate) wanted: i64,
    /// The number that the level has.
    pub(crate) got: i64,
    /// Details, such as the name of a vault.
    pub(crate) about: Option<Text<'level>>,
}

impl<'level> NoteRecord<'level> {
    pub(crate) fn of(note: &'level Note) -> Self {
        let Note { code, wanted, got, about } = note;
        let about = about.as_deref().map(Into::into);
        Self { code: *code, wanted: (*wanted).into(), got: (*got).into(), about }
    }
}

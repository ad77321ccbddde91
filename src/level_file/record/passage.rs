//! Passages between rooms.

use serde::{Deserialize, Serialize};

use super::{RectRecord, Text};
use crate::{
    level::Level,
    level_file::limit,
    model::{DoorKind, Passage},
};

/// A passage between two rooms.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Passage", deny_unknown_fields)]
pub(crate) struct PassageRecord<'level> {
    pub(crate) id: i64,
    pub(crate) rooms: [i64; 2],
    #[serde(deserialize_with = "limit::doors")]
    pub(crate) doors: Vec<RectRecord>,
    /// The corners of the corridor, from door to door. Empty for a door alone.
    #[serde(deserialize_with = "limit::unlimited")]
    pub(crate) corridor: Vec<[i32; 2]>,
    pub(crate) kind: DoorKind,
    // The following fields are absent when they are null.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lock: Option<Text<'level>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) one_way: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) saves: Option<i64>,
}

impl<'level> PassageRecord<'level> {
    pub(crate) fn of(level: &'level Level, id: i64, passage: &'level Passage) -> Self {
        Self {
            id,
            rooms: passage.rooms.map(i64::from),
            doors: passage.doors().iter().map(|&door| door.into()).collect(),
            corridor: passage.corridor().iter().map(|cell| [cell.x, cell.y]).collect(),
            kind: passage.kind,
            lock: level.lock(passage).map(Into::into),
            one_way: passage.one_way.map(i64::from),
            saves: passage.saves.map(i64::from),
        }
    }
}

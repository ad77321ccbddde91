//! Passages between rooms.

use serde::{Deserialize, Serialize};

use super::{RectRecord, Text};
use crate::{
    geom::Rect,
    level::Level,
    level_file::{Present, limit},
    model::{DoorKind, Passage},
};

/// A passage between two rooms.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Passage", deny_unknown_fields)]
pub(crate) struct PassageRecord<'level> {
    /// Its position in the list.
    pub(crate) id: i64,
    /// The ids of the rooms that it joins.
    pub(crate) rooms: [i64; 2],
    /// One door, or two with a corridor between; the first is at the first room. A door of four
    /// cells or more is an opening, and its threshold the middle third, rounded up: before that no
    /// obstacle stands, before the rest things may.
    #[serde(deserialize_with = "limit::doors")]
    pub(crate) doors: Vec<DoorRecord>,
    /// The corners of the corridor's route from door to door; empty without one.
    #[serde(deserialize_with = "limit::unlimited")]
    pub(crate) corridor: Vec<[i32; 2]>,
    /// The kind of its doors: barred if it has a lock.
    pub(crate) kind: DoorKind,
    // The following fields are absent when they are null.
    /// The name of its lock, which is that of the keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lock: Option<Text<'level>>,
    /// The id of the room that it leads from, if one can walk only one way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) one_way: Option<i64>,
    /// The passages that a shortcut saves on the way from the room `one_way`: those of the shortest
    /// other way, less 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) saves: Option<i64>,
}

/// A door: a rectangle, in cells of the level.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Door", deny_unknown_fields)]
pub(crate) struct DoorRecord {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) width: i64,
    pub(crate) height: i64,
    /// The axis along which one walks through it: of a door of one cell, the one with more floor.
    /// Its leaf and the wall beside it lie across. Always written; who edits a file by hand leaves
    /// it out.
    #[serde(default)]
    pub(crate) axis: Present<DoorAxis>,
}

/// The axis of a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) enum DoorAxis {
    NorthSouth,
    EastWest,
}

impl DoorAxis {
    pub(crate) fn of(level: &Level, door: Rect) -> Self {
        if level.leads_north(door) { Self::NorthSouth } else { Self::EastWest }
    }
}

impl DoorRecord {
    fn of(level: &Level, door: Rect) -> Self {
        let RectRecord { x, y, width, height } = door.into();
        Self { x, y, width, height, axis: Present(Some(DoorAxis::of(level, door))) }
    }

    pub(crate) fn cells(&self) -> RectRecord {
        let &Self { x, y, width, height, axis: _ } = self;
        RectRecord { x, y, width, height }
    }
}

impl<'level> PassageRecord<'level> {
    pub(crate) fn of(level: &'level Level, id: i64, passage: &'level Passage) -> Self {
        Self {
            id,
            rooms: passage.rooms.map(i64::from),
            doors: passage.doors().iter().map(|&door| DoorRecord::of(level, door)).collect(),
            corridor: passage.corridor().iter().map(|cell| [cell.x, cell.y]).collect(),
            kind: passage.kind,
            lock: level.lock(passage).map(Into::into),
            one_way: passage.one_way.map(i64::from),
            saves: passage.saves.map(i64::from),
        }
    }
}

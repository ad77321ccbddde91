//! Rooms.

use serde::{Deserialize, Serialize};

use super::{AllowanceRecord, Text};
use crate::{
    level::{Level, OutlineSet, Room},
    level_file::{
        Present,
        limit::{self, Ring},
        object,
    },
    model::{RoomKind, RoomShape},
};

/// A room.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Room", deny_unknown_fields)]
pub(crate) struct RoomRecord<'level> {
    /// Its position in the list.
    pub(crate) id: i64,
    /// Its role in the level; the only room of a level is a `Start`.
    pub(crate) kind: RoomKind,
    /// The first column of its floor, walls not counted.
    pub(crate) x: i64,
    /// The first row of its floor.
    pub(crate) y: i64,
    /// Columns of its floor.
    pub(crate) width: i64,
    /// Rows of its floor.
    pub(crate) height: i64,
    /// Passages from the start room by the shortest way.
    pub(crate) depth: i64,
    /// 0 at the start room, 1 at the end room, along the path; a bonus room has its host's, a
    /// detour one between the ends of its cycle.
    pub(crate) progress: f32,
    /// The room that a bonus room hangs on.
    pub(crate) host: Option<i64>,
    /// The number of the cycle that a detour belongs to; absent for other rooms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cycle: Option<i64>,
    /// The layout that furnished it.
    pub(crate) layout: Option<Text<'level>>,
    /// The vault that it has.
    pub(crate) vault: Option<Text<'level>>,
    /// Roles that the preset gave it.
    #[serde(deserialize_with = "limit::room_tags")]
    pub(crate) tags: Vec<Text<'level>>,
    /// The shape of its floor within the rectangle; `tiles` has the cells.
    pub(crate) shape: RoomShape,
    /// The rings around its floor: each as its corners, where `[x, y]` is the top left one of that
    /// cell, clockwise around floor and counter-clockwise around holes. Absent for a `Rectangle`;
    /// who edits a file by hand leaves it out.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "limit::unlimited")]
    pub(crate) outline: Vec<Ring>,
    /// What it was to get of the level's budgets; absent where that is nothing.
    #[serde(default, skip_serializing_if = "Present::is_absent", deserialize_with = "object::present")]
    pub(crate) allowance: Present<AllowanceRecord>,
}

impl<'level> RoomRecord<'level> {
    pub(crate) fn of(level: &'level Level, room: &Room) -> Self {
        Self {
            id: room.id.into(),
            kind: room.kind,
            x: room.rect.left().into(),
            y: room.rect.top().into(),
            width: room.rect.width().into(),
            height: room.rect.height().into(),
            depth: room.depth.into(),
            progress: room.progress,
            host: room.host.map(i64::from),
            cycle: room.cycle.map(i64::from),
            layout: level.layout(room).map(Into::into),
            vault: level.vault(room).map(Into::into),
            tags: level.tags(room).map(Into::into).collect(),
            shape: room.shape,
            outline: match room.shape {
                RoomShape::Rectangle => Vec::new(),
                _ => level.outlines(OutlineSet::Room(room.id)).into_iter().map(Ring).collect(),
            },
            allowance: AllowanceRecord::of(room.allowance),
        }
    }
}

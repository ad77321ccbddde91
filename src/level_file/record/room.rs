//! Rooms.

use serde::{Deserialize, Serialize};

use super::{AllowanceRecord, Text};
use crate::{
    level::{Level, Room},
    level_file::{Present, limit, object},
    model::{RoomKind, RoomShape},
};

/// A room.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Room", deny_unknown_fields)]
pub(crate) struct RoomRecord<'level> {
    pub(crate) id: i64,
    pub(crate) kind: RoomKind,
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) width: i64,
    pub(crate) height: i64,
    pub(crate) depth: i64,
    pub(crate) progress: f32,
    pub(crate) host: Option<i64>,
    /// Absent for rooms that are no detours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cycle: Option<i64>,
    pub(crate) layout: Option<Text<'level>>,
    pub(crate) vault: Option<Text<'level>>,
    #[serde(deserialize_with = "limit::room_tags")]
    pub(crate) tags: Vec<Text<'level>>,
    pub(crate) shape: RoomShape,
    /// Absent where the room gets nothing.
    #[serde(
        default = "Present::absent",
        skip_serializing_if = "Present::is_absent",
        deserialize_with = "object::present"
    )]
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
            allowance: AllowanceRecord::of(room.allowance),
        }
    }
}

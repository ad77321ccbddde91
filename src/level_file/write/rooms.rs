//! Writes rooms.

use serde::{Serialize, Serializer};

use crate::{
    level::{Allowance, Level, Room},
    level_file::{LevelForm, Present, RawAllowance, RawRoom, RawTags, lists::RawNumber},
    model::{RoomKind, RoomShape},
};

/// The rooms of a level, in a form.
pub(super) struct RoomsWriter<'level>(pub(super) &'level Level, pub(super) LevelForm);

impl Serialize for RoomsWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(level, form) = *self;
        match form {
            LevelForm::Ron | LevelForm::Json => {
                serializer.collect_seq(level.rooms.iter().map(|room| raw_room(level, room)))
            }
            LevelForm::JsonLine => serializer.collect_seq(level.rooms.iter().map(|room| line_room(level, room))),
        }
    }
}

fn raw_room(level: &Level, room: &Room) -> RawRoom {
    RawRoom {
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
        tags: RawTags::of(level.tags(room)),
        shape: room.shape,
        allowance: Present((room.allowance != Allowance::default()).then(|| raw_allowance(room.allowance))),
    }
}

/// The fields of [`RawRoom`] in [`LevelForm::JsonLine`], none of which is ever absent.
#[derive(Serialize)]
struct JsonLineRoom<'level> {
    id: u32,
    kind: RoomKind,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    depth: u32,
    progress: f32,
    host: Option<u32>,
    cycle: Option<u32>,
    layout: Option<&'level str>,
    vault: Option<&'level str>,
    tags: RawTags,
    shape: RoomShape,
    allowance: RawAllowance,
}

fn line_room<'level>(level: &'level Level, room: &Room) -> JsonLineRoom<'level> {
    JsonLineRoom {
        id: room.id,
        kind: room.kind,
        x: room.rect.left(),
        y: room.rect.top(),
        width: room.rect.width(),
        height: room.rect.height(),
        depth: room.depth,
        progress: room.progress,
        host: room.host,
        cycle: room.cycle,
        layout: level.layout(room),
        vault: level.vault(room),
        tags: RawTags::of(level.tags(room)),
        shape: room.shape,
        allowance: raw_allowance(room.allowance),
    }
}

fn raw_allowance(Allowance { encounters, loot }: Allowance) -> RawAllowance {
    RawAllowance { encounters: RawNumber(encounters), loot: RawNumber(loot) }
}

//! Writes encounters and loot: a list in RON and JSON, columns in JSON lines.

use serde::{Serialize, Serializer};

use super::{RawEncounter, RawLootThing};
use crate::{
    geom::Cell,
    level::{Encounter, Level, Loot},
    level_file::{LevelForm, list_writer::ListWriter, lists::RawNumber},
};

/// The encounters of a level, in a form.
pub(in crate::level_file) struct EncountersWriter<'level>(
    pub(in crate::level_file) &'level Level,
    pub(in crate::level_file) LevelForm,
);

impl Serialize for EncountersWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(level, form) = *self;
        let encounters = level.encounters();
        match form {
            LevelForm::Ron | LevelForm::Json => serializer.collect_seq(encounters.iter().map(raw_encounter)),
            LevelForm::JsonLine => {
                let cells = |part: fn(&Cell) -> i32| {
                    move || encounters.iter().map(move |encounter| ListWriter(move || encounter.cells.iter().map(part)))
                };
                JsonLineEncounters {
                    group: ListWriter(|| encounters.iter().map(|encounter| encounter.group.as_deref())),
                    room: ListWriter(|| encounters.iter().map(|encounter| encounter.room)),
                    cost: ListWriter(|| encounters.iter().map(|encounter| encounter.cost)),
                    x: ListWriter(cells(|cell| cell.x)),
                    y: ListWriter(cells(|cell| cell.y)),
                }
                .serialize(serializer)
            }
        }
    }
}

/// The loot of a level, in a form.
pub(in crate::level_file) struct LootWriter<'level>(
    pub(in crate::level_file) &'level Level,
    pub(in crate::level_file) LevelForm,
);

impl Serialize for LootWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(level, form) = *self;
        let loot = level.loot();
        match form {
            LevelForm::Ron | LevelForm::Json => serializer.collect_seq(loot.iter().map(raw_loot)),
            LevelForm::JsonLine => JsonLineLoot {
                item: ListWriter(|| loot.iter().map(|thing| thing.item.as_str())),
                room: ListWriter(|| loot.iter().map(|thing| thing.room)),
                value: ListWriter(|| loot.iter().map(|thing| thing.value)),
                x: ListWriter(|| loot.iter().map(|thing| thing.cell.x)),
                y: ListWriter(|| loot.iter().map(|thing| thing.cell.y)),
            }
            .serialize(serializer),
        }
    }
}

/// The columns of encounters. Each `group`, `room`, `cost`, `x` and `y` is a list of its own.
#[derive(Serialize)]
struct JsonLineEncounters<Group, Room, Cost, X, Y> {
    group: Group,
    room: Room,
    cost: Cost,
    x: X,
    y: Y,
}

/// The columns of loot.
#[derive(Serialize)]
struct JsonLineLoot<Item, Room, Value, X, Y> {
    item: Item,
    room: Room,
    value: Value,
    x: X,
    y: Y,
}

fn raw_encounter(encounter: &Encounter) -> RawEncounter<&str> {
    RawEncounter {
        group: encounter.group.as_deref(),
        room: RawNumber(encounter.room),
        cost: RawNumber(encounter.cost),
        cells: encounter.cells.iter().map(|cell| [cell.x, cell.y]).collect(),
    }
}

fn raw_loot(thing: &Loot) -> RawLootThing<&str> {
    RawLootThing {
        item: &thing.item,
        room: RawNumber(thing.room),
        value: RawNumber(thing.value),
        cell: [thing.cell.x, thing.cell.y],
    }
}

//! Encounters and loot.

use serde::{Deserialize, Serialize};

use super::Text;
use crate::{
    level::{Encounter, Loot},
    level_file::limit::{self, Number},
};

/// An encounter. Without a group it is what the vault of its room draws.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Encounter", deny_unknown_fields)]
pub(crate) struct EncounterRecord<'level> {
    pub(crate) group: Option<Text<'level>>,
    pub(crate) room: Number,
    pub(crate) cost: Number,
    #[serde(deserialize_with = "limit::unlimited")]
    pub(crate) cells: Vec<[i32; 2]>,
}

/// A thing of the loot.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Loot", deny_unknown_fields)]
pub(crate) struct LootRecord<'level> {
    pub(crate) item: Text<'level>,
    pub(crate) room: Number,
    pub(crate) value: Number,
    pub(crate) cell: [i32; 2],
}

impl<'level> EncounterRecord<'level> {
    pub(crate) fn of(encounter: &'level Encounter) -> Self {
        Self {
            group: encounter.group.as_deref().map(Into::into),
            room: Number(encounter.room),
            cost: Number(encounter.cost),
            cells: encounter.cells.iter().map(|cell| [cell.x, cell.y]).collect(),
        }
    }
}

impl<'level> LootRecord<'level> {
    pub(crate) fn of(thing: &'level Loot) -> Self {
        Self {
            item: thing.item.as_str().into(),
            room: Number(thing.room),
            value: Number(thing.value),
            cell: [thing.cell.x, thing.cell.y],
        }
    }
}

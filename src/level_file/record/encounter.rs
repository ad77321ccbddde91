//! Encounters and loot.

use serde::{Deserialize, Serialize};

use super::{Text, is_zero};
use crate::{
    level::{Encounter, Loot},
    level_file::{
        Present,
        limit::{self, Number},
    },
};

/// An encounter. Without a group it is what the vault of its room draws.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Encounter", deny_unknown_fields)]
pub(crate) struct EncounterRecord<'level> {
    /// The name of its group; null for members that the room's vault draws.
    pub(crate) group: Option<Text<'level>>,
    /// The id of its room.
    pub(crate) room: Number,
    /// What it took from the budget: the cost of its group, or the sum of what its members cost,
    /// with those that were removed.
    pub(crate) cost: Number,
    /// The cells of its members that are left: a marker stands in each.
    #[serde(deserialize_with = "limit::unlimited")]
    pub(crate) cells: Vec<[i32; 2]>,
    /// The numbers in its room of these markers, in the order of `cells`; absent without any. Who
    /// edits a file by hand leaves them out.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "limit::unlimited")]
    pub(crate) numbers: Vec<Number>,
    /// What its removed members cost, by their kinds; absent where that is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) removed_cost: i64,
}

/// A thing of the loot.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Loot", deny_unknown_fields)]
pub(crate) struct LootRecord<'level> {
    /// The name of its kind of prop.
    pub(crate) item: Text<'level>,
    /// The id of its room.
    pub(crate) room: Number,
    /// What it took from the budget: the value of its kind. Of an offer, as many of the dearest
    /// things as may be taken have it, and the others 0.
    pub(crate) value: Number,
    /// Where it lies: a prop of its kind is there.
    pub(crate) cell: [i32; 2],
    /// The number in its room of that prop. Written if there is one; who edits a file by hand
    /// leaves it out.
    #[serde(default, skip_serializing_if = "Present::is_absent")]
    pub(crate) number: Present<Number>,
}

impl<'level> EncounterRecord<'level> {
    pub(crate) fn of(encounter: &'level Encounter, numbers: &[u32]) -> Self {
        Self {
            group: encounter.group.as_deref().map(Into::into),
            room: Number(encounter.room),
            cost: Number(encounter.cost),
            cells: encounter.cells.iter().map(|cell| [cell.x, cell.y]).collect(),
            numbers: numbers.iter().copied().map(Number).collect(),
            removed_cost: encounter.removed_cost.into(),
        }
    }
}

impl<'level> LootRecord<'level> {
    pub(crate) fn of(thing: &'level Loot, number: Option<u32>) -> Self {
        Self {
            item: thing.item.as_str().into(),
            room: Number(thing.room),
            value: Number(thing.value),
            cell: [thing.cell.x, thing.cell.y],
            number: Present(number.map(Number)),
        }
    }
}

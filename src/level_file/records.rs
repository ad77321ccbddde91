//! The records of level files as JSON values.
//!
//! Other formats say of the parts of a level what these say, under the same names. An object has
//! its number as `id`, also where level files have it by position.

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    LevelForm, digits,
    record::{
        BudgetsRecord, KeyRecord, KindRecord, OriginRecord, PassageRecord, PlacedPropRecord, RoomRecord, StairsRecord,
        TerrainKindRecord, cell_record,
    },
};
use crate::{
    level::{Encounter, Key, Level, Loot, NumberInRoom, Passage, Prop, PropRole, Room},
    model::{PropKind, Stairs, TerrainKind},
};

/// Where a level comes from, its size, its way and its budgets: the fields of a level file that are
/// no lists of things.
#[must_use]
pub fn level(level: &Level) -> Value {
    let mut record = value(&OriginRecord::of(level.origin(), LevelForm::Json));
    record["digest"] = digits(level.digest()).into();
    record["width"] = level.width().into();
    record["height"] = level.height().into();
    record["path"] = level.path().into();
    record["entry"] = json!(cell_record(level.entry()));
    record["exit"] = json!(cell_record(level.exit()));
    if level.is_dead_end() {
        record["dead_end"] = true.into();
    }
    if !level.stairs().is_empty() {
        record["stairs"] = level.stairs().iter().map(|stairs| value(&StairsRecord::of(stairs))).collect();
    }
    if let Some(budgets) = level.budgets() {
        record["budgets"] = value(&BudgetsRecord::of(budgets, level.group_costs()));
    }
    record
}

/// A room.
#[must_use]
pub fn room(level: &Level, room: &Room) -> Value {
    value(&RoomRecord::of(level, room))
}

/// A passage.
#[must_use]
pub fn passage(level: &Level, id: u32, passage: &Passage) -> Value {
    value(&PassageRecord::of(level, id.into(), passage))
}

/// A way down beside the exit.
#[must_use]
pub fn stairs(id: u32, stairs: &Stairs) -> Value {
    numbered(id, &StairsRecord::of(stairs))
}

/// A key or a switch.
#[must_use]
pub fn key(level: &Level, id: u32, key: &Key) -> Value {
    let number = level.key_prop(id).and_then(|prop| level.number_in_room(prop));
    numbered(id, &KeyRecord::of(level, key, number.map(|number| number.number)))
}

/// A prop with the number of its offer, and with number and price of the encounter of which it is a
/// member, or of the loot that it is.
#[must_use]
pub fn prop(level: &Level, prop: &Prop<'_>) -> Value {
    let number = level.number_in_room(prop.id).map_or(0, |NumberInRoom { number, .. }| number);
    let mut record = numbered(prop.id, &PlacedPropRecord::of(prop, number));
    if let Some(offer) = prop.offer {
        record["offer"] = offer.into();
    }
    if let PropRole::Member(id) = prop.role() {
        let encounter = level.encounters().get(id as usize);
        let of =
            |Encounter { group, cost, .. }: &Encounter| json!({ "id": id, "group": group.as_deref(), "cost": cost });
        record["encounter"] = encounter.map_or(Value::Null, of);
    }
    if let Some(id) = level.thing(prop.id) {
        let thing = level.loot().get(id as usize);
        record["loot"] = thing.map_or(Value::Null, |Loot { value, .. }| json!({ "id": id, "value": value }));
    }
    record
}

/// A kind of props, with its name.
#[must_use]
pub fn kind(kind: &PropKind) -> Value {
    let mut record = value(&KindRecord::of(kind));
    record["name"] = kind.name.as_str().into();
    record
}

/// A kind of terrain, with its glyph as symbol.
#[must_use]
pub fn terrain_kind(kind: &TerrainKind) -> Value {
    value(&TerrainKindRecord::of(kind, kind.glyph))
}

fn numbered(id: u32, record: &impl Serialize) -> Value {
    let mut record = value(record);
    record["id"] = id.into();
    record
}

/// A record as a value. It is read back from its text, in which numbers have their shortest form:
/// 0.1, not 0.10000000149011612, the `f32` nearest to it.
fn value(record: &impl Serialize) -> Value {
    let text = serde_json::to_string(record);
    text.and_then(|text| serde_json::from_str(&text)).unwrap_or_default()
}

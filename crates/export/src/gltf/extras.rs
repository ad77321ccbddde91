//! The `extras` of nodes and meshes, for games: ids, kinds and tags, named as in level files.

use std::collections::BTreeMap;

use serde::Serialize;

use roomgen::{
    geom::{Cell, Rect},
    level::{Allowance, BudgetProp, Budgets, Key, Level, Passage, Prop, Room},
    model::{Light, PropKind, Rerolls},
};

/// The `extras` of a glTF node or mesh: data of the level for games to read.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum GltfExtras<'level> {
    Level(LevelExtras<'level>),
    Room(RoomExtras<'level>),
    Passage(PassageExtras<'level>),
    Door(DoorExtras<'level>),
    Key { key: u32, key_name: &'level str, r#use: &'static str, room: u32, cell: [i32; 2], opens: Vec<u32> },
    Prop(PropExtras<'level>),
    Kind(KindExtras<'level>),
    Cell { cell: [i32; 2] },
}

#[derive(Serialize)]
pub(super) struct LevelExtras<'level> {
    preset: &'level str,
    /// The seed as a string: many JSON readers hold integers exactly only up to 2^53.
    seed: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed_word: Option<&'level str>,
    floor: u32,
    difficulty: f32,
    revision: u32,
    /// The digest of the preset, as 16 hexadecimal digits.
    preset_digest: String,
    /// The digest of the level, in the same form.
    digest: String,
    /// Width and height of the level, in cells.
    size: [i32; 2],
    path: &'level [u32],
    entry: [i32; 2],
    exit: [i32; 2],
    #[serde(skip_serializing_if = "Rerolls::is_empty")]
    rerolls: &'level Rerolls,
    #[serde(skip_serializing_if = "Option::is_none")]
    budgets: Option<BudgetsExtras>,
}

/// The budgets of a level.
#[derive(Serialize)]
struct BudgetsExtras {
    encounters: u32,
    loot: u32,
    quiet: u32,
}

#[derive(Serialize)]
pub(super) struct RoomExtras<'level> {
    room: u32,
    kind: &'static str,
    shape: &'static str,
    /// The room's rectangle: left, top, width and height in cells. The `cells` of doors and props
    /// have the same form.
    cells: [i32; 4],
    depth: u32,
    progress: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<&'level str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vault: Option<&'level str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<&'level str>,
    /// Absent where the room gets nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowance: Option<AllowanceExtras>,
}

#[derive(Serialize)]
struct AllowanceExtras {
    encounters: u32,
    loot: u32,
}

#[derive(Serialize)]
pub(super) struct PassageExtras<'level> {
    passage: u32,
    rooms: [u32; 2],
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    lock: Option<&'level str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    one_way: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saves: Option<u32>,
}

#[derive(Serialize)]
pub(super) struct DoorExtras<'level> {
    passage: u32,
    door: u32,
    kind: &'static str,
    cells: [i32; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    lock: Option<&'level str>,
    /// The quarter turns clockwise from north of the direction in which one walks through a one-way
    /// door.
    #[serde(skip_serializing_if = "Option::is_none")]
    one_way: Option<u8>,
}

#[derive(Serialize)]
pub(super) struct PropExtras<'level> {
    prop: u32,
    room: u32,
    kind: &'level str,
    cells: [i32; 4],
    #[serde(skip_serializing_if = "is_north")]
    turn: u8,
    #[serde(skip_serializing_if = "is_false")]
    marker: bool,
    /// Absent while the light burns, and for kinds without one.
    #[serde(skip_serializing_if = "Clone::clone")]
    lit: bool,
    /// The number of its offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    offer: Option<u32>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tags: &'level [String],
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    values: BTreeMap<&'level str, &'level str>,
    /// The encounter of which it is a member: the position in the level's list, its group and cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    encounter: Option<EncounterExtras<'level>>,
    /// What it took from the budget, as a thing of the loot.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u32>,
}

#[derive(Serialize)]
struct EncounterExtras<'level> {
    id: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<&'level str>,
    cost: u32,
}

#[derive(Serialize)]
pub(super) struct KindExtras<'level> {
    kind: &'level str,
    blocks: bool,
    obstacle: bool,
    opaque: bool,
    elevation: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    light: Option<LightExtras>,
}

#[derive(Serialize)]
struct LightExtras {
    color: String,
    radius: f32,
    fade: f32,
    strength: f32,
}

impl<'level> GltfExtras<'level> {
    pub(super) fn of_level(level: &'level Level) -> Self {
        let origin = level.origin();
        Self::Level(LevelExtras {
            preset: &origin.preset,
            seed: origin.seed.to_string(),
            seed_word: origin.seed_word.as_deref(),
            floor: origin.floor,
            difficulty: origin.difficulty,
            revision: origin.revision,
            preset_digest: format!("{:016x}", origin.preset_digest),
            digest: format!("{:016x}", level.digest()),
            size: [level.width(), level.height()],
            path: level.path(),
            entry: corner(level.entry()),
            exit: corner(level.exit()),
            rerolls: level.rerolls(),
            budgets: level.budgets().map(|Budgets { encounters, loot, quiet, .. }| BudgetsExtras {
                encounters,
                loot,
                quiet,
            }),
        })
    }

    pub(super) fn of_room(level: &'level Level, room: &'level Room) -> Self {
        Self::Room(RoomExtras {
            room: room.id,
            kind: room.kind.name(),
            shape: room.shape.name(),
            cells: sides(room.rect),
            depth: room.depth,
            progress: room.progress,
            host: room.host,
            cycle: room.cycle,
            layout: level.layout(room),
            vault: level.vault(room),
            tags: level.tags(room).collect(),
            allowance: (room.allowance != Allowance::default()).then(|| {
                let Allowance { encounters, loot, .. } = room.allowance;
                AllowanceExtras { encounters, loot }
            }),
        })
    }

    pub(super) fn of_passage(level: &'level Level, passage: u32, of: &Passage) -> Self {
        let (rooms, kind, lock) = (of.rooms, of.kind.name(), level.lock(of));
        Self::Passage(PassageExtras { passage, rooms, kind, lock, one_way: of.one_way, saves: of.saves })
    }

    pub(super) fn of_door(level: &'level Level, passage: u32, of: &Passage, door: u32, cells: Rect) -> Self {
        let one_way = level.one_way_doors(of).find(|(other, _)| *other == cells);
        Self::Door(DoorExtras {
            passage,
            door,
            kind: of.kind.name(),
            cells: sides(cells),
            lock: level.lock(of),
            one_way: one_way.map(|(_, direction)| direction.quarter_turns()),
        })
    }

    pub(super) fn of_key(level: &'level Level, id: u32, key: &Key) -> Self {
        Self::Key {
            key: id,
            key_name: level.key_name(key),
            r#use: key.key_use.name(),
            room: key.room,
            cell: corner(key.cell),
            opens: level.opens(key).collect(),
        }
    }

    pub(super) fn of_prop(level: &'level Level, prop: u32, of: &Prop<'level>, placed: Option<BudgetProp>) -> Self {
        let (encounter, value) = match placed {
            Some(BudgetProp::Member(id)) => (encounter(level, id), None),
            Some(BudgetProp::Thing(id)) => (None, level.loot().get(id as usize).map(|thing| thing.value)),
            _ => (None, None),
        };
        Self::Prop(PropExtras {
            prop,
            room: of.room,
            kind: &of.kind.name,
            cells: sides(of.cells),
            turn: of.turn.quarter_turns(),
            marker: of.kind.marker,
            lit: of.lit,
            offer: of.offer,
            tags: of.kind.labels.tags(),
            values: of.kind.labels.values().collect(),
            encounter,
            value,
        })
    }

    pub(super) fn of_kind(kind: &'level PropKind) -> Self {
        Self::Kind(KindExtras {
            kind: &kind.name,
            blocks: kind.blocks,
            obstacle: kind.is_obstacle(),
            opaque: kind.opaque,
            elevation: kind.elevation.get(),
            light: kind.light.map(light),
        })
    }

    pub(super) fn of_cell(cell: Cell) -> Self {
        Self::Cell { cell: corner(cell) }
    }
}

fn encounter(level: &Level, id: u32) -> Option<EncounterExtras<'_>> {
    let encounter = level.encounters().get(id as usize)?;
    Some(EncounterExtras { id, group: encounter.group.as_deref(), cost: encounter.cost })
}

fn light(light: Light) -> LightExtras {
    let Light { color, radius, fade, strength, .. } = light;
    LightExtras { color: color.to_string(), radius: radius.get(), fade: fade.get(), strength: strength.get() }
}

fn corner(cell: Cell) -> [i32; 2] {
    [cell.x, cell.y]
}

fn sides(rect: Rect) -> [i32; 4] {
    [rect.left(), rect.top(), rect.width(), rect.height()]
}

fn is_north(turns: &u8) -> bool {
    *turns == 0
}

fn is_false(flag: &bool) -> bool {
    !*flag
}

//! What two levels have in common of which one has re-rolled rooms: everything but these rooms.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    Cell, Level,
    export::json,
    level::{Encounter, Note, NoteCode},
};
use serde_json::{Map, Value, json};

/// The document of a level, split into what its rooms have and what no room has.
pub(super) struct Document {
    /// All that each room has.
    rooms: Vec<Value>,
    /// What no room has.
    frame: Map<String, Value>,
    kinds: Map<String, Value>,
    /// The costs of the groups that the level has.
    groups: Vec<Value>,
}

/// The lists whose entries belong to rooms.
const OF_ROOMS: [&str; 4] = ["props", "keys", "encounters", "loot"];

/// What changes with a room.
const OTHER: [&str; 3] = ["digest", "rerolls", "notes"];

fn array(value: Value) -> Vec<Value> {
    if let Value::Array(list) = value { list } else { Vec::new() }
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

impl Document {
    pub(super) fn of(level: &Level) -> Self {
        let room_of = |cell| level.rooms().iter().position(|room| room.rect.contains(cell));
        let mut frame: Map<String, Value> = serde_json::from_str(&json::write(level)).expect("JSON");
        let mut take = |name: &str| frame.remove(name).unwrap_or_default();
        let [plans, offers, runs] = ["rooms", "offers", "unreachable"].map(|name| array(take(name)));
        let mut rooms = plans.into_iter().map(|plan| json!({ "room": plan })).collect::<Vec<_>>();
        let mut add = |room: usize, list: &str, entry: Value| match &mut rooms[room][list] {
            Value::Array(entries) => entries.push(entry),
            none => *none = Value::Array(vec![entry]),
        };
        // The room of each prop, and its position among the props of the room.
        let (mut props, mut counts) = (Vec::new(), BTreeMap::<usize, usize>::new());
        for name in OF_ROOMS {
            for entry in array(take(name)) {
                let room = number(&entry["room"]);
                if name == "props" {
                    let count = counts.entry(room).or_default();
                    props.push((room, *count));
                    *count += 1;
                }
                add(room, name, entry);
            }
        }
        for offer in offers {
            let ids = offer["props"].as_array().expect("props");
            let props: Vec<_> = ids.iter().map(|id| props[number(id)]).collect();
            add(props[0].0, "offers", json!([props, offer["take"]]));
        }
        let (mut lonely, mut terrain) = (Vec::new(), Vec::new());
        for run in runs {
            match room_of(Cell::new(number(&run[0]) as i32, number(&run[1]) as i32)) {
                Some(room) => add(room, "unreachable", run),
                None => lonely.push(run),
            }
        }
        for (cell, _) in level.terrain_cells().into_iter().flatten() {
            let Some(kind) = level.terrain(cell) else { continue };
            let entry = json!([cell.y, cell.x, &*kind.name]);
            match room_of(cell) {
                Some(room) => add(room, "terrain", entry),
                None => terrain.push(entry),
            }
        }
        let partings = array(take("terrain")["partings"].take());
        let kinds = if let Value::Object(kinds) = take("kinds") { kinds } else { Map::new() };
        OTHER.iter().for_each(|name| drop(take(name)));
        let groups = frame.get_mut("budgets").map_or(Value::Null, |budgets| budgets["groups"].take());
        frame.insert("terrain".into(), json!([terrain, partings, lonely]));
        Self { rooms, frame, kinds, groups: array(groups) }
    }

    /// All that a room has.
    pub(super) fn room(&self, room: u32) -> &Value {
        &self.rooms[room as usize]
    }

    /// What a re-roll leaves as it is in its own room.
    fn fixed(&self, room: u32) -> Value {
        let mut plan = self.room(room)["room"].clone();
        plan["layout"].take();
        let keys = self.room(room)["keys"].as_array().into_iter().flatten().cloned();
        let keys = keys.map(|mut key| key["cell"].take().is_array().then_some(key));
        json!([plan, keys.collect::<Vec<_>>()])
    }
}

/// What a room was placed, each with its number: of groups by name and cost, of things by name.
/// Members of its vault are a group without a name.
pub(super) fn placed(level: &Level, room: u32) -> BTreeMap<(String, u32), usize> {
    let groups = level.encounters().iter().filter(|group| group.room == room);
    let name = |group: &Encounter| group.group.as_ref().map(ToString::to_string).unwrap_or_default();
    let groups = groups.map(|group| ((name(group), group.cost), group.cells.len()));
    let things = level.loot().iter().filter(|thing| thing.room == room);
    let things = things.map(|thing| ((thing.item.to_string(), u32::MAX), 1));
    let mut placed = BTreeMap::new();
    groups.chain(things).for_each(|(what, count)| *placed.entry(what).or_default() += count);
    placed
}

/// Asserts that a level with re-rolls is the first one but for these rooms, and returns both.
pub(super) fn changes_these_rooms_alone(first: &Level, again: &Level, what: &str) -> [Document; 2] {
    let rooms: BTreeSet<u32> = again.rerolls().iter().map(|(room, _)| room).collect();
    assert_eq!(again.check(), [], "{what}");
    let (old, new) = (Document::of(first), Document::of(again));
    let mut missing = 0;
    for (field, value) in &old.frame {
        assert_eq!(Some(value), new.frame.get(field), "{field}\n{what}");
    }
    assert_eq!(old.frame, new.frame, "{what}");
    for room in 0..first.rooms().len() as u32 {
        if !rooms.contains(&room) {
            assert_eq!(old.room(room), new.room(room), "room {room}\n{what}");
            continue;
        }
        assert_eq!(old.fixed(room), new.fixed(room), "room {room}\n{what}");
        let (before, after) = (placed(first, room), placed(again, room));
        let is_within = |(what, count): (&(String, u32), &usize)| before.get(what).is_some_and(|had| had >= count);
        assert!(after.iter().all(is_within), "room {room}: {before:?}, {after:?}\n{what}");
        missing += before.values().sum::<usize>() - after.values().sum::<usize>();
    }
    let short = again.notes().iter().filter(|note| note.code == NoteCode::RerollShort);
    let noted: u32 = short.map(|note| note.wanted - note.got).sum();
    assert_eq!(missing, noted as usize, "{what}");
    // Kinds are listed where a prop has them, and groups where they are: a re-roll may lose some.
    assert!(new.groups.iter().all(|group| old.groups.contains(group)), "{what}");
    assert!(old.kinds.iter().all(|(name, kind)| new.kinds.get(name).is_none_or(|other| other == kind)), "{what}");
    let notes = |level: &Level, is_noted: fn(NoteCode) -> bool| -> Vec<Note> {
        level.notes().iter().filter(|note| is_noted(note.code)).cloned().collect()
    };
    let of_level = |code| !matches!(code, NoteCode::RerollUnknown | NoteCode::RerollShort | NoteCode::FormationShort);
    assert_eq!(notes(first, of_level), notes(again, of_level), "{what}");
    // A note on a formation counts all rooms with its layout.
    let [one, other] = [first, again].map(|level| notes(level, |code| code == NoteCode::FormationShort));
    let mut layouts = rooms.iter().flat_map(|&room| [first, again].map(|level| layout_of(level, room))).flatten();
    let layouts: Vec<String> = layouts.by_ref().map(|layout| format!(" of {layout:?} in ")).collect();
    for note in one.iter().filter(|note| !other.contains(note)).chain(other.iter().filter(|note| !one.contains(note))) {
        let about = note.about.as_deref().unwrap_or_default();
        assert!(layouts.iter().any(|layout| about.contains(layout)), "{note}\n{what}");
    }
    [old, new]
}

fn layout_of(level: &Level, room: u32) -> Option<&str> {
    level.rooms().get(room as usize).and_then(|room| level.layout(room))
}

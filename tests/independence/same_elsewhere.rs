//! What two levels have in common of which one has re-rolled rooms: everything but these rooms.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    Level,
    export::json,
    level::{Encounter, Note, NoteCode},
};
use serde_json::{Value, json};

/// The document of a level, and where the props of each room begin in it.
pub(super) struct Document {
    level: Value,
    /// For each prop, its room and its position among the props of the room.
    props: Vec<(u64, usize)>,
    /// The names of terrain, by row and column, with the room in whose rectangle the cell lies.
    terrain: Vec<(Option<u32>, i32, i32, String)>,
}

/// The lists whose entries belong to rooms.
const OF_ROOMS: [&str; 4] = ["props", "keys", "encounters", "loot"];

/// What belongs to no room, or changes with one.
const OTHER: [&str; 8] = ["rooms", "offers", "unreachable", "digest", "rerolls", "notes", "kinds", "terrain"];

impl Document {
    pub(super) fn of(level: &Level) -> Self {
        let room_of = |cell| level.rooms().iter().find(|room| room.rect.contains(cell)).map(|room| room.id);
        let cells = level.terrain_cells().into_iter().flatten().map(|(cell, _)| cell);
        let named = cells.filter_map(|cell| Some((cell, level.terrain(cell)?.name.to_string())));
        let terrain = named.map(|(cell, name)| (room_of(cell), cell.y, cell.x, name)).collect();
        let level: Value = serde_json::from_slice(&json::write(level)).expect("JSON");
        let mut counts = BTreeMap::new();
        let number = |prop: &Value| {
            let room = prop["room"].as_u64().expect("a room");
            let count: &mut usize = counts.entry(room).or_default();
            *count += 1;
            (room, *count - 1)
        };
        let props = level["props"].as_array().expect("props").iter().map(number).collect();
        Self { level, props, terrain }
    }

    fn list(&self, name: &str) -> &[Value] {
        self.level.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// All that a room has.
    pub(super) fn room(&self, room: u32) -> Value {
        let of_room = |name: &str| -> Vec<&Value> {
            self.list(name).iter().filter(|entry| entry["room"] == json!(room)).collect()
        };
        let offers = self.list("offers").iter().map(|offer| {
            let ids = offer["props"].as_array().expect("props");
            let props: Vec<_> = ids.iter().map(|id| self.props[id.as_u64().expect("an id") as usize]).collect();
            (props, &offer["take"])
        });
        let offers: Vec<_> = offers.filter(|(props, _)| props[0].0 == u64::from(room)).collect();
        let lists = OF_ROOMS.map(of_room);
        let plan = &self.level["rooms"][room as usize];
        let number = |value: &Value| value.as_i64().expect("a whole number");
        let within = |at: &Value, from: &str, count: &str| {
            (number(&plan[from])..number(&plan[from]) + number(&plan[count])).contains(&number(at))
        };
        let is_here = |run: &&Value| within(&run[0], "x", "width") && within(&run[1], "y", "height");
        let unreachable: Vec<_> = self.list("unreachable").iter().filter(is_here).collect();
        let terrain: Vec<_> = self.terrain.iter().filter(|cell| cell.0 == Some(room)).collect();
        json!({ "room": plan, "lists": lists, "offers": offers, "unreachable": unreachable, "terrain": terrain })
    }

    /// What no room has.
    fn frame(&self) -> Value {
        let mut frame = self.level.clone();
        let fields = frame.as_object_mut().expect("an object");
        fields.retain(|name, _| !OF_ROOMS.contains(&name.as_str()) && !OTHER.contains(&name.as_str()));
        let terrain: Vec<_> = self.terrain.iter().filter(|cell| cell.0.is_none()).collect();
        let partings = self.level["terrain"]["partings"].as_array().cloned().unwrap_or_default();
        frame["terrain"] = json!([terrain, partings]);
        frame
    }

    /// What a re-roll leaves as it is in its own room.
    fn fixed(&self, room: u32) -> Value {
        let mut plan = self.level["rooms"][room as usize].clone();
        plan["layout"].take();
        let keys = self.list("keys").iter().filter(|key| key["room"] == json!(room)).cloned();
        let keys = keys.map(|mut key| key["cell"].take().is_array().then_some(key));
        json!([plan, keys.collect::<Vec<_>>()])
    }
}

/// What a room was dealt, each with its number: of groups by name and cost, of things by name.
/// Members of its vault are a group without a name.
pub(super) fn dealt(level: &Level, room: u32) -> BTreeMap<(String, u32), usize> {
    let groups = level.encounters().iter().filter(|group| group.room == room);
    let name = |group: &Encounter| group.group.as_ref().map(ToString::to_string).unwrap_or_default();
    let groups = groups.map(|group| ((name(group), group.cost), group.cells.len()));
    let things = level.loot().iter().filter(|thing| thing.room == room);
    let things = things.map(|thing| ((thing.item.to_string(), u32::MAX), 1));
    let mut dealt = BTreeMap::new();
    groups.chain(things).for_each(|(what, count)| *dealt.entry(what).or_default() += count);
    dealt
}

/// Asserts that a level with re-rolls is the first one but for these rooms.
pub(super) fn changes_these_rooms_alone(first: &Level, again: &Level, what: &str) {
    let rooms: BTreeSet<u32> = again.rerolls().iter().map(|(room, _)| room).collect();
    assert_eq!(again.check(), [], "{what}");
    let (old, new) = (Document::of(first), Document::of(again));
    let mut missing = 0;
    let (frame, other) = (old.frame(), new.frame());
    for (field, value) in frame.as_object().expect("an object") {
        assert_eq!(value, &other[field], "{field}\n{what}");
    }
    assert_eq!(frame, other, "{what}");
    for room in 0..first.rooms().len() as u32 {
        if !rooms.contains(&room) {
            assert_eq!(old.room(room), new.room(room), "room {room}\n{what}");
            continue;
        }
        assert_eq!(old.fixed(room), new.fixed(room), "room {room}\n{what}");
        let (before, after) = (dealt(first, room), dealt(again, room));
        let is_within = |(what, count): (&(String, u32), &usize)| before.get(what).is_some_and(|had| had >= count);
        assert!(after.iter().all(is_within), "room {room}: {before:?}, {after:?}\n{what}");
        missing += before.values().sum::<usize>() - after.values().sum::<usize>();
    }
    let short = again.notes().iter().filter(|note| note.code == NoteCode::RerollShort);
    let noted: u32 = short.map(|note| note.wanted - note.got).sum();
    assert_eq!(missing, noted as usize, "{what}");
    // Kinds are listed where a prop has them.
    let kinds = |document: &Document| document.level["kinds"].as_object().expect("kinds").clone();
    let (old, new) = (kinds(&old), kinds(&new));
    assert!(old.iter().all(|(name, kind)| new.get(name).is_none_or(|other| other == kind)), "{what}");
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
}

fn layout_of(level: &Level, room: u32) -> Option<&str> {
    level.rooms().get(room as usize).and_then(|room| level.layout(room))
}

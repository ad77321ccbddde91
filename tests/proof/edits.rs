//! Missions made by editing level files.

use roomgen::{Level, Tile, export::json};
use serde_json::{Value, json};

use crate::random_presets::dice::Dice;

/// The names of locks.
const NAMES: [&str; 3] = ["a key", "b key", SCARCE];

/// The name of locks that may have fewer keys than doors.
const SCARCE: &str = "c key";

/// A level file without a mission, and the cells in the middle of its rooms.
pub(crate) struct Plan {
    file: Value,
    start: u64,
}

impl Plan {
    pub(crate) fn of(level: &Level) -> Self {
        let mut file: Value = serde_json::from_str(&json::write(level)).expect("JSON");
        for name in NAMES {
            file["kinds"][name] = json!({"blocks": false, "obstacle": false, "opaque": false, "width": 1, "height": 1,
                "tall": 0.0, "elevation": 0.0, "glyph": "k", "color": "#ffffff"});
        }
        file["keys"] = json!([]);
        Self { file, start: level.start().id.into() }
    }

    /// A random mission with up to six gates; most are broken in some way.
    pub(crate) fn mission(&self, dice: &mut Dice) -> Level {
        let mut file = self.file.clone();
        let (rooms, passages) = (len(&file["rooms"]), len(&file["passages"]));
        add_stairs(&mut file, &mut Dice(dice.0 ^ 0x7374_6169));
        let is_scarce = dice.between(0, 2) == 0;
        if is_scarce {
            lock_bonus_rooms(&mut file, dice);
        }
        // Few other gates, which would break most of these missions.
        for _ in 0..if is_scarce { dice.between(0, 3) } else { dice.between(1, 6) } {
            let passage = &mut file["passages"][at(dice, passages)];
            if passage["kind"] != "Closed" || passage["one_way"].is_number() {
                continue;
            }
            let from = passage["rooms"][at(dice, 2)].clone();
            match dice.between(0, 11) {
                0..=4 => {
                    passage["kind"] = json!("Barred");
                    passage["lock"] = json!(dice.one(&NAMES));
                    if dice.between(0, 9) == 0 {
                        passage["one_way"] = from;
                    }
                }
                5..=7 => passage["one_way"] = from,
                8 if dice.between(0, 2) == 0 => {
                    passage["one_way"] = from;
                    passage["saves"] = json!(dice.between(1, 3));
                }
                8 => {}
                _ => passage["kind"] = json!("Secret"),
            }
        }
        for name in NAMES {
            let locked = file["passages"].as_array().expect("passages").iter();
            let locked = locked.filter(|passage| passage["lock"] == name).count();
            let is_scarce = is_scarce && name == SCARCE;
            let key_use = if is_scarce { "SingleUse" } else { dice.one(&["Key", "Switch", "SingleUse"]) };
            let count = match (key_use, is_scarce || dice.between(0, 2) == 0) {
                ("SingleUse", true) => dice.between(locked.min(1) as i64, locked as i64) as usize,
                ("SingleUse", false) => locked,
                _ => locked.min(1),
            };
            let count = if dice.between(0, 29) == 0 { 1 } else { count };
            for _ in 0..count {
                let room = if dice.between(0, 2) <= i64::from(is_scarce) { self.start } else { at(dice, rooms) as u64 };
                file["keys"].as_array_mut().expect("keys").push(json!({"name": name, "use": key_use, "room": room}));
            }
        }
        read(file)
    }
}

/// Adds stairs beside the exit to some of the other rooms, or makes the exit a dead end.
fn add_stairs(file: &mut Value, dice: &mut Dice) {
    let others = |room: &&Value| room["kind"] != "Start" && room["kind"] != "End";
    let mut rooms: Vec<Value> = file["rooms"].as_array().expect("rooms").iter().filter(others).cloned().collect();
    let mut stairs = Vec::new();
    while !rooms.is_empty() && dice.between(0, 3) == 0 {
        let room = rooms.swap_remove(at(dice, rooms.len()));
        stairs.push(json!({"cell": [room["x"], room["y"]], "to": format!("way {}", stairs.len())}));
    }
    if !stairs.is_empty() {
        file["stairs"] = stairs.into();
    }
    if dice.between(0, 5) == 0 {
        file["dead_end"] = json!(true);
    }
}

/// Locks some of the passages to bonus rooms, as a rule for scarce locks does.
fn lock_bonus_rooms(file: &mut Value, dice: &mut Dice) {
    let rooms = file["rooms"].clone();
    let is_bonus = |room: &Value| rooms[room.as_u64().expect("a room") as usize]["kind"] == "Bonus";
    for passage in file["passages"].as_array_mut().expect("passages") {
        let bonus = passage["rooms"].as_array().expect("rooms").iter().filter(|room| is_bonus(room)).count();
        if bonus == 1 && passage["kind"] == "Closed" && dice.between(0, 9) < 7 {
            passage["kind"] = json!("Barred");
            passage["lock"] = json!(SCARCE);
        }
    }
}

/// A sound level broken, if it has what it takes: what was done, and the level.
pub(crate) fn sabotaged(level: &Level, dice: &mut Dice) -> Option<(&'static str, Level)> {
    let mut file: Value = serde_json::from_str(&json::write(level)).expect("JSON");
    let (keys, rooms) = (level.keys().len(), level.rooms().len());
    let ids = |is_wanted: &dyn Fn(&roomgen::Passage) -> bool| -> Vec<usize> {
        (0..).zip(level.passages()).filter(|(_, passage)| is_wanted(passage)).map(|(id, _)| id).collect()
    };
    let what = match dice.between(0, 5) {
        0 if keys > 0 => {
            let key = at(dice, keys);
            let opened: Vec<_> = level.opens(&level.keys()[key]).collect();
            let lock = &level.passages()[opened[at(dice, opened.len())] as usize];
            file["keys"][key]["room"] = json!(lock.rooms[at(dice, 2)]);
            "a key behind its own lock"
        }
        1 if keys > 0 => {
            file["keys"].as_array_mut()?.remove(at(dice, keys));
            "a key removed"
        }
        2 => {
            let gates = ids(&|passage| passage.one_way.is_some() || level.lock(passage).is_some());
            let gate = gates.get(at(dice, gates.len().max(1)))?;
            let passage = file["passages"][*gate].as_object_mut()?;
            ["lock", "one_way", "saves"].into_iter().for_each(|field| drop(passage.remove(field)));
            passage["kind"] = json!("Closed");
            "a gate opened"
        }
        3 => {
            let gates = ids(&|passage| passage.one_way.is_some());
            let gate = *gates.get(at(dice, gates.len().max(1)))?;
            let passage = &level.passages()[gate];
            let [one, other] = passage.rooms;
            file["passages"][gate]["one_way"] = json!(if passage.one_way == Some(one) { other } else { one });
            "a one-way door turned"
        }
        4 => {
            let plain = ids(&|passage| passage.one_way.is_none() && level.lock(passage).is_none());
            file["passages"][*plain.get(at(dice, plain.len().max(1)))?]["kind"] = json!("Secret");
            "a door hidden"
        }
        _ => {
            let single_use: Vec<_> =
                (0..keys).filter(|&key| level.keys()[key].key_use == roomgen::KeyUse::SingleUse).collect();
            let key = *single_use.get(at(dice, single_use.len().max(1)))?;
            if dice.between(0, 1) == 0 {
                file["keys"].as_array_mut()?.remove(key);
                "a single-use key too few"
            } else {
                file["keys"][key]["room"] = json!(at(dice, rooms));
                "a single-use key elsewhere"
            }
        }
    };
    Some((what, read(file)))
}

/// Reads a file after its keys lie at a cell of their rooms, with props, and open their locks.
fn read(mut file: Value) -> Level {
    let passages = file["passages"].as_array().expect("passages").clone();
    let rooms = file["rooms"].clone();
    let tiles: Vec<Vec<char>> = file["tiles"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row.as_str().expect("a row").chars().collect())
        .collect();
    let mut keys = std::mem::take(&mut file["keys"]);
    // The props of keys lie where these lay before.
    let kinds = ["a", "b", "c"].into_iter().chain(NAMES).map(Value::from).collect::<Vec<_>>();
    file["props"].as_array_mut().expect("props").retain(|prop| !kinds.contains(&prop["kind"]));
    for key in keys.as_array_mut().into_iter().flatten() {
        let opens =
            passages.iter().filter(|passage| passage["lock"] == key["name"]).map(|passage| passage["id"].clone());
        key["opens"] = opens.collect();
        let room = &rooms[key["room"].as_u64().expect("a room") as usize];
        let side = |name: &str| room[name].as_u64().expect("a number") as usize;
        let cells = (side("y")..side("y") + side("height"))
            .flat_map(|y| (side("x")..side("x") + side("width")).map(move |x| (x, y)));
        let (x, y) = cells.filter(|&(x, y)| tiles[y][x] == Tile::Floor.glyph()).nth(1).expect("a room of two cells");
        key["cell"] = json!([x, y]);
        let prop = json!({"kind": key["name"], "room": room["id"], "x": x, "y": y, "width": 1, "height": 1,
            "offset": [0.0, 0.0]});
        file["props"].as_array_mut().expect("props").push(prop);
    }
    if keys.as_array().is_some_and(|keys| !keys.is_empty()) {
        file["keys"] = keys;
    } else {
        file.as_object_mut().expect("fields").remove("keys");
    }
    let text = file.to_string();
    json::read_unchecked(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn len(list: &Value) -> usize {
    list.as_array().map_or(0, Vec::len)
}

fn at(dice: &mut Dice, count: usize) -> usize {
    dice.between(0, count as i64 - 1) as usize
}

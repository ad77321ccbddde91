//! Who finds no, some or all secret doors is never stranded, by plain searches of the rooms.
//!
//! `playthrough` plays such levels, and `proof` compares `check` with a player who tries
//! everything.

use std::collections::BTreeSet;

use roomgen::{
    Generator, Level, Passage, Preset, Request,
    export::json,
    level::{DoorKind, Note, NoteCode},
    preset::{BUILT_IN, BasePreset},
};

use crate::{
    random_presets::{CRYPT_DOORS, without_mouths},
    tier,
};

/// Rules for doors that hide passages of cycles, of bonus rooms, and all that may be hidden.
const DOORS: [&str; 5] = [
    "(kind: Secret, chance: 0.3, path: false)",
    "(kind: Secret, rooms: (kinds: [Detour]), chance: 0.3)",
    "(kind: Secret, rooms: (kinds: [Bonus, Detour]), chance: 0.5)",
    "(kind: Secret, rooms: (kinds: [Detour]))",
    "(kind: Secret)",
];

/// The crypt with one rule for doors, and without mouths, which are no doors.
fn preset(door: &str) -> Preset {
    let (_, crypt) = BUILT_IN.iter().find(|(name, _)| *name == "crypt").expect("a built-in preset");
    let base = |_: &str| Ok(BasePreset { name: "crypt.ron".to_owned(), text: without_mouths(crypt) });
    let text = format!("(name: \"hidden\", base: \"crypt.ron\", {CRYPT_DOORS}, floorplan: (doors: [{door}]))");
    Preset::parse_with(&text, base).unwrap_or_else(|error| panic!("{error}"))
}

/// Calls `test` with levels of each rule of `DOORS`.
fn levels(mut test: impl FnMut(usize, &Level)) {
    for (number, door) in DOORS.into_iter().enumerate() {
        let mut generator = Generator::new(preset(door));
        for seed in 0..tier::size(60, 4_000) {
            let request = Request::new(seed).with_difficulty((seed % 5) as f32 / 4.0).expect("a difficulty");
            test(number, &generator.generate(request));
        }
    }
}

fn is_secret(passage: &Passage) -> bool {
    passage.kind == DoorKind::Secret
}

/// The rooms that one walks to through the passages that `admits` allows from a room.
fn reached(level: &Level, from: u32, admits: impl Fn(u32, &Passage) -> bool) -> BTreeSet<u32> {
    let (mut reached, mut ahead) = (BTreeSet::from([from]), vec![from]);
    while let Some(room) = ahead.pop() {
        for passage in level.passages().iter().filter(|passage| passage.rooms.contains(&room)) {
            let [one, other] = passage.rooms;
            let beyond = if one == room { other } else { one };
            if admits(room, passage) && reached.insert(beyond) {
                ahead.push(beyond);
            }
        }
    }
    reached
}

/// The one-way passages from behind which one does not get back to the start, if no secret door is
/// known and just the locks are open without which one cannot get to the passage.
fn dead_ends(level: &Level) -> Vec<usize> {
    let start = level.start().id;
    let leads_on = |room: u32, passage: &Passage| passage.one_way.is_none_or(|from| from == room);
    let ends = level.passages().iter().enumerate().filter_map(|(id, passage)| {
        let from = passage.one_way?;
        let to = passage.rooms[usize::from(passage.rooms[0] == from)];
        let is_needed = |name: &str| {
            !reached(level, start, |room, way| leads_on(room, way) && level.lock(way) != Some(name)).contains(&from)
        };
        let open: Vec<&str> = level.locks().iter().map(|name| name.as_str()).filter(|name| is_needed(name)).collect();
        let back = reached(level, to, |room, way| {
            leads_on(room, way) && !is_secret(way) && level.lock(way).is_none_or(|name| open.contains(&name))
        });
        // A door that opens from behind leads back into what one came from.
        (!back.contains(&start) && !back.contains(&from)).then_some(id)
    });
    ends.collect()
}

#[test]
fn from_behind_each_one_way_door_the_start_is_reached_without_a_secret_door() {
    let mut counts = [[0; 4]; DOORS.len()];
    levels(|number, level| {
        let has_one_way = level.passages().iter().any(|passage| passage.one_way.is_some());
        let breaches = level.check();
        let [all, walled, stranding, broken] = &mut counts[number];
        *all += 1;
        *walled += u32::from(has_one_way && level.passages().iter().any(is_secret));
        *stranding += u32::from(!dead_ends(level).is_empty());
        *broken += u32::from(!breaches.is_empty());
    });
    println!("rule: levels, with secret and one-way doors, that strand, with breaches: {counts:?}");
    for [all, walled, stranding, broken] in counts {
        assert_eq!((stranding, broken), (0, 0));
        assert!(walled > all / 4, "{walled} of {all}");
    }
}

/// The same levels without locks have the doors that the rules choose.
#[test]
fn the_secret_doors_that_are_closed_instead_would_strand_a_player() {
    let (mut closed, mut stranding) = (0, 0);
    for door in DOORS {
        let lock = |name: &str| format!("(name: \"{name} key\", lock: Bonus, count: (0, (from: 0, to: 0)))");
        let locks = ["bone", "rusted", "silver"].map(lock).join(", ");
        let mission = format!("mission: (locks: [{locks}], shortcuts: (chance: 0))");
        let locks_and_doors = CRYPT_DOORS.replace('[', "[\"windlass\", \"toll coin\", ");
        let plain =
            format!("(name: \"plain\", base: \"crypt\", {locks_and_doors}, floorplan: (doors: [{door}]), {mission})");
        let plain = Preset::parse(&plain).unwrap_or_else(|error| panic!("{error}"));
        let (mut plain, mut locked) = (Generator::new(plain), Generator::new(preset(door)));
        for seed in 0..tier::size(20, 60) {
            let request = Request::new(seed).with_difficulty(0.5).expect("a difficulty");
            let (plain, level) = (plain.generate(&request), locked.generate(request));
            assert_eq!(plain.rooms().len(), level.rooms().len());
            let is_closed = |(plain, own): (&Passage, &Passage)| is_secret(plain) && own.kind == DoorKind::Closed;
            let pairs = plain.passages().iter().zip(level.passages());
            let ids: Vec<_> =
                (0..).zip(pairs).filter(|(_, pair)| is_closed(*pair)).map(|(id, _): (usize, _)| id).collect();
            if ids.is_empty() {
                continue;
            }
            closed += 1;
            assert_eq!(level.check(), [], "{door}, seed {seed}");
            let mut file: serde_json::Value = serde_json::from_str(&json::write(&level)).expect("JSON");
            ids.iter().for_each(|&id| file["passages"][id]["kind"] = "Secret".into());
            let hidden = json::read_unchecked(&file.to_string()).expect("a level");
            stranding += u32::from(hidden.check().iter().any(|breach| breach.invariant == 12));
        }
    }
    // A lock that was removed again leaves a closed door too.
    assert!(closed > tier::size(20, 60) && stranding * 10 > closed * tier::size(8, 9), "{stranding} of {closed}");
}

#[test]
fn doors_that_a_rule_always_hides_are_secret_but_for_those_that_a_note_counts() {
    let mut notes = 0;
    levels(|number, level| {
        let note = level.notes().iter().find(|note| note.code == NoteCode::SecretOpened);
        let is_certain = number >= 3;
        assert!(is_certain || note.is_none(), "{note:?}");
        if !is_certain {
            return;
        }
        let on_path = |passage: &Passage| {
            let step = |room: u32| level.path().iter().position(|&on_path| on_path == room);
            let [one, other] = passage.rooms.map(step);
            one.zip(other).is_some_and(|(one, other)| one.abs_diff(other) == 1)
        };
        let is_meant = |passage: &&Passage| {
            let is_detour = |&room: &u32| level.rooms()[room as usize].kind == roomgen::RoomKind::Detour;
            !on_path(passage) && (number == 4 || passage.rooms.iter().any(is_detour))
        };
        let meant: Vec<_> = level.passages().iter().filter(is_meant).collect();
        let secret = meant.iter().filter(|passage| is_secret(passage)).count();
        let closed = meant.iter().filter(|passage| passage.kind == DoorKind::Closed).count();
        match note {
            Some(&Note { wanted, got, .. }) => {
                assert_eq!(got as usize, secret);
                assert!(wanted > got && (wanted - got) as usize <= closed, "{note:?}, {closed} are closed");
                notes += 1;
            }
            // A lock that finds no room for its keys leaves a closed door, and a note only below
            // `least`.
            None => assert!(closed <= 3, "{closed} are closed"),
        }
    });
    assert!(notes > 10, "{notes}");
}

//! Locks with fewer keys than doors close dead ends, by plain searches of the rooms.

use std::collections::BTreeSet;

use roomgen::{Generator, KeyUse, Level, Passage, Preset, Request, level::NoteCode};

use crate::tier;

/// Bonus rooms, and rooms of all kinds with a tag; a key and a lock of the path come later.
const LOCKS: &str = "(name: \"red\", lock: Bonus, single_use: true, count: (2, 5), keys: (1, 3)),
    (name: \"blue\", lock: Tag(\"any\"), single_use: true, count: (1, 3), keys: 1),
    (name: \"green\", lock: Path((0.2, 1))), (name: \"grey\", lock: Bonus, count: (0, 2), key: (rooms: (kinds: [Bonus])))";

fn preset(locks: &str) -> Preset {
    let kinds = ["red", "blue", "green", "grey"];
    let kinds = kinds.map(|name| format!("{name:?}: (glyph: 'k', color: \"#ff0000\", blocks: false)")).join(", ");
    let text = format!(
        "(name: \"scarce\", size: (80, 50), floorplan: (rooms: (min: 4, max: 10), path: (rooms: (5, 10)),
            cycles: [(most: 1, chance: 0.5)], bonus: (chance: 0.8, depth: 3), loops: (chance: 0.3),
            tags: [(tag: \"any\", rooms: (kinds: [Path, End, Detour, Bonus]), chance: 0.5), (tag: \"none\", chance: 0)],
            doors: [(kind: Secret, chance: 0.2)]),
          props: {{{kinds}}}, mission: (locks: [{locks}], shortcuts: (chance: 0.5, saves: 1)))"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// Calls `test` with levels of these rules for locks.
fn levels(locks: &str, mut test: impl FnMut(&Level)) {
    let mut generator = Generator::new(preset(locks));
    for seed in 0..tier::size(150, 5_000) {
        let level = generator.generate(Request::new(seed));
        assert_eq!(level.check(), [], "seed {seed}");
        test(&level);
    }
}

/// The rooms that the start is joined with by passages that `admits` allows, whatever their
/// directions.
fn joined(level: &Level, admits: impl Fn(u32, &Passage) -> bool) -> BTreeSet<u32> {
    let mut joined = BTreeSet::from([level.start().id]);
    loop {
        let before = joined.len();
        for (id, passage) in (0..).zip(level.passages()) {
            if admits(id, passage) && passage.rooms.iter().any(|room| joined.contains(room)) {
                joined.extend(passage.rooms);
            }
        }
        if joined.len() == before {
            return joined;
        }
    }
}

#[test]
fn behind_a_lock_with_fewer_keys_than_doors_is_a_dead_end_with_no_key_lock_or_room_of_the_path() {
    let (mut doors, mut rooms, mut ordinary) = (0, 0, 0);
    levels(LOCKS, |level| {
        for lock in level.mission().locks().iter().filter(|lock| lock.key_use == Some(KeyUse::SingleUse)) {
            assert!((1..=3).contains(&lock.keys.len()) && lock.keys.len() <= lock.passages.len(), "{lock:?}");
            if !lock.is_scarce() {
                ordinary += 1;
                continue;
            }
            for &door in &lock.passages {
                // No other passage leads in or out, not even one way or with a secret door.
                let outside = joined(level, |id, _| id != door);
                let behind = |room: &u32| !outside.contains(room);
                let count = level.rooms().iter().filter(|room| behind(&room.id)).count();
                assert!(count > 0, "passage {door} is the only way in");
                assert!(!level.path().iter().any(behind) && !level.keys().iter().any(|key| behind(&key.room)));
                let locked = (0..).zip(level.passages()).filter(|(_, passage)| level.lock(passage).is_some());
                let inside: Vec<u32> = locked
                    .filter(|(_, passage)| passage.rooms.iter().any(behind))
                    .map(|(id, _): (u32, _)| id)
                    .collect();
                assert_eq!(inside, [door]);
                (doors, rooms) = (doors + 1, rooms + count);
            }
        }
    });
    assert!(doors > 100 && rooms > doors + 10 && ordinary > 10, "{doors} doors before {rooms} rooms, {ordinary}");
}

#[test]
fn a_rule_without_fewer_keys_than_locks_makes_the_level_that_it_makes_without_keys() {
    let one = preset("(name: \"red\", lock: Bonus, single_use: true, count: (1, 3))");
    let other = preset("(name: \"red\", lock: Bonus, single_use: true, count: (1, 3), keys: 3)");
    for seed in 0..50 {
        let [one, other] = [&one, &other].map(|preset| roomgen::generate(preset, seed));
        assert_eq!((one.passages(), one.keys()), (other.passages(), other.keys()), "seed {seed}");
    }
}

#[test]
fn a_lock_whose_only_rooms_are_of_the_path_or_whose_keys_have_no_room_is_a_note() {
    for locks in [
        "(name: \"red\", lock: Tag(\"none\"), single_use: true, count: 2, least: 2, keys: 1)",
        "(name: \"red\", lock: Bonus, single_use: true, count: 2, least: 2, keys: 1, key: (rooms: (tags: [\"none\"])))",
    ] {
        levels(locks, |level| {
            assert!(level.keys().is_empty() && level.passages().iter().all(|passage| level.lock(passage).is_none()));
            let note = level.notes().iter().find(|note| note.code == NoteCode::LockShort).expect("a note");
            assert_eq!((note.wanted, note.got, note.about.as_deref()), (2, 0, Some("red")));
        });
    }
}

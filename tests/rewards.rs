//! Where a player expects something: behind scarce locks and secret doors, at the end; and where
//! nothing is expected: at the entry, and heaps without a guard.

use roomgen::{
    Generator, Level, Preset, Request, RoomKind,
    level::{Loot, NoteCode},
    survey::{RoomStakes, Stakes},
};

use crate::tier;

/// The metered things of these presets.
const METERED: [&str; 4] = ["lamp oil", "cordial", "flask", "salve"];

/// Calls `test` with levels of built-in presets, over difficulties, and with what they are.
fn levels(presets: &[&str], mut test: impl FnMut(&Level, &Stakes, &str)) {
    for preset in presets {
        let mut generator = Generator::new(Preset::built_in(preset).expect("a preset"));
        for seed in 0..tier::size(40, 1000) {
            let difficulty = (seed % 3) as f32 / 2.0;
            let level = generator.generate(Request::new(seed).with_difficulty(difficulty).expect("a difficulty"));
            test(&level, &Stakes::of(&level), &format!("{preset}, seed {seed}, difficulty {difficulty}"));
        }
    }
}

const ALL: [&str; 10] =
    ["arena", "caves", "crypt", "garden", "grove", "library", "mine", "sewer", "temple", "warehouse"];

#[test]
fn a_lock_with_fewer_keys_than_doors_holds_something_but_no_metered_thing() {
    let (mut doors, mut empty) = (0, Vec::new());
    levels(&["caves", "crypt", "library", "mine", "sewer", "warehouse"], |level, stakes, what| {
        for lock in level.mission().locks().iter().filter(|lock| lock.is_scarce()) {
            for &door in &lock.passages {
                doors += 1;
                let rooms = level.passages()[door as usize].rooms;
                let behind = *rooms.iter().max_by_key(|room| level.rooms()[**room as usize].depth).expect("two rooms");
                if stakes.rooms()[behind as usize].rewards == 0 {
                    empty.push(format!("{what}: room {behind}"));
                }
                let is_metered = |loot: &&Loot| METERED.contains(&loot.item.as_str());
                let metered = level.loot().iter().filter(is_metered).find(|loot| loot.room == behind);
                assert!(metered.is_none(), "{what}: {metered:?} may never be taken");
            }
        }
    });
    // A small room may have no place for what it is to buy: one in ninety, over 4,800 doors.
    assert!(doors > 100 && empty.len() * 50 <= doors, "{doors} doors, nothing behind {empty:?}");
}

#[test]
fn no_group_is_in_the_start_room_and_no_heap_of_loot_lies_without_a_guard() {
    let (mut count, mut heaps) = (0, Vec::new());
    levels(&ALL, |level, stakes, what| {
        let start = level.start().id;
        let there = level.encounters().iter().find(|encounter| encounter.room == start && encounter.group.is_some());
        assert!(there.is_none(), "{what}: {there:?}");
        let is_heap = |room: &&RoomStakes| room.rewards > 8 && !room.is_guarded();
        heaps.extend(stakes.rooms().iter().filter(is_heap).map(|room| format!("{what}: {room:?}")));
        count += 1;
    });
    // What earlier rooms had no place for may come together in one.
    assert!(heaps.len() * 1000 <= count, "{heaps:?}");
}

/// Levels with these groups, in rooms 5 to 10 wide.
fn small(groups: &str) -> Preset {
    let text = format!(
        "(name: \"seats\", size: (60, 40), floorplan: (rooms: (min: 5, max: 10), path: (rooms: (4, 6))),
          props: {{\"king\": (glyph: 'K', color: \"#ff4020\", marker: true, tags: [\"enemy\"])}},
          groups: {{{groups}}}, encounters: (budget: 40))"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_boss_that_its_end_room_is_too_small_for_is_a_note() {
    let boss =
        |rooms: &str| format!("\"the king\": (cost: 9, members: {{\"king\": 1}}, boss: true, rooms: ({rooms})),");
    // Rooms are 5 to 10 wide, the end room seldom 9 by 9.
    for (groups, wanted) in [
        (boss("min: (9, 9)"), true),
        (boss("kinds: [Bonus, End], min: (9, 9)"), true),
        // Where there is no such room, this names none.
        (boss("kinds: [Bonus], min: (9, 9)"), false),
        (boss(""), false),
    ] {
        let preset = small(&groups);
        let mut short = 0;
        for seed in 0..40 {
            let level = roomgen::generate(&preset, seed);
            let is_seated = level.encounters().iter().any(|one| level.rooms()[one.room as usize].kind == RoomKind::End);
            let note = level.notes().iter().find(|note| note.code == NoteCode::BossShort);
            assert!(!wanted || is_seated != note.is_some(), "{groups}, seed {seed}: {note:?}");
            short += u32::from(note.is_some());
        }
        assert_eq!(short > 20, wanted, "{groups}: {short} of 40");
    }
}

#[test]
fn a_floor_whose_bosses_weigh_nothing_has_none_and_no_note() {
    let preset = small(
        "\"the king\": (cost: 9, members: {\"king\": 1}, boss: true, weight: (from: 0, to: 1, over: Difficulty)),",
    );
    for seed in 0..40 {
        for (difficulty, has_king) in [(0.0, false), (1.0, true)] {
            let request = roomgen::Request::new(seed).with_difficulty(difficulty).expect("a difficulty");
            let level = roomgen::generate(&preset, request);
            let kings = level.encounters().iter().filter(|one| one.group.as_deref() == Some("the king")).count();
            let note = level.notes().iter().find(|note| note.code == NoteCode::BossShort);
            assert_eq!((kings, note), (usize::from(has_king), None), "seed {seed}, difficulty {difficulty}");
        }
    }
}

#[test]
fn a_group_may_name_the_start_room() {
    let group = |rooms: &str| format!("\"g\": (cost: 2, members: {{\"king\": 1}}, rooms: ({rooms})),");
    let in_start = |rooms: &str| {
        let level = roomgen::generate(&small(&group(rooms)), 3);
        level.encounters().iter().any(|encounter| encounter.room == level.start().id)
    };
    assert!(in_start("kinds: [Start]") && !in_start(""));
}

//! Memory: rooms near each other have other layouts, as far as there are enough.

use std::collections::BTreeSet;

use roomgen::{Generator, Level, Preset, Request};

/// A preset with this many layouts for any room, and a memory.
fn preset(layouts: usize, memory: &str) -> Preset {
    let each = (0..layouts).map(|number| format!("(name: \"{number}\", formations: [(shape: Square, prop: \"r\")])"));
    let layouts = each.collect::<Vec<_>>().join(", ");
    let text = format!(
        "(name: \"a\", {memory} size: (60, 45), props: {{\"r\": (glyph: 'r', color: \"#000000\")}}, floorplan: (\
         rooms: (min: 5, max: 11), coverage: 0.9, loops: (chance: 0.6)), layouts: [{layouts}])"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn levels(preset: &Preset, seeds: u64) -> Vec<Level> {
    let mut generator = Generator::new(preset);
    (0..seeds).map(|seed| generator.generate(seed)).collect()
}

/// For each room, the ids of the rooms that passages join to it.
fn joined(level: &Level) -> Vec<BTreeSet<u32>> {
    let mut joined = vec![BTreeSet::new(); level.rooms().len()];
    for passage in level.passages() {
        let [one, other] = passage.rooms;
        joined[one as usize].insert(other);
        joined[other as usize].insert(one);
    }
    joined
}

/// The rooms of lower ids that are two doors away from a room, and not joined to it.
fn two_doors_away(joined: &[BTreeSet<u32>], id: u32) -> BTreeSet<u32> {
    let beside = &joined[id as usize];
    let second = beside.iter().flat_map(|&room| &joined[room as usize]).copied();
    second.filter(|&room| room < id && !beside.contains(&room)).collect()
}

fn layout(level: &Level, id: u32) -> &str {
    level.layout(&level.rooms()[id as usize]).expect("a layout for any room")
}

#[test]
fn no_room_is_the_twin_of_a_joined_one_while_another_layout_is_left() {
    let (mut forced, mut rooms) = (0, 0);
    for layouts in [2, 3, 4, 6] {
        for level in levels(&preset(layouts, "memory: (beside: 0, near: 1),"), 60) {
            let joined = joined(&level);
            for room in level.rooms() {
                let before = joined[room.id as usize].iter().filter(|&&other| other < room.id);
                let taken: BTreeSet<&str> = before.map(|&other| layout(&level, other)).collect();
                rooms += 1;
                if taken.len() == layouts {
                    forced += 1;
                } else {
                    assert!(!taken.contains(layout(&level, room.id)), "room {} of {:?}", room.id, level.origin());
                }
            }
        }
    }
    assert!(forced > 20 && rooms > 2000, "{forced} of {rooms} rooms had no choice");
}

#[test]
fn beside_is_as_near_where_no_other_layout_is_left_and_near_holds_two_doors_away() {
    let mut kept = 0;
    for level in levels(&preset(9, "memory: (beside: 0, near: 0),"), 60) {
        let joined = joined(&level);
        for room in level.rooms() {
            let near = two_doors_away(&joined, room.id);
            let beside = joined[room.id as usize].iter().filter(|&&other| other < room.id);
            let taken: BTreeSet<&str> = near.iter().chain(beside).map(|&other| layout(&level, other)).collect();
            if taken.len() < 9 {
                assert!(!taken.contains(layout(&level, room.id)), "room {} of {:?}", room.id, level.origin());
                kept += usize::from(!near.is_empty());
            }
        }
    }
    assert!(kept > 500, "{kept}");
    // With one layout, all rooms are twins, and none stays bare.
    for level in levels(&preset(1, "memory: (beside: 0, near: 0),"), 20) {
        assert!(level.rooms().iter().all(|room| level.layout(room).is_some()));
    }
}

#[test]
fn near_makes_twins_rarer_in_proportion() {
    let twins = |memory: &str| {
        let mut twins = 0;
        for level in levels(&preset(6, memory), 150) {
            let joined = joined(&level);
            for room in level.rooms() {
                let near = two_doors_away(&joined, room.id);
                twins += usize::from(near.iter().any(|&other| layout(&level, other) == layout(&level, room.id)));
            }
        }
        twins
    };
    let [none, some, all] = ["memory: (near: 0),", "memory: (near: 0.2),", "memory: (near: 1),"].map(twins);
    assert!(none * 8 < some && some * 2 < all, "{none}, {some}, {all}");
}

#[test]
fn a_memory_of_the_floor_repeats_a_layout_once_all_were_there() {
    // With as many layouts as rooms, and a factor of 0, no layout comes twice.
    for level in levels(&preset(40, "memory: (floor: 0),"), 60) {
        let mut used: Vec<_> = level.rooms().iter().filter_map(|room| level.layout(room)).collect();
        used.sort_unstable();
        let rooms = used.len();
        used.dedup();
        assert_eq!(used.len(), rooms.min(40), "seed {}", level.origin().seed);
    }
    let repeats = |memory: &str| -> usize {
        let all = levels(&preset(24, memory), 60);
        let repeats = all.iter().map(|level| {
            let used: std::collections::BTreeSet<_> =
                level.rooms().iter().filter_map(|room| level.layout(room)).collect();
            level.rooms().len() - used.len()
        });
        repeats.sum()
    };
    let [none, some, all] = ["memory: (floor: 0),", "memory: (floor: 0.5),", "memory: (),"].map(repeats);
    assert!(none < some && some < all, "{none}, {some}, {all}");
}

#[test]
fn a_memory_that_forgets_chooses_as_without_one() {
    let forgets = levels(&preset(5, "memory: (beside: 1, near: 1),"), 100);
    for (one, other) in forgets.iter().zip(levels(&preset(5, ""), 100)) {
        // A word that is rejected without a memory is rarer than one in a hundred million.
        let layouts =
            |level: &Level| level.rooms().iter().map(|room| level.layout(room).map(str::to_owned)).collect::<Vec<_>>();
        assert_eq!(layouts(one), layouts(&other));
        assert_eq!(one.props().collect::<Vec<_>>(), other.props().collect::<Vec<_>>());
    }
}

#[test]
fn rooms_are_furnished_the_same_on_several_threads() {
    let preset = preset(4, "memory: (),");
    let mut generator = Generator::new(&preset);
    for seed in 0..100 {
        assert_eq!(generator.generate(seed), generator.generate_in_parallel(Request::new(seed)), "{seed}");
    }
}

//! Locks, keys and shortcuts lie where the rules of a mission say, by plain searches of the rooms.

use roomgen::{
    Cell, Generator, Key, KeyUse, Level, Passage, Preset, Request, Room, RoomKind,
    geom::HalfCell,
    level::{DoorKind, NoteCode},
};

use crate::tier;

const SEEDS: u64 = 400;

/// A plan with cycles, bonus rooms and loops, and kinds for keys.
fn preset(mission: &str) -> Preset {
    let text = format!(
        "(name: \"locks\", size: (90, 60), floorplan: (rooms: (min: 5, max: 12), path: (rooms: (7, 14)),
            cycles: [(most: 2, chance: 0.5)], bonus: (chance: 0.7, depth: 3), loops: (chance: 0.5),
            tags: [(tag: \"vault\", rooms: (kinds: [Bonus, Detour]), chance: 0.4), (tag: \"none\", chance: 0)]),
          props: {{\"red\": (glyph: 'r', color: \"#ff0000\", blocks: false),
            \"blue\": (glyph: 'b', color: \"#0000ff\", blocks: false, tall: 0.5),
            \"green\": (glyph: 'g', color: \"#00ff00\", marker: true), \"rock\": (glyph: 'o', color: \"#888888\")}},
          layouts: [(name: \"rocks\", formations: [(shape: Square, fill: true, size: Fit(0.6), prop: \"rock\", chance: 0.5)])],
          mission: ({mission}))"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// Calls `test` with levels of a mission.
fn levels(mission: &str, mut test: impl FnMut(&Level)) {
    let preset = preset(mission);
    let mut generator = Generator::new(&preset);
    for seed in 0..tier::size(SEEDS / 4, SEEDS) {
        let request = Request::new(seed).with_difficulty(seed as f32 / SEEDS as f32).expect("a difficulty");
        let level = generator.generate(request);
        assert_eq!(level.check(), [], "seed {seed}");
        test(&level);
    }
}

/// For each room, the number of passages on the shortest way from one of `from`, through the
/// passages that `admits` allows in this direction.
fn distances(level: &Level, from: &[u32], admits: impl Fn(u32, &Passage) -> bool) -> Vec<Option<u32>> {
    let mut distances = vec![None; level.rooms().len()];
    from.iter().for_each(|&room| distances[room as usize] = Some(0));
    for distance in 0.. {
        let mut found = false;
        for passage in level.passages() {
            for [one, other] in [passage.rooms, [passage.rooms[1], passage.rooms[0]]] {
                if distances[one as usize] == Some(distance)
                    && distances[other as usize].is_none()
                    && admits(one, passage)
                {
                    distances[other as usize] = Some(distance + 1);
                    found = true;
                }
            }
        }
        if !found {
            break;
        }
    }
    distances
}

/// Whether one can walk through a passage from a room, with all locks open.
fn leads_on(room: u32, passage: &Passage) -> bool {
    passage.one_way.is_none_or(|from| from == room)
}

fn step(level: &Level, room: u32) -> Option<usize> {
    level.path().iter().position(|&id| id == room)
}

/// Whether a passage joins neighbours on the main path.
fn is_of_path(level: &Level, passage: &Passage) -> bool {
    let [one, other] = passage.rooms.map(|room| step(level, room));
    one.zip(other).is_some_and(|(one, other)| one.abs_diff(other) == 1)
}

fn progress(level: &Level, passage: &Passage) -> f32 {
    let [one, other] = passage.rooms.map(|room| level.rooms()[room as usize].progress);
    (one + other) / 2.0
}

/// The rooms on the end's side of a passage; none if another way leads around it.
fn behind(level: &Level, cut: &Passage) -> Vec<u32> {
    let reached = distances(level, &[level.start().id], |_, passage| passage != cut);
    (0..).zip(reached).filter(|(_, distance)| distance.is_none()).map(|(room, _)| room).collect()
}

fn locked<'level>(level: &'level Level, name: &str) -> Vec<&'level Passage> {
    level.passages().iter().filter(|passage| level.lock(passage) == Some(name)).collect()
}

fn room_of<'level>(level: &'level Level, key: &Key) -> &'level Room {
    &level.rooms()[key.room as usize]
}

#[test]
fn a_lock_of_the_path_lies_in_its_range_and_where_no_way_leads_past_if_there_is_such_a_place() {
    const ANY: &str = "key: (rooms: (kinds: [Start, Path, Bonus, Detour, End]))";
    for around in ["OneWay", "Locked"] {
        let (mut alone, mut passed) = (0, 0);
        levels(&format!("locks: [(name: \"red\", lock: Path((0.3, 0.8)), {ANY})], around: {around}"), |level| {
            let in_range = |passage: &&Passage| {
                is_of_path(level, passage) && (0.3 - 1e-5..0.8 + 1e-5).contains(&progress(level, passage))
            };
            let possible: Vec<_> = level.passages().iter().filter(in_range).collect();
            let locks = locked(level, "red");
            let of_path: Vec<_> = locks.iter().filter(|passage| is_of_path(level, passage)).collect();
            let [lock] = of_path[..] else { panic!("{possible:?} and {locks:?}") };
            assert!(possible.contains(lock), "{lock:?} at {}", progress(level, lock));
            if possible.iter().any(|passage| !behind(level, passage).is_empty()) {
                assert!(!behind(level, lock).is_empty(), "another passage has no way around");
                assert!(locks.len() == 1 && level.passages().iter().all(|passage| passage.one_way.is_none()));
                alone += 1;
            } else {
                let ways = level.passages().iter().filter(|passage| passage.one_way.is_some()).count();
                assert_eq!((ways > 0, locks.len() > 1), (around == "OneWay", around == "Locked"));
                passed += 1;
            }
            // Shut, the lock and the one-way doors part the start from the end.
            let reached = distances(level, &[level.start().id], |room, passage| {
                leads_on(room, passage) && level.lock(passage).is_none()
            });
            assert_eq!(reached[level.end().id as usize], None);
        });
        assert!(alone > 10 && passed > 10, "{alone} without a way around, {passed} with one");
    }
}

#[test]
fn locks_on_rooms_part_the_rooms_with_their_tag_and_no_more_than_the_count() {
    let mut locks = 0;
    levels("locks: [(name: \"red\", lock: Tag(\"vault\"), count: (0, 3))]", |level| {
        let is_vault = |room: u32| level.tags(&level.rooms()[room as usize]).any(|tag| tag == "vault");
        let shut = locked(level, "red");
        let reached = distances(level, &[level.start().id], |_, passage| level.lock(passage).is_none());
        // Each part that is shut off has one room at its locks, which has the tag.
        let mut gates: Vec<u32> = Vec::new();
        for passage in shut {
            assert_eq!(passage.kind, DoorKind::Barred);
            let inside: Vec<_> = passage.rooms.into_iter().filter(|&room| reached[room as usize].is_none()).collect();
            gates.push(*inside.iter().find(|&&room| is_vault(room)).expect("a room with the tag behind the lock"));
        }
        gates.sort_unstable();
        gates.dedup();
        assert!(gates.len() <= 3);
        locks += gates.len();
        assert!(level.passages().iter().all(|passage| passage.one_way.is_none()));
    });
    assert!(locks > 100, "{locks} locks");
}

#[test]
fn there_are_as_many_single_use_keys_as_locks_and_one_of_any_other_name() {
    let (mut singles, mut others) = (0, 0);
    levels(
        "locks: [(name: \"red\", lock: Bonus, count: (1, 4), single_use: true), (name: \"blue\", lock: Bonus, count: (0, 2)),
            (name: \"green\", lock: Path((0.5, 1)), switch: true)]",
        |level| {
            for name in level.locks() {
                let keys: Vec<_> = level.keys().iter().filter(|key| level.key_name(key) == name.as_str()).collect();
                let locks = locked(level, name);
                match name.as_str() {
                    "red" => {
                        assert!(keys.iter().all(|key| key.key_use == KeyUse::SingleUse));
                        assert_eq!(keys.len(), locks.len());
                        singles += 1;
                    }
                    other => {
                        let wanted = if other == "blue" { KeyUse::Key } else { KeyUse::Switch };
                        assert_eq!(keys.iter().map(|key| key.key_use).collect::<Vec<_>>(), [wanted]);
                        others += 1;
                    }
                }
                let opened: Vec<u32> = level.opens(keys[0]).collect();
                assert_eq!(opened.iter().map(|&id| &level.passages()[id as usize]).collect::<Vec<_>>(), locks);
            }
        },
    );
    assert!(singles > 50 && others > 50, "{singles} and {others}");
}

#[test]
fn a_key_lies_only_behind_locks_of_earlier_rules_and_mostly_off_the_way() {
    let names = ["red", "blue", "green"];
    let (mut behind_others, mut off_way, mut possible) = (0, 0, 0);
    levels(
        "locks: [(name: \"red\", lock: Path((0.2, 0.6))), (name: \"blue\", lock: Tag(\"vault\"), count: (1, 2)),
            (name: \"green\", lock: Path((0.5, 1)))]",
        |level| {
            for key in level.keys() {
                let number = names.iter().position(|name| *name == level.key_name(key)).expect("a known name");
                let is_open =
                    |passage: &Passage| level.lock(passage).is_none_or(|lock| names[..number].contains(&lock));
                let start = [level.start().id];
                let reached = distances(level, &start, |room, passage| leads_on(room, passage) && is_open(passage));
                assert!(reached[key.room as usize].is_some(), "{key:?}");
                let without =
                    distances(level, &start, |room, passage| leads_on(room, passage) && level.lock(passage).is_none());
                behind_others += usize::from(without[key.room as usize].is_none());
                // The rooms on a shortest way from the entry to the nearest lock.
                let all = distances(level, &start, leads_on);
                let distance = |room: u32| all[room as usize].expect("every room is reached");
                let outer = locked(level, names[number]).into_iter().flat_map(|passage| passage.rooms);
                let others_open = distances(level, &start, |room, passage| {
                    leads_on(room, passage) && level.lock(passage) != Some(names[number])
                });
                let outer =
                    outer.filter(|&room| others_open[room as usize].is_some()).min_by_key(|&room| distance(room));
                let outer = outer.expect("an end of the lock is reached");
                let to_lock = distances(level, &[outer], |room, passage| {
                    let [one, other] = passage.rooms;
                    leads_on(if one == room { other } else { one }, passage)
                });
                let on_way: Vec<u32> = (0..level.rooms().len() as u32)
                    .filter(|&room| to_lock[room as usize].is_some_and(|rest| distance(room) + rest == distance(outer)))
                    .collect();
                let off = distances(level, &on_way, leads_on);
                let is_off = |room: u32| off[room as usize].is_none_or(|doors| doors >= 2);
                let may_have = |room: &Room| {
                    !matches!(room.kind, RoomKind::Start | RoomKind::End) && reached[room.id as usize].is_some()
                };
                if level.rooms().iter().any(|room| may_have(room) && is_off(room.id)) {
                    possible += 1;
                    off_way += usize::from(is_off(key.room));
                }
            }
        },
    );
    assert!(behind_others > 10, "{behind_others} keys behind other locks");
    assert!(possible > 100 && 2 * off_way >= possible, "{off_way} of {possible} off the way");
}

#[test]
fn a_key_lies_in_a_room_that_its_rule_picks() {
    type Picks = fn(&Level, &Room) -> bool;
    let cases: [(&str, Picks); 4] = [
        ("rooms: (kinds: [Bonus])", |_, room| room.kind == RoomKind::Bonus),
        ("rooms: (min: (8, 8))", |_, room| room.rect.width() >= 8 && room.rect.height() >= 8),
        ("rooms: (progress: (0, 0.4))", |_, room| room.progress <= 0.4),
        ("rooms: (tags: [\"vault\"])", |level, room| level.tags(room).any(|tag| tag == "vault")),
    ];
    for (rule, picks) in cases {
        let mut keys = 0;
        levels(&format!("locks: [(name: \"red\", lock: Path((0.4, 1)), key: ({rule}))]"), |level| {
            for key in level.keys() {
                assert!(picks(level, room_of(level, key)), "{rule}: {key:?}");
                assert!(level.tags(room_of(level, key)).any(|tag| tag == "red"), "the room has the tag");
                keys += 1;
            }
        });
        assert!(keys > 50, "{rule}: {keys} keys");
    }
    let doors = |level: &Level, room: u32| level.passages_of(room).count();
    let mut dead_ends = [0; 2];
    for (pick, number) in [("Any", 0), ("DeadEnds", 1)] {
        levels(&format!("locks: [(name: \"red\", lock: Path((0.4, 1)), key: (pick: {pick}))]"), |level| {
            dead_ends[number] += level.keys().iter().filter(|key| doors(level, key.room) == 1).count();
        });
    }
    assert!(dead_ends[0] + 10 < dead_ends[1], "{dead_ends:?}");
    let mut sums = [0; 2];
    for (pick, number) in [("Nearest", 0), ("Farthest", 1)] {
        levels(&format!("locks: [(name: \"red\", lock: Path((0.6, 1)), key: (pick: {pick}))]"), |level| {
            let distances = distances(level, &[level.start().id], leads_on);
            sums[number] += level.keys().iter().map(|key| distances[key.room as usize].expect("reached")).sum::<u32>();
        });
    }
    assert!(2 * sums[0] < sums[1], "{sums:?}");
}

#[test]
fn a_key_lies_as_near_to_its_anchor_as_doors_and_ends_leave_floor() {
    let anchor = |room: &Room, at: &str| {
        let (x, y, width, height) = (2 * room.rect.left(), 2 * room.rect.top(), room.rect.width(), room.rect.height());
        match at {
            "Center" => HalfCell::new(x + width, y + height),
            "NorthWest" => HalfCell::new(x + 1, y + 1),
            _ => HalfCell::new(x + width, y + 2 * height - 1),
        }
    };
    for at in ["Center", "NorthWest", "South"] {
        let mut keys = 0;
        levels(&format!("locks: [(name: \"red\", lock: Path((0.4, 1)), key: (at: {at}))]"), |level| {
            for key in level.keys() {
                let room = room_of(level, key);
                let point = anchor(room, at);
                let near = |cell: Cell| {
                    let (dx, dy) = (2 * cell.x + 1 - point.x, 2 * cell.y + 1 - point.y);
                    dx * dx + dy * dy
                };
                let is_clear = |cell: &Cell| {
                    let doors = level.passages_of(room.id).flat_map(|id| level.passages()[id as usize].doors());
                    let in_clearance = doors.into_iter().any(|door| {
                        [(1, 0), (-1, 0), (0, 1), (0, -1)]
                            .into_iter()
                            .any(|(dx, dy)| door.contains(Cell::new(cell.x + dx, cell.y + dy)))
                    });
                    !in_clearance && *cell != level.entry() && *cell != level.exit()
                };
                let nearest = level.floor_in(room.id).filter(is_clear).min_by_key(|&cell| (near(cell), cell.y, cell.x));
                assert_eq!(nearest, Some(key.cell), "{at} in {room:?}");
                let lies_there =
                    |prop: &roomgen::Prop<'_>| prop.cells.contains(key.cell) && *prop.kind.name == *level.key_name(key);
                assert_eq!(level.props_in(room.id).filter(lies_there).count(), 1);
                assert!(level.is_reachable(key.cell));
                keys += 1;
            }
        });
        assert!(keys > 50, "{at}: {keys} keys");
    }
}

#[test]
fn a_shortcut_opens_from_the_later_room_and_saves_what_it_says() {
    let mut shortcuts = 0;
    levels(
        "locks: [(name: \"red\", lock: Path((0.3, 0.7)))], shortcuts: (chance: 0.8, saves: 3, count: (0, 4))",
        |level| {
            let mut own = 0;
            for (id, passage) in level.passages().iter().enumerate() {
                let Some(saves) = passage.saves else { continue };
                let from = passage.one_way.expect("a shortcut leads one way");
                let to = passage.rooms[usize::from(passage.rooms[0] == from)];
                let way = distances(level, &[from], |room, other| {
                    !std::ptr::eq(other, &raw const level.passages()[id]) && leads_on(room, other)
                });
                assert_eq!(way[to as usize], Some(saves + 1), "{passage:?}");
                assert!(saves >= 3);
                let [one, other] = [from, to].map(|room| level.rooms()[room as usize].progress);
                assert!(one >= other - 0.1, "from {one} to {other}");
                own += 1;
            }
            assert!(own <= 4);
            shortcuts += own;
        },
    );
    assert!(shortcuts > 30, "{shortcuts} shortcuts");
}

#[test]
fn an_impossible_lock_is_a_note_and_the_door_stays_closed() {
    for mission in [
        "locks: [(name: \"red\", lock: Tag(\"none\"), least: 1)]",
        "locks: [(name: \"red\", lock: Path((0.3, 0.8)), least: 1, key: (rooms: (tags: [\"none\"])))]",
        "locks: [(name: \"red\", lock: Bonus, count: 2, least: 2, single_use: true, key: (rooms: (tags: [\"none\"])))]",
    ] {
        levels(mission, |level| {
            let short = |note: &&roomgen::level::Note| note.code == NoteCode::LockShort;
            let notes: Vec<_> = level.notes().iter().filter(short).collect();
            let [note] = notes[..] else { panic!("{:?}", level.notes()) };
            assert!(note.got == 0 && note.wanted > 0 && note.about.as_deref() == Some("red"), "{note:?}");
            assert!(level.keys().is_empty() && level.locks().is_empty());
            assert!(level.passages().iter().all(|passage| {
                passage.kind == DoorKind::Closed && level.lock(passage).is_none() && passage.one_way.is_none()
            }));
        });
    }
    levels("shortcuts: (chance: 1, saves: 64, count: 3)", |level| {
        let note = level.notes().iter().find(|note| note.code == NoteCode::ShortcutShort).expect("a note");
        assert_eq!((note.wanted, note.got), (3, 0));
    });
}

/// Bent corridors lie at the corners of rooms, near other corridors.
const CROWDED: &str = "(name: \"crowded\", size: (70, 70), floorplan: (rooms: (min: 5, max: 12),
      style: Corridors(width: (1, 2), margin: (2, 3)), path: (rooms: (5, 12)), cycles: [(most: 2)],
      bonus: (chance: 0.8, depth: 3), loops: (chance: 1, apart: 3)),
    props: {\"red\": (glyph: 'r', color: \"#ff0000\", blocks: false), \"blue\": (glyph: 'b', color: \"#0000ff\", blocks: false)},
    mission: (locks: [(name: \"red\", lock: Path((0, 1)), count: (1, 4)), (name: \"blue\", lock: Bonus, count: (0, 8))],
      around: AROUND, shortcuts: (chance: 0.5, saves: 1)),
    layouts: [(name: \"bare\", formations: [])])";

#[test]
fn no_lock_is_walked_around_where_corridors_are_close() {
    // A seed with which corridors once touched another with a lock, at both of its ends.
    let mine = Preset::built_in("mine").expect("a preset").with_size("80x50".parse().expect("a size"));
    let level = Generator::new(mine.expect("large enough")).generate(21_621);
    assert_eq!(level.check(), []);
    for around in ["OneWay", "Locked"] {
        let preset = Preset::parse(&CROWDED.replace("AROUND", around)).unwrap_or_else(|error| panic!("{error}"));
        let mut generator = Generator::new(&preset);
        for seed in 0..tier::size(450, 20_000) {
            assert_eq!(generator.generate(seed).check(), [], "{around}, seed {seed}");
        }
    }
}

#[test]
fn no_shortcut_leaves_a_secret_door_as_the_only_way_in() {
    let text = "(name: \"hidden\", size: (60, 60), floorplan: (rooms: (min: 4, max: 12), path: (rooms: (4, 12)),
          bonus: (chance: 0.3), loops: (chance: 0.8), cycles: [(most: 2)], doors: [(kind: Secret, chance: 0.4, path: false)]),
        props: {\"red\": (glyph: 'r', color: \"#ff0000\", blocks: false)},
        mission: (locks: [(name: \"red\", lock: Bonus, count: 2)], shortcuts: (chance: 1, saves: 1)),
        layouts: [(name: \"bare\", formations: [])])";
    let mut generator = Generator::new(Preset::parse(text).unwrap_or_else(|error| panic!("{error}")));
    for seed in 0..tier::size(500, 20_000) {
        assert_eq!(generator.generate(seed).check(), [], "seed {seed}");
    }
}

//! Breaks missions one by one, and compares the fast proof with the full one.

mod diagonals;
mod goals;
mod scarce;
mod secret;

use proptest::prelude::*;

use super::*;
use crate::{
    check::InvariantBreach,
    geom::{Cell, Rect, Size},
    grid::Grid,
    level::{
        Key, Room, Tile,
        fixture::{level, prop, single_room},
    },
    model::{Connection, Corridor, KeyUse, Passage, PropKind, RoomKind},
};

/// A message, and the edit of a level that causes it.
type Case = (&'static str, fn(&mut Level));

/// A level of `columns` by `rows` rooms of 3x3 cells, joined by passages of one cell.
///
/// Rooms count along the rows. The entry lies in room 0, the exit in the last one. The names of
/// locks are "a" and "b".
fn rooms(columns: u32, rows: u32, passages: &[[u32; 2]]) -> Level {
    let mut level = single_room(9);
    let size = Size::new(i64::from(4 * columns + 1).max(8), i64::from(4 * rows + 1).max(8)).unwrap();
    level.tiles = Grid::filled(size, Tile::Wall);
    let first = level.rooms[0];
    let corner = |id: u32| ((4 * (id % columns) + 1) as i32, (4 * (id / columns) + 1) as i32);
    let room = |id: u32| Room { id, kind: RoomKind::Path, rect: Rect::of(corner(id).0, corner(id).1, 3, 3), ..first };
    level.rooms = (0..columns * rows).map(room).collect();
    level.rooms.iter().for_each(|room| level.tiles.fill_rect(room.rect, Tile::Floor));
    for &[one, other] in passages {
        let [(x, y), (right, below)] = [one.min(other), one.max(other)].map(corner);
        let door = if y == below { Cell::new(right - 1, y + 1) } else { Cell::new(x + 1, below - 1) };
        level.tiles.set(door, Tile::Door);
        level.passages.push(Passage::closed([one, other], Connection::Door(Rect::from_cell(door))));
    }
    let last = columns * rows - 1;
    level.path = vec![0, last];
    (level.entry, level.exit) = (Cell::new(1, 1), Cell::new(corner(last).0 + 2, corner(last).1 + 2));
    level.locks = ["a", "b"].map(Into::into).to_vec();
    let kind = |name: &str| PropKind { name: name.into(), ..level.kinds[3].clone() };
    level.kinds = ["a", "b"].map(kind).to_vec();
    level
}

fn lock(level: &mut Level, passage: usize, lock: u8) {
    (level.passages[passage].kind, level.passages[passage].lock) = (DoorKind::Barred, Some(lock));
}

fn one_way(level: &mut Level, passage: usize, from: u32) {
    level.passages[passage].one_way = Some(from);
}

/// Adds a key in the middle of a room.
fn add_key(level: &mut Level, key_use: KeyUse, room: u32, lock: u8) {
    let rect = level.rooms[room as usize].rect;
    let cell = Cell::new(rect.left() + 1, rect.top() + 1);
    level.keys.push(Key { key_use, room, cell, lock });
    level.props.push(prop(lock.into(), room, cell.x as u16, cell.y as u16));
}

/// What the breach of invariant 12 says; empty for a mission that holds.
fn said(level: &Level) -> String {
    let breach = level.check().into_iter().find(|breach| breach.invariant == 12);
    breach.map_or(String::new(), |InvariantBreach { what, .. }| what)
}

/// Rooms 0 to 3 in a row, the passage to the last one locked, and the key in room 1.
fn sound() -> Level {
    let mut level = rooms(4, 1, &[[0, 1], [1, 2], [2, 3]]);
    lock(&mut level, 2, 0);
    add_key(&mut level, KeyUse::Key, 1, 0);
    level
}

#[test]
fn missions_that_hold_are_proven_with_few_states() {
    assert_eq!((said(&sound()).as_str(), sound().mission_states()), ("", Some(3)));
    assert_eq!((said(&level()).as_str(), level().mission_states()), ("", Some(3)));
    assert_eq!(rooms(2, 1, &[[0, 1]]).mission_states(), Some(0));
}

#[test]
fn each_fault_of_locks_keys_and_props_has_its_message() {
    let cases: &[Case] = &[
        ("passage 0 is Barred, but has no lock", |level| level.passages[0].kind = DoorKind::Barred),
        ("passage 2 has the lock \"a\", but is Open, not Barred", |level| level.passages[2].kind = DoorKind::Open),
        ("passage 1 saves passages as a shortcut does, but is not one-way", |level| level.passages[1].saves = Some(1)),
        ("passage 1 leads one way from room 7, which is none of its rooms", |level| one_way(level, 1, 7)),
        ("the lock \"a\" has no key", |level| level.keys.clear()),
        ("the lock \"a\" has 2 keys or switches; allowed: one", |level| add_key(level, KeyUse::Switch, 0, 0)),
        ("the lock \"a\" has both single-use keys and a key or switch; allowed: one of the two", |level| {
            add_key(level, KeyUse::SingleUse, 0, 0);
        }),
        ("the lock \"a\" has 2 single-use keys for 1 passages; allowed: at most one for each", |level| {
            level.keys[0].key_use = KeyUse::SingleUse;
            add_key(level, KeyUse::SingleUse, 0, 0);
        }),
        ("key 1 (\"b\" at (2, 2)) opens no passage", |level| add_key(level, KeyUse::Key, 0, 1)),
        ("key 0 (\"a\" at (6, 2)) does not lie on the floor of room 2", |level| level.keys[0].room = 2),
        ("key 0 (\"a\" at (4, 2)) does not lie on the floor of room 1", |level| level.keys[0].cell.x = 4),
        ("key 0 (\"a\" at (7, 2)) has no prop at its cell of the kind with its name, which must not block", |level| {
            level.keys[0].cell.x = 7;
        }),
        ("key 0 (\"a\" at (6, 2)) has no prop at its cell of the kind with its name, which must not block", |level| {
            level.kinds[0].blocks = true;
        }),
        ("key 0 (\"a\" at (6, 2)) has no prop at its cell of the kind with its name, which must not block", |level| {
            level.props[0].kind = 1;
        }),
    ];
    for (expected, break_it) in cases {
        let mut level = sound();
        break_it(&mut level);
        assert_eq!((said(&level).as_str(), level.mission_states()), (*expected, None));
    }
}

#[test]
fn a_key_behind_its_own_lock_is_never_reached() {
    let mut level = sound();
    level.keys.clear();
    add_key(&mut level, KeyUse::Switch, 3, 0);
    let lost = "the exit at (15, 3) can never be reached, in whatever order keys are used: before it is passage 2, \
                locked by \"a\"";
    assert_eq!(said(&level), lost);
    // Two keys that wait for each other, in bonus rooms.
    let mut level = rooms(4, 1, &[[0, 1], [1, 2], [2, 3]]);
    (level.entry, level.exit) = (Cell::new(5, 1), Cell::new(9, 1));
    lock(&mut level, 0, 0);
    lock(&mut level, 2, 1);
    add_key(&mut level, KeyUse::Key, 3, 0);
    add_key(&mut level, KeyUse::Key, 0, 1);
    let lost = "key 0 (\"a\" at (14, 2)) can never be reached, in whatever order keys are used: before it is passage \
                0, locked by \"a\", and passage 2, locked by \"b\"";
    assert_eq!(said(&level), lost);
}

#[test]
fn a_room_from_which_only_one_way_doors_lead_is_never_reached() {
    let mut level = rooms(3, 1, &[[0, 1], [1, 2]]);
    (level.entry, level.exit) = (Cell::new(5, 1), Cell::new(11, 1));
    one_way(&mut level, 0, 0);
    let said = said(&level);
    assert_eq!(
        said,
        "room 0 at (3, 2) can never be reached, in whatever order keys are used: only one-way doors lead from there"
    );
}

#[test]
fn a_one_way_door_that_leaves_the_key_behind_loses_the_level() {
    // The key lies in room 1; who walks from 0 through the one-way door to 2 without it is lost.
    let mut level = rooms(2, 2, &[[0, 1], [0, 2], [2, 3]]);
    one_way(&mut level, 1, 0);
    lock(&mut level, 2, 0);
    add_key(&mut level, KeyUse::Key, 1, 0);
    let lost = "the exit at (7, 7) is lost to a player who walks one way through passage 1 and then stands in room 2 \
                at (2, 5)";
    assert_eq!(said(&level), lost);
    // With a way back, nothing is lost.
    level.passages[1].one_way = None;
    assert_eq!(said(&level), "");
    // Nor with the key in room 2.
    one_way(&mut level, 1, 0);
    level.keys.clear();
    add_key(&mut level, KeyUse::Key, 2, 0);
    assert_eq!(said(&level), "");
}

#[test]
fn a_key_that_opens_the_way_into_a_trap_loses_the_level() {
    // The lock of room 1 leads to room 2, and from there a one-way door to room 5, which has no way
    // back.
    let mut level = rooms(3, 2, &[[0, 1], [1, 2], [0, 3], [2, 5], [3, 4]]);
    level.exit = Cell::new(1, 5);
    lock(&mut level, 1, 0);
    one_way(&mut level, 3, 2);
    add_key(&mut level, KeyUse::Key, 1, 0);
    let lost = "the exit at (1, 5) is lost to a player who takes key 0 (\"a\" at (6, 2)) in room 1, walks through \
                passage 1, locked by \"a\", walks one way through passage 3 and then stands in room 5 at (10, 5)";
    assert_eq!(said(&level), lost);
    level.exit = Cell::new(11, 7);
    level.passages[4].one_way = None;
    let lost = said(&level);
    assert_eq!(lost, "", "a trap is none if the exit is there");
}

#[test]
fn a_single_use_key_spent_on_the_wrong_lock_loses_the_level() {
    // Two keys, one of them behind each lock of the other: whoever opens the bonus room is lost.
    let mut level = rooms(3, 2, &[[0, 1], [1, 2], [0, 3], [2, 5], [3, 4]]);
    lock(&mut level, 1, 0);
    lock(&mut level, 2, 0);
    add_key(&mut level, KeyUse::SingleUse, 1, 0);
    add_key(&mut level, KeyUse::SingleUse, 2, 0);
    let lost = "the exit at (11, 7) is lost to a player who takes key 0 (\"a\" at (6, 2)) in room 1, opens passage 2 \
                with a \"a\" and then stands in room 0 at (2, 3)";
    assert_eq!(said(&level), lost);
    level.keys.clear();
    level.props.clear();
    add_key(&mut level, KeyUse::SingleUse, 1, 0);
    add_key(&mut level, KeyUse::SingleUse, 0, 0);
    assert_eq!(said(&level), "");
}

#[test]
fn a_lock_that_can_be_walked_around_is_a_breach() {
    let mut level = rooms(2, 2, &[[0, 1], [1, 3], [0, 2], [2, 3]]);
    lock(&mut level, 1, 0);
    add_key(&mut level, KeyUse::Key, 1, 0);
    let around = "passage 1 is walked around: with all locks \"a\" shut, both of its ends can be reached";
    assert_eq!(said(&level), around);
    // The other way gets the same lock, another one, or becomes one-way from the later side.
    lock(&mut level, 3, 0);
    assert_eq!(said(&level), "");
    level.passages[3].lock = Some(1);
    add_key(&mut level, KeyUse::Key, 0, 1);
    assert_eq!(said(&level), around);
    (level.passages[3].kind, level.passages[3].lock) = (DoorKind::Closed, None);
    level.keys.pop();
    one_way(&mut level, 3, 3);
    assert_eq!(said(&level), "");
    one_way(&mut level, 3, 2);
    assert_eq!(said(&level), around);
}

#[test]
fn a_shortcut_saves_the_passages_of_the_way_without_it() {
    let mut level = rooms(2, 2, &[[0, 1], [1, 3], [3, 2], [2, 0]]);
    level.exit = Cell::new(3, 7);
    one_way(&mut level, 3, 2);
    level.passages[3].saves = Some(2);
    assert_eq!(said(&level), "");
    level.passages[3].saves = Some(3);
    assert_eq!(said(&level), "passage 3, from room 2 to room 0, says that it saves 3, but saves 2");
    one_way(&mut level, 1, 1);
    assert_eq!(said(&level), "passage 3, from room 2 to room 0, says that it saves 3, but no other way leads there");
}

#[test]
fn required_places_lie_behind_no_secret_door() {
    let mut level = rooms(2, 2, &[[0, 1], [1, 3], [0, 2]]);
    level.passages[1].kind = DoorKind::Secret;
    assert_eq!(said(&level), "the exit at (7, 7) cannot be reached without passing a secret door");
    level.exit = Cell::new(5, 1);
    assert_eq!(said(&level), "room 3 of the path cannot be reached without passing a secret door");
    level.path = vec![0, 1];
    assert_eq!(said(&level), "");
    // With a gate, secret doors part regions.
    lock(&mut level, 0, 0);
    add_key(&mut level, KeyUse::Key, 2, 0);
    assert_eq!(said(&level), "");
    level.passages[2].kind = DoorKind::Secret;
    assert_eq!(said(&level), "key 0 (\"a\" at (2, 6)) cannot be reached without passing a secret door");
}

#[test]
fn corridors_of_gates_are_passed_as_one_door() {
    let mut level = level();
    let states = level.mission_states();
    // Passage 1 of the fixture has a corridor.
    level.passages[1].lock = Some(0);
    level.passages[1].kind = DoorKind::Barred;
    assert_eq!(said(&level).find("the exit at (20, 2) can never be reached"), Some(0));
    level.keys[0] = Key { room: 0, cell: Cell::new(1, 1), ..level.keys[0] };
    level.props[4] = prop(3, 0, 1, 1);
    assert_eq!((said(&level).as_str(), level.mission_states()), ("", states.map(|states| states + 1)));
    level.passages[1].one_way = Some(2);
    assert_eq!(said(&level).find("the exit at (20, 2) can never be reached"), Some(0));
    level.passages[1].one_way = Some(1);
    let lost = "";
    assert_eq!(said(&level), lost, "the exit lies behind it");
    let Connection::Corridor(corridor) = &mut level.passages[1].connection else { panic!("it is a corridor") };
    let Corridor { doors, .. } = &mut **corridor;
    doors.reverse();
    assert!(!level.check().iter().any(|breach| breach.invariant == 12), "invariant 4 reports it");
}

#[test]
fn hostile_missions_end_within_their_budget() {
    // All of 60 lasting keys lie in the first room, and a one-way door leads on, so that every set
    // of them is a state.
    let count = 62;
    let passages: Vec<_> = (0..count - 1).map(|room| [room, room + 1]).collect();
    let mut level = rooms(count, 1, &passages);
    level.locks = (0..60).map(|lock| format!("{lock:02}").as_str().into()).collect();
    level.kinds = level.locks.iter().map(|name| PropKind { name: name.clone(), ..level.kinds[0].clone() }).collect();
    one_way(&mut level, 0, 0);
    for number in 0..60 {
        lock(&mut level, 1 + number, number as u8);
        add_key(&mut level, KeyUse::Key, u32::from(number > 30), number as u8);
    }
    let refused = "the mission is not proven: it needs more than 1048576 states";
    assert_eq!(said(&level), refused);
    // Without the one-way door, the fast proof holds.
    level.passages[0].one_way = None;
    assert_eq!(said(&level), "");
}

#[test]
fn hundreds_of_one_way_doors_and_single_use_keys_take_no_longer() {
    let (side, id) = (20, |x: u32, y: u32| 20 * y + x);
    let east = (0..side).flat_map(|y| (0..side - 1).map(move |x| [id(x, y), id(x + 1, y)]));
    let south = (0..side - 1).flat_map(|y| (0..side).map(move |x| [id(x, y), id(x, y + 1)]));
    let mut level = rooms(side, side, &east.chain(south).collect::<Vec<_>>());
    level.passages.iter_mut().for_each(|passage| passage.one_way = Some(passage.rooms[0]));
    assert_eq!((said(&level).as_str(), level.mission_states()), ("", Some(400)));
    // 60 of them are locked, and single-use keys lie at the beginning.
    let last = (side - 1) * (side - 1);
    for passage in 0..60 {
        lock(&mut level, (last + passage) as usize, 0);
        add_key(&mut level, KeyUse::SingleUse, passage % 9, 0);
    }
    assert_eq!(said(&level), "the mission is not proven: it needs more than 1048576 states");
    for passage in &mut level.passages {
        passage.one_way = None;
    }
    assert_eq!(said(&level), "", "all keys can be fetched first");
    for _ in 0..40 {
        add_key(&mut level, KeyUse::SingleUse, 0, 0);
    }
    (0..40).for_each(|passage| lock(&mut level, passage, 0));
    let refused = "it has 200 keys, switches and locks of single-use keys; a level with more than 128 is not proven";
    assert_eq!(said(&level), refused);
}

/// A random mission on six rooms: for each passage and name a number that says what it is.
fn missions() -> impl Strategy<Value = Level> {
    let passage = (0..11u8, any::<bool>());
    (prop::collection::vec(passage, 7), prop::array::uniform8(0..6u32), any::<[bool; 2]>()).prop_map(
        |(passages, places, single_use)| {
            let mut level = rooms(3, 2, &[[0, 1], [1, 2], [0, 3], [1, 4], [2, 5], [3, 4], [4, 5]]);
            for (number, (what, turned)) in passages.into_iter().enumerate() {
                match what {
                    0 | 1 => lock(&mut level, number, what),
                    2 | 3 => {
                        let from = level.passages[number].rooms[usize::from(turned)];
                        one_way(&mut level, number, from);
                    }
                    4 | 5 => level.passages[number].kind = DoorKind::Secret,
                    _ => {}
                }
            }
            let mut places = places.into_iter().cycle();
            for (name, single_use) in (0..).zip(single_use) {
                let locked = level.passages.iter().filter(|passage| passage.lock == Some(name)).count();
                let key_use = if single_use { KeyUse::SingleUse } else { KeyUse::Key };
                // Of two locks or more, every other one has a key too few.
                let scarce = usize::from(single_use && locked > 1 && places.clone().next() < Some(3));
                for _ in 0..if single_use { locked - scarce } else { locked.min(1) } {
                    add_key(&mut level, key_use, places.next().unwrap_or(0), name);
                }
            }
            level
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    /// What the fast proof says, the search of all states says too. A player who takes keys at once
    /// wins and loses as any other, if all one-way doors leave a way back.
    #[test]
    fn the_fast_proof_agrees_with_the_search_of_all_states(level in missions()) {
        let regions = Regions::new(&level).unwrap().unwrap();
        let areas = Areas::new(&level, &regions);
        let known = PlayGraph::new(&level, &areas, SecretDoors::Known).unwrap();
        let graph = PlayGraph::new(&level, &areas, SecretDoors::ToFind).unwrap();
        if returns::every_state_returns(&known) {
            let full = search(&level, &graph, false);
            prop_assert_eq!(search(&level, &graph, true).is_ok(), full.is_ok(), "{:?}", full);
            if returns::one_play_opens_all(&level, &known).is_some() {
                prop_assert!(full.is_ok(), "{:?}", full);
            }
        }
    }
}

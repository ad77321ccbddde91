//! Locks with fewer single-use keys than doors.

use super::*;

/// Rooms 0 to 2 in a row, from entry to exit; room 3 below the first, room 4 beside it, and room 5
/// below the last. The passages into 3 and 5 have the lock "a", whose only key lies in room 1.
fn sound() -> Level {
    let mut level = rooms(3, 2, &[[0, 1], [1, 2], [0, 3], [2, 5], [3, 4]]);
    (level.exit, level.path) = (Cell::new(11, 1), vec![0, 1, 2]);
    lock(&mut level, 2, 0);
    lock(&mut level, 3, 0);
    add_key(&mut level, KeyUse::SingleUse, 1, 0);
    level
}

/// Adds a passage between rooms 1 and 4.
fn join(level: &mut Level) {
    let passages = rooms(3, 2, &[[1, 4]]).passages;
    passages[0].doors().iter().for_each(|&door| level.tiles.fill_rect(door, Tile::Door));
    level.passages.extend(passages);
}

#[test]
fn a_lock_with_fewer_keys_than_doors_is_proven_with_the_states_of_a_lasting_key() {
    let mut level = sound();
    assert_eq!((said(&level).as_str(), level.mission_states()), ("", Some(4)));
    level.keys[0].key_use = KeyUse::Key;
    assert_eq!((said(&level).as_str(), level.mission_states()), ("", Some(4)));
}

#[test]
fn places_that_a_lock_with_fewer_keys_than_doors_may_not_close_are_named() {
    let cases: &[Case] = &[
        (
            "key 0 (\"a\" at (10, 6)) cannot be reached without passing a secret door or a lock with fewer keys than doors",
            |level| {
                (level.keys, level.props) = (Vec::new(), Vec::new());
                add_key(level, KeyUse::SingleUse, 5, 0);
            },
        ),
        (
            "the exit at (11, 5) cannot be reached without passing a secret door or a lock with fewer keys than doors",
            |level| level.exit = Cell::new(11, 5),
        ),
        (
            "room 4 of the path cannot be reached without passing a secret door or a lock with fewer keys than doors",
            |level| level.path = vec![0, 1, 4],
        ),
        ("passage 4, locked by \"b\", lies behind a lock with fewer keys than doors", |level| {
            lock(level, 4, 1);
            add_key(level, KeyUse::Switch, 0, 1);
        }),
        (
            "passage 5 leads out of what a lock with fewer keys than doors closes; allowed: the passage with this lock \
             alone",
            |level| {
                join(level);
                one_way(level, 5, 4);
            },
        ),
        (
            "passages 2 and 5 both lead into what a lock with fewer keys than doors closes; allowed: the passage with \
             this lock alone",
            |level| {
                join(level);
                lock(level, 5, 0);
            },
        ),
        ("passage 2 is walked around: with all locks \"a\" shut, both of its ends can be reached", |level| {
            join(level);
            level.passages[5].kind = DoorKind::Secret;
        }),
        (
            "the exit at (11, 1) is lost to a player who takes key 0 (\"a\" at (6, 2)) in room 1, walks through passage \
             2, locked by \"a\", walks one way through passage 4 and then stands in room 4 at (5, 6)",
            |level| one_way(level, 4, 3),
        ),
    ];
    for (expected, break_it) in cases {
        let mut level = sound();
        break_it(&mut level);
        assert_eq!((said(&level).as_str(), level.mission_states()), (*expected, None));
    }
}

#[test]
fn a_door_that_no_key_comes_to_is_never_opened() {
    // Who has the key cannot go back to room 0.
    let mut level = sound();
    one_way(&mut level, 0, 0);
    let lost = "room 3 at (2, 5) can never be reached, in whatever order keys are used: before it is passage 2, locked \
                by \"a\"";
    assert_eq!(said(&level), lost);
    // With the key in room 0, each of the two doors can be the one that is opened.
    (level.keys, level.props) = (Vec::new(), Vec::new());
    add_key(&mut level, KeyUse::SingleUse, 0, 0);
    assert_eq!(said(&level), "");
}

#[test]
fn secret_and_one_way_doors_behind_such_a_lock_need_a_way_back() {
    let mut level = sound();
    level.passages[4].kind = DoorKind::Secret;
    assert_eq!(said(&level), "", "who found the door goes back through it");
    // Two ways between rooms 3 and 4, of which one leads in and the other one out again.
    let mut level = rooms(3, 3, &[[0, 1], [1, 2], [0, 3], [2, 5], [3, 4], [4, 7], [6, 7], [3, 6]]);
    (level.exit, level.path) = (Cell::new(11, 1), vec![0, 1, 2]);
    lock(&mut level, 2, 0);
    lock(&mut level, 3, 0);
    add_key(&mut level, KeyUse::SingleUse, 1, 0);
    one_way(&mut level, 4, 3);
    assert_eq!(said(&level), "");
    level.passages[7].kind = DoorKind::Secret;
    let lost = "and finds no more secret doors";
    assert!(said(&level).ends_with(lost), "{}", said(&level));
}

#[test]
fn hundreds_of_such_doors_take_no_more_states() {
    // A row of rooms, each with a dead end below; a one-way door without a way back leads on.
    let count = 150;
    let row = (0..count - 1).map(|room| [room, room + 1]);
    let ends = (0..count).map(|room| [room, room + count]);
    let mut level = rooms(count, 2, &row.chain(ends).collect::<Vec<_>>());
    level.exit = Cell::new(4 * count as i32 - 1, 3);
    level.path = vec![0, count - 1];
    (count - 1..2 * count - 1).for_each(|passage| lock(&mut level, passage as usize, 0));
    add_key(&mut level, KeyUse::SingleUse, 0, 0);
    assert_eq!((said(&level).as_str(), level.mission_states()), ("", Some(u64::from(count) + 2)));
    one_way(&mut level, 0, 0);
    // Once without the key, and once with it, before the one-way door and behind it.
    assert_eq!((said(&level).as_str(), level.mission_states()), ("", Some(u64::from(count) + 4)));
}

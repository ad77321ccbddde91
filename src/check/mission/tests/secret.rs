//! Players who know some of the secret doors, none or all of them.

use super::*;

fn hide(level: &mut Level, passage: usize) {
    level.passages[passage].kind = DoorKind::Secret;
}

#[test]
fn a_one_way_door_into_a_room_behind_a_secret_door_loses_the_level_for_who_does_not_find_it() {
    // From the exit's room 5 one walks into room 4, whose other door leads back to room 1.
    let mut level = rooms(3, 2, &[[0, 1], [1, 2], [2, 5], [4, 5], [1, 4]]);
    (level.exit, level.path) = (Cell::new(9, 1), vec![0, 2]);
    one_way(&mut level, 3, 5);
    assert_eq!(said(&level), "");
    hide(&mut level, 4);
    let lost = "the exit at (9, 1) is lost to a player who walks one way through passage 3 and then stands in room 4 \
                at (7, 6) and finds no more secret doors";
    assert_eq!(said(&level), lost);
    // With the exit there, nobody is stranded.
    level.exit = Cell::new(7, 7);
    level.path = vec![0, 4];
    assert_eq!(said(&level), "");
}

#[test]
fn whoever_finds_some_secret_doors_is_stranded_where_one_who_finds_none_or_all_is_not() {
    // Behind the secret door to room 4, a one-way door leads into room 3, with another secret door.
    let mut level = rooms(3, 2, &[[0, 1], [1, 2], [1, 4], [3, 4], [0, 3]]);
    (level.exit, level.path) = (Cell::new(11, 1), vec![0, 2]);
    one_way(&mut level, 3, 4);
    hide(&mut level, 2);
    assert_eq!(said(&level), "", "with a plain door out of room 3");
    hide(&mut level, 4);
    let lost = "the exit at (11, 1) is lost to a player who finds the secret door of passage 2, walks one way through \
                passage 3 and then stands in room 3 at (3, 6) and finds no more secret doors";
    assert_eq!(said(&level), lost);
    level.passages[2].kind = DoorKind::Closed;
    let lost = "the exit at (11, 1) is lost to a player who walks one way through passage 3 and then stands in room 3 \
                at (3, 6) and finds no more secret doors";
    assert_eq!(said(&level), lost);
}

#[test]
fn a_player_goes_back_through_the_secret_door_that_was_needed_to_come() {
    // A round of one-way doors and plain ones behind the secret door to room 4.
    let mut level = rooms(3, 3, &[[0, 1], [1, 2], [1, 4], [4, 5], [5, 8], [7, 8], [4, 7]]);
    (level.exit, level.path) = (Cell::new(11, 1), vec![0, 2]);
    one_way(&mut level, 3, 4);
    hide(&mut level, 2);
    assert_eq!(said(&level), "");
    hide(&mut level, 6);
    let said = said(&level);
    assert!(
        said.starts_with("the exit at (11, 1) is lost to a player who finds the secret door of passage 2"),
        "{said}"
    );
}

#[test]
fn secret_doors_of_dead_ends_take_no_states() {
    // A row of rooms, each with a secret door to a dead end; a one-way door leads to the exit.
    let count = 150;
    let row = (0..count - 1).map(|room| [room, room + 1]);
    let ends = (0..count).map(|room| [room, room + count]);
    let mut level = rooms(count, 2, &row.chain(ends).collect::<Vec<_>>());
    level.exit = Cell::new(4 * count as i32 - 1, 3);
    level.path = vec![0, count - 1];
    one_way(&mut level, 0, 0);
    (count - 1..2 * count - 1).for_each(|passage| hide(&mut level, passage as usize));
    assert_eq!((said(&level).as_str(), level.mission_states()), ("", Some(u64::from(count) + 2)));
    // Doors between them lead on.
    let beside = (count..2 * count - 1).map(|room| [room, room + 1]);
    let passages: Vec<_> = level.passages.iter().map(|passage| passage.rooms).chain(beside).collect();
    let mut level = Level { passages: rooms(count, 2, &passages).passages, ..level };
    level.tiles = rooms(count, 2, &passages).tiles;
    one_way(&mut level, 0, 0);
    (count - 1..3 * count - 2).for_each(|passage| hide(&mut level, passage as usize));
    let refused = "it has 299 keys, switches, locks of single-use keys and secret doors, and one-way doors that may lead \
                   behind these; a level with more than 128 is not proven";
    assert_eq!(said(&level), refused);
    // With a way back, their number does not matter.
    for passage in [count - 1, count, 2 * count - 1] {
        level.passages[passage as usize].kind = DoorKind::Closed;
    }
    assert_eq!(said(&level), "");
}

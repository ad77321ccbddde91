//! Stairs beside the exit, and the way back to the entry.

use super::*;
use crate::model::Stairs;

/// Adds stairs in the first cell of a room.
fn add_stairs(level: &mut Level, room: u32, to: &str) {
    let rect = level.rooms[room as usize].rect;
    level.stairs.push(Stairs { cell: Cell::new(rect.left(), rect.top()), to: to.into() });
}

/// Six rooms in two rows; one leaves room 1 for room 2 by a one-way door alone.
fn trap() -> Level {
    let mut level = rooms(3, 2, &[[0, 1], [1, 2], [2, 5], [0, 3]]);
    // The other rooms are joined to the start.
    let more = [[3, 4]];
    for [one, other] in more {
        let door = Cell::new(4 * (one - 3 + 1), 6);
        level.tiles.set(door, Tile::Door);
        level.passages.push(Passage::closed([one as u32, other as u32], Connection::Door(Rect::from_cell(door))));
    }
    one_way(&mut level, 1, 1);
    level
}

#[test]
fn a_level_without_other_stairs_may_close_the_way_back() {
    assert_eq!(said(&trap()), "");
}

#[test]
fn the_way_back_is_proven_in_a_dead_end_and_beside_other_stairs() {
    let lost = "is lost to a player who walks one way through passage 1 and then stands in room 2 at (9, 2)";
    let mut level = trap();
    level.is_dead_end = true;
    assert_eq!(said(&level), format!("the entry at (1, 1) {lost}"));
    level.is_dead_end = false;
    add_stairs(&mut level, 2, "well");
    assert_eq!(said(&level), format!("the entry at (1, 1) {lost}"));
    level.passages[1].one_way = None;
    assert_eq!(said(&level), "");
}

#[test]
fn stairs_are_reached_from_every_state() {
    let mut level = trap();
    add_stairs(&mut level, 1, "shaft");
    add_stairs(&mut level, 4, "well");
    let lost = "is lost to a player who walks one way through passage 1 and then stands in room 2 at (9, 2)";
    assert_eq!(said(&level), format!("the way down to \"shaft\" at (5, 1) {lost}"));
    level.stairs.remove(0);
    assert_eq!(said(&level), format!("the way down to \"well\" at (5, 5) {lost}"));
}

#[test]
fn stairs_lie_behind_no_secret_door_and_no_scarce_lock() {
    let mut level = trap();
    level.passages[1].one_way = None;
    add_stairs(&mut level, 4, "well");
    level.passages[4].kind = DoorKind::Secret;
    let hidden = "the way down to \"well\" at (5, 5) cannot be reached without passing a secret door";
    assert_eq!(said(&level), hidden);
    level.passages[4].kind = DoorKind::Closed;
    assert_eq!(said(&level), "");
    // Two doors, and one key.
    lock(&mut level, 4, 0);
    lock(&mut level, 2, 0);
    add_key(&mut level, KeyUse::SingleUse, 0, 0);
    assert!(said(&level).ends_with("or a lock with fewer keys than doors"), "{}", said(&level));
}

#[test]
fn a_lock_before_stairs_is_opened_first() {
    let mut level = trap();
    level.passages[1].one_way = None;
    add_stairs(&mut level, 4, "well");
    lock(&mut level, 4, 0);
    add_key(&mut level, KeyUse::Key, 3, 0);
    assert_eq!(said(&level), "");
    level.keys[0].room = 4;
    level.keys.clear();
    level.props.clear();
    add_key(&mut level, KeyUse::Key, 4, 0);
    let never = "the way down to \"well\" at (5, 5) can never be reached, in whatever order keys are used";
    assert!(said(&level).starts_with(never), "{}", said(&level));
}

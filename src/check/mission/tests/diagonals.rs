//! Opens ways that only diagonal steps go, and expects that each breaks the proof.

use super::*;

/// Two rooms by two, whose walls meet at (4, 4): the exit lies behind a lock, the key before it.
fn square() -> Level {
    let mut level = rooms(2, 2, &[[0, 1], [1, 3], [0, 2]]);
    lock(&mut level, 1, 0);
    add_key(&mut level, KeyUse::Key, 0, 0);
    level
}

#[test]
fn a_gap_between_the_corners_of_rooms_leads_past_a_lock() {
    let mut level = square();
    assert_eq!(said(&level), "");
    level.tiles.set(Cell::new(4, 4), Tile::Corridor);
    let past = "a diagonal step from (4, 4) to (5, 5) leads past all gates to room 3 at (6, 5)";
    assert_eq!((said(&level).as_str(), level.mission_states()), (past, None));
    // Nothing is walked around if no gate parts the rooms.
    (level.passages[1].kind, level.passages[1].lock) = (DoorKind::Closed, None);
    (level.keys, level.props) = (Vec::new(), Vec::new());
    assert_eq!(said(&level), "");
    one_way(&mut level, 1, 1);
    assert_eq!(said(&level), past, "a one-way door is walked around as well");
}

fn add_rocks<const ROCKS: usize>(level: &mut Level, room: u32, cells: [(u16, u16); ROCKS]) {
    let rock = PropKind { name: "rock".into(), blocks: true, ..level.kinds[0].clone() };
    level.kinds.truncate(2);
    level.kinds.push(rock);
    level.props.extend(cells.map(|(x, y)| prop(2, room, x, y)));
}

#[test]
fn obstacles_that_meet_at_a_corner_hold_nobody_back() {
    // A ring of six rooms. The rocks part room 1, so that the lock to room 4 has a way around only
    // for who steps between two of them.
    let ring = || {
        let mut level = rooms(3, 2, &[[0, 1], [1, 2], [0, 3], [3, 4], [4, 5], [2, 5]]);
        level.exit = Cell::new(9, 5);
        lock(&mut level, 3, 0);
        add_key(&mut level, KeyUse::Key, 0, 0);
        level
    };
    let mut level = ring();
    add_rocks(&mut level, 1, [(6, 1), (6, 2), (5, 3)]);
    assert_eq!(said(&level), "a diagonal step from (5, 2) to (6, 3) leads past all gates to room 4 at (5, 6)");
    // Rocks in a column part the room for everybody.
    let mut level = ring();
    add_rocks(&mut level, 1, [(6, 1), (6, 2), (6, 3)]);
    assert_eq!(said(&level), "");
    // A pocket that only a diagonal step enters leads nowhere.
    let mut level = square();
    add_rocks(&mut level, 3, [(5, 6), (6, 7)]);
    assert_eq!(said(&level), "");
}

#[test]
fn a_door_is_not_entered_along_its_wall() {
    let beside = "the door of passage 1, 1x1 at (6, 4), can be entered from (5, 4), along its wall";
    for tile in [Tile::Corridor, Tile::Floor, Tile::Door] {
        let mut level = square();
        level.tiles.set(Cell::new(5, 4), tile);
        assert_eq!(said(&level), beside);
    }
    let mut level = square();
    level.tiles.set(Cell::new(7, 4), Tile::Corridor);
    assert_eq!(said(&level), beside.replace("(5, 4)", "(7, 4)"));
    // In a level with gates, so is a secret door; any other is entered from anywhere.
    let mut level = square();
    level.tiles.set(Cell::new(4, 1), Tile::Corridor);
    assert_eq!(said(&level), "");
    level.passages[0].kind = DoorKind::Secret;
    (level.keys[0].room, level.path) = (0, vec![0]);
    assert_eq!(said(&level), "the door of passage 0, 1x1 at (4, 2), can be entered from (4, 1), along its wall");
}

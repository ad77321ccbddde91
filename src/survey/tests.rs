//! Metrics of levels whose values were counted by hand.

use proptest::prelude::*;

use super::*;
use crate::{
    geom::{Cell, Rect},
    level::{Connection, Key, Level, Passage, Room, Tile, fixture},
};

#[track_caller]
fn assert_metrics(level: &Level, expected: &[(Metric, f64)]) {
    let metrics = Measurer::default().measure(level);
    for &(metric, value) in expected {
        assert!((metrics.get(metric) - value).abs() < 1e-9, "{metric} is {}, not {value}", metrics.get(metric));
    }
}

#[test]
fn the_level_made_by_hand_has_the_values_counted_by_hand() {
    // Rooms of 20, 24, 20, 18 and 12 cells; 2 + 1 + 1 + 2 + 1 door cells; a corridor of 2.
    assert_metrics(
        &fixture::level(),
        &[
            (Metric::Rooms, 5.0),
            (Metric::PathLength, 3.0),
            (Metric::Linearity, 3.0 / 5.0),
            (Metric::Branching, 1.0 / 3.0),
            (Metric::Loops, 0.0),
            (Metric::DeadEnds, 1.0),
            (Metric::Openness, (94.0 + 7.0 + 2.0) / 230.0),
            // A table of two cells with a candle on it, a lamp, two rocks and a rug.
            (Metric::PropDensity, 6.0 / 94.0),
            // Eighteen columns, and two more steps around the rock at (9, 2).
            (Metric::WalkingDistance, 20.0),
            (Metric::RoomSize, 94.0 / 5.0),
            (Metric::LayoutEntropy, 0.0),
            (Metric::VaultEntropy, 0.0),
            (Metric::Bridges, 1.0),
            (Metric::Cycles, 0.0),
            (Metric::LargestToMedian, 24.0 / 20.0),
            // Each door lies between the outermost rows or columns of both rooms.
            (Metric::DoorsAtCorners, 0.0),
            // The key in the end room opens the treasury, from which the way out does not lead.
            (Metric::LockedPassages, 1.0),
            (Metric::PassagesToLock, 2.0),
            (Metric::PlayLength, 20.0),
            (Metric::Backtracking, 0.0),
            (Metric::Choices, 1.0),
        ],
    );
}

#[test]
fn a_play_that_needs_a_key_is_longer_than_the_walk_and_leads_back() {
    let mut level = fixture::level();
    level.exit = Cell::new(15, 6);
    assert_metrics(
        &level,
        &[
            (Metric::WalkingDistance, 19.0),
            // 23 steps to the key, two of them around the rock, and 24 to the exit.
            (Metric::PlayLength, 47.0),
            // From (12, 2) to (10, 4), first and last included.
            (Metric::Backtracking, 5.0),
            (Metric::Choices, 1.0),
        ],
    );
    // Another key in the middle room, two cells off the way.
    level.keys.push(Key { room: 1, cell: Cell::new(12, 4), ..level.keys[0] });
    assert_metrics(
        &level,
        &[
            (Metric::LockedPassages, 1.0),
            (Metric::PassagesToLock, 1.5),
            (Metric::PlayLength, 23.0),
            (Metric::Backtracking, 0.0),
            (Metric::Choices, 2.0),
        ],
    );
}

#[test]
fn each_passage_with_a_lock_counts_and_keys_without_a_way_do_not() {
    let mut level = fixture::level();
    level.passages.push(level.passages[3].clone());
    assert_metrics(&level, &[(Metric::LockedPassages, 2.0), (Metric::PassagesToLock, 2.0)]);
    // From the end room no way leads back.
    level.passages[1].one_way = Some(1);
    assert_metrics(&level, &[(Metric::PassagesToLock, 0.0)]);
    level.keys.push(Key { room: 4, ..level.keys[0] });
    level.keys.push(Key { room: 0, ..level.keys[0] });
    assert_metrics(&level, &[(Metric::PassagesToLock, 1.0)]);
}

#[test]
fn a_level_whose_exit_cannot_be_reached_has_no_play() {
    let mut level = fixture::level();
    level.exit = Cell::new(15, 6);
    level.keys.clear();
    assert_metrics(
        &level,
        &[
            (Metric::LockedPassages, 1.0),
            (Metric::PassagesToLock, 0.0),
            (Metric::PlayLength, 0.0),
            (Metric::Choices, 0.0),
        ],
    );
}

#[test]
fn a_single_room_is_its_own_image_and_all_path() {
    let mut level = fixture::single_room(9);
    (level.entry, level.exit) = (Cell::new(1, 1), Cell::new(9, 6));
    assert_metrics(
        &level,
        &[
            (Metric::Rooms, 1.0),
            (Metric::Linearity, 1.0),
            (Metric::Branching, 0.0),
            (Metric::Loops, 0.0),
            (Metric::DeadEnds, 0.0),
            (Metric::Openness, 54.0 / 88.0),
            (Metric::PropDensity, 0.0),
            (Metric::Symmetry, 1.0),
            (Metric::WalkingDistance, 13.0),
            (Metric::RoomSize, 54.0),
            (Metric::Bridges, 0.0),
            (Metric::LargestToMedian, 1.0),
            (Metric::DoorsAtCorners, 0.0),
            (Metric::LockedPassages, 0.0),
            (Metric::PassagesToLock, 0.0),
            (Metric::PlayLength, 13.0),
            (Metric::Backtracking, 0.0),
            (Metric::Choices, 0.0),
        ],
    );
    // Without one corner, which each mirror image moves to another cell.
    level.tiles.set(Cell::new(9, 1), Tile::Wall);
    assert_metrics(&level, &[(Metric::Symmetry, 52.0 / 54.0), (Metric::WalkingDistance, 13.0)]);
}

#[test]
fn a_second_way_makes_a_loop_and_opens_a_dead_end() {
    let mut level = fixture::level();
    let door = Connection::Door(Rect::of(20, 5, 1, 1));
    level.passages.push(Passage::closed([2, 4], door));
    assert_metrics(&level, &[(Metric::Loops, 1.0), (Metric::DeadEnds, 0.0), (Metric::Branching, 2.0 / 3.0)]);
}

#[test]
fn a_way_around_the_middle_leaves_bridges_at_both_ends() {
    // 0 - 1 - 2 - 3, and 4 beside the middle.
    let mut level = of_graph(5, &[[0, 1], [1, 2], [3, 2], [4, 1]], [0, 3]);
    assert_metrics(&level, &[(Metric::Bridges, 1.0)]);
    level.passages.push(passage([2, 4]));
    assert_metrics(&level, &[(Metric::Bridges, 2.0 / 3.0)]);
    // A second passage between the same rooms is a second way too.
    level.passages.push(passage([0, 1]));
    assert_metrics(&level, &[(Metric::Bridges, 1.0 / 3.0)]);
    level.passages.push(passage([3, 0]));
    assert_metrics(&level, &[(Metric::Bridges, 0.0)]);
}

proptest! {
    #[test]
    fn bridges_are_the_passages_without_which_a_plain_search_finds_no_way(
        rooms in 2..14_u32,
        picks in prop::collection::vec((0..14_u32, 0..14_u32), 0..12),
    ) {
        // A tree, and more passages between any two rooms, the same ones too.
        let tree = (1..rooms).map(|room| [room, picks.get(room as usize).map_or(0, |pick| pick.0 % room)]);
        let more = picks.iter().map(|&(one, other)| [one % rooms, other % rooms]).filter(|[one, other]| one != other);
        let passages: Vec<_> = tree.chain(more).collect();
        for end in 1..rooms {
            let steps = |removed: Option<usize>| {
                let mut steps = vec![None; rooms as usize];
                steps[0] = Some(0);
                for step in 1..rooms {
                    for (_, &[a, b]) in passages.iter().enumerate().filter(|(id, _)| Some(*id) != removed) {
                        for (from, to) in [(a as usize, b as usize), (b as usize, a as usize)] {
                            if steps[from] == Some(step - 1) && steps[to].is_none() {
                                steps[to] = Some(step);
                            }
                        }
                    }
                }
                steps[end as usize]
            };
            let count = (0..passages.len()).filter(|&id| steps(Some(id)).is_none()).count() as f64;
            let expected = count / f64::from(steps(None).expect("a way"));
            let metrics = Measurer::default().measure(&of_graph(rooms, &passages, [0, end]));
            let bridges = metrics.get(Metric::Bridges);
            prop_assert!((bridges - expected).abs() < 1e-9, "{:?} to {}: {}", &passages, end, bridges);
        }
    }
}

#[test]
fn the_bridges_of_a_long_way_are_found_without_recursion() {
    // A line, and a passage from its first room to the middle: the way is that one, which is no
    // bridge, and the half of the line behind it.
    let rooms = 200_000;
    let passages: Vec<_> = (1..rooms).map(|room| [room, room - 1]).chain([[0, rooms / 2]]).collect();
    let level = of_graph(rooms, &passages, [0, rooms - 1]);
    let behind = f64::from(rooms - 1 - rooms / 2);
    assert_metrics(&level, &[(Metric::Bridges, behind / (behind + 1.0))]);
}

#[test]
fn the_median_of_an_even_number_is_between_two_and_areas_are_those_of_floors() {
    let mut level = fixture::shaped();
    // Areas of 20, 24, 17 (of a rectangle of 20), 18 and 12 cells, and one room more.
    level.rooms.push(Room { id: 5, rect: Rect::of(1, 6, 4, 3), ..level.rooms[4] });
    assert_metrics(&level, &[(Metric::LargestToMedian, 24.0 / 17.5)]);
}

#[test]
fn a_door_is_at_a_corner_if_it_lies_in_the_outermost_row_or_column_on_either_side() {
    let at_corners = |door: Rect, with: Rect, expected: f64| {
        let mut level = fixture::level();
        level.passages.truncate(1);
        level.passages[0].connection = Connection::Door(door);
        (level.rooms[0].rect, level.rooms[1].rect) = (Rect::of(1, 1, 5, 7), with);
        assert_metrics(&level, &[(Metric::DoorsAtCorners, expected)]);
    };
    // West to east: row 1 and row 7 of the first room, or row 3 of the second.
    for (top, height, expected) in [(1, 1, 1.0), (2, 1, 0.0), (3, 1, 1.0), (4, 2, 0.0), (6, 2, 1.0), (2, 5, 0.0)] {
        let beside = if expected > 0.0 && top == 3 { Rect::of(7, 3, 4, 9) } else { Rect::of(7, 0, 4, 12) };
        at_corners(Rect::of(6, top, 1, height), beside, expected);
    }
    // North to south.
    for (left, width, expected) in [(1, 1, 1.0), (2, 3, 0.0), (4, 2, 1.0), (3, 1, 0.0)] {
        at_corners(Rect::of(left, 8, width, 1), Rect::of(0, 9, 9, 4), expected);
    }
    // Each door of a corridor belongs to one room.
    let mut level = fixture::level();
    level.passages.swap(0, 1);
    level.passages.truncate(1);
    level.rooms[2].rect = Rect::of(17, 2, 5, 3);
    assert_metrics(&level, &[(Metric::DoorsAtCorners, 0.5)]);
}

fn passage(rooms: [u32; 2]) -> Passage {
    Passage::closed(rooms, Connection::Door(Rect::of(20, 5, 1, 1)))
}

/// A level of equal rooms with these passages, whose path has the two rooms alone.
fn of_graph(rooms: u32, passages: &[[u32; 2]], path: [u32; 2]) -> Level {
    let mut level = fixture::level();
    let room = level.rooms[0];
    level.rooms = (0..rooms).map(|id| Room { id, ..room }).collect();
    level.passages = passages.iter().copied().map(passage).collect();
    level.path = path.to_vec();
    level.keys.clear();
    level.props.clear();
    level
}

#[test]
fn entropies_tell_apart_layouts_and_vaults() {
    let mut level = fixture::level();
    level.layouts = ["a", "b", "c", "d"].map(str::to_owned).into();
    for (room, (layout, vault)) in
        level.rooms.iter_mut().zip([(Some(0), None), (Some(1), None), (None, None), (None, Some(2)), (None, Some(3))])
    {
        (room.layout, room.vault) = (layout, vault);
    }
    assert_metrics(&level, &[(Metric::LayoutEntropy, 1.0), (Metric::VaultEntropy, 1.0)]);
    level.rooms[2].layout = Some(0);
    level.rooms[4].vault = Some(2);
    let third = 3.0_f64.log2() - 2.0 / 3.0;
    assert_metrics(&level, &[(Metric::LayoutEntropy, third), (Metric::VaultEntropy, 0.0)]);
}

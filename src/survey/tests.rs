//! Metrics of levels whose values were counted by hand.

use super::*;
use crate::{
    geom::{Cell, Rect},
    level::{Connection, DoorKind, Level, Passage, Tile, fixture},
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
    level.passages.push(Passage { rooms: [2, 4], connection: door, kind: DoorKind::Closed });
    assert_metrics(&level, &[(Metric::Loops, 1.0), (Metric::DeadEnds, 0.0), (Metric::Branching, 2.0 / 3.0)]);
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

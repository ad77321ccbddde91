//! Furnishes one room, and compares what stands in it with pictures: vaults, markers, piles, turns,
//! and patterns of all sizes.

use super::pictures::{TraceLog, furnished, picture, plan, preset, room};
use crate::{
    floorplan::PlacedVault,
    furnish::Furnisher,
    geom::{Cell, Direction, Rect},
    preset::Preset,
    rng::FloorSeed,
    trace::{NoTrace, Rejection},
};

/// The rows of a single room, whose preset has more kinds and vaults. The vault is at `(2, 1)`.
fn room_with(kinds: &str, formations: &str, vault: &str, log: &mut TraceLog) -> Vec<String> {
    let text = format!(
        "(name: \"more\", floorplan: (rooms: (max: 40)), props: {{
            \"o\": (glyph: 'o', color: \"#808080\"), {kinds}
        }}, layouts: [(name: \"all\", formations: [{formations}])], vaults: [{vault}])"
    );
    let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let mut plan = plan(&[Rect::of(5, 3, 7, 5)], &[]);
    if !vault.is_empty() {
        plan.rooms[0].vault = Some(PlacedVault { vault: 0, drawing: 0, at: Cell::new(2, 1), has_walls: false });
    }
    let furnishing = Furnisher::default().furnish(&preset, &plan, &FloorSeed::new(1, 0), 0.0, log);
    picture(&preset, &furnishing, plan.rooms[0].rect)
}

#[test]
fn nothing_hangs_above_the_cells_that_a_vault_reserves() {
    let lamp = "\"l\": (glyph: 'l', color: \"#808080\", blocks: false, tall: 0.5, elevation: 2.0),";
    let formations = "(shape: Square, fill: true, size: Fit(1.0), stack: true, prop: \"l\")";
    let vault = "(name: \"drawn\", rows: [\"o.o\", \"...\"], legend: { 'o': \"o\" })";
    let drawn = room_with(lamp, formations, vault, &mut TraceLog::default());
    assert_eq!(drawn, ["lllllll", "llo.oll", "ll...ll", "lllllll", "lllllll"]);
}

#[test]
fn a_marker_under_an_obstacle_is_removed() {
    let marker = "\"k\": (glyph: 'k', color: \"#808080\", marker: true),";
    let formations = "(shape: Square, fill: true, size: Box(7, 1), prop: \"k\"),
        (shape: Square, fill: true, size: Box(3, 3), prop: \"o\")";
    let mut log = TraceLog::default();
    let drawn = room_with(marker, formations, "", &mut log);
    assert_eq!(drawn, [".......", "..ooo..", "kkoookk", "..ooo..", "......."]);
    let removed = [7, 8, 9].map(|x| (Rect::of(x, 5, 1, 1), Rejection::Occupied));
    assert!(removed.iter().all(|marker| log.rejected.contains(marker)), "{:?}", log.rejected);
}

#[test]
fn a_prop_goes_with_the_obstacle_that_it_has_to_be_near_to() {
    // A walkway to the lamp in the east removes the wall before it, and one of two lilies with it.
    let kinds = "\"i\": (glyph: 'i', color: \"#808080\", blocks: false, near: [Wall(9)]),
        \"p\": (glyph: 'p', color: \"#808080\", near: [Wall(9)]),
        \"W\": (glyph: 'W', color: \"#808080\", footprint: (1, 5), near: [Wall(9)]),
        \"n\": (glyph: 'n', color: \"#808080\", blocks: false, near: [Prop(\"p\", 1), Prop(\"W\", 1)]),";
    let formations = "(shape: Square, size: Cells(1), at: East, prop: \"i\"),
        (shape: Square, size: Cells(1), at: South, prop: \"p\"),
        (shape: Square, size: Cells(1), at: East, inset: 2, prop: \"W\"),
        (shape: Square, size: Cells(1), at: Center, shift: (0, -1), prop: \"n\"),
        (shape: Square, size: Cells(1), at: Center, shift: (0, 1), prop: \"n\")";
    let drawn = room_with(kinds, formations, "", &mut TraceLog::default());
    assert_eq!(drawn, [".......", ".......", "......i", "...n...", "...p..."]);
}

#[test]
fn props_outside_of_the_room_are_reported_as_clipped_and_no_others() {
    // A square of three by three cells, of which one lies in the corner of the room.
    let moss = "\"m\": (glyph: 'm', color: \"#408040\", blocks: false),";
    let formations = "(shape: Square, fill: true, size: Cells(3), at: SouthEast, shift: (1, 1), prop: \"m\")";
    let mut log = TraceLog::default();
    assert_eq!(room_with(moss, formations, "", &mut log)[4], "......m");
    let room = Rect::of(5, 3, 7, 5);
    let outside: Vec<_> =
        Rect::of(11, 7, 3, 3).cells().map(Rect::from_cell).filter(|&cell| !room.contains_rect(cell)).collect();
    assert_eq!(log.rejected, outside.into_iter().map(|cell| (cell, Rejection::Clipped)).collect::<Vec<_>>());
}

#[test]
fn each_prop_of_a_scatter_is_an_anchor() {
    // The box of the scatter has place for one bench.
    let formations = "(name: \"bench\", shape: Scatter(1), size: Box(2, 1), prop: \"b\"),
        (shape: Square, size: Box(4, 3), at: Of(\"bench\"), prop: \"m\")";
    let wanted = ["............", "....mmmm....", "....mbbm....", "....mmmm....", "............"];
    assert_eq!(room(formations, 12, 5, 1), wanted);
}

#[test]
fn only_square_props_that_turn_at_random_turn_one_by_one() {
    let turns = |turn: &str| {
        let preset = preset(&format!("(shape: Square, fill: true, size: Fit(1.0), prop: \"m\"{turn})"));
        let props = furnished(&preset, &plan(&[Rect::of(5, 3, 8, 8)], &[]), 1).props;
        assert_eq!(props.len(), 64);
        Direction::ALL.map(|turn| props.iter().filter(|prop| prop.stance.turn() == turn).count())
    };
    assert_eq!(turns(""), [64, 0, 0, 0]);
    assert!(turns(", turn: Random").iter().all(|&count| count > 4), "{:?}", turns(", turn: Random"));
}

#[test]
fn patterns_of_all_sizes_are_kept_apart_and_their_props_do_not_overlap() {
    // The masks of benches in the corners overlap in small rooms.
    let preset = preset(
        "(shape: Square, fill: true, size: Box(5, 2), at: Corners, prop: \"b\"),
        (shape: Square, fill: true, size: Fit(1.0), prop: \"m\")",
    );
    let mut furnisher = Furnisher::default();
    for (width, height) in (1..=16).flat_map(|height| (1..=16).map(move |width| (width, height))) {
        let rect = Rect::of(5, 3, width, height);
        let furnishing = furnisher.furnish(&preset, &plan(&[rect], &[]), &FloorSeed::new(1, 0), 0.0, &mut NoTrace);
        let covered: i64 = furnishing.props.iter().map(|prop| prop.cells().area()).sum();
        assert_eq!(covered, rect.area(), "each cell once");
        assert!(picture(&preset, &furnishing, rect).concat().chars().all(|glyph| glyph != '.'), "{rect}");
    }
}

#[test]
fn what_stands_near_enough_stays_though_others_of_a_pile_go() {
    // The walkway to the lamp in the east removes a pillar of the wall, and what has to be near it:
    // post by post, each of which is near to the one before. The others stay.
    let kinds = "\"i\": (glyph: 'i', color: \"#808080\", blocks: false),
        \"W\": (glyph: 'W', color: \"#808080\", footprint: (1, 5), tall: 0.5),
        \"a\": (glyph: 'a', color: \"#808080\", tall: 0.5, near: [Prop(\"W\", 1)]),
        \"b\": (glyph: 'b', color: \"#808080\", tall: 0.5, near: [Prop(\"a\", 1)]),
        \"c\": (glyph: 'c', color: \"#808080\", tall: 0.5, elevation: 0.5, near: [Wall(9)]),";
    let formations = "(shape: Square, size: Cells(1), at: East, prop: \"i\"),
        (shape: Square, size: Cells(1), at: East, inset: 1, prop: \"W\"),
        (shape: Square, size: Cells(1), at: East, inset: 2, prop: \"a\"),
        (shape: Square, size: Cells(1), at: East, inset: 3, prop: \"b\"),
        (shape: Square, size: Cells(1), at: South, shift: (-2, 0), prop: \"c\", stack: true)";
    let drawn = room_with(kinds, formations, "", &mut TraceLog::default());
    assert_eq!(drawn, [".......", ".......", "......i", ".......", ".c....."]);
}

//! Furnishes one room, and compares what stands in it with pictures: vaults, markers, piles, turns,
//! and patterns of all sizes.

use super::pictures::{TraceLog, four_doors, furnished, picture, plan, preset, room};
use crate::{
    floorplan::PlacedVault,
    furnish::{FurnishTask, Furnisher},
    geom::{Cell, Direction, Rect},
    preset::Preset,
    rng::FloorSeed,
    trace::{NoTrace, Rejection, StepObserver},
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
        plan.rooms[0].vault =
            Some(PlacedVault { vault: 0, drawing: 0, at: Cell::new(2, 1), has_walls: false, is_stripped: false });
    }
    let mut see = |step| log.see(&step);
    let observer = &mut StepObserver::new(&mut see);
    let furnishing =
        Furnisher::default().furnish(FurnishTask::first(&preset, &plan, &FloorSeed::new(1, 0), 0.0), observer);
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
    let wanted = [".......", ".......", "......i", "...n...", "...p..."];
    assert_eq!(room_with(kinds, formations, "", &mut TraceLog::default()), wanted);
    // The same where a formation stacks.
    let stacks = format!("{formations}, (shape: Square, size: Cells(1), at: East, stack: true, prop: \"i\")");
    assert_eq!(room_with(kinds, &stacks, "", &mut TraceLog::default()), wanted);
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
fn larger_props_that_reach_beyond_the_room_are_reported_as_clipped() {
    let bench = "\"b\": (glyph: 'b', color: \"#805020\", footprint: (2, 1), blocks: false),";
    let formations = "(shape: Square, fill: true, size: Box(4, 1), at: East, prop: \"b\")";
    let mut log = TraceLog::default();
    // Benches at columns 4 and 6 of a room of seven.
    assert_eq!(room_with(bench, formations, "", &mut log)[2], "....bb.");
    assert_eq!(log.rejected, [(Rect::of(11, 5, 2, 1), Rejection::Clipped)]);
}

#[test]
fn a_formation_is_an_anchor_only_where_something_of_it_stands() {
    let ring = |least: &str| {
        let formations = format!(
            "(shape: Square, size: Cells(1), prop: \"o\"),
            (name: \"a\", shape: Square, fill: true, size: Cells(3), prop: \"m\", least: {least}),
            (shape: Square, size: Cells(5), at: Of(\"a\"), prop: \"m\")"
        );
        room(&formations, 9, 7, 1).concat().matches('m').count()
    };
    assert_eq!([ring("0.0"), ring("1.0")], [8 + 16, 0]);
}

#[test]
fn a_scatter_with_a_checker_takes_every_other_cell_from_the_top_left() {
    let formations =
        "(shape: Scatter(1), size: Box(5, 3), at: At(0.0, 0.0), shift: (3, 3), checker: true, prop: \"m\")";
    let drawn = room(formations, 9, 7, 1);
    let cells = |row: &String| row.chars().enumerate().filter(|(_, glyph)| *glyph == 'm').map(|(x, _)| x).collect();
    let columns: Vec<Vec<usize>> = drawn.iter().map(cells).collect();
    let (even, odd) = (vec![1, 3, 5], vec![2, 4]);
    assert_eq!(columns, [vec![], vec![], even.clone(), odd, even, vec![], vec![]]);
}

#[test]
fn a_route_leads_from_door_to_door() {
    let (rect, plan) = four_doors();
    let preset = preset("(shape: Route, prop: \"m\")");
    let drawn = picture(&preset, &furnished(&preset, &plan, 1), rect);
    let is_moss = |cell: Cell| {
        let (x, y) = (cell.x - rect.left(), cell.y - rect.top());
        rect.contains(cell) && drawn[y as usize].chars().nth(x as usize) == Some('m')
    };
    let mut reached: Vec<Cell> = rect.cells().filter(|&cell| is_moss(cell)).take(1).collect();
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        let beside: Vec<_> =
            cell.neighbours().filter(|&beside| is_moss(beside) && !reached.contains(&beside)).collect();
        reached.extend(beside);
    }
    assert_eq!(reached.len(), drawn.concat().matches('m').count(), "it is connected: {drawn:#?}");
    assert!(reached.len() < 30, "it is a way: {drawn:#?}");
    for passage in plan.passages.iter().filter(|passage| passage.rooms.contains(&0)) {
        let before = passage.doors()[0].grown(1).expect("a rectangle");
        assert!(reached.iter().any(|&cell| before.contains(cell)), "{before}: {drawn:#?}");
    }
}

#[test]
fn a_name_changes_nothing_but_what_refers_to_it() {
    // With a name, a formation is stamped at point after point. Without one, it is only if what it
    // places at one point keeps others away from the next.
    let kinds = "\"b\": (glyph: 'b', color: \"#805020\", footprint: (2, 1), blocks: false, avoid: [Prop(\"b\", 1)]),
        \"y\": (glyph: 'y', color: \"#805020\", blocks: false, avoid: [Prop(\"y\", 2)]),
        \"s\": (glyph: 's', color: \"#805020\", blocks: false, tall: 0.5, avoid: [Prop(\"s\", 1)]),
        \"f\": (glyph: 'f', color: \"#805020\", footprint: (1, 2), blocks: false),";
    for (prop, stack) in [
        ("b", ""),
        ("f", ""),
        ("b", ", stack: true"),
        ("f", ", stack: true"),
        ("y", ", stack: true"),
        ("s", ", stack: true"),
    ] {
        for (at, size) in
            [("Corners", "Box(4, 3)"), ("Walls", "Box(5, 2)"), ("Quarters", "Cells(4)"), ("Center", "Fit(1.0)")]
        {
            let formation = format!("shape: Square, fill: true, size: {size}, at: {at}, prop: \"{prop}\"{stack}");
            let drawn = |name: &str| {
                let text = format!("({name}{formation})");
                room_with(kinds, &text, "", &mut TraceLog::default())
            };
            assert_eq!(drawn(""), drawn("name: \"a\", "), "{formation}");
        }
    }
}

#[test]
fn each_prop_of_a_scatter_is_an_anchor() {
    // The box of the scatter has place for one bench.
    let formations = "(name: \"bench\", shape: Scatter(1), size: Box(2, 1), prop: \"b\"),
        (shape: Square, size: Box(4, 3), at: Of(\"bench\"), prop: \"m\")";
    let ring = ["....mmmm....", "....mbbm....", "....mmmm...."];
    let drawn = room(formations, 12, 7, 1);
    assert_eq!((&drawn[2..5], drawn.concat().matches('m').count()), (&ring.map(str::to_owned)[..], 10));
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
        let furnishing = furnisher
            .furnish(FurnishTask::first(&preset, &plan(&[rect], &[]), &FloorSeed::new(1, 0), 0.0), &mut NoTrace);
        let covered: i64 = furnishing.props.iter().map(|prop| prop.cells().area()).sum();
        assert_eq!(covered, rect.area(), "each cell once");
        assert!(picture(&preset, &furnishing, rect).concat().chars().all(|glyph| glyph != '.'), "{rect}");
    }
}

#[test]
fn props_that_are_near_enough_stay_though_others_of_a_pile_go() {
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

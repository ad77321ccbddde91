//! Counts the steps of small formations, and spends the budget of their points.
//!
//! Most rooms have ten by ten cells: there, a set of cells has four words.

use super::pictures::plan;
use crate::{
    floorplan::{FloorPlan, PlacedVault},
    furnish::Furnisher,
    geom::{Cell, HalfCell, Rect},
    preset::Preset,
    rng::FloorSeed,
    trace::{Trace, Work},
};

/// Furnishes a room of ten by ten cells with these formations, before an observer.
fn furnish(formations: &str, trace: &mut impl Trace) {
    furnish_room(&plan(&[Rect::of(5, 3, 10, 10)], &[]), formations, trace);
}

fn furnish_room(plan: &FloorPlan, formations: &str, trace: &mut impl Trace) {
    let text = format!(
        "(name: \"steps\", floorplan: (rooms: (max: 30)), props: {{
            \"m\": (glyph: 'm', color: \"#408040\", blocks: false),
            \"o\": (glyph: 'o', color: \"#808080\"),
            \"tall\": (glyph: 't', color: \"#808080\", blocks: false, footprint: (1, 3)),
            \"shelf\": (glyph: 's', color: \"#808080\", blocks: false, tall: 0.5, elevation: 1.0),
            \"beam\": (glyph: 'e', color: \"#808080\", blocks: false, tall: 0.5, elevation: 2.0),
            \"lamp\": (glyph: 'l', color: \"#808080\", blocks: false, near: [Wall(2)]),
            \"post\": (glyph: 'p', color: \"#808080\", blocks: false, footprint: (1, 2), near: [Wall(2)]),
            \"shy\": (glyph: 'y', color: \"#808080\", blocks: false, avoid: [Prop(\"shy\", 1)]),
            \"pin\": (glyph: 'k', color: \"#808080\", marker: true, footprint: (1, 2)),
        }}, layouts: [(name: \"all\", formations: [{formations}])],
        vaults: [(name: \"drawn\", rows: [\"...\", \"...\"], legend: {{}})])"
    );
    let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let _ = Furnisher::default().furnish(&preset, plan, &FloorSeed::new(1, 0), 0.0, trace);
}

fn steps(formations: &str) -> Work {
    let mut work = Work::default();
    furnish(formations, &mut work);
    work
}

/// Asserts the steps that are counted for these formations, by the names of their counters.
fn asserts_steps<const N: usize>(formations: &str, wanted: [(&str, u64); N]) {
    let work = steps(formations);
    for (name, wanted) in wanted {
        let counted = work.counters().find(|(counter, _)| *counter == name).map(|(_, steps)| steps);
        assert_eq!(counted, Some(wanted), "{name} of {formations}");
    }
}

/// The words of a set of cells.
const WORDS: u64 = 4;
/// The sets that an empty room writes.
const ROOM: u64 = 6 * WORDS;
/// A formation's set is read when its props are stored.
const STORED: u64 = WORDS;
/// The sets that props of one cell, and larger ones, read or write if they are placed at once.
const AT_ONCE: u64 = 5 * WORDS;
const LARGER_AT_ONCE: u64 = AT_ONCE + 4 * 7 * WORDS;

const WHOLE: &str = "shape: Square, fill: true, size: Fit(1.0)";

#[test]
fn a_pattern_takes_as_many_steps_as_it_reads_and_writes_words() {
    asserts_steps(&format!("({WHOLE}, prop: \"m\")"), [("stamps", ROOM + AT_ONCE + STORED), ("tries", 0)]);
    asserts_steps(&format!("({WHOLE}, prop: \"tall\")"), [("stamps", ROOM + LARGER_AT_ONCE + STORED), ("tries", 0)]);
}

#[test]
fn a_mask_takes_a_step_for_each_row_and_cell_beside_the_words_of_its_props() {
    // Two sets and the ten rows of the mask; its hundred cells, and one search for the point.
    let mask = ROOM + AT_ONCE + STORED + 2 * WORDS + 10;
    asserts_steps(&format!("({WHOLE}, prop: \"m\", name: \"a\")"), [("stamps", mask), ("tries", 101)]);
    // To count the free cells takes four more sets, and no copy, since the props keep no distance.
    let counted = [("stamps", mask + 4 * WORDS), ("tries", 101)];
    // Larger props are tried one by one.
    asserts_steps(&format!("({WHOLE}, prop: \"tall\", name: \"a\")"), [("tries", 5 * 3 * 20 + 1)]);
    asserts_steps(&format!("({WHOLE}, prop: \"m\", least: 0.1)"), counted);
    asserts_steps(&format!("({WHOLE}, prop: \"lamp\", least: 0.1)"), counted);
}

#[test]
fn the_masks_of_a_formation_are_united_before_its_props_are_placed() {
    // Masks of two by two cells in the corners, by a size that is a ramp: no pattern has them.
    let corners = "shape: Square, fill: true, size: Fit((from: 0.3, to: 0.4)), at: Corners";
    let wanted = [("stamps", ROOM + AT_ONCE + STORED), ("tries", 4 * (4 + 1)), ("props", 16)];
    asserts_steps(&format!("({corners}, prop: \"m\")"), wanted);
}

#[test]
fn a_prop_that_is_tried_alone_takes_five_steps_for_each_of_its_rows() {
    // A full room: nothing can be placed. Two steps of the budget, and a test of three sets.
    let scatter = |prop| format!("({WHOLE}, prop: \"m\"), (shape: Scatter(1), size: Fit(1.0), prop: \"{prop}\")");
    // Four sets find the free cells.
    let free = ROOM + AT_ONCE + STORED + 4 * WORDS;
    asserts_steps(&scatter("m"), [("stamps", free), ("tries", 5 * 100 + 1), ("props", 100)]);
    asserts_steps(&scatter("tall"), [("tries", 5 * 3 * 80 + 1), ("props", 100)]);
    // In the order of the cells, since the props keep a distance. Each placed prop closes three
    // rows to the others, which are no more than all words.
    let placed = 25 * WORDS;
    let in_order = [("stamps", ROOM + AT_ONCE + STORED), ("tries", 100), ("limits", placed + WORDS), ("props", 25)];
    asserts_steps(&format!("({WHOLE}, prop: \"shy\")"), in_order);
    // Tried at their point, and before that to count them, with a copy of what is closed.
    let tried = |least: &str| format!("({WHOLE}, prop: \"shy\", {least})");
    asserts_steps(&tried("name: \"a\""), [("tries", 5 * 100 + 1), ("limits", placed)]);
    let counted = [("tries", (5 + 3) * 100 + 2 * WORDS + 1), ("limits", 2 * placed + WORDS)];
    asserts_steps(&tried("least: 0.1"), counted);
}

#[test]
fn heights_take_a_step_for_each_word_of_the_layers() {
    let stacks = format!("({WHOLE}, prop: \"m\"), ({WHOLE}, prop: \"shelf\", stack: true)");
    // The moss is copied to a new layer; the result is another set. One layer is compared.
    asserts_steps(&stacks, [("heights", 3 * WORDS + 1)]);
    // Then the shelves are copied, and two layers are compared.
    let more = format!("{stacks}, ({WHOLE}, prop: \"beam\", stack: true)");
    asserts_steps(&more, [("heights", 2 * 3 * WORDS + 1 + 2)]);
    // Shelves again: their layer is added to the result.
    let again = format!("{stacks}, ({WHOLE}, prop: \"shelf\", stack: true)");
    asserts_steps(&again, [("heights", 2 * 3 * WORDS + 1 + 2 + WORDS)]);
    // A vault of six cells is a layer, of which every height is closed.
    let mut with_vault = plan(&[Rect::of(5, 3, 10, 10)], &[]);
    let vault = PlacedVault { vault: 0, drawing: 0, at: Cell::new(2, 1), has_walls: false };
    with_vault.rooms[0].vault = Some(vault);
    let mut work = Work::default();
    furnish_room(&with_vault, &format!("({WHOLE}, prop: \"shelf\", stack: true)"), &mut work);
    assert_eq!(work.heights, 6 + 2 * WORDS + 1);
}

#[test]
fn rules_take_a_step_for_each_word_and_those_of_removed_props_for_each_row() {
    // The required cells, seven sets for the walls, and four to keep what is allowed.
    let near_wall = (1 + 7) * WORDS;
    asserts_steps(&format!("({WHOLE}, prop: \"lamp\")"), [("limits", near_wall + 4 * WORDS)]);
    // An obstacle in the room: the rules are tested again, on two sets and each row of each prop.
    let with_obstacle = |prop: &str| {
        format!("(shape: Square, size: Fit(1.0), prop: \"{prop}\"), (shape: Square, size: Cells(1), prop: \"o\")")
    };
    let again = near_wall + 2 * WORDS;
    asserts_steps(&with_obstacle("lamp"), [("limits", near_wall + 4 * WORDS + again + 36), ("props", 37)]);
    let posts = [("limits", near_wall + again + 2 * 26), ("tries", 2 * 26), ("props", 27)];
    asserts_steps(&with_obstacle("post"), posts);
}

#[test]
fn markers_take_a_step_for_each_of_their_rows_when_an_obstacle_may_cover_them() {
    let formations = "(shape: Square, fill: true, size: Box(10, 2), at: North, prop: \"pin\"),
        (shape: Square, size: Cells(1), prop: \"o\")";
    let placed = LARGER_AT_ONCE + AT_ONCE + 2 * STORED;
    asserts_steps(formations, [("stamps", ROOM + placed + 2 * WORDS + 10 * 2), ("props", 11)]);
}

#[test]
fn a_scatter_takes_a_step_for_each_word_around_its_props() {
    let plan = plan(&[Rect::of(5, 3, 20, 20)], &[]);
    let mut work = Work::default();
    furnish_room(&plan, "(shape: Scatter(4), size: Fit(1.0), prop: \"m\")", &mut work);
    // Each prop closes seven rows, of up to two words each, to the others.
    assert!(work.props > 10);
    assert_eq!(work.tries, 1 + 5 * 400 + 7 * 2 * work.props);
}

/// An observer that counts the points where formations are stamped.
#[derive(Default)]
struct PointCounter(usize);

impl Trace for PointCounter {
    fn stamp(&mut self, _: u32, _: u32, _: HalfCell) {
        self.0 += 1;
    }
}

#[test]
fn a_formation_stops_at_the_point_where_its_steps_are_spent() {
    let points = |prop: &str, others: &str| {
        let mut counter = PointCounter::default();
        let formation =
            format!("shape: Square, fill: true, size: Box(10, 9), at: Anywhere, count: 100, prop: \"{prop}\"");
        furnish(&format!("({formation}), {others}"), &mut counter);
        counter.0
    };
    assert_eq!(points("m", ""), 100, "ninety steps each, and less at the walls");
    // The room has 65 steps for each of its cells. At each point, between a quarter and all of
    // ninety cells are tried: two steps for each row of a prop, and four more.
    let tall = points("tall", "");
    let (fewest, most) = (6500 / (2 * 90 + 4), 6500 / (2 * 90 / 4 + 4) + 1);
    assert!((fewest..=most.min(99)).contains(&tall), "{fewest} to {most}: {tall}");
    // Anchors whose number is fixed are no matter of the budget, nor are patterns.
    let corners = "shape: Square, fill: true, at: Corners, prop: \"tall\"";
    assert_eq!(points("tall", &format!("({corners}, size: Fit((from: 0.9, to: 1.0)))")), tall + 4);
    assert_eq!(points("tall", &format!("({corners}, size: Cells(3))")), tall + 4);
}

#[test]
fn large_masks_take_a_step_for_each_cell() {
    let mask = |side: i32| format!("(shape: Square, fill: true, size: Cells({side}), prop: \"m\", name: \"a\")");
    asserts_steps(&mask(16), [("masks", 0)]);
    asserts_steps(&mask(20), [("masks", 400)]);
}

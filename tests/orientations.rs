//! Rooms of other sizes in both orientations, and formations that lie along a room's longer side.

use std::collections::BTreeSet;

use roomgen::{Cell, Generator, Level, Preset, Request, Room};

const PROPS: &str = "props: {
    \"rug\": (glyph: 'r', color: \"#884488\", blocks: false, tall: 0.0),
    \"plank\": (glyph: 'p', color: \"#885522\", blocks: false, tall: 0.0, footprint: (3, 1)),
}";

fn parsed(text: &str) -> Preset {
    Preset::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A preset of 80x50 cells with a gallery in each level, and other fields of its rule.
fn with_gallery(rule: &str, layouts: &str) -> Preset {
    parsed(&format!(
        "(name: \"turned\", floorplan: (rooms: (sizes: [(name: \"gallery\", min: (4, 14), max: (6, 22){rule})])), \
         {PROPS}, layouts: [{layouts}])"
    ))
}

/// The galleries of some levels.
fn galleries(preset: &Preset, mut look: impl FnMut(&Level, &Room)) {
    let mut generator = Generator::new(preset);
    for seed in 0..300 {
        let level = generator.generate(seed);
        level.rooms().iter().filter(|room| level.tags(room).any(|tag| tag == "gallery")).for_each(|room| {
            look(&level, room);
        });
    }
}

/// The numbers of wide and high galleries. Asserts that each has the sides of its rule.
fn orientations(preset: &Preset) -> (u32, u32) {
    let (mut wide, mut high) = (0, 0);
    galleries(preset, |_, room| {
        let (width, height) = (room.rect.width(), room.rect.height());
        let (short, long) = (width.min(height), width.max(height));
        assert!((4..=6).contains(&short) && (14..=22).contains(&long), "{}", room.rect);
        *(if width > height { &mut wide } else { &mut high }) += 1;
    });
    (wide, high)
}

#[test]
fn rooms_of_a_size_lie_in_both_orientations_unless_the_rule_says_otherwise() {
    let (wide, high) = orientations(&with_gallery("", ""));
    assert!(wide > 100 && high > 100, "{wide} wide and {high} high ones");
    let (wide, high) = orientations(&with_gallery(", turns: false", ""));
    assert!(wide == 0 && high > 250, "{wide} wide and {high} high ones");
}

#[test]
fn a_size_that_the_level_holds_in_one_orientation_alone_takes_that_one() {
    let preset = with_gallery("", "").with_size(roomgen::Size::new(80, 15).expect("a size")).expect("a size");
    let (wide, high) = orientations(&preset);
    assert!(wide > 290 && high == 0, "{wide} wide and {high} high ones");
}

#[test]
fn min_and_max_of_a_layout_for_a_size_hold_in_either_orientation() {
    let layout = |name: &str, rooms: &str| {
        let rug = "(shape: Square, size: Fit(1), fill: true, prop: \"rug\")";
        format!("(name: \"{name}\", rooms: ({rooms}), formations: [{rug}]),")
    };
    let bare = "(name: \"bare\", formations: []),";
    for (rooms, is_furnished) in [
        ("tags: [\"gallery\"], min: (4, 14), max: (6, 22)", true),
        // The sides of the room that lies across.
        ("tags: [\"gallery\"], min: (14, 4), max: (22, 6)", true),
        ("tags: [\"gallery\"], max: (6, 6)", false),
    ] {
        let preset = with_gallery("", &format!("{bare}{}", layout("full", rooms)));
        galleries(&preset, |level, room| {
            let area = if is_furnished { room.rect.area() } else { 0 };
            assert_eq!(level.props_in(room.id).count() as i64, area, "{rooms}: {}", room.rect);
        });
    }
    // Another tag, and rooms of a size that does not turn.
    let mut found = [0, 0];
    let preset =
        with_gallery(", turns: false", &format!("{bare}{}", layout("full", "tags: [\"gallery\"], min: (14, 4)")));
    galleries(&preset, |level, room| found[usize::from(level.props_in(room.id).count() > 0)] += 1);
    assert!(found[0] > 250 && found[1] == 0, "{found:?}");
}

/// The cells of each prop in the only room of a level with `width`x`height` cells of floor.
fn stamped(formation: &str, (width, height): (i64, i64)) -> BTreeSet<Vec<Cell>> {
    let text = format!(
        "(name: \"one room\", size: ({}, {}), floorplan: (rooms: (min: 20, max: 60, stop: 1)), {PROPS}, \
         layouts: [(name: \"l\", formations: [(name: \"first\", shape: Square, size: Cells(1), at: At(0.3, 0.4), \
         along: Long, prop: \"rug\"), {formation}])])",
        width + 2,
        height + 2
    );
    let level = Generator::new(&parsed(&text)).generate(Request::new(1));
    assert_eq!((level.rooms().len(), level.check()), (1, vec![]));
    level.props().map(|prop| prop.cells.cells().collect()).collect()
}

/// The same cells with rows and columns exchanged.
fn transposed(props: &BTreeSet<Vec<Cell>>) -> BTreeSet<Vec<Cell>> {
    let each = props.iter().map(|cells| {
        let mut cells: Vec<_> = cells.iter().map(|cell| Cell::new(cell.y, cell.x)).collect();
        cells.sort_by_key(|cell| (cell.y, cell.x));
        cells
    });
    each.collect()
}

#[test]
fn a_formation_along_the_longer_side_is_the_same_picture_in_a_wide_and_in_a_high_room() {
    let anchors = [
        "Center",
        "Corners",
        "NorthEast",
        "SouthWest",
        "Walls",
        "North",
        "East",
        "South",
        "West",
        "Quarters",
        "At(0.2, 0.7)",
        "Of(\"first\")",
    ];
    let masks = [
        "shape: Horizontal, size: Fit(0.4)",
        "shape: Vertical, size: Fit(0.4)",
        "shape: Horizontal, size: Box(6, 3), checker: true",
        "shape: Square, size: Box(6, 3), fill: true",
        "shape: Triangle, size: Box(7, 4), facing: East",
        "shape: Triangle, size: Cells(5), facing: South",
        "shape: Bitmap([\"###\", \"#..\"])",
        "shape: Cross, size: Ratio(0.4)",
        "shape: Square, size: Cells(2), shift: (3, 1)",
    ];
    let mut lies_across = 0;
    for (mask, at) in masks.iter().flat_map(|mask| anchors.map(|at| (mask, at))) {
        for rest in ["prop: \"rug\"", "prop: \"plank\"", "prop: \"plank\", turn: East, inset: 1"] {
            let plain = format!("({mask}, at: {at}, {rest})");
            let along = format!("({mask}, at: {at}, along: Long, {rest})");
            for sides in [(31, 20), (24, 21)] {
                let (wide, high) = (stamped(&along, sides), stamped(&along, (sides.1, sides.0)));
                assert_eq!(transposed(&wide), high, "{along}");
                // As written: a vertical line in a high room, all else in a wide one.
                let written = if mask.contains("Vertical") {
                    high == stamped(&plain, (sides.1, sides.0))
                } else {
                    wide == stamped(&plain, sides)
                };
                assert!(written, "{along}");
                lies_across += u32::from(high != stamped(&plain, (sides.1, sides.0)));
            }
        }
    }
    assert!(lies_across > 400, "{lies_across}");
}

#[test]
fn a_route_along_the_longer_side_leads_between_the_same_ends_in_both_orientations() {
    let route = "(shape: Route, from: West, to: At(0.8, 0.3), along: Long, prop: \"rug\")";
    let ends = |props: &BTreeSet<Vec<Cell>>, ends: [(i32, i32); 2]| {
        ends.iter().all(|&(x, y)| props.contains(&vec![Cell::new(x, y)]))
    };
    assert!(ends(&stamped(route, (31, 21)), [(1, 11), (25, 7)]));
    assert!(ends(&stamped(route, (21, 31)), [(11, 1), (7, 25)]));
}

#[test]
fn props_along_the_longer_side_turn_if_the_formation_gives_their_turn() {
    let turns = |turn: &str| -> BTreeSet<&'static str> {
        let text = format!(
            "(name: \"one room\", size: (22, 32), floorplan: (rooms: (min: 20, max: 60, stop: 1)), {PROPS}, \
             layouts: [(name: \"l\", formations: [(shape: Horizontal, at: North, along: Long, prop: \"rug\"{turn})])])"
        );
        let level = Generator::new(&parsed(&text)).generate(1);
        level.props().map(|prop| ["North", "East", "South", "West"][usize::from(prop.turn.quarter_turns())]).collect()
    };
    assert_eq!(turns(""), BTreeSet::from(["North"]));
    for (given, wanted) in [("North", "West"), ("South", "East"), ("West", "North"), ("East", "South")] {
        assert_eq!(turns(&format!(", turn: {given}")), BTreeSet::from([wanted]), "{given}");
    }
}

#[test]
fn a_line_is_a_horizontal_line_along_the_longer_side_or_along_the_line_of_a_door() {
    let digest = |formation: &str| {
        let text = format!("(name: \"a\", {PROPS}, layouts: [(name: \"l\", formations: [({formation})])])");
        (parsed(&text).digest(), parsed(&text))
    };
    let mut lines = BTreeSet::new();
    for rest in [
        "prop: \"rug\"",
        "at: North, inset: 1, size: Box(9, 2), shift: (1, 2), prop: \"plank\"",
        "at: Corners, size: Fit(0.4), turn: East, checker: true, prop: \"plank\"",
        "at: Anywhere, count: 3, size: Cells(4), turn: Inward, prop: \"plank\"",
    ] {
        let line = digest(&format!("shape: Line, {rest}"));
        assert_eq!(line, digest(&format!("shape: Horizontal, along: Long, {rest}")));
        assert_eq!(line, digest(&format!("shape: Line, along: Long, {rest}")));
        assert_ne!(line, digest(&format!("shape: Horizontal, {rest}")));
        lines.insert(line.0);
    }
    let along_doors = digest("shape: Line, at: Doors, along: Door, prop: \"rug\"");
    assert_eq!(along_doors, digest("shape: Horizontal, at: Doors, along: Door, prop: \"rug\""));
    assert_eq!(lines.len(), 4);
}

#[test]
fn a_line_is_horizontal_in_wide_and_square_rooms_and_vertical_in_high_ones() {
    for (sides, is_wide) in [((30, 21), true), ((21, 30), false), ((25, 25), true)] {
        let props = stamped("(shape: Line, size: Fit(0.8), prop: \"rug\")", sides);
        let (columns, rows): (BTreeSet<_>, BTreeSet<_>) = props.iter().flatten().map(|cell| (cell.x, cell.y)).unzip();
        // One more prop is that of the first formation.
        let (long, across) = if is_wide { (columns, rows) } else { (rows, columns) };
        assert!(long.len() > 15 && across.len() <= 2, "{props:?}");
    }
}

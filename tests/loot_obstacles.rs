//! Obstacles that the budget of loot places never close a way.

use roomgen::{Generator, Preset, Request};

use crate::tier;

/// Rooms so full of crates that walkways are opened through most of them, or with crates from which
/// candles are to be taken; and boxes that are in the way: in slots, in corners, along walls,
/// anywhere.
const STORE: &str = "(name: \"store\", size: (60, 40),
    floorplan: (rooms: (min: 6, max: 14), loops: (chance: 0.6)),
    props: {
        \"crate\": (glyph: 'c', color: \"#aa8844\"),
        \"rail\": (glyph: '-', color: \"#888888\", blocks: false, tall: 0),
        \"box\": (glyph: 'b', color: \"#ffcc44\", tags: [\"loot\"]),
        \"place\": (glyph: '?', color: \"#ffffff\", marker: true, slot: true, tags: [\"loot\"]),
        \"candle\": (glyph: 'i', color: \"#ffee88\", blocks: false, tall: 0.25, elevation: 1),
        \"guard\": (glyph: 'g', color: \"#ff4444\", marker: true, tags: [\"enemy\"]),
    },
    groups: {\"guards\": (cost: 2, members: {\"guard\": (1, 3)})},
    encounters: (budget: 20, quiet: 6),
    loot: (budget: 60, items: {\"box\": (value: 1, with: (1, 4))}),
    layouts: [
        (name: \"stacks\", formations: [
            (shape: Horizontal, at: Anywhere, size: Cells(9), count: 4, prop: \"crate\"),
            (shape: Vertical, at: Anywhere, size: Cells(9), count: 4, prop: \"crate\"),
            (shape: Route, prop: \"rail\"),
            (shape: Square, at: Anywhere, size: Cells(1), count: 3, prop: \"place\"),
        ]),
        (name: \"blocks\", formations: [
            (shape: Square, size: Fit(1.0), checker: true, prop: \"crate\"),
            (shape: Square, at: Corners, size: Cells(1), prop: \"place\"),
        ]),
        (name: \"heap\", formations: [(shape: Scatter(1), count: 60, prop: \"crate\")]),
        (name: \"table\", formations: [
            (shape: Border, prop: \"crate\"),
            (shape: Border, stack: true, prop: \"candle\"),
        ]),
    ])";

#[test]
fn obstacles_of_loot_close_no_way_and_lie_where_one_can_stand() {
    let preset = Preset::parse(STORE).unwrap_or_else(|error| panic!("{error:#}"));
    let mut generator = Generator::new(&preset);
    let (mut boxes, mut members) = (0, 0);
    for seed in 0..tier::size(150, 20_000) {
        let level = generator.generate(Request::new(seed));
        assert_eq!(level.check(), [], "seed {seed}");
        boxes += level.loot().len();
        members += level.encounters().iter().map(|encounter| encounter.cells.len()).sum::<usize>();
    }
    assert!(boxes > 3_000 && members > 1_000, "{boxes} boxes, {members} members");
}

#[test]
fn the_largest_budgets_overflow_nothing() {
    let text = STORE
        .replace("loops: (chance: 0.6)", "cycles: [(rooms: (1, 6), most: 3)]")
        .replace(
            "encounters: (budget: 20, quiet: 6)",
            "encounters: (budget: 1000000, curve: [(0.5, 0), (1, 1000)], arms: 16)",
        )
        .replace("loot: (budget: 60,", "loot: (budget: 1000000, guarded: 0.5, arms: Dearer,");
    let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error:#}"));
    let mut generator = Generator::new(&preset);
    for seed in 0..tier::size(20, 2_000) {
        assert_eq!(generator.generate(Request::new(seed)).check(), [], "seed {seed}");
    }
}

//! What keeps clear of the entry, the exit and keys: no marker and no obstacle stands there, and
//! nothing lies on a key. Each level is looked at prop by prop, from outside.

use roomgen::{Cell, Generator, Level, Preset, Prop, PropKind, Request, export, preset::BUILT_IN};

use crate::{
    random_presets::{self, dice::Dice},
    tier,
};

/// A preset whose layout is stamped in every room, with a key on a lock of the path.
fn with_key(fields: &str, kinds: &str, formation: &str) -> Preset {
    let text = format!(
        "(name: \"keys\", size: (44, 30), floorplan: (rooms: (min: 5, max: 11), path: (rooms: (4, 7)), bonus: (chance: 1)),
          mission: (locks: [(name: \"key\", lock: Path((0.2, 0.9)))]), {fields}
          props: {{ \"key\": (glyph: 'k', color: \"#ffff00\", blocks: false), {kinds} }},
          layouts: [(name: \"all\", formations: [{formation}])])"
    );
    Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

const RUG: &str = "\"it\": (glyph: 'i', color: \"#802020\", blocks: false, tall: 0)";
const COIN: &str = "\"it\": (glyph: 'i', color: \"#802020\", blocks: false, tall: 0.25, elevation: 1.0)";
const LAMP: &str = "\"it\": (glyph: 'i', color: \"#802020\", tall: 0.5, elevation: 2.0)";
const MARKER: &str = "\"it\": (glyph: 'i', color: \"#802020\", marker: true)";
const WIDE: &str = "\"it\": (glyph: 'i', color: \"#802020\", marker: true, footprint: (2, 1))";

/// The offending props of a level, in words.
fn offenders(level: &Level) -> Vec<String> {
    let ends = [level.entry(), level.exit()];
    let covers = |prop: &Prop<'_>, cell: Cell| prop.cells.contains(cell);
    let is_a_key = |prop: &Prop<'_>| {
        level.keys().iter().any(|key| covers(prop, key.cell) && *prop.kind.name == *level.key_name(key))
    };
    let hangs = |kind: &PropKind| !kind.marker && kind.elevation >= PropKind::HEADROOM;
    let offends = |prop: &Prop<'_>| {
        let stands = prop.kind.marker || prop.kind.is_obstacle();
        let on_end = stands && ends.into_iter().any(|end| covers(prop, end)) && !is_a_key(prop);
        let on_key = !hangs(prop.kind) && level.keys().iter().any(|key| covers(prop, key.cell)) && !is_a_key(prop);
        on_end || on_key
    };
    level.props().filter(offends).map(|prop| format!("{} at {}", prop.kind.name, prop.cells)).collect()
}

#[track_caller]
fn assert_clear(level: &Level, what: &str) {
    let text = || format!("{what}\n{}", export::text::write(level));
    assert_eq!(offenders(level), [] as [String; 0], "{}", text());
    assert_eq!(level.check(), [], "{}", text());
}

#[test]
fn no_marker_stands_on_the_stairs_and_nothing_lies_on_a_key_in_built_in_presets() {
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("it is built in");
        let mut generator = Generator::new(&preset);
        for seed in 0..tier::size(6, 100) {
            for difficulty in [0.0, 0.5, 1.0] {
                let request = Request::new(seed).with_difficulty(difficulty).expect("a difficulty");
                let level = generator.generate(request);
                assert_clear(&level, &format!("{name}, seed {seed}, difficulty {difficulty}"));
            }
        }
    }
    for (name, seed) in [("warehouse", 44), ("temple", 26)] {
        let preset = Preset::built_in(name).expect("it is built in");
        let request = Request::new(seed).with_difficulty(1.0).expect("a difficulty");
        assert_clear(&roomgen::generate(&preset, request), name);
    }
}

#[test]
fn no_marker_stands_on_the_stairs_and_nothing_lies_on_a_key_whatever_the_rules() {
    for number in 0..tier::size(100, 4000) {
        let text = random_presets::preset(&mut Dice(number));
        let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        (0..2).for_each(|seed| assert_clear(&roomgen::generate(&preset, seed), &text));
    }
}

/// The numbers of levels, of ends under a prop of the kind `it`, and of keys under one.
fn under(preset: &Preset) -> [usize; 3] {
    let mut numbers = [0; 3];
    let mut generator = Generator::new(preset);
    for seed in 0..40 {
        let level = generator.generate(seed);
        assert_clear(&level, &format!("seed {seed}"));
        let is_under = |cell: Cell| level.props().any(|prop| &*prop.kind.name == "it" && prop.cells.contains(cell));
        numbers[0] += 1;
        numbers[1] += [level.entry(), level.exit()].into_iter().filter(|&end| is_under(end)).count();
        numbers[2] += level.keys().iter().filter(|key| is_under(key.cell)).count();
    }
    numbers
}

#[test]
fn flat_props_may_lie_under_stairs_and_hanging_ones_over_keys_too() {
    for size in ["Fit(1.0)", "Ratio(2.0)"] {
        for least in ["", ", least: 0.1"] {
            for stack in [false, true] {
                let stamp = format!("(shape: Square, fill: true, size: {size}, prop: \"it\", stack: {stack}{least})");
                let [levels, ends, keys] = under(&with_key("", LAMP, &stamp));
                assert_eq!([ends, keys], [2 * levels, if stack { levels } else { 0 }], "lamps, {stamp}");
                for kind in [RUG, COIN] {
                    assert_eq!(under(&with_key("", kind, &stamp)), [levels, 2 * levels, 0], "{kind}, {stamp}");
                }
            }
            let stamp = format!("(shape: Square, fill: true, size: {size}, prop: \"it\"{least})");
            for kind in [MARKER, WIDE] {
                assert_eq!(under(&with_key("", kind, &stamp))[1..], [0, 0], "{kind}, {stamp}");
            }
        }
    }
    let scatter = "(shape: Scatter(1), size: Fit(1.0), prop: \"it\")";
    for kind in [MARKER, WIDE] {
        assert_eq!(under(&with_key("", kind, scatter))[1..], [0, 0], "{kind}");
    }
}

#[test]
fn a_vault_s_own_markers_make_room_for_the_stairs_and_its_props_for_a_key() {
    let vault = |row: &str, more: &str| {
        let rows = vec![format!("\"{}\"", row.repeat(3)); 3].join(", ");
        format!("vaults: [(name: \"drawn\", rows: [{rows}], legend: {{ 'i': \"it\" }}, alone: true {more})],")
    };
    let everywhere = "floorplan: (vaults: (chance: 1), rooms: (min: 5, max: 10), path: (rooms: (3, 5))),";
    for kind in [MARKER, RUG, COIN, LAMP] {
        let preset = Preset::parse(&format!(
            "(name: \"v\", size: (40, 24), {everywhere} mission: (locks: [(name: \"key\", lock: Path((0.1, 0.9)))]),
              props: {{ \"key\": (glyph: 'k', color: \"#ffff00\", blocks: false), {kind} }}, {})",
            vault("i", "")
        ));
        let preset = preset.unwrap_or_else(|error| panic!("{error}"));
        let mut vaults = 0;
        for seed in 0..40 {
            let level = roomgen::generate(&preset, seed);
            assert_clear(&level, kind);
            for room in level.rooms().iter().filter(|room| level.vault(room).is_some()) {
                // Stairs step aside, so that the drawing is whole; a key finds a cell beside it.
                assert_eq!(level.props_in(room.id).filter(|prop| &*prop.kind.name == "it").count(), 9, "{kind}");
                vaults += 1;
            }
        }
        assert!(vaults > 100, "{vaults} vaults");
    }
    // Vaults that fill their rooms: each loses what is in the way.
    for kind in [MARKER, RUG, COIN, LAMP, WIDE] {
        let wide = kind == WIDE;
        let row = if wide { "i.i.i." } else { "iiiiii" };
        let rows = vec![format!("\"{row}\""); 6].join(", ");
        let preset = Preset::parse(&format!(
            "(name: \"v\", size: (40, 24), floorplan: (rooms: (min: 5, max: 10)),
              mission: (locks: [(name: \"key\", lock: Path((0, 1)), key: (rooms: (kinds: [Start, Path, Bonus])))]),
              props: {{ \"key\": (glyph: 'k', color: \"#ffff00\", blocks: false), {kind} }},
              vaults: [(name: \"full\", room: true, required: true, rows: [{rows}], legend: {{ 'i': \"it\" }}, rooms: (kinds: [Start]))])"
        ));
        let preset = preset.unwrap_or_else(|error| panic!("{error}"));
        (0..60).for_each(|seed| assert_clear(&roomgen::generate(&preset, seed), kind));
    }
}

#[test]
fn a_key_that_is_a_marker_keeps_its_cell_for_itself() {
    let stamp = "(shape: Square, fill: true, size: Fit(1.0), prop: \"it\", stack: true)";
    for kind in [RUG, COIN, MARKER] {
        let text = format!(
            "(name: \"keys\", size: (44, 30), mission: (locks: [(name: \"key\", lock: Path((0.2, 0.9)))]),
              props: {{ \"key\": (glyph: 'k', color: \"#ffff00\", marker: true), {kind} }},
              layouts: [(name: \"all\", formations: [{stamp}])])"
        );
        let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(under(&preset)[2], 0, "{kind}");
    }
}

#[test]
fn rules_of_near_and_avoid_measure_from_the_entry_and_the_exit() {
    let apart = |prop: &Prop<'_>, cell: Cell| {
        let across = (prop.cells.left() - cell.x).max(cell.x - prop.cells.right() + 1).max(0);
        let down = (prop.cells.top() - cell.y).max(cell.y - prop.cells.bottom() + 1).max(0);
        across.max(down)
    };
    for (rule, entry, exit) in [("Entry", true, false), ("Exit", false, true)] {
        for within in [0, 1, 3] {
            for (field, footprint) in [("near", "(1, 1)"), ("avoid", "(1, 1)"), ("near", "(2, 2)"), ("avoid", "(2, 2)")]
            {
                let kind = format!(
                    "\"it\": (glyph: 'i', color: \"#802020\", blocks: false, footprint: {footprint}, {field}: [{rule}({within})])"
                );
                let preset = with_key("", &kind, "(shape: Square, fill: true, size: Fit(1.0), prop: \"it\")");
                let mut number = 0;
                for seed in 0..20 {
                    let level = roomgen::generate(&preset, seed);
                    for prop in level.props().filter(|prop| &*prop.kind.name == "it") {
                        let is_there = |cell: Cell| level.room_at(cell).is_some_and(|room| room.id == prop.room);
                        let distance = |cell: Cell| is_there(cell).then(|| apart(&prop, cell));
                        let distances =
                            [distance(level.entry()).filter(|_| entry), distance(level.exit()).filter(|_| exit)];
                        let is_near = distances.into_iter().flatten().any(|distance| distance <= within);
                        assert_eq!(is_near, field == "near", "{kind}, seed {seed}: {}", prop.cells);
                        number += 1;
                    }
                }
                assert!(number >= 10, "{number} props of {kind}");
            }
        }
    }
}
